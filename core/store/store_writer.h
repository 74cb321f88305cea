// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <memory>
#include <span>
#include <string_view>

namespace millrace::store {

/// Accepts the data of a live run and writes it in groups, on a separate thread. All members are thread-safe.
///
/// Durability: everything accepted is on the disk, safe from the death of the process and from a power failure, after
/// `commitEvery` plus the time of one commit, and when flush() or finishRun() has returned success.
///
/// If writing fails (full disk), accepted data stay in memory and are retried with every group; until that succeeds,
/// every call returns that error and accepts nothing. Data written before are not damaged.
class StoreWriter
{
public:
    struct Options
    {
        Nanoseconds commitEvery = std::chrono::milliseconds(500);
        std::size_t queueBytes = std::size_t(32) << 20; ///< accepted and not yet written
        Nanoseconds waitForRoom = std::chrono::seconds(10); ///< when the queue is full; then Timeout
    };

    /// Data for a run or series that is not (any more) in the store are NotFound, or dropped if it was removed after
    /// they were accepted.
    ///
    /// Opens another connection to `database`, which must be open for writing.
    [[nodiscard]] static Result<std::unique_ptr<StoreWriter>> start(const Database& database, const Options& options);
    [[nodiscard]] static Result<std::unique_ptr<StoreWriter>> start(const Database& database);
    /// Writes the rest; call flush() before to get its result.
    ~StoreWriter();

    /// Creates a series, or finds the one of this run, name and node.
    [[nodiscard]] Result<SeriesId> addSeries(RunId run, std::string_view name, std::string_view node,
                                             std::string_view unit);
    /// `time`: nanoseconds since the epoch. NaN is a gap.
    [[nodiscard]] Result<void> append(SeriesId series, std::int64_t time, double value);
    /// Accepts all samples or none; both spans have the same length.
    [[nodiscard]] Result<void> append(SeriesId series, std::span<const std::int64_t> times,
                                      std::span<const double> values);
    [[nodiscard]] Result<void> addEvent(RunId run, const Event& event);
    [[nodiscard]] Result<void> addLine(RunId run, const LogLine& line);
    [[nodiscard]] Result<void> addMetric(RunId run, const Metric& metric);

    /// Returns when everything accepted before is on the disk, or with the error. Timeout after `limit`.
    [[nodiscard]] Result<void> flush(Nanoseconds limit = std::chrono::seconds(30));
    /// Calls flush(), then packs the small blocks of this run's series and logs into large ones and forgets the run.
    /// Must be called for every run, also for a failed one.
    [[nodiscard]] Result<void> finishRun(RunId run, Nanoseconds limit = std::chrono::seconds(60));

private:
    struct Impl;
    explicit StoreWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace millrace::store
