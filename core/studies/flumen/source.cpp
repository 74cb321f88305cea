// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/studies/flumen/points.h"
#include "core/studies/flumen/published_estimators.h"
#include "core/studies/flumen/runs.h"
#include "core/studies/flumen/study.h"
#include "core/studies/flumen/tables.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>

namespace millrace::studies::flumen {

namespace {

bool isTable(FlumenFormat format) noexcept
{
    return format == FlumenFormat::Iterations || format == FlumenFormat::Rates
        || format == FlumenFormat::ReferenceRates;
}

std::string_view whatOf(FlumenFormat format) noexcept
{
    switch (format) {
    case FlumenFormat::Cdf: return "cdf";
    case FlumenFormat::Histogram: return "histogram";
    case FlumenFormat::LoadFile: return "loads";
    case FlumenFormat::FlowSizes: return "sizes";
    case FlumenFormat::FlowDurations: return "flows";
    default: return "samples";
    }
}

/// The traffic named by file and folders where they do not name a series.
std::string_view trafficOf(const FlumenFile& file)
{
    const std::string name = lowerCase(file.name);
    if (name.find("burst") != std::string::npos || name.find("generated_load_sample") != std::string::npos)
        return "burst";
    return name.find("consist") != std::string::npos ? "consistent" : "";
}

std::vector<store::Factor> factorsOf(const FlumenPart& part)
{
    const FlumenFile& file = *part.file;
    const FlumenSeries* series = file.series;
    // The study's histogram lists the burst traffic first.
    if (file.format == FlumenFormat::Histogram && partsOf(file) == 2)
        series = flumenSeries(part.part == 0 ? "burst-tcp" : "consistent-tcp");
    const bool ofJob = file.format == FlumenFormat::Cdf || file.format == FlumenFormat::Histogram;
    std::vector<store::Factor> factors =
        flumenFactors(ofJob ? series : nullptr, file.model, file.load, whatOf(file.format));
    if (const std::string_view traffic = trafficOf(file); !ofJob && !traffic.empty())
        factors.push_back({"traffic", std::string(traffic), {}, {}});
    factors.push_back({"source", std::string(formatName(file.format)), {}, {}});
    return factors;
}

/// Loads of the tables point by point, every other file by itself.
class FlumenSource final : public StudySource
{
public:
    FlumenSource(FlumenFolder folder, const JobContext& job) : m_folder(std::move(folder)) { m_ready = prepare(job); }
    [[nodiscard]] const Result<void>& ready() const noexcept { return m_ready; }

    Result<ImportedRun> read(std::size_t entry, const std::function<bool(std::string_view)>& known,
                             const JobContext& job) const override
    {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the study was cancelled");
        if (entry < m_points.points.size()) {
            ImportedRun run = importedPoint(m_points, entry);
            if (!known || !known(run.key))
                return run;
            ImportedRun nameOnly;
            nameOnly.name = std::move(run.name);
            nameOnly.key = std::move(run.key);
            return nameOnly;
        }
        return readPart(m_parts.at(entry - m_points.points.size()), known, job);
    }

private:
    Result<void> prepare(const JobContext& job)
    {
        m_issues = m_folder.issues;
        MR_TRY(points, readFlumenPoints(m_folder, job));
        m_points = std::move(points);
        for (const Issue& issue : m_points.issues)
            countIssue(m_issues, issue);
        for (const LoadPoint& point : m_points.points)
            m_entries.push_back(entryOf(point));
        for (const FlumenFile& file : m_folder.files)
            for (std::size_t part = 0; !isTable(file.format) && part < partsOf(file); ++part) {
                m_parts.push_back({&file, part});
                m_entries.push_back({nameOf(m_parts.back()), {file.path}, part == 0 ? file.bytes : 0, file.isEarlier});
            }
        if (m_entries.empty())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} has tables of the cross-traffic study, but none that can be read",
                                    m_folder.path.string()));
        return {};
    }

    [[nodiscard]] Entry entryOf(const LoadPoint& point) const
    {
        Entry entry{nameOf(point), {}, 0};
        for (const auto& table : {point.iterationTable, point.rateTable, point.referenceTable})
            if (table)
                entry.files.push_back(m_points.tables[*table].file->path);
        entry.bytes = 100; // a row; the tables are read already
        const auto isEarlier = [this](const auto& table) { return !table || m_points.tables[*table].file->isEarlier; };
        entry.isEarlier =
            isEarlier(point.iterationTable) && isEarlier(point.rateTable) && isEarlier(point.referenceTable);
        return entry;
    }

    Result<ImportedRun> readPart(const FlumenPart& part, const std::function<bool(std::string_view)>& known,
                                 const JobContext& job) const
    {
        const FlumenFile& file = *part.file;
        ImportedRun run;
        run.name = nameOf(part);
        run.factors = factorsOf(part);
        const auto bytes = readFile(file.path, mostFlumenBytes);
        const std::string digest = bytes ? sha256(*bytes) : std::string();
        run.identity = isNamedByTheStudy(file.format) ? run.name : fmt::format("{}\n{}", file.path.string(), run.name);
        run.files.push_back(
            {file.name, std::string(formatName(file.format)), digest, file.bytes, 0, {}, file.path.string()});
        run.key = sha256(fmt::format("flumen file 1\n{}\n{}\n{}\n{}\n{}", formatName(file.format),
                                     std::filesystem::path(file.name).filename().string(), part.part, digest,
                                     contextOf(file, m_points)));
        if (known && known(run.key)) {
            ImportedRun nameOnly;
            nameOnly.name = std::move(run.name);
            nameOnly.key = std::move(run.key);
            return nameOnly;
        }
        const auto filled = bytes ? fillFlumenRun(part, m_points, run, job) : Result<void>(bytes.error());
        if (!filled && filled.error().code == ErrorCode::Cancelled)
            return filled.error();
        if (!filled)
            run.issues.push_back({"bad-file", Severity::Warning, 1, filled.error().text(), file.name});
        return run;
    }

    FlumenFolder m_folder;
    FlumenPoints m_points;
    std::vector<FlumenPart> m_parts;
    Result<void> m_ready;
};

} // namespace

