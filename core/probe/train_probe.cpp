// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/pacer.h"
#include "core/probe/prober.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>

namespace millrace::probe {

namespace {

constexpr std::size_t batch = 64;
/// Packets due within this time are sent together.
constexpr Nanoseconds tick{100'000};
constexpr auto reportInterval = std::chrono::milliseconds(100);
constexpr auto leastApart = std::chrono::milliseconds(5);
/// What waits in a limited link's queue from the start, so that a sender that stops for a moment does not let it run
/// dry.
constexpr Nanoseconds longestLead = std::chrono::milliseconds(5);

/// Evenly spaced packets; those of the first `lead` leave at once.
struct Train
{
    std::uint64_t session = 0;
    std::uint32_t total = 0;
    double packetsPerSecond = 0;
    int payloadBytes = 0;
    Nanoseconds lead{0};
};

struct Departure
{
    std::uint32_t sent = 0;
    Nanoseconds duration{0}; ///< from the sending of the first to that of the last
};

void sleepUntil(Deadline instant)
{
    const auto since = instant.time_since_epoch();
    const std::int64_t count = std::chrono::duration_cast<Nanoseconds>(since).count();
    const timespec when{count / 1'000'000'000, count % 1'000'000'000};
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, nullptr);
}

/// Timers of ordinary threads may be 50 µs late; removes that slack for this thread while it lives.
class PreciseTimers
{
public:
    PreciseTimers() : m_before(::prctl(PR_GET_TIMERSLACK)) { ::prctl(PR_SET_TIMERSLACK, 1UL); }
    ~PreciseTimers() { ::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(std::max(m_before, 1))); }
    PreciseTimers(const PreciseTimers&) = delete;
    PreciseTimers& operator=(const PreciseTimers&) = delete;

private:
    int m_before;
};

/// Returns when packet `index` is due, counted from the start of the train.
Nanoseconds dueTime(const Train& train, std::uint32_t index)
{
    const auto evenly = Nanoseconds(std::llround(static_cast<double>(index) * 1e9 / train.packetsPerSecond));
    return std::max(evenly - train.lead, Nanoseconds(0));
}

Result<Departure> sendTrain(UdpSocket& socket, const Train& train, const JobContext& job)
{
    const PreciseTimers timers;
    Departure departure;
    std::array<Packet, batch> packets;
    const Deadline start = deadlineIn(Nanoseconds(0));
    const Deadline end = start + dueTime(train, train.total) + std::chrono::seconds(10);
    Deadline last = start;
    while (departure.sent < train.total) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        if (timeLeft(end) == Nanoseconds(0))
            return fail(ErrorCode::Timeout, "this machine could not send the packets of a probe at the wanted pace");
        const Nanoseconds elapsed = std::chrono::steady_clock::now() - start;
        std::size_t count = 0;
        for (; count < batch && departure.sent + count < train.total; ++count) {
            const auto index = static_cast<std::uint32_t>(departure.sent + count);
            if (dueTime(train, index) > elapsed)
                break;
            packets[count].kind = PacketKind::Train;
            packets[count].session = train.session;
            packets[count].sequence = index;
            packets[count].total = train.total;
        }
        if (count == 0) {
            const Deadline due = start + std::max(dueTime(train, departure.sent), elapsed + tick);
            sleepUntil(std::min(due, deadlineIn(std::chrono::milliseconds(50))));
            continue;
        }
        const Deadline now = std::chrono::steady_clock::now();
        MR_TRY(sent, socket.sendBatch(std::span(packets).first(count), train.payloadBytes));
        departure.sent += static_cast<std::uint32_t>(sent);
        if (sent > 0)
            last = now;
        else
            MR_CHECK(waitReady(socket.fd(), POLLOUT, deadlineIn(std::chrono::milliseconds(50))));
    }
    departure.duration = last - start;
    return departure;
}

bool sameNumbers(const Packet& a, const Packet& b)
{
    return a.received == b.received && a.duplicates == b.duplicates && a.second == b.second;
}

/// Returns the newest answer of a session among some arrivals.
std::optional<Packet> answerOf(const std::vector<Arrival>& arrivals, std::uint64_t session)
{
    std::optional<Packet> newest;
    for (const Arrival& arrival : arrivals)
        if (arrival.packet.kind == PacketKind::ReportAnswer && arrival.packet.session == session)
            newest = arrival.packet;
    return newest;
}

