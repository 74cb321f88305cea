// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/atomic_file.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"
#include "core/report/traffic_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::report {

using namespace analysis;

namespace {

using StreamMaker = TableStream (*)(const TrafficSummary&);

TableStream streamOf(Table table)
{
    std::vector<std::vector<Cell>> rows = std::move(table.rows);
    table.rows.clear();
    return {std::move(table), [rows = std::move(rows)](const RowSink& sink) {
                for (const std::vector<Cell>& row : rows)
                    if (!sink(row))
                        return;
            }};
}

struct TrafficPart
{
    const char* name;
    StreamMaker make;
};

const std::vector<TrafficPart>& trafficParts()
{
    static const std::vector<TrafficPart> all = {
        {"captures", [](const TrafficSummary& summary) { return streamOf(captureTable(summary)); }},
        {"totals", [](const TrafficSummary& summary) { return streamOf(trafficTotalsTable(summary)); }},
        {"protocols", [](const TrafficSummary& summary) { return streamOf(protocolTable(summary)); }},
        {"nodes", [](const TrafficSummary& summary) { return streamOf(nodeTrafficTable(summary)); }},
        {"pairs", [](const TrafficSummary& summary) { return streamOf(pairTrafficTable(summary)); }},
        {"flows", flowStream},
        {"queue-pairs", [](const TrafficSummary& summary) { return streamOf(queuePairTable(summary)); }},
        {"bursts", burstStream},
        {"peaks", [](const TrafficSummary& summary) { return streamOf(peakTable(summary)); }},
        {"packet-sizes", packetSizeStream},
        {"distances", [](const TrafficSummary& summary) { return streamOf(interArrivalTable(summary)); }},
        {"flow-sizes", flowSizeStream},
        {"issues", [](const TrafficSummary& summary) { return streamOf(trafficIssueTable(summary)); }},
        {"rates", pairBinStream}};
    return all;
}

bool isChosen(const std::vector<std::string>& chosen, std::string_view name)
{
    return std::ranges::find(chosen, name) != chosen.end();
}

} // namespace

std::vector<std::string> trafficTableNames()
{
    std::vector<std::string> names;
    for (const TrafficPart& part : trafficParts())
        names.emplace_back(part.name);
    return names;
}

Result<std::vector<std::string>> chosenTrafficTables(std::string_view text)
{
    const std::vector<std::string> known = trafficTableNames();
    std::vector<std::string> chosen;
    for (const std::string_view word : split(text, ',')) {
        const std::string name(trim(word));
        if (std::ranges::find(known, name) == known.end())
            return fail(ErrorCode::InvalidInput,
                        fmt::format("unknown table \"{}\"; available: {}", name, join(known, ", ")));
        chosen.push_back(name);
    }
    return chosen;
}

Table trafficTable(const TrafficSummary& summary, std::string_view name, std::size_t rows)
{
    if (name == "nodes")
        return nodeTrafficTable(summary, rows);
    if (name == "pairs")
        return pairTrafficTable(summary, rows);
    if (name == "flows")
        return flowTable(summary, rows);
    for (const TrafficPart& part : trafficParts())
        if (name == part.name)
            return collected(part.make(summary), rows);
    return {};
}

Result<void> writeTrafficJson(const TrafficSummary& summary, const std::vector<std::string>& tables,
                              std::span<const std::pair<std::string, Table>> more, const TextSink& sink)
{
    const Json filter = validUtf8(summary.filter);
    MR_CHECK(sink(fmt::format("{{\n \"format\": \"millrace-traffic\",\n \"version\": 1,\n \"filter\": {},\n"
                              " \"bin_width_ns\": {},\n \"first_ns\": {},\n \"last_ns\": {}",
                              filter.dump(), summary.bins.width, summary.first, summary.last)));
    const auto write = [&sink](std::string_view name, const TableStream& stream) -> Result<void> {
        MR_CHECK(sink(fmt::format(",\n \"{}\": ", name)));
        return writeJson(stream, sink);
    };
    for (const TrafficPart& part : trafficParts())
        if (isChosen(tables, part.name))
            MR_CHECK(write(part.name, part.make(summary)));
    for (const auto& [name, table] : more)
        MR_CHECK(write(name, streamOf(table)));
    return sink("\n}\n");
}

Result<void> writeTrafficCsv(const TrafficSummary& summary, const std::filesystem::path& folder,
                             const std::vector<std::string>& tables, const JobContext& job)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        return fail(ErrorCode::Io, fmt::format("the folder {} cannot be made: {}", folder.string(), failed.message()));
    for (const TrafficPart& part : trafficParts()) {
        if (!isChosen(tables, part.name))
            continue;
        MR_TRY(file, AtomicFile::create(folder / fmt::format("{}.csv", part.name)));
        MR_CHECK(writeCsv(part.make(summary), [&](std::string_view text) -> Result<void> {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "writing the tables was cancelled");
            return file.write(text);
        }));
        MR_CHECK(file.commit());
    }
    return {};
}

} // namespace millrace::report
