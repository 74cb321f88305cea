// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/database.h"
#include "core/store/records.h"

#include <memory>
#include <span>
#include <string_view>

namespace millrace::store {

/// Takes in what a live run gives and writes it in groups, on a thread of its own. All members are thread-safe.
///
/// What is durable when: everything accepted is on the disk, safe from the death of the process and from a power
/// failure, after `commitEvery` plus the time of one commit, and when flush() or finishRun() has returned success.
///
/// When writing fails (full disk), what was accepted stays in memory and is tried again with every group; until that
/// succeeds, every call returns that error and takes nothing in. Nothing that was written before is damaged.
class StoreWriter
{
public:
    struct Options
    {
        Nanoseconds commitEvery = std::chrono::milliseconds(500);
        std::size_t queueBytes = std::size_t(32) << 20; ///< accepted and not yet written
        Nanoseconds waitForRoom = std::chrono::seconds(10); ///< when the queue is full; then Timeout
    };

    /// Data for a run or series that is not (any more) in the store is NotFound, or falls away when it went after it
    /// was accepted.
    ///
    /// Opens a connection of its own beside `database`, which must be open for writing.
    [[nodiscard]] static Result<std::unique_ptr<StoreWriter>> start(const Database& database, const Options& options);
    [[nodiscard]] static Result<std::unique_ptr<StoreWriter>> start(const Database& database);
    /// Writes what is left; call flush() before to learn whether that works.
    ~StoreWriter();

    /// Makes a series, or finds the one of this run, name and node.
    [[nodiscard]] Result<SeriesId> addSeries(RunId run, std::string_view name, std::string_view node,
                                             std::string_view unit);
    /// `time`: nanoseconds since the epoch. NaN is a gap.
    [[nodiscard]] Result<void> append(SeriesId series, std::int64_t time, double value);
    /// Both spans have the same length; all or nothing is taken in.
    [[nodiscard]] Result<void> append(SeriesId series, std::span<const std::int64_t> times,
                                      std::span<const double> values);
    [[nodiscard]] Result<void> addEvent(RunId run, const Event& event);
    [[nodiscard]] Result<void> addLine(RunId run, const LogLine& line);
    [[nodiscard]] Result<void> addMetric(RunId run, const Metric& metric);

    /// Returns when everything accepted before is on the disk, or with what prevents it. Timeout after `limit`.
    [[nodiscard]] Result<void> flush(Nanoseconds limit = std::chrono::seconds(30));
    /// flush(), then packs the small blocks of this run's series and logs into large ones and forgets the run. To be
    /// called for every run, also for one that failed.
    [[nodiscard]] Result<void> finishRun(RunId run, Nanoseconds limit = std::chrono::seconds(60));

private:
    struct Impl;
    explicit StoreWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace millrace::store
