// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/interference_watch.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace millrace::run {

namespace {

nlohmann::ordered_json jsonNumber(double value)
{
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

} // namespace

InterferenceWatch::InterferenceWatch(const NetworkPlan& network, std::initializer_list<std::string_view> detectors)
    : m_gatherer(network.workers()), m_queue(network.workers())
{
    for (const std::string_view name : detectors)
        if (auto detector = monitor::makeDetector(name, network.workers()))
            m_detectors.push_back(std::move(detector));
}

std::vector<monitor::RaisedAlarm> InterferenceWatch::take(const monitor::IterationEvent& event)
{
    for (const monitor::StepSight& step : m_gatherer.take(event)) {
        m_queue.take(step);
        for (const auto& detector : m_detectors)
            if (auto alarm = detector->take(step))
                m_queue.add(detector->name(), std::move(*alarm));
    }
    return m_queue.due();
}

void InterferenceWatch::take(const std::vector<monitor::LinkSample>& sights)
{
    for (const monitor::LinkSample& sight : sights)
        m_queue.take(sight);
}

void InterferenceWatch::take(const std::vector<monitor::NodeSight>& sights)
{
    for (const monitor::NodeSight& sight : sights)
        m_queue.take(sight);
}

LinkSamples::LinkSamples(const NetworkPlan& network) : m_last(network.nodes.size())
{
    int rank = 0;
    for (const RunNode& node : network.nodes) {
        m_firstRank.push_back(node.slots > 0 ? rank : -1);
        if (node.slots > 0)
            m_rankByAddress.emplace(node.address, rank);
        rank += node.slots;
    }
}

std::optional<int> LinkSamples::rankAt(const std::string& address) const
{
    constexpr std::string_view mapped = "::ffff:";
    const std::string_view plain =
        address.starts_with(mapped) ? std::string_view(address).substr(mapped.size()) : std::string_view(address);
    const auto it = m_rankByAddress.find(plain);
    return it == m_rankByAddress.end() ? std::nullopt : std::optional(it->second);
}

std::vector<monitor::LinkSample> LinkSamples::take(int node, const agent::SampleBatch& batch)
{
    std::vector<monitor::LinkSample> sights;
    const auto position = static_cast<std::size_t>(node);
    if (node < 0 || position >= m_last.size() || m_firstRank[position] < 0)
        return sights;
    std::vector<counters::PeerTcp>& last = m_last[position];
    for (const agent::Sample& sample : batch.samples) {
        for (const counters::PeerTcp& now : sample.peers) {
            const auto to = rankAt(now.address);
            const auto before = std::ranges::find(last, now.address, &counters::PeerTcp::address);
            if (!to || before == last.end())
                continue;
            if (auto sight = linkSample(*before, now)) {
                sight->wall = sample.wall;
                sight->from = m_firstRank[position];
                sight->to = *to;
                sights.push_back(*sight);
            }
        }
        last = sample.peers;
    }
    return sights;
}

std::optional<monitor::LinkSample> linkSample(const counters::PeerTcp& before, const counters::PeerTcp& now)
{
    // Sums shrink when a socket is closed; that is not traffic.
    if (now.ackedBytes < before.ackedBytes || now.retransmissions < before.retransmissions)
        return std::nullopt;
    monitor::LinkSample sight;
    sight.bytes = static_cast<double>(now.ackedBytes - before.ackedBytes);
    sight.retransmissions = static_cast<double>(now.retransmissions - before.retransmissions);
    sight.roundTrip = now.meanRtt.count() > 0 ? std::chrono::duration<double>(now.meanRtt).count() : unknown;
    sight.deliveryRate = now.deliveryRate > 0 ? 8 * now.deliveryRate : unknown;
    return sight;
}

std::string alarmJson(std::string_view detector, const monitor::Alarm& alarm)
{
    nlohmann::ordered_json json = {{"detector", detector},           {"over", alarm.over},
                                   {"worse", alarm.worse},           {"raised", alarm.raised},
                                   {"onset", alarm.onset},           {"onset_wall_ns", alarm.onsetWall.count()},
                                   {"size", jsonNumber(alarm.size)}, {"confidence", jsonNumber(alarm.confidence)},
                                   {"workers", alarm.workers}};
    if (alarm.cause != monitor::Cause::Unknown) {
        json["cause"] = monitor::causeName(alarm.cause);
        json["cause_before"] = jsonNumber(alarm.causeBefore);
        json["cause_since"] = jsonNumber(alarm.causeSince);
    }
    if (alarm.link)
        json["link"] = {alarm.link->first, alarm.link->second};
    return json.dump();
}

} // namespace millrace::run
