// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/sender.h"

#include "core/base/file_io.h"
#include "core/base/statistics.h"
#include "core/crosstraffic/scheduling_priority.h"
#include "core/crosstraffic/tcp_flows.h"
#include "core/crosstraffic/udp_flows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <linux/tcp.h>
#include <memory>
#include <netinet/in.h>
#include <thread>

namespace millrace::crosstraffic {

namespace {

constexpr auto startCheck = std::chrono::milliseconds(1);
constexpr std::size_t ownDescriptors = 64; // of the process, besides flows

/// Execution of the load.
class Load
{
public:
    Load(SenderState& state, FlowSet& flows, SchedulingPriority& scheduling_priority, Nanoseconds begin,
         std::filesystem::path startFile, const LineSink& print)
        : m_state(state), m_flows(flows), m_priority(scheduling_priority), m_begin(begin),
          m_end(begin + state.order.duration), m_startFile(std::move(startFile)), m_print(print)
    {
    }

    void run(const JobContext& job)
    {
        m_lastRate = monotonicNow();
        m_nextRate = m_begin + rateInterval;
        while (!job.cancelled() && !over(monotonicNow())) {
            const Nanoseconds begins = m_flows.mayBegin() ? nextStart() : Nanoseconds::max();
            const Nanoseconds until = std::min({begins, m_flows.nextDue(), m_nextRate, nextEnd()});
            for (const epoll_event& event : m_state.wait.wait(until)) {
                m_flows.ready(event.data.u64, event.events);
                beginDue();
            }
            const Nanoseconds now = monotonicNow();
            beginDue();
            m_flows.run(now);
            if (now >= m_nextRate) {
                reportRate(now);
                followRate();
            }
            if (now >= m_end && !m_ended) {
                m_ended = true;
                m_flows.endEndless();
            }
        }
        m_flows.cut();
        reportRate(monotonicNow());
        if (const std::string what = m_ended ? overloadText() : std::string(); !what.empty())
            TrafficLineText("traffic-error").text("what", what).print(m_print);
    }

private:
    /// Returns one sentence about flows that deviated from the order; empty if none did.
    [[nodiscard]] std::string overloadText() const
    {
        const auto& flows = m_state.order.flows;
        const auto due = std::ranges::lower_bound(flows, m_state.order.duration, {}, &Flow::start) - flows.begin();
        return shortfallText(m_state.records, static_cast<std::size_t>(due), m_state.order.duration);
    }
    [[nodiscard]] Nanoseconds nextStart() const
    {
        const auto& flows = m_state.order.flows;
        return m_next < flows.size() && flows[m_next].start < m_state.order.duration ? m_begin + flows[m_next].start
                                                                                     : Nanoseconds::max();
    }
    [[nodiscard]] Nanoseconds nextEnd() const { return m_ended ? m_end + m_state.order.drain : m_end; }
    [[nodiscard]] bool over(Nanoseconds now) const
    {
        return m_ended && (m_flows.active() == 0 || now >= m_end + m_state.order.drain);
    }
    void beginDue()
    {
        while (!m_ended && nextStart() <= monotonicNow() && m_flows.mayBegin()) {
            m_flows.begin(static_cast<std::uint32_t>(m_next), nextStart());
            ++m_next;
        }
    }
    /// Reads a changed rate from the start file.
    void followRate()
    {
        const auto text = m_startFile.empty() ? Result<std::string>(std::string()) : readFile(m_startFile, 4096);
        const auto start = text && text->ends_with('\n') ? parseStart(*text) : Result<TrafficStart>(TrafficStart());
        if (!start || start->flowBitsPerSecond <= 0 || start->flowBitsPerSecond == m_state.endlessBitsPerSecond)
            return;
        m_state.endlessBitsPerSecond = start->flowBitsPerSecond;
        m_flows.repace(start->flowBitsPerSecond);
    }
    void reportRate(Nanoseconds now)
    {
        m_priority.watch();
        const FlowTotals totals = m_flows.totals(true);
        TrafficLineText("traffic-rate")
            .integer("interval_ns", (now - m_lastRate).count())
            .count("sent_bytes", totals.sent - m_last.sent)
            .count("acked_bytes", totals.acked - std::min(m_last.acked, totals.acked))
            .count("active", m_flows.active())
            .print(m_print);
        m_last = totals;
        m_lastRate = now;
        while (m_nextRate <= now)
            m_nextRate += rateInterval;
    }

