// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/published_analysis.h"

#include "core/studies/study.h"

#include <algorithm>

namespace millrace::studies {

namespace {

struct OpenedFiles
{
    std::vector<std::unique_ptr<importers::PacketSource>> sources;
    std::vector<PublishedFile> files;
};

Result<OpenedFiles> openAll(const PublishedRequest& request, importers::NameBook& names)
{
    OpenedFiles opened;
    for (const std::filesystem::path& file : request.files) {
        importers::PacketOptions options = request.packets;
        options.file = static_cast<std::uint32_t>(opened.files.size());
        MR_TRY(packets, importers::openPackets(file, names, options));
        std::error_code ignored;
        const auto size = std::filesystem::file_size(file, ignored);
        opened.files.push_back({file, packets.format, 0, ignored ? 0 : size, {}});
        opened.sources.push_back(std::move(packets.source));
    }
    return opened;
}

/// Passes on the packets of one source while a merge reads it, and counts them.
class Observed final : public importers::PacketSource
{
public:
    Observed(std::unique_ptr<importers::PacketSource> source, PublishedFile& file, std::size_t index,
             std::span<PublishedEstimators* const> estimators)
        : m_source(std::move(source)), m_file(file), m_index(index), m_estimators(estimators)
    {
    }
    Result<std::span<const importers::PacketRecord>> next() override
    {
        MR_TRY(packets, m_source->next());
        m_file.packets += packets.size();
        for (PublishedEstimators* each : m_estimators)
            each->addOfFile(m_index, packets);
        if (packets.empty())
            m_file.issues = m_source->issues();
        return packets;
    }
    const Issues& issues() const noexcept override { return m_source->issues(); }
    std::uint64_t bytesRead() const noexcept override { return m_source->bytesRead(); }
    std::uint64_t bytesTotal() const noexcept override { return m_source->bytesTotal(); }

private:
    std::unique_ptr<importers::PacketSource> m_source;
    PublishedFile& m_file;
    std::size_t m_index;
    std::span<PublishedEstimators* const> m_estimators;
};

} // namespace

Result<void> watchReading(const JobContext& job, std::uint64_t done, std::uint64_t total, std::string_view step)
{
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the analysis was cancelled");
    job.progress(static_cast<long long>(done), static_cast<long long>(total), step);
    return {};
}

Result<std::vector<PublishedFile>> readPublished(const PublishedRequest& request, importers::NameBook& names,
                                                 std::span<PublishedEstimators* const> estimators,
                                                 const JobContext& job)
{
    if (request.files.empty())
        return fail(ErrorCode::InvalidInput, "there is no file to analyse; name captures or text logs of one run");
    MR_TRY(opened, openAll(request, names));
    std::vector<std::unique_ptr<importers::PacketSource>> sources;
    for (std::size_t i = 0; i < opened.files.size(); ++i)
        sources.push_back(std::make_unique<Observed>(std::move(opened.sources[i]), opened.files[i], i, estimators));
    importers::MergedPackets merged(std::move(sources));
    for (;;) {
        MR_TRY(packets, merged.next());
        MR_CHECK(watchReading(job, merged.bytesRead(), merged.bytesTotal(), "reading packets"));
        if (packets.empty())
            break;
        for (PublishedEstimators* each : estimators)
            each->add(packets);
    }
    for (PublishedEstimators* each : estimators)
        MR_CHECK(each->finish(request, opened.files, job));
    return std::move(opened.files);
}

Result<PublishedAnalysis> analysePublished(const PublishedRequest& request, const JobContext& job)
{
    std::vector<const Study*> published;
    for (const Study& study : studies())
        if (study.asPublished != nullptr)
            published.push_back(&study);
    std::ranges::sort(published, {}, [](const Study* study) { return study->letter; });
    importers::NameBook names;
    std::vector<std::unique_ptr<PublishedEstimators>> made;
    std::vector<PublishedEstimators*> estimators;
    for (const Study* study : published)
        estimators.push_back(made.emplace_back(study->asPublished(names)).get());
    MR_TRY(files, readPublished(request, names, estimators, job));
    PublishedAnalysis analysis{std::move(files), {}};
    for (const PublishedEstimators* each : estimators)
        analysis.sections.push_back(each->section());
    return analysis;
}

} // namespace millrace::studies
