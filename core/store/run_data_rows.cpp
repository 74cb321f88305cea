// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_data_rows.h"

#include "core/store/zstd_handle.h"

#include <array>
#include <fmt/format.h>

namespace millrace::store {

namespace {

constexpr int snapshotLevel = 6;
constexpr std::size_t largestSnapshot = std::size_t(256) << 20;

Result<Verdict> parseVerdict(std::string_view name)
{
    for (const Verdict verdict : {Verdict::Pass, Verdict::Fail, Verdict::Unknown})
        if (verdictName(verdict) == name)
            return verdict;
    return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is not a verdict", name));
}

} // namespace

std::string_view verdictName(Verdict verdict) noexcept
{
    switch (verdict) {
    case Verdict::Pass: return "pass";
    case Verdict::Fail: return "fail";
    case Verdict::Unknown: break;
    }
    return "unknown";
}

Result<void> writeMetrics(Database& database, RunId run, std::span<const Metric> metrics)
{
    MR_TRY(insert,
           database.prepare("INSERT OR REPLACE INTO metrics (run_id, name, subject, value, unit, how) "
                            "VALUES (?, ?, ?, ?, ?, ?)"));
    for (const Metric& metric : metrics)
        MR_CHECK(insert.run(run, metric.name, metric.subject, metric.value, metric.unit, metric.how));
    return {};
}

Result<void> writeGates(Database& database, RunId run, std::span<const GateResult> gates)
{
    MR_TRY(insert,
           database.prepare("INSERT OR REPLACE INTO gates (run_id, name, subject, requested, achieved, low, "
                            "high, unit, verdict, sentence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const GateResult& gate : gates)
        MR_CHECK(insert.run(run, gate.name, gate.subject, gate.requested, gate.achieved, gate.low, gate.high, gate.unit,
                            verdictName(gate.verdict), gate.sentence));
    return {};
}

Result<void> writeSnapshots(Database& database, RunId run, std::span<const Snapshot> snapshots)
{
    MR_TRY(insert, database.prepare("INSERT OR REPLACE INTO snapshots (run_id, node, data) VALUES (?, ?, ?)"));
    ZstdCompressor zstd;
    for (const Snapshot& snapshot : snapshots) {
        const auto data = zstd.compress(std::as_bytes(std::span(snapshot.json)), snapshotLevel);
        MR_CHECK(insert.run(run, snapshot.node, data));
    }
    return {};
}

Result<void> writeEvents(Database& database, RunId run, std::span<const Event> events)
{
    MR_TRY(insert,
           database.prepare("INSERT INTO events (run_id, wall_ns, monotonic_ns, kind, node, text, json) "
                            "VALUES (?, ?, ?, ?, ?, ?, ?)"));
    for (const Event& event : events)
        MR_CHECK(insert.run(run, event.wall, event.monotonic, event.kind, event.node, event.text, event.json));
    return {};
}

Result<std::vector<Metric>> readMetrics(Database& database, RunId run)
{
    MR_TRY(row,
           database.prepare("SELECT name, subject, value, unit, how FROM metrics WHERE run_id = ? "
                            "ORDER BY name, subject"));
    row.bindAll(run);
    std::vector<Metric> metrics;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return metrics;
        metrics.push_back({row.text(0), row.text(1), row.real(2), row.text(3), row.text(4)});
    }
}

Result<std::vector<GateResult>> readGates(Database& database, RunId run)
{
    MR_TRY(row,
           database.prepare("SELECT name, subject, requested, achieved, low, high, unit, verdict, sentence "
                            "FROM gates WHERE run_id = ? ORDER BY name, subject"));
    row.bindAll(run);
    std::vector<GateResult> gates;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return gates;
        MR_TRY(verdict, parseVerdict(row.text(7)));
        gates.push_back({row.text(0), row.text(1), row.real(2), row.real(3), row.real(4), row.real(5), row.text(6),
                         verdict, row.text(8)});
    }
}

Result<std::vector<Snapshot>> readSnapshots(Database& database, RunId run)
{
    MR_TRY(row, database.prepare("SELECT node, data FROM snapshots WHERE run_id = ? ORDER BY node"));
    row.bindAll(run);
    ZstdDecompressor zstd;
    std::vector<Snapshot> snapshots;
    for (;;) {
        MR_TRY(there, row.step());
        if (!there)
            return snapshots;
        auto json = zstd.decompress(row.blob(1), largestSnapshot);
        if (!json)
            return within(fmt::format("reading the snapshot of node \"{}\"", row.text(0)), std::move(json).error());
        snapshots.push_back({row.text(0), std::string(reinterpret_cast<const char*>(json->data()), json->size())});
    }
}

Result<void> dropRunData(Database& database, RunId run)
{
    constexpr std::array tables = {"series", "log_blocks", "events", "metrics", "gates", "snapshots", "artefacts"};
    for (const std::string_view table : tables) {
        MR_TRY(remove, database.prepare(fmt::format("DELETE FROM {} WHERE run_id = ?", table)));
        MR_CHECK(remove.run(run));
    }
    return {};
}

} // namespace millrace::store
