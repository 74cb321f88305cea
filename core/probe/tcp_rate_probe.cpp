// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/units.h"
#include "core/probe/prober.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <vector>

namespace millrace::probe {

namespace {

using namespace std::chrono_literals;

constexpr int mostStreams = 4096;
constexpr std::size_t writtenAtOnce = 256 << 10;
constexpr int timeBetweenLooks = 50; // ms, between two looks at the job
constexpr int warmUpTrips = 10;
constexpr int frameHeaderBytes = 14 + 20 + 20;
constexpr int timestampBytes = 12; // RFC 7323

struct Totals
{
    Nanoseconds time{0};
    std::uint64_t acknowledged = 0;
    std::uint64_t retransmitted = 0;
    std::uint32_t shortestTrip = std::numeric_limits<std::uint32_t>::max(); ///< µs
    int segmentBytes = 0;
    int headerBytes = 0;
};

Result<void> check(const TcpRateSpec& spec)
{
    if (spec.streams < 1 || spec.streams > mostStreams)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a rate is measured with 1 to {} connections, not {}", mostStreams, spec.streams));
    if (spec.duration < 10ms || spec.duration > 1h || spec.warmUp < 0ns || spec.warmUp > 1h)
        return fail(ErrorCode::InvalidInput, "a rate is measured for 10 ms to 1 h, after at most 1 h");
    return {};
}

Error cancelled()
{
    return fail(ErrorCode::Cancelled, "cancelled while a rate was measured");
}

Error broken(const TcpRateSpec& spec, int error)
{
    return fail(ErrorCode::Unreachable,
                fmt::format("the connection to {} broke: {}", endpointText(spec.drain), std::strerror(error)));
}

/// One connection shows that the drain listens; the others are made at the same time, which takes one round trip.
Result<std::vector<UniqueFd>> connectAll(const TcpRateSpec& spec, const JobContext& job)
{
    const Deadline deadline = deadlineIn(spec.patience);
    MR_TRY(first, connectTcp(spec.drain, deadline));
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (::getpeername(first.get(), reinterpret_cast<sockaddr*>(&peer), &size) != 0)
        return broken(spec, errno);
    std::vector<UniqueFd> connections;
    connections.push_back(std::move(first));
    std::vector<pollfd> waiting;
    while (connections.size() < static_cast<std::size_t>(spec.streams)) {
        UniqueFd next(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        if (!next)
            return failErrno("making a connection for a rate");
        if (::connect(next.get(), reinterpret_cast<const sockaddr*>(&peer), sizeof peer) != 0 && errno != EINPROGRESS)
            return broken(spec, errno);
        waiting.push_back({next.get(), POLLOUT, 0});
        connections.push_back(std::move(next));
    }
    while (!waiting.empty()) {
        if (job.cancelled())
            return cancelled();
        if (deadline <= std::chrono::steady_clock::now())
            return fail(ErrorCode::Timeout,
                        fmt::format("{} of {} connections to {} were not made in {}", waiting.size(), spec.streams,
                                    endpointText(spec.drain), humanDuration(spec.patience)));
        ::poll(waiting.data(), waiting.size(), timeBetweenLooks);
        for (const pollfd& entry : waiting) {
            int error = 0;
            socklen_t length = sizeof error;
            if (entry.revents != 0 && ::getsockopt(entry.fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error != 0)
                return broken(spec, error);
        }
        std::erase_if(waiting, [](const pollfd& entry) { return entry.revents != 0; });
    }
    return connections;
}

Result<Totals> totalsOf(const std::vector<UniqueFd>& connections)
{
    Totals totals;
    totals.time = monotonicNow();
    for (const UniqueFd& connection : connections) {
        tcp_info info{};
        socklen_t size = sizeof info;
        if (::getsockopt(connection.get(), IPPROTO_TCP, TCP_INFO, &info, &size) != 0
            || size < offsetof(tcp_info, tcpi_bytes_retrans) + sizeof info.tcpi_bytes_retrans)
            return fail(ErrorCode::Unsupported, "this kernel does not count acknowledged bytes; that needs Linux 4.19");
        totals.acknowledged += info.tcpi_bytes_acked;
        totals.retransmitted += info.tcpi_bytes_retrans;
        totals.shortestTrip = std::min(totals.shortestTrip, std::min(info.tcpi_min_rtt, info.tcpi_rtt));
        totals.segmentBytes = static_cast<int>(info.tcpi_snd_mss);
        totals.headerBytes = frameHeaderBytes + ((info.tcpi_options & TCPI_OPT_TIMESTAMPS) != 0 ? timestampBytes : 0);
    }
    return totals;
}

/// Writes as much as the connections take, until a time.
Result<void> sendUntil(const std::vector<UniqueFd>& connections, const TcpRateSpec& spec, Nanoseconds until,
                       const JobContext& job)
{
    static const std::vector<char> payload(writtenAtOnce);
    std::vector<pollfd> entries;
    for (const UniqueFd& connection : connections)
        entries.push_back({connection.get(), POLLOUT, 0});
    for (Nanoseconds now = monotonicNow(); now < until; now = monotonicNow()) {
        if (job.cancelled())
            return cancelled();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now).count();
        ::poll(entries.data(), entries.size(), static_cast<int>(std::min<long long>(left, timeBetweenLooks)));
        for (const pollfd& entry : entries) {
            if (entry.revents == 0)
                continue;
            if (::send(entry.fd, payload.data(), payload.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN
                && errno != EINTR)
                return broken(spec, errno);
        }
    }
    return {};
}

} // namespace

Result<TcpRateReport> measureTcpRate(const TcpRateSpec& spec, const JobContext& job)
{
    MR_CHECK(check(spec));
    MR_TRY(connections, connectAll(spec, job));
    MR_TRY(control, congestionControlOf(connections.front().get()));
    MR_TRY(connected, totalsOf(connections));
    const Nanoseconds warmUp =
        std::max(spec.warmUp, Nanoseconds(std::chrono::microseconds(connected.shortestTrip)) * warmUpTrips);
    MR_CHECK(sendUntil(connections, spec, connected.time + warmUp, job));
    MR_TRY(first, totalsOf(connections));
    MR_CHECK(sendUntil(connections, spec, first.time + spec.duration, job));
    MR_TRY(last, totalsOf(connections));
    TcpRateReport report;
    report.acknowledgedBytes = last.acknowledged - first.acknowledged;
    report.retransmittedBytes = last.retransmitted - first.retransmitted;
    report.elapsed = last.time - first.time;
    const double payloadRate =
        8.0 * static_cast<double>(report.acknowledgedBytes) / std::chrono::duration<double>(report.elapsed).count();
    report.bitsPerSecond = payloadRate * (last.segmentBytes + last.headerBytes) / std::max(last.segmentBytes, 1);
    report.roundTrip = std::chrono::microseconds(last.shortestTrip);
    report.congestionControl = std::move(control);
    return report;
}

} // namespace millrace::probe
