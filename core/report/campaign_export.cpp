// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_export.h"

#include "core/base/text.h"
#include "core/report/export_parts.h"
#include "core/report/gate_tables.h"
#include "core/report/recording_tables.h"
#include "core/report/run_identity.h"
#include "core/report/table_writers.h"
#include "core/store/series_repository.h"

#include <cmath>
#include <fmt/format.h>
#include <fstream>

namespace millrace::report {

using store::RunRecord;

namespace {

constexpr std::size_t flushBytes = 1 << 16;

/// Collects lines in blocks, so that the sink is not called for each line.
class LineSink
{
public:
    explicit LineSink(const Sink& sink) : m_sink(sink) { }
    Result<void> add(std::string_view line)
    {
        m_text.append(line).append("\r\n");
        return m_text.size() < flushBytes ? Result<void>() : flush();
    }
    Result<void> flush()
    {
        if (m_text.empty())
            return {};
        auto written = m_sink(m_text);
        m_text.clear();
        return written;
    }

private:
    const Sink& m_sink;
    std::string m_text;
};

std::string numberText(double value)
{
    return std::isnan(value) ? std::string() : shortest(value);
}

Result<void> exportMetrics(store::Database& database, const CampaignData& data, const ExportOptions& options,
                           LineSink& lines, const JobContext& job)
{
    MR_CHECK(lines.add(identityCsvHead() + ",cell,metric,subject,value,unit,how"));
    return eachExportedRun(data, options, job, [&](const store::ResultRow& row) -> Result<void> {
        SystemClock clock;
        MR_TRY(metrics, store::RunRepository(database, clock).metrics(row.run.id));
        const std::string head = fmt::format("{},{}", identityCsv(data, row.run), csvField(row.run.cell));
        for (const store::Metric& metric : metrics)
            MR_CHECK(lines.add(fmt::format("{},{},{},{},{},{}", head, csvField(metric.name), csvField(metric.subject),
                                           numberText(metric.value), csvField(metric.unit), csvField(metric.how))));
        return {};
    });
}

Result<void> exportGates(store::Database& database, const CampaignData& data, const ExportOptions& options,
                         LineSink& lines, const JobContext& job)
{
    MR_CHECK(
        lines.add(identityCsvHead() + ",cell,condition,subject,requested,achieved,low,high,unit,verdict,sentence"));
    return eachGate(database, data, options.superseded, job,
                    [&](const RunRecord& run, const store::GateResult& gate) -> Result<void> {
                        return lines.add(fmt::format("{},{},{},{},{},{},{},{},{},{},{}", identityCsv(data, run),
                                                     csvField(run.cell), csvField(gate.name), csvField(gate.subject),
                                                     numberText(gate.requested), numberText(gate.achieved),
                                                     numberText(gate.low), numberText(gate.high), csvField(gate.unit),
                                                     store::verdictName(gate.verdict), csvField(gate.sentence)));
                    });
}

Result<void> exportCaptures(store::Database& database, const CampaignData& data, const ExportOptions& options,
                            LineSink& lines, const JobContext& job)
{
    MR_CHECK(lines.add(identityCsvHead()
                       + ",cell,node,interface,filter,direction,snap_length,packets,received,"
                         "dropped_by_kernel,dropped_by_interface,wire_bytes,file_bytes,sha256,start_ns,stop_ns,reason,"
                         "notes"));
    return eachRecording(
        database, data, options.superseded, job,
        [&](const RunRecord& run, const store::Artefact& each) -> Result<void> {
            const std::string lost = each.droppedByInterface ? std::to_string(*each.droppedByInterface) : std::string();
            return lines.add(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                                         identityCsv(data, run), csvField(run.cell), csvField(each.node),
                                         csvField(each.interface), csvField(each.filter), csvField(each.direction),
                                         each.snapLength, each.packets, each.received, each.droppedByKernel, lost,
                                         each.wireBytes, each.bytes, csvField(each.sha256), each.start.count(),
                                         each.stop.count(), csvField(each.reason), csvField(each.notes)));
        });
}

Result<void> exportSeries(store::Database& database, const CampaignData& data, const ExportOptions& options,
                          LineSink& lines, const JobContext& job)
{
    MR_CHECK(lines.add(identityCsvHead() + ",series,node,unit,time_ns,value"));
    return eachExportedRun(data, options, job, [&](const store::ResultRow& row) {
        return eachSeries(database, row.run, job, [&](const analysis::Series& series) -> Result<void> {
            const std::string head = fmt::format("{},{},{},{},", identityCsv(data, row.run), csvField(series.name),
                                                 csvField(series.node), csvField(series.unit));
            for (std::size_t i = 0; i < series.times.size(); ++i)
                MR_CHECK(lines.add(fmt::format("{}{},{}", head, series.times[i], numberText(series.values[i]))));
            return {};
        });
    });
}

Result<void> exportPart(store::Database& database, const CampaignData& data, ExportPart part,
                        const ExportOptions& options, const Sink& sink, const JobContext& job)
{
    if (part == ExportPart::Runs)
        return sink(toCsv(wideRunTable(data, options)));
    LineSink lines(sink);
    switch (part) {
    case ExportPart::Metrics: MR_CHECK(exportMetrics(database, data, options, lines, job)); break;
    case ExportPart::Gates: MR_CHECK(exportGates(database, data, options, lines, job)); break;
    case ExportPart::Captures: MR_CHECK(exportCaptures(database, data, options, lines, job)); break;
    default: MR_CHECK(exportSeries(database, data, options, lines, job)); break;
    }
    return lines.flush();
}

/// A file that has a temporary name until it is complete.
class PartFile
{
public:
    explicit PartFile(std::filesystem::path file) : m_file(std::move(file)), m_part(m_file)
    {
        m_part += ".part";
        m_out.open(m_part, std::ios::binary | std::ios::trunc);
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile()
    {
        std::error_code ignored;
        if (!m_finished)
            std::filesystem::remove(m_part, ignored);
    }

    Result<void> write(std::string_view text)
    {
        m_out.write(text.data(), static_cast<std::streamsize>(text.size()));
        return m_out ? Result<void>() : failErrno("writing " + m_part.string());
    }
    Result<void> finish()
    {
        m_out.close();
        if (!m_out)
            return failErrno("writing " + m_part.string());
        std::error_code error;
        std::filesystem::rename(m_part, m_file, error);
        m_finished = !error;
        return error ? failErrno("writing " + m_file.string(), error.value()) : Result<void>();
    }

private:
    std::filesystem::path m_file;
    std::filesystem::path m_part;
    std::ofstream m_out;
    bool m_finished = false;
};

Result<void> makeEmptyFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return failErrno("making the folder " + folder.string(), error.value());
    if (!std::filesystem::is_empty(folder, error) && !error)
        return fail(ErrorCode::AlreadyExists,
                    folder.string() + " is not empty; choose a new folder so that nothing is overwritten");
    return error ? failErrno("looking into " + folder.string(), error.value()) : Result<void>();
}

Result<void> writeInto(const std::filesystem::path& file, const std::function<Result<void>(const Sink&)>& produce)
{
    PartFile out(file);
    MR_CHECK(produce([&out](std::string_view text) { return out.write(text); }));
    return out.finish();
}

} // namespace

