// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/recorder.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"
#include "core/run/experiment_interface.h"
#include "core/run/interference_watch.h"
#include "core/store/event_kinds.h"
#include "core/store/series_subject.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

namespace series = store::series;

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

Result<void> Recorder::value(const store::SeriesKind& kind, std::string_view subject, Nanoseconds wall, double value)
{
    const std::string key = fmt::format("{}/{}", kind.name, subject);
    auto it = m_series.find(key);
    if (it == m_series.end()) {
        MR_TRY(added, m_writer.addSeries(m_heading.run, kind.name, subject, kind.unit));
        it = m_series.emplace(key, added).first;
    }
    m_observer.sample(m_heading, {kind.name, subject, kind.unit, wall, value});
    return m_writer.append(it->second, wall.count(), value);
}

Result<void> Recorder::line(std::string_view node, std::string_view process, const agent::ProcessLine& line)
{
    const store::LogLine stored{line.wall, std::string(node), std::string(process),
                                line.stream == agent::OutputStream::Output ? "stdout" : "stderr", line.text};
    m_observer.line(m_heading, stored);
    return m_writer.addLine(m_heading.run, stored);
}

Result<void> Recorder::event(const store::EventKind& kind, std::string_view node, std::string text,
                             const monitor::EventOrigin* origin, std::string json)
{
    store::Event event;
    event.wall = origin != nullptr ? origin->wall : m_clock.wall();
    event.monotonic = origin != nullptr ? origin->monotonic : m_clock.monotonic();
    event.kind = kind.name;
    event.node = node;
    event.text = std::move(text);
    event.json = std::move(json);
    m_observer.event(m_heading, event);
    return m_writer.addEvent(m_heading.run, event);
}

Result<void> Recorder::issues(std::string_view node, const Issues& issues)
{
    for (const Issue& issue : issues)
        MR_CHECK(event({issue.kind, {}}, node, issueText(issue)));
    return {};
}

Result<void> Recorder::iteration(const monitor::IterationEvent& event)
{
    for (const IterationSample& sample : m_iterations.take(event))
        MR_CHECK(value(*sample.kind, sample.subject, event.origin.wall, sample.value));
    return {};
}

Result<void> Recorder::link(const monitor::LinkSample& sight)
{
    const std::pair key{sight.from, sight.to};
    auto it = m_links.find(key);
    if (it == m_links.end()) {
        if (m_links.size() >= mostLinks)
            return {};
        it = m_links.emplace(key, store::pairSubject(sight.from, sight.to)).first;
    }
    MR_CHECK(value(series::linkAcked, it->second, sight.wall, sight.bytes));
    MR_CHECK(value(series::linkRtt, it->second, sight.wall, sight.roundTrip));
    MR_CHECK(value(series::linkRetransmissions, it->second, sight.wall, sight.retransmissions));
    return value(series::linkDelivery, it->second, sight.wall, sight.deliveryRate);
}

Result<void> Recorder::worker(std::string_view node, const monitor::NodeSight& sight)
{
    if (!std::isnan(sight.waiting))
        MR_CHECK(value(series::cpuWaiting, node, sight.wall, sight.waiting));
    return std::isnan(sight.stopped) ? Result<void>() : value(series::cpuStopped, node, sight.wall, sight.stopped);
}

Result<void> Recorder::alarms(const std::vector<monitor::RaisedAlarm>& alarms, const monitor::EventOrigin& now)
{
    for (const auto& [detector, alarm] : alarms) {
        monitor::EventOrigin origin;
        origin.wall = alarm.wall;
        origin.monotonic = now.monotonic - (now.wall - alarm.wall);
        MR_CHECK(event(store::events::alarm, {}, alarm.sentence, &origin, alarmJson(detector, alarm)));
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
        MR_CHECK(value(series::netSent, node, now.wall,
                       8 * static_cast<double>(after->sentBytes - before->sentBytes) / span));
        MR_CHECK(value(series::netReceived, node, now.wall,
                       8 * static_cast<double>(after->receivedBytes - before->receivedBytes) / span));
    }
    const TcpTotals earlier = totalsOf(last);
    const TcpTotals totals = totalsOf(now);
    MR_CHECK(value(series::tcpRtt, node, now.wall, totals.rtt));
    MR_CHECK(value(series::tcpWindow, node, now.wall, totals.window));
    // Sums over the open sockets shrink when one closes; that is no negative rate.
    const std::uint64_t more = totals.retransmissions - std::min(totals.retransmissions, earlier.retransmissions);
    MR_CHECK(value(series::tcpRetransmissions, node, now.wall, static_cast<double>(more) / span));
    const auto usageBefore = workloadUsage(last);
    const auto usage = workloadUsage(now);
    MR_CHECK(value(series::cpuWorkload, node, now.wall, std::max(0.0, seconds(usage.cpu - usageBefore.cpu)) / span));
    return value(series::memoryWorkload, node, now.wall, static_cast<double>(usage.residentBytes));
}

} // namespace millrace::run
