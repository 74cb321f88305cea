// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/base/issue.h"
#include "core/monitor/blame_queue.h"
#include "core/monitor/log_event.h"
#include "core/run/iteration_samples.h"
#include "core/run/network_plan.h"
#include "core/run/run_observer.h"
#include "core/store/event_kinds.h"
#include "core/store/series_kinds.h"
#include "core/store/store_writer.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::run {

/// Writes the data of one run into the store as it arrives, and notifies the observer: lines, events, and series of
/// rates computed from counters.
///
/// The series are those of core/store/series_kinds.h: by node, by rank ("rank 0", at the end of each step, warm-up
/// included), by link ("rank 0→rank 1") and, without a node, of the whole run.
class Recorder
{
public:
    /// All must outlive the recorder.
    Recorder(store::StoreWriter& writer, const RunRef& heading, RunObserver& observer, const Clock& clock)
        : m_writer(writer), m_heading(heading), m_observer(observer), m_clock(clock)
    {
    }

    [[nodiscard]] Result<void> line(std::string_view node, std::string_view process, const agent::ProcessLine& line);
    [[nodiscard]] Result<void> iteration(const monitor::IterationEvent& event);
    [[nodiscard]] Result<void> event(const store::EventKind& kind, std::string_view node, std::string text,
                                     const monitor::EventOrigin* origin = nullptr, std::string json = {});
    /// Writes events of the issues' kinds.
    [[nodiscard]] Result<void> issues(std::string_view node, const Issues& issues);
    [[nodiscard]] Result<void> samples(const RunNode& node, const agent::SampleBatch& batch);
    /// One value for each stretch, of the first `mostLinks` links only.
    [[nodiscard]] Result<void> link(const monitor::LinkSample& sight);
    static constexpr std::size_t mostLinks = 64;
    /// Its waits for processors and its stops, where they are known.
    [[nodiscard]] Result<void> worker(std::string_view node, const monitor::NodeSight& sight);
    /// Writes events "alarm". `now`: on the clocks of the alarms' wall times.
    [[nodiscard]] Result<void> alarms(const std::vector<monitor::RaisedAlarm>& alarms, const monitor::EventOrigin& now);
    /// One value of a series.
    [[nodiscard]] Result<void> value(const store::SeriesKind& kind, std::string_view subject, Nanoseconds wall,
                                     double value);

private:
    struct NodeState
    {
        bool known = false;
        agent::Sample last;
    };
    Result<void> sample(const RunNode& node, const agent::Sample& last, const agent::Sample& now);

    store::StoreWriter& m_writer;
    const RunRef& m_heading;
    RunObserver& m_observer;
    const Clock& m_clock;
    std::map<std::string, store::SeriesId, std::less<>> m_series;
    std::map<std::string, NodeState, std::less<>> m_nodes;
    IterationSamples m_iterations;
    std::map<std::pair<int, int>, std::string> m_links; ///< their subjects
};

} // namespace millrace::run
