// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/recorder.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"
#include "core/run/interference_watch.h"
#include "core/run/iteration_samples.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

constexpr double shortestSpan = 1e-3; // s; the last sample comes off the beat, and a rate over less is noise

struct TcpTotals
{
    std::uint64_t retransmissions = 0;
    double rtt = unknown;
    double window = unknown;
};

TcpTotals totalsOf(const agent::Sample& sample)
{
    TcpTotals totals;
    double rtt = 0, window = 0, sockets = 0;
    for (const counters::PeerTcp& peer : sample.peers) {
        totals.retransmissions += peer.retransmissions;
        rtt += seconds(peer.meanRtt) * peer.sockets;
        window += peer.meanWindow * peer.sockets;
        sockets += peer.sockets;
    }
    if (sockets > 0) {
        totals.rtt = rtt / sockets;
        totals.window = window / sockets;
    }
    return totals;
}

counters::TreeUsage workloadUsage(const agent::Sample& sample)
{
    counters::TreeUsage all;
    for (const agent::ProcessUsage& process : sample.processes) {
        all.cpu += process.usage.cpu;
        all.residentBytes += process.usage.residentBytes;
    }
    return all;
}

} // namespace

const counters::InterfaceCounters* experimentInterface(const agent::Sample& sample, std::string_view name) noexcept
{
    const auto it = std::ranges::find_if(
        sample.interfaces, [name](const auto& each) { return name.empty() ? each.name != "lo" : each.name == name; });
    return it == sample.interfaces.end() ? nullptr : &*it;
}

Result<void> Recorder::value(std::string_view name, std::string_view subject, std::string_view unit, Nanoseconds wall,
                             double value)
{
    const std::string key = fmt::format("{}/{}", name, subject);
    auto it = m_series.find(key);
    if (it == m_series.end()) {
        MR_TRY(series, m_writer.addSeries(m_heading.run, name, subject, unit));
        it = m_series.emplace(key, series).first;
    }
    m_observer.sample(m_heading, {name, subject, unit, wall, value});
    return m_writer.append(it->second, wall.count(), value);
}

Result<void> Recorder::line(std::string_view node, std::string_view process, const agent::ProcessLine& line)
{
    const store::LogLine stored{line.wall, std::string(node), std::string(process),
                                line.stream == agent::OutputStream::Output ? "stdout" : "stderr", line.text};
    m_observer.line(m_heading, stored);
    return m_writer.addLine(m_heading.run, stored);
}

Result<void> Recorder::event(std::string kind, std::string_view node, std::string text,
                             const monitor::EventOrigin* origin, std::string json)
{
    store::Event event;
    event.wall = origin != nullptr ? origin->wall : wallNow();
    event.monotonic = origin != nullptr ? origin->monotonic : monotonicNow();
    event.kind = std::move(kind);
    event.node = node;
    event.text = std::move(text);
    event.json = std::move(json);
    m_observer.event(m_heading, event);
    return m_writer.addEvent(m_heading.run, event);
}

Result<void> Recorder::iteration(const monitor::IterationEvent& event)
{
    const std::string subject = fmt::format("rank {}", event.origin.rank);
    for (const IterationSample& sample : samplesOf(event))
        MR_CHECK(value(sample.name, subject, sample.unit, event.origin.wall, sample.value));
    return {};
}

Result<void> Recorder::link(const monitor::LinkSight& sight)
{
    const std::pair key{sight.from, sight.to};
    auto it = m_links.find(key);
    if (it == m_links.end()) {
        if (m_links.size() >= mostLinks)
            return {};
        it = m_links.emplace(key, fmt::format("rank {}→rank {}", sight.from, sight.to)).first;
    }
    MR_CHECK(value("link.acked", it->second, "B", sight.wall, sight.bytes));
    MR_CHECK(value("link.rtt", it->second, "s", sight.wall, sight.roundTrip));
    MR_CHECK(value("link.retransmissions", it->second, "segments", sight.wall, sight.retransmissions));
    return value("link.delivery", it->second, "bit/s", sight.wall, sight.deliveryRate);
}

Result<void> Recorder::worker(std::string_view node, const monitor::NodeSight& sight)
{
    if (!std::isnan(sight.waiting))
        MR_CHECK(value("cpu.waiting", node, "cores", sight.wall, sight.waiting));
    return std::isnan(sight.stopped) ? Result<void>() : value("cpu.stopped", node, "", sight.wall, sight.stopped);
}

Result<void> Recorder::alarms(const std::vector<monitor::RaisedAlarm>& alarms, const monitor::EventOrigin& now)
{
    for (const auto& [detector, alarm] : alarms) {
        monitor::EventOrigin origin;
        origin.wall = alarm.wall;
        origin.monotonic = now.monotonic - (now.wall - alarm.wall);
        MR_CHECK(event("alarm", {}, alarm.sentence, &origin, alarmJson(detector, alarm)));
    }
    return {};
}

Result<void> Recorder::samples(const RunNode& node, const agent::SampleBatch& batch)
{
    NodeState& state = m_nodes[node.name];
    for (const agent::Sample& now : batch.samples) {
        if (state.known)
            MR_CHECK(sample(node, state.last, now));
        state.last = now;
        state.known = true;
    }
    return {};
}

Result<void> Recorder::sample(const RunNode& where, const agent::Sample& last, const agent::Sample& now)
{
    const double span = seconds(now.monotonic - last.monotonic);
    if (span < shortestSpan)
        return {};
    const std::string& node = where.name;
    const auto* before = experimentInterface(last, where.interface);
    const auto* after = experimentInterface(now, where.interface);
    if (before != nullptr && after != nullptr && after->sentBytes >= before->sentBytes) {
        MR_CHECK(value("net.sent", node, "bit/s", now.wall,
                       8 * static_cast<double>(after->sentBytes - before->sentBytes) / span));
        MR_CHECK(value("net.received", node, "bit/s", now.wall,
                       8 * static_cast<double>(after->receivedBytes - before->receivedBytes) / span));
    }
    const TcpTotals earlier = totalsOf(last);
    const TcpTotals totals = totalsOf(now);
    MR_CHECK(value("tcp.rtt", node, "s", now.wall, totals.rtt));
    MR_CHECK(value("tcp.window", node, "segments", now.wall, totals.window));
    // Sums over the open sockets shrink when one closes; that is no negative rate.
    const std::uint64_t more = totals.retransmissions - std::min(totals.retransmissions, earlier.retransmissions);
    MR_CHECK(value("tcp.retransmissions", node, "segments/s", now.wall, static_cast<double>(more) / span));
    const auto usageBefore = workloadUsage(last);
    const auto usage = workloadUsage(now);
    MR_CHECK(
        value("cpu.workload", node, "cores", now.wall, std::max(0.0, seconds(usage.cpu - usageBefore.cpu)) / span));
    return value("memory.workload", node, "B", now.wall, static_cast<double>(usage.residentBytes));
}

} // namespace millrace::run
