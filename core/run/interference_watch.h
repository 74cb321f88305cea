// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
#include "core/monitor/blame_queue.h"
#include "core/monitor/detector.h"
#include "core/monitor/iteration_event.h"
#include "core/monitor/step_gatherer.h"
#include "core/run/network_plan.h"

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::run {

/// Derives link samples from the TCP counters of nodes. Ranks are numbered through the nodes of the plan; the link
/// between two nodes is reported as the one between their first ranks. One thread; memory is bounded by nodes and
/// peers.
class LinkSamples
{
public:
    explicit LinkSamples(const NetworkPlan& network);
    /// `node`: position in the plan. Returns the changes since the last sample of the node. Clock offsets between nodes
    /// are small compared with the intervals, and are not corrected.
    [[nodiscard]] std::vector<monitor::LinkSample> take(int node, const agent::SampleBatch& batch);

private:
    [[nodiscard]] std::optional<int> rankAt(const std::string& address) const;

    std::vector<int> m_firstRank; ///< by node; -1: no worker
    std::map<std::string, int, std::less<>> m_rankByAddress;
    std::vector<std::vector<counters::PeerTcp>> m_last; ///< by node
};

/// Monitors the workload of one run: joins the workers' reports, runs its detectors, and determines the cause from link
/// and node samples. One thread; memory is bounded.
class InterferenceWatch
{
public:
    /// `detectors`: names from monitor::detectorNames().
    InterferenceWatch(const NetworkPlan& network, std::initializer_list<std::string_view> detectors);
    /// Returns alarms once their cause can be determined (BlameQueue).
    [[nodiscard]] std::vector<monitor::RaisedAlarm> take(const monitor::IterationEvent& event);
    void take(const std::vector<monitor::LinkSample>& sights);
    void take(const std::vector<monitor::NodeSight>& sights);
    /// Returns the alarms still waiting at the end of the workload.
    [[nodiscard]] std::vector<monitor::RaisedAlarm> rest() { return m_queue.rest(); }

private:
    monitor::StepGatherer m_gatherer;
    monitor::BlameQueue m_queue;
    std::vector<std::unique_ptr<monitor::Detector>> m_detectors;
};

/// Returns the difference of a node's socket counters between two samples, by peer; rates in bit/s.
[[nodiscard]] std::optional<monitor::LinkSample> linkSample(const counters::PeerTcp& before,
                                                            const counters::PeerTcp& now);

/// Returns the field `json` of the event "alarm": {"detector", "over", "worse", "raised", "onset", "onset_wall_ns",
/// "size", "confidence", "workers", "cause", "cause_before", "cause_since", "link": [from, to]}; unknown numbers are
/// null, without a link or a cause their fields are missing.
[[nodiscard]] std::string alarmJson(std::string_view detector, const monitor::Alarm& alarm);

} // namespace millrace::run
