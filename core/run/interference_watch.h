// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/agent/node_values.h"
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

/// An alarm, and which detector raised it.
struct RaisedAlarm
{
    std::string_view detector;
    monitor::Alarm alarm;
};

/// Watches the workload of one run while it goes: puts together what the workers tell, and asks its detectors, which
/// are also told what the links did. One thread; memory is bounded.
class InterferenceWatch
{
public:
    /// `detectors`: names out of monitor::detectorNames().
    InterferenceWatch(const NetworkPlan& network, std::initializer_list<std::string_view> detectors);
    /// Mostly nothing, seldom one.
    [[nodiscard]] std::vector<RaisedAlarm> take(const monitor::IterationEvent& event);
    void take(const std::vector<monitor::LinkSight>& sights);

private:
    monitor::StepGatherer m_gatherer;
    std::vector<std::unique_ptr<monitor::Detector>> m_detectors;
};

/// What the socket counters of a node showed between two samples, by peer; rates in bit/s.
[[nodiscard]] std::optional<monitor::LinkSight> linkSight(const counters::PeerTcp& before,
                                                          const counters::PeerTcp& now);

/// For the field `json` of the event "alarm": {"detector", "over", "raised", "onset", "onset_wall_ns", "size",
/// "confidence", "workers", "link": [from, to]}; unknown numbers are null, without a link the field is missing.
[[nodiscard]] std::string alarmJson(std::string_view detector, const monitor::Alarm& alarm);

} // namespace millrace::run
