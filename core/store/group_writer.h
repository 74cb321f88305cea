// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/log_packer.h"
#include "core/store/series_packer.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace millrace::store {

/// Data of a live run that is not yet written.
struct Intake
{
    struct Samples
    {
        std::vector<std::int64_t> times;
        std::vector<double> values;
    };
    std::unordered_map<std::int64_t, Samples> series; ///< by SeriesId
    std::map<RunId, std::vector<LogLine>> lines;
    std::vector<std::pair<RunId, Event>> events;
    std::vector<std::pair<RunId, Metric>> metrics;
    std::size_t bytes = 0; ///< in memory, roughly
};

/// Writes intakes, each in one transaction, on the thread of StoreWriter.
class GroupWriter
{
public:
    explicit GroupWriter(Database database) : m_database(std::move(database)) { }

    [[nodiscard]] Result<void> checkRun(RunId run);
    [[nodiscard]] Result<SeriesId> addSeries(RunId run, std::string_view name, std::string_view node,
                                             std::string_view unit);
    /// Takes over the content of an intake and encodes full chunks; write() writes them.
    void take(Intake& intake);
    /// Encodes the rest of a run and forgets the run; returns its series.
    std::vector<SeriesId> finish(RunId run);
    /// Writes everything taken. On an error nothing of it is in the store, and the next call retries.
    [[nodiscard]] Result<void> write();

private:
    [[nodiscard]] Result<SeriesId> insertSeries(RunId run, std::string_view name, std::string_view node,
                                                std::string_view unit);
    void keep(PackedSeries packed);
    void keep(PackedLog packed);
    [[nodiscard]] Result<std::int64_t> askNumber(std::string_view sql, std::int64_t parameter);
    [[nodiscard]] Result<void> writeAll();
    [[nodiscard]] Result<void> writeEvents();
    [[nodiscard]] Result<void> writeMetricRows();

    struct OpenSeries
    {
        RunId run;
        SeriesPacker packer;
    };

    Database m_database;
    ChunkEncoder m_encoder;
    ZstdCompressor m_zstd;
    std::map<SeriesId, OpenSeries> m_series;
    std::map<RunId, LogPacker> m_logs;

    std::vector<PackedSeries> m_packedSeries;
    std::vector<PackedLog> m_packedLogs;
    std::vector<std::pair<RunId, Event>> m_events;
    std::vector<std::pair<RunId, Metric>> m_metrics;
    std::vector<SeriesId> m_gone; ///< series missing at the last write
};

} // namespace millrace::store
