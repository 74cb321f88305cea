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

/// Makes sights of links from the TCP counters of nodes. Ranks are counted through the nodes of the plan; the link
/// between two nodes is told as that between their first ranks. One thread; memory is bounded by nodes and peers.
class LinkSights
{
public:
    explicit LinkSights(const NetworkPlan& network);
    /// `node`: position in the plan. What happened since the last sample of the node. Clock offsets of nodes are small
    /// beside the stretches that are compared, and are left alone.
    [[nodiscard]] std::vector<monitor::LinkSight> take(int node, const agent::SampleBatch& batch);

private:
    [[nodiscard]] std::optional<int> rankAt(const std::string& address) const;

    std::vector<int> m_firstRank; ///< by node; -1: it has no worker
    std::map<std::string, int, std::less<>> m_rankByAddress;
    std::vector<std::vector<counters::PeerTcp>> m_last; ///< by node
};

/// Watches the workload of one run while it goes: puts together what the workers tell, asks its detectors, and finds
/// what is to blame by what links and nodes did. One thread; memory is bounded.
class InterferenceWatch
{
public:
    /// `detectors`: names out of monitor::detectorNames().
    InterferenceWatch(const NetworkPlan& network, std::initializer_list<std::string_view> detectors);
    /// Mostly nothing, seldom one: alarms come out when what is to blame can be told (BlameQueue).
    [[nodiscard]] std::vector<monitor::RaisedAlarm> take(const monitor::IterationEvent& event);
    void take(const std::vector<monitor::LinkSight>& sights);
    void take(const std::vector<monitor::NodeSight>& sights);
    /// Those that still wait when the workload has ended.
    [[nodiscard]] std::vector<monitor::RaisedAlarm> rest() { return m_queue.rest(); }

private:
    monitor::StepGatherer m_gatherer;
    monitor::BlameQueue m_queue;
    std::vector<std::unique_ptr<monitor::Detector>> m_detectors;
};

/// What the socket counters of a node showed between two samples, by peer; rates in bit/s.
[[nodiscard]] std::optional<monitor::LinkSight> linkSight(const counters::PeerTcp& before,
                                                          const counters::PeerTcp& now);

/// For the field `json` of the event "alarm": {"detector", "over", "worse", "raised", "onset", "onset_wall_ns", "size",
/// "confidence", "workers", "cause", "cause_before", "cause_since", "link": [from, to]}; unknown numbers are null,
/// without a link or a cause their fields are missing.
[[nodiscard]] std::string alarmJson(std::string_view detector, const monitor::Alarm& alarm);

} // namespace millrace::run