std::size_t partsOf(const FlumenFile& file)
{
    if (file.format != FlumenFormat::Histogram)
        return 1;
    constexpr std::size_t mostParts = 8;
    std::ifstream in(file.path, std::ios::binary);
    std::string line(1024, '\0');
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    line.resize(std::min(line.find('\n'), line.size()));
    const auto commas = static_cast<std::size_t>(std::ranges::count(line, ','));
    return std::clamp<std::size_t>((commas + 1) / 2, 1, mostParts);
}

std::string nameOf(const FlumenPart& part)
{
    const std::string& name = part.file->name;
    const std::size_t slash = name.rfind('/');
    std::string stem = slash == std::string::npos ? name : name.substr(slash + 1);
    if (const std::size_t dot = stem.rfind('.'); dot != std::string::npos && dot > 0)
        stem.resize(dot);
    return partsOf(*part.file) > 1 ? fmt::format("{} {}", stem, part.part + 1) : stem;
}

Result<void> fillFlumenRun(const FlumenPart& part, const FlumenPoints& points, ImportedRun& run, const JobContext& job)
{
    const FlumenFile& file = *part.file;
    switch (file.format) {
    case FlumenFormat::Cdf: return fillCdf(file, points, run, job);
    case FlumenFormat::Histogram: return fillHistogram(part, points, run, job);
    case FlumenFormat::RateSamples: return fillRateSamples(file, run, job);
    case FlumenFormat::HostSamples: return fillHostSamples(file, run, job);
    case FlumenFormat::LoadFile: return fillLoadFile(file, run, job);
    case FlumenFormat::FlowSizes: return fillFlowSizes(file, run);
    case FlumenFormat::ClientRate: return fillClientRate(file, run, job);
    case FlumenFormat::ServerBytes: return fillServerBytes(file, run, job);
    case FlumenFormat::RdmaProbe: return fillRdmaProbe(file, run, job);
    case FlumenFormat::FlowDurations: return fillFlowDurations(file, run, job);
    case FlumenFormat::WindowRates: return fillWindowRates(file, run, job);
    case FlumenFormat::Iterations:
    case FlumenFormat::Rates:
    case FlumenFormat::ReferenceRates: break;
    }
    return fail(ErrorCode::Internal, "a table of loads is not a run");
}

Result<std::unique_ptr<StudySource>> openFlumen(const std::filesystem::path& folder, const StudyOptions& options,
                                                const JobContext& job)
{
    MR_TRY(found, findFlumenFiles(folder, job, options.earlier));
    auto source = std::make_unique<FlumenSource>(std::move(found), job);
    MR_CHECK(source->ready());
    return std::unique_ptr<StudySource>(std::move(source));
}

Study study()
{
    return {{"flumen", "B", "Cross traffic and the time of an iteration",
             "The data sets of Flumen Equi: iteration times of four models under cross traffic",
             "tables of iteration times and rates, CDFs, histograms, load files (iperf_data_iter_bert24.txt)", true},
            openFlumen,
            auditFlumen,
            {&tableFormat},
            [](const importers::NameBook& names) -> std::unique_ptr<PublishedEstimators> {
                return std::make_unique<LogEstimators>(names);
            }};
}

} // namespace millrace::studies::flumen