/// Requests reports until two are equal: then no packet of the train is in flight any more. They are a quarter of the
/// first one's round trip apart, because packets overtaken by a request arrive soon after it.
Result<Packet> fetchReport(UdpSocket& socket, std::uint64_t session, Nanoseconds patience, const JobContext& job)
{
    Packet report;
    report.kind = PacketKind::Report;
    report.session = session;
    std::optional<Packet> before;
    const Deadline end = deadlineIn(patience);
    while (timeLeft(end) > Nanoseconds(0)) {
        ++report.sequence;
        const Nanoseconds asked = monotonicNow();
        MR_CHECK(socket.send(report, smallestPayload));
        std::vector<Arrival> arrivals;
        MR_CHECK(receiveNext(socket, std::min(end, deadlineIn(reportInterval)), arrivals, job));
        const auto answer = answerOf(arrivals, session);
        if (!answer)
            continue;
        if (before && answer->sequence > before->sequence && sameNumbers(*answer, *before))
            return *answer;
        before = answer;
        const Nanoseconds apart = std::clamp<Nanoseconds>((monotonicNow() - asked) / 4, leastApart, reportInterval);
        MR_CHECK(receiveUntil(socket, std::min(end, deadlineIn(apart)), arrivals, job));
    }
    return fail(ErrorCode::Unreachable, "timeout: the responder did not report what it received");
}

Result<void> checkTrain(const Train& train)
{
    if (train.total < 1 || train.total > maximumTrain)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a probe takes 1 to {} packets, not {}", maximumTrain, train.total));
    if (!(train.packetsPerSecond > 0) || train.packetsPerSecond > 1e7)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a probe sends up to 10 million packets a second, not {}", train.packetsPerSecond));
    if (train.payloadBytes < smallestPayload || train.payloadBytes > largestPayload)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("a probe's payload is {} to {} bytes, not {}", smallestPayload, largestPayload,
                                train.payloadBytes));
    return {};
}

/// 8 × frame bytes × (packets - 1) / duration.
double frameRate(std::uint32_t packets, int payloadBytes, Nanoseconds duration)
{
    if (packets < 2 || duration <= Nanoseconds(0))
        return 0;
    return 8.0 * (payloadBytes + headerBytes) * (packets - 1) / (static_cast<double>(duration.count()) * 1e-9);
}

} // namespace

Result<LossReport> measureLoss(const LossSpec& spec, const JobContext& job)
{
    const Train train{drawSession(), spec.packets, spec.packetsPerSecond, spec.payloadBytes, {}};
    MR_CHECK(checkTrain(train));
    MR_TRY(socket, UdpSocket::connectTo(spec.responder));
    MR_CHECK(wakeResponder(socket, spec.responder, spec.patience, job));
    MR_TRY(departure, sendTrain(socket, train, job));
    MR_TRY(answer, fetchReport(socket, train.session, spec.patience, job));
    return LossReport{departure.sent, answer.received, answer.duplicates, answer.localDrops};
}

Result<RateReport> measureRate(const RateSpec& spec, const JobContext& job)
{
    MR_TRY(socket, UdpSocket::connectTo(spec.responder));
    MR_TRY(mtu, socket.pathMtu());
    const int frameBytes = spec.frameBytes > 0 ? spec.frameBytes : std::min(mtu, 65'535) + 14;
    const double packetsPerSecond = spec.bitsPerSecond / (8.0 * frameBytes);
    const double packets = std::ceil(packetsPerSecond * static_cast<double>(spec.duration.count()) * 1e-9);
    const Train train{drawSession(), static_cast<std::uint32_t>(std::clamp(packets, 0.0, 4e9)), packetsPerSecond,
                      frameBytes - headerBytes, std::min(spec.duration / 10, longestLead)};
    MR_CHECK(checkTrain(train));
    MR_CHECK(wakeResponder(socket, spec.responder, spec.patience, job));
    MR_TRY(departure, sendTrain(socket, train, job));
    MR_TRY(answer, fetchReport(socket, train.session, spec.patience, job));
    return RateReport{departure.sent,
                      answer.received,
                      answer.localDrops,
                      frameBytes,
                      frameRate(departure.sent, train.payloadBytes, departure.duration),
                      frameRate(answer.received, train.payloadBytes, Nanoseconds(answer.second - answer.first))};
}

} // namespace millrace::probe
