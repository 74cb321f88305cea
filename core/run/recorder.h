// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/monitor/log_event.h"
#include "core/run/run_observer.h"
#include "core/store/store_writer.h"

#include <map>
#include <string>
#include <string_view>

namespace millrace::run {

/// Writes what one run gives into the store while it comes, and tells the observer: lines, events, and series of rates
/// made from counters.
///
/// Series by node: "net.sent" and "net.received" (bit/s of frames, from one sample to the next), "tcp.rtt" (s, mean
/// over the sockets), "tcp.window" (segments), "tcp.retransmissions" (segments per second), "cpu.workload" (cores),
/// "memory.workload" (B). By rank ("rank 0"): "step.time", "step.communication", "step.compute" (s), "throughput"
/// (samples/s), each at the end of the step; warm-up steps are included.
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
    [[nodiscard]] Result<void> samples(std::string_view node, const agent::SampleBatch& batch);

private:
    struct NodeState
    {
        bool known = false;
        agent::Sample last;
    };
    Result<void> append(std::string_view name, std::string_view subject, std::string_view unit, Nanoseconds wall,
                        double value);
    Result<void> sample(std::string_view node, const agent::Sample& last, const agent::Sample& now);

    store::StoreWriter& m_writer;
    const RunHeading& m_heading;
    RunObserver& m_observer;
    std::map<std::string, store::SeriesId, std::less<>> m_series;
    std::map<std::string, NodeState, std::less<>> m_nodes;
};

/// The counters of the interface that carries the experiment: the first that is not "lo".
[[nodiscard]] const counters::InterfaceCounters* experimentInterface(const agent::Sample& sample) noexcept;

} // namespace millrace::run
