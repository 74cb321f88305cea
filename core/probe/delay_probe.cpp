// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/probe/pacer.h"
#include "core/probe/prober.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::probe {

namespace {

struct Trip
{
    Nanoseconds sent{0};
    Nanoseconds roundTrip{0};
    Nanoseconds forward{0};
    bool answered = false;
};

Result<void> check(const DelaySpec& spec)
{
    if (spec.packets < 1 || spec.packets > 100'000)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a delay probe takes 1 to 100000 packets, not {}", spec.packets));
    if (spec.payloadBytes < smallestPayload || spec.payloadBytes > largestPayload)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a probe's payload is {} to {} bytes, not {}", smallestPayload, largestPayload,
                                spec.payloadBytes));
    if (spec.spacing < Nanoseconds(0))
        return fail(ErrorCode::InvalidInput, "a delay probe's spacing cannot be negative");
    return {};
}

void note(const std::vector<Arrival>& arrivals, std::uint64_t session, std::vector<Trip>& trips)
{
    for (const Arrival& arrival : arrivals) {
        const Packet& packet = arrival.packet;
        if (packet.kind != PacketKind::EchoAnswer || packet.session != session || packet.sequence >= trips.size())
            continue;
        Trip& trip = trips[packet.sequence];
        if (trip.answered)
            continue;
        trip.answered = true;
        trip.roundTrip = (arrival.time - trip.sent) - Nanoseconds(packet.second - packet.first);
        trip.forward = Nanoseconds(packet.first) - trip.sent;
    }
}

DelayDistribution distribution(const std::vector<double>& values)
{
    if (values.empty())
        return {};
    const auto at = [&](double fraction) { return Nanoseconds(std::llround(quantile(values, fraction))); };
    return {at(0), at(0.5), at(0.99)};
}

DelayReport summarised(const std::vector<Trip>& trips)
{
    DelayReport report;
    report.sent = static_cast<int>(trips.size());
    std::vector<double> roundTrips;
    std::vector<double> forwards;
    for (const Trip& trip : trips) {
        if (!trip.answered)
            continue;
        report.roundTrips.push_back(trip.roundTrip);
        roundTrips.push_back(static_cast<double>(trip.roundTrip.count()));
        forwards.push_back(static_cast<double>(trip.forward.count()));
    }
    report.lost = report.sent - static_cast<int>(report.roundTrips.size());
    report.roundTrip = distribution(roundTrips);
    report.forward = distribution(forwards);
    return report;
}

} // namespace

Result<DelayReport> measureDelay(const DelaySpec& spec, const JobContext& job)
{
    MR_CHECK(check(spec));
    MR_TRY(socket, UdpSocket::connectTo(spec.responder));
    MR_CHECK(wakeResponder(socket, spec.responder, spec.patience, job));
    std::vector<Trip> trips(static_cast<std::size_t>(spec.packets));
    std::vector<Arrival> arrivals;
    Packet echo;
    echo.session = drawSession();
    const Deadline start = deadlineIn(Nanoseconds(0));
    for (std::size_t i = 0; i < trips.size(); ++i) {
        echo.sequence = static_cast<std::uint32_t>(i);
        trips[i].sent = wallNow();
        MR_CHECK(socket.send(echo, spec.payloadBytes));
        arrivals.clear();
        MR_CHECK(receiveUntil(socket, start + static_cast<std::int64_t>(i + 1) * spec.spacing, arrivals, job));
        note(arrivals, echo.session, trips);
    }
    const Deadline end = deadlineIn(spec.patience);
    const auto missing = [&] { return std::ranges::any_of(trips, [](const Trip& trip) { return !trip.answered; }); };
    while (timeLeft(end) > Nanoseconds(0) && missing()) {
        arrivals.clear();
        MR_CHECK(receiveUntil(socket, std::min(end, deadlineIn(std::chrono::milliseconds(5))), arrivals, job));
        note(arrivals, echo.session, trips);
    }
    return summarised(trips);
}

} // namespace millrace::probe
