// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/published_analysis.h"

#include "core/importers/packet_log_figures.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

using analysis::PublishedPacket;

struct OpenedFiles
{
    std::vector<std::unique_ptr<PacketSource>> sources;
    std::vector<PublishedFile> files;
};

Result<OpenedFiles> openAll(const PublishedRequest& request, analysis::NameBook& names)
{
    OpenedFiles opened;
    for (const std::filesystem::path& file : request.files) {
        PacketOptions options = request.packets;
        options.file = static_cast<std::uint32_t>(opened.files.size());
        MR_TRY(packets, openPackets(file, names, options));
        std::error_code ignored;
        const auto size = std::filesystem::file_size(file, ignored);
        opened.files.push_back({file, packets.format, 0, ignored ? 0 : size, {}});
        opened.sources.push_back(std::move(packets.source));
    }
    return opened;
}

/// Says how far reading is, and whether to go on.
class Watch
{
public:
    Watch(const JobContext& job, std::string step) : m_job(job), m_step(std::move(step)) { }

    [[nodiscard]] Result<void> look(std::uint64_t done, std::uint64_t total) const
    {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "the analysis was cancelled");
        m_job.progress(static_cast<long long>(done), static_cast<long long>(total), m_step);
        return {};
    }

private:
    const JobContext& m_job;
    std::string m_step;
};

/// Hands the packets of one source on while a merge reads it, and counts them.
class Observed final : public PacketSource
{
public:
    Observed(std::unique_ptr<PacketSource> source, PublishedFile& file, PacketLogFigures* figures)
        : m_source(std::move(source)), m_file(file), m_figures(figures)
    {
    }
    Result<std::span<const PublishedPacket>> next() override
    {
        MR_TRY(packets, m_source->next());
        m_file.packets += packets.size();
        if (m_figures != nullptr)
            m_figures->add(packets);
        if (packets.empty())
            m_file.issues = m_source->issues();
        return packets;
    }
    const Issues& issues() const noexcept override { return m_source->issues(); }
    std::uint64_t bytesRead() const noexcept override { return m_source->bytesRead(); }
    std::uint64_t bytesTotal() const noexcept override { return m_source->bytesTotal(); }

private:
    std::unique_ptr<PacketSource> m_source;
    PublishedFile& m_file;
    PacketLogFigures* m_figures;
};

/// A row of all files one behind the other, and who asks for its time.
struct WantedRow
{
    std::uint64_t row = 0;
    std::int64_t* time = nullptr;
};

/// Study A looks the time of the first and last packet of a flow up in the row whose number is the packet's place in
/// the sorted table: the files one behind the other, unsorted.
Result<std::vector<FlowTimes>> publishedTimes(const PublishedRequest& request, const PublishedAnalysis& analysed,
                                              const JobContext& job)
{
    std::vector<FlowTimes> times;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranks;
    for (const analysis::PublishedFlow& flow : analysed.traffic.flows)
        if (flow.inStudy) {
            times.push_back({flow.first, flow.last});
            ranks.emplace_back(flow.firstRank, flow.lastRank);
        }
    if (request.files.size() < 2)
        return times;
    std::vector<WantedRow> wanted;
    for (std::size_t i = 0; i < times.size(); ++i) {
        wanted.push_back({ranks[i].first, &times[i].arrival});
        wanted.push_back({ranks[i].second, &times[i].departure});
    }
    std::ranges::sort(wanted, {}, &WantedRow::row);
    const Watch watch(job, "flow times as published");
    analysis::NameBook names;
    std::uint64_t begin = 0;
    auto next = wanted.begin();
    for (std::size_t file = 0; file < request.files.size() && next != wanted.end(); ++file) {
        MR_TRY(opened, openPackets(request.files[file], names, request.packets));
        for (;;) {
            MR_TRY(packets, opened.source->next());
            MR_CHECK(watch.look(opened.source->bytesRead(), opened.source->bytesTotal()));
            if (packets.empty())
                break;
            for (; next != wanted.end() && next->row - begin < packets.front().row + packets.size(); ++next)
                *next->time = packets[next->row - begin - packets.front().row].time;
        }
        begin += analysed.files[file].packets;
    }
    return times;
}

} // namespace

Result<PublishedAnalysis> analysePublished(const PublishedRequest& request, const JobContext& job)
{
    if (request.files.empty())
        return fail(ErrorCode::InvalidInput, "there is no file to analyse; name captures or text logs of one run");
    analysis::NameBook names;
    MR_TRY(opened, openAll(request, names));
    PublishedAnalysis result;
    result.files = std::move(opened.files);
    std::vector<PacketLogFigures> logs;
    for (std::size_t i = 0; request.studyB && i < result.files.size(); ++i)
        logs.emplace_back(request.skip, request.window, request.mostPackets);
    std::vector<std::unique_ptr<PacketSource>> sources;
    for (std::size_t i = 0; i < result.files.size(); ++i)
        sources.push_back(std::make_unique<Observed>(std::move(opened.sources[i]), result.files[i],
                                                     request.studyB ? &logs[i] : nullptr));
    MergedPackets merged(std::move(sources));
    analysis::PublishedTrafficPass pass(request.wallZone, names);
    const Watch watch(job, "reading packets");
    for (;;) {
        MR_TRY(packets, merged.next());
        MR_CHECK(watch.look(merged.bytesRead(), merged.bytesTotal()));
        if (packets.empty())
            break;
        pass.add(packets);
    }
    result.traffic = pass.finish();
    MR_TRY(times, publishedTimes(request, result, job));
    result.publishedTimes = std::move(times);
    result.figures = trafficFigures(result.traffic, result.publishedTimes, request);
    if (request.studyB)
        addLogFigures(logs, names, request.window, result);
    return result;
}

} // namespace millrace::importers
