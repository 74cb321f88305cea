// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/pacer.h"

#include "core/base/units.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <random>

namespace millrace::probe {

namespace {

constexpr auto cancelSlice = std::chrono::milliseconds(50);
constexpr auto echoInterval = std::chrono::milliseconds(100);

enum class Until
{
    Instant,
    FirstPackets
};

Result<void> receive(UdpSocket& socket, Deadline instant, Until until, std::vector<Arrival>& into,
                     const JobContext& job)
{
    for (;;) {
        const std::size_t before = into.size();
        MR_CHECK(socket.receive(into));
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        const Nanoseconds left = timeLeft(instant);
        if (left == Nanoseconds(0))
            return {};
        if (into.size() > before && until == Until::FirstPackets)
            return {};
        if (into.size() > before)
            continue;
        const Nanoseconds wait = std::min<Nanoseconds>(left, cancelSlice);
        const timespec limit{wait.count() / 1'000'000'000, wait.count() % 1'000'000'000};
        pollfd entry{socket.fd(), POLLIN, 0};
        if (::ppoll(&entry, 1, &limit, nullptr) < 0 && errno != EINTR)
            return failErrno("waiting for a UDP packet");
    }
}

} // namespace

Result<void> receiveUntil(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into, const JobContext& job)
{
    return receive(socket, instant, Until::Instant, into, job);
}

Result<void> receiveNext(UdpSocket& socket, Deadline instant, std::vector<Arrival>& into, const JobContext& job)
{
    return receive(socket, instant, Until::FirstPackets, into, job);
}

Result<void> wakeResponder(UdpSocket& socket, const Endpoint& responder, Nanoseconds patience, const JobContext& job)
{
    Packet echo;
    echo.session = drawSession();
    std::vector<Arrival> arrivals;
    const Deadline end = deadlineIn(patience);
    while (timeLeft(end) > Nanoseconds(0)) {
        MR_CHECK(socket.send(echo, smallestPayload));
        const Deadline next = std::min(end, deadlineIn(echoInterval));
        while (timeLeft(next) > Nanoseconds(0)) {
            MR_CHECK(receiveUntil(socket, std::min(next, deadlineIn(std::chrono::milliseconds(1))), arrivals, job));
            if (std::ranges::any_of(arrivals, [&](const Arrival& a) { return a.packet.session == echo.session; }))
                return {};
        }
    }
    return fail(ErrorCode::Unreachable,
                fmt::format("no answer from {} within {}", endpointText(responder), humanDuration(patience)));
}

std::uint64_t drawSession()
{
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
}

} // namespace millrace::probe
