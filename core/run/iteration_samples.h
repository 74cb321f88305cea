// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/framework_events.h"
#include "core/monitor/worker_events.h"
#include "core/run/workload_record.h"
#include "core/store/series_kinds.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// The sum of all workers' throughput, of the rate that each reports at the end of its step.
class TotalThroughput
{
public:
    /// A value of one worker; the sum once every worker has reported since the last sum.
    [[nodiscard]] std::optional<double> add(std::string_view worker, double value);
    /// The number of workers from here on.
    void setWorkers(std::size_t workers);

private:
    std::map<std::string, double, std::less<>> m_reported;
    std::size_t m_workers = 0; ///< 0: not known yet
};

struct IterationSample
{
    const store::SeriesKind* kind = nullptr;
    std::string subject; ///< "rank 0"; empty: all workers
    double value = 0;
};

/// What iterations add to the series of a run: those of their rank, and the throughput of all workers.
class IterationSamples
{
public:
    [[nodiscard]] std::vector<IterationSample> take(const monitor::IterationEvent& event);

private:
    TotalThroughput m_total;
};

/// What a report by peer adds to the series of a run: by pair of ranks what was sent, received and waited for, and by
/// strategy the rate of its all-reduces.
[[nodiscard]] std::vector<IterationSample> peerSamples(const monitor::PeersEvent& event);

/// What a value that was printed during the training adds to the series of a run, and its place among the last values
/// of the record; nothing for a value without a series and for one that is not finite. `speaker`: who printed it, if
/// that is not a rank.
[[nodiscard]] std::optional<IterationSample> takePrinted(const monitor::MetricEvent& event, const std::string& speaker,
                                                         WorkloadRecord& record);

} // namespace millrace::run