    SenderState& m_state;
    FlowSet& m_flows;
    SchedulingPriority& m_priority;
    Nanoseconds m_begin;
    Nanoseconds m_end;
    std::filesystem::path m_startFile;
    const LineSink& m_print;
    std::size_t m_next = 0;
    bool m_ended = false;
    FlowTotals m_last;
    Nanoseconds m_lastRate{0};
    Nanoseconds m_nextRate{0};
};

Result<void> resolve(SenderState& state)
{
    for (const Target& target : state.order.targets) {
        MR_TRY(address, socketAddress(target.address, target.port));
        state.targets.push_back(address);
    }
    if (!state.order.source.empty()) {
        MR_TRY(address, socketAddress(state.order.source, 0));
        state.source = address;
    }
    return {};
}

/// Fails early if the congestion control is missing: another one would be another experiment.
Result<void> checkCongestionControl(const std::string& name)
{
    if (name.empty())
        return {};
    const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::setsockopt(fd.get(), IPPROTO_TCP, TCP_CONGESTION, name.data(), static_cast<socklen_t>(name.size())) == 0)
        return {};
    return failErrno(fmt::format("this kernel has no congestion control \"{}\" for cross traffic; "
                                 "/proc/sys/net/ipv4/tcp_available_congestion_control lists the available ones",
                                 name));
}

/// Returns nothing if stopped before the file exists.
Result<std::optional<TrafficStart>> waitForStart(const std::filesystem::path& file, const JobContext& job)
{
    while (!job.cancelled()) {
        if (const auto text = readFile(file, 4096); text && text->ends_with('\n')) {
            MR_TRY(start, parseStart(*text));
            return std::optional(start);
        }
        std::this_thread::sleep_for(startCheck);
    }
    return std::optional<TrafficStart>();
}

/// Measures wall − monotonic by the reading with the shortest duration.
Nanoseconds readWallOffset()
{
    Nanoseconds best = Nanoseconds::max();
    Nanoseconds offset{0};
    for (int i = 0; i < 10; ++i) {
        const Nanoseconds before = monotonicNow();
        const Nanoseconds wall = wallNow();
        const Nanoseconds after = monotonicNow();
        if (after - before < best) {
            best = after - before;
            offset = wall - (before + after) / 2;
        }
    }
    return offset;
}

void reportEnd(const std::vector<FlowRecord>& records, std::size_t asked, FlowTotals totals, const LineSink& print)
{
    const FlowSummary summary = summarise(records);
    const auto nanoseconds = [](double seconds) {
        return std::isnan(seconds) ? std::int64_t(0) : static_cast<std::int64_t>(std::llround(seconds * 1e9));
    };
    TrafficLineText("traffic-end")
        .count("flows", records.size())
        .count("completed", summary.completed)
        .count("cut", summary.cut)
        .count("failed", summary.failed)
        .count("not_begun", asked - records.size())
        .count("sent_bytes", totals.sent)
        .count("acked_bytes", totals.acked)
        .integer("start_error_p50_ns", nanoseconds(summary.startErrorMedian))
        .integer("start_error_p99_ns", nanoseconds(summary.startErrorP99))
        .print(print);
}

std::unique_ptr<FlowSet> makeFlows(SenderState& state)
{
    if (state.order.transport == Transport::Tcp)
        return std::make_unique<TcpFlows>(state);
    return std::make_unique<UdpFlows>(state, static_cast<std::uint32_t>(wallNow().count() / 1000));
}

} // namespace

Result<std::vector<FlowRecord>> runSender(const TrafficOrder& order, const std::filesystem::path& startFile,
                                          const LineSink& print, const JobContext& job)
{
    const std::size_t descriptors = raiseDescriptorLimit();
    SchedulingPriority scheduling_priority(true);
    MR_TRY(wait, PreciseWait::create());
    SenderState state{order, wait, {}, {}, Nanoseconds(0), order.flowBitsPerSecond, 1, {}};
    state.descriptors = std::max(descriptors, 2 * ownDescriptors) - ownDescriptors;
    MR_CHECK(resolve(state));
    MR_CHECK(checkCongestionControl(order.transport == Transport::Tcp ? order.congestionControl : std::string()));
    state.records.reserve(order.flows.size());
    const auto flows = makeFlows(state);
    const WakeUp stopped;
    if (!wait.add(stopped.fd(), stopKey, EPOLLIN))
        return failErrno("no end for cross traffic");
    const std::stop_callback onStop(job.stop, [&stopped] { stopped.notify(); });
    TrafficLineText("traffic-ready").text("role", "sender").text("priority", scheduling_priority.name()).print(print);
    std::optional<TrafficStart> start = TrafficStart{wallNow(), 0};
    if (!startFile.empty()) {
        MR_TRY(read, waitForStart(startFile, job));
        start = read;
    }
    state.wallOffset = readWallOffset();
    if (start) {
        if (start->flowBitsPerSecond > 0)
            state.endlessBitsPerSecond = start->flowBitsPerSecond;
        const Nanoseconds begin = start->wall - state.wallOffset;
        while (!job.cancelled() && wait.wait(begin).empty() && monotonicNow() < begin) { }
        TrafficLineText("traffic-start").integer("planned_ns", start->wall.count()).print(print);
        Load(state, *flows, scheduling_priority, begin, startFile, print).run(job);
    }
    reportEnd(state.records, order.flows.size(), flows->totals(false), print);
    return std::move(state.records);
}

} // namespace millrace::crosstraffic