std::string_view exportFileName(ExportPart part) noexcept
{
    switch (part) {
    case ExportPart::Runs: return "runs.csv";
    case ExportPart::Metrics: return "metrics.csv";
    case ExportPart::Gates: return "gates.csv";
    case ExportPart::Captures: return "captures.csv";
    case ExportPart::Series: break;
    }
    return "series.csv";
}

Result<void> exportCsv(store::Database& database, store::CampaignId campaign, ExportPart part,
                       const ExportOptions& options, const Sink& sink, const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    return exportPart(database, data, part, options, sink, job);
}

Result<void> exportJson(store::Database& database, store::CampaignId campaign, const ExportOptions& options,
                        const Sink& sink, const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    return writeJson(database, data, options, sink, job);
}

Result<void> exportFolder(store::Database& database, store::CampaignId campaign, const std::filesystem::path& folder,
                          const ExportOptions& options, const JobContext& job)
{
    MR_TRY(data, loadCampaign(database, campaign, job));
    MR_CHECK(makeEmptyFolder(folder));
    for (const ExportPart part :
         {ExportPart::Runs, ExportPart::Metrics, ExportPart::Gates, ExportPart::Captures, ExportPart::Series})
        if (part != ExportPart::Series || options.series)
            MR_CHECK(writeInto(folder / exportFileName(part),
                               [&](const Sink& sink) { return exportPart(database, data, part, options, sink, job); }));
    return writeInto(folder / "campaign.json",
                     [&](const Sink& sink) { return sink(campaignJson(data.campaign).dump(2) + "\n"); });
}

} // namespace millrace::report
