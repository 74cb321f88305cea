// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/monitor/blame_queue.h"
#include "core/monitor/log_event.h"
#include "core/run/network_plan.h"
#include "core/run/run_observer.h"
#include "core/store/store_writer.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::run {

/// Writes what one run gives into the store while it comes, and tells the observer: lines, events, and series of rates
/// made from counters.
///
/// Series by node: "net.sent" and "net.received" (bit/s of frames, from one sample to the next), "tcp.rtt" (s, mean
/// over the sockets), "tcp.window" (segments), "tcp.retransmissions" (segments per second), "cpu.workload" (cores),
/// "memory.workload" (B). By rank ("rank 0"): "step.time", "step.communication", "step.compute" (s), "throughput"
/// (samples/s), each at the end of the step; warm-up steps are included. Of cross traffic, by node: "cross.sent" and
/// "cross.acked" of a source, "cross.received" of a destination (bit/s of payload).
class Recorder
{
public:
    /// All must outlive the recorder.
    Recorder(store::StoreWriter& writer, const RunHeading& heading, RunObserver& observer)
        : m_writer(writer), m_heading(heading), m_observer(observer)
    {
    }

    [[nodiscard]] Result<void> line(std::string_view node, std::string_view process, const agent::ProcessLine& line);
    [[nodiscard]] Result<void> iteration(const monitor::IterationEvent& event);
    [[nodiscard]] Result<void> event(std::string kind, std::string_view node, std::string text,
                                     const monitor::EventOrigin* origin = nullptr, std::string json = {});
    [[nodiscard]] Result<void> samples(const RunNode& node, const agent::SampleBatch& batch);
    /// As series of "rank 0→rank 1", one value for each stretch: "link.acked" (B), "link.rtt" (s),
    /// "link.retransmissions" (segments), "link.delivery" (bit/s). Of the first `mostLinks` links only.
    [[nodiscard]] Result<void> link(const monitor::LinkSight& sight);
    static constexpr std::size_t mostLinks = 64;
    /// As series of the node: "cpu.waiting" (cores) and "cpu.stopped" (share of the time); those that are known.
    [[nodiscard]] Result<void> worker(std::string_view node, const monitor::NodeSight& sight);
    /// As events "alarm". `now`: on the clocks that the alarms' wall times are of.
    [[nodiscard]] Result<void> alarms(const std::vector<monitor::RaisedAlarm>& alarms, const monitor::EventOrigin& now);
    /// One value of a series.
    [[nodiscard]] Result<void> value(std::string_view name, std::string_view subject, std::string_view unit,
                                     Nanoseconds wall, double value);

private:
    struct NodeState
    {
        bool known = false;
        agent::Sample last;
    };
    Result<void> sample(const RunNode& node, const agent::Sample& last, const agent::Sample& now);

    store::StoreWriter& m_writer;
    const RunHeading& m_heading;
    RunObserver& m_observer;
    std::map<std::string, store::SeriesId, std::less<>> m_series;
    std::map<std::string, NodeState, std::less<>> m_nodes;
    std::map<std::pair<int, int>, std::string> m_links; ///< their subjects
};

/// The counters of the interface that carries the experiment: the named one; without a name the first that is not "lo".
[[nodiscard]] const counters::InterfaceCounters* experimentInterface(const agent::Sample& sample,
                                                                     std::string_view name) noexcept;

} // namespace millrace::run
