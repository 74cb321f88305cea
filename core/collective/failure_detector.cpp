// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/collective/failure_detector.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>

namespace millrace::collective {

namespace {

enum class Source : std::uint32_t
{
    Control,
    In,
    Out,
    Stop,
    Wake
};

constexpr std::uint64_t keyOf(Source source, std::size_t number)
{
    return (static_cast<std::uint64_t>(source) << 32) | number;
}

} // namespace

FailureDetector::FailureDetector(const PeerList& peers, int rank, std::vector<UniqueFd> control, Nanoseconds deadline,
                                 Nanoseconds patience)
    : m_words(peers, rank), m_control(m_words, std::move(control)), m_deadline(deadline),
      m_patience(std::max(deadline, patience))
{
}

Result<std::unique_ptr<FailureDetector>> FailureDetector::make(const PeerList& peers, int rank, Mesh& mesh,
                                                               Nanoseconds deadline, Nanoseconds patience,
                                                               const JobContext& job)
{
    std::vector<UniqueFd> control;
    for (auto& links : mesh.links)
        control.push_back(std::move(links.control));
    std::unique_ptr<FailureDetector> detector(new FailureDetector(peers, rank, std::move(control), deadline, patience));
    detector->m_epoll = UniqueFd(::epoll_create1(EPOLL_CLOEXEC));
    if (!detector->m_epoll)
        return failErrno("making an epoll instance");
    const std::size_t ranks = mesh.links.size();
    const auto streams = static_cast<std::size_t>(mesh.streams);
    detector->readable.assign(ranks * streams, 1);
    detector->writable.assign(ranks * streams, 1);
    for (std::size_t peer = 0; peer < ranks; ++peer) {
        const auto& links = mesh.links[peer];
        const std::uint32_t input = EPOLLIN | EPOLLRDHUP | EPOLLET;
        MR_CHECK(detector->watch(detector->m_control.fd(static_cast<int>(peer)), keyOf(Source::Control, peer), input));
        for (std::size_t stream = 0; stream < streams; ++stream) {
            const std::size_t lane = peer + ranks * stream;
            MR_CHECK(detector->watch(links.in[stream].get(), keyOf(Source::In, lane), input));
            MR_CHECK(detector->watch(links.out[stream].get(), keyOf(Source::Out, lane), EPOLLOUT | EPOLLET));
        }
    }
    MR_CHECK(detector->watch(detector->m_stopped.fd(), keyOf(Source::Stop, 0), EPOLLIN));
    MR_CHECK(detector->watch(detector->m_woken.fd(), keyOf(Source::Wake, 0), EPOLLIN | EPOLLET));
    detector->m_onStop.emplace(job.stop, [&wakeUp = detector->m_stopped] { wakeUp.notify(); });
    return detector;
}

Result<void> FailureDetector::watch(int fd, std::uint64_t key, std::uint32_t events)
{
    epoll_event event{};
    event.events = events;
    event.data.u64 = key;
    if (fd >= 0 && ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event) != 0)
        return failErrno("watching a connection");
    return {};
}

Result<void> FailureDetector::handleEvents(Nanoseconds timeout)
{
    if (m_failure)
        return m_failure->error;
    std::array<epoll_event, 64> events;
    const timespec wait{std::chrono::duration_cast<std::chrono::seconds>(timeout).count(),
                        (timeout % std::chrono::seconds(1)).count()};
    const int count = ::epoll_pwait2(m_epoll.get(), events.data(), events.size(), &wait, nullptr);
    if (count < 0 && errno != EINTR)
        return raise(m_words.own(failErrno("waiting for the other ranks")));
    for (int index = 0; index < count; ++index) {
        const auto& event = events[static_cast<std::size_t>(index)];
        const auto number = static_cast<std::size_t>(event.data.u64 & 0xffffffffu);
        switch (static_cast<Source>(event.data.u64 >> 32)) {
        case Source::In: readable[number] = 1; break;
        case Source::Out: writable[number] = 1; break;
        case Source::Control: m_moved = m_control.receive(static_cast<int>(number)) || m_moved; break;
        case Source::Stop: return raise(m_words.stopped());
        case Source::Wake: m_awake = true; break;
        }
    }
    if (m_control.failure())
        return raise(*m_control.failure());
    return {};
}

/// Returns when the next decision is due.
Deadline FailureDetector::beginWait(Deadline now)
{
    m_control.setWaiting(true);
    if (m_moved) {
        m_moved = false;
        m_lastProgress = now;
        m_answered = now;
        m_pinged.reset();
    }
    const Deadline until = m_pinged.value_or(m_answered) + m_deadline / 2;
    return m_suspicion ? std::min(until, m_suspicion->until) : until;
}

Result<void> FailureDetector::waitForProgress(const Missing& missing)
{
    const Deadline start = std::chrono::steady_clock::now();
    const Deadline until = beginWait(start);
    MR_CHECK(handleEvents(std::max<Nanoseconds>(until - start, Nanoseconds(0))));
    const Deadline now = std::chrono::steady_clock::now();
    return !m_moved && (now >= until || m_suspicion) ? decide(missing, now) : Result<void>();
}

Result<void> FailureDetector::checkProgress(const Missing& missing)
{
    const Deadline now = std::chrono::steady_clock::now();
    const Deadline until = beginWait(now);
    MR_CHECK(handleEvents(Nanoseconds(0)));
    return !m_moved && now >= until ? decide(missing, now) : Result<void>();
}

Result<void> FailureDetector::decide(const Missing& missing, Deadline now)
{
    if (m_suspicion && (m_control.hasLeft(m_suspicion->peer) || now >= m_suspicion->until))
        return raise(m_words.died(m_suspicion->peer, "closed its data connection in the middle of an operation"));
    if (now < m_pinged.value_or(m_answered) + m_deadline / 2)
        return {};
    if (!m_pinged) {
        m_control.pingAll();
        m_pinged = now;
        return {};
    }
    const Nanoseconds waited = now - m_lastProgress;
    if (const auto silent = m_control.silentPeers(); !silent.empty())
        return raise(m_words.frozen(silent.front(), now - m_answered));
    if (waited < m_patience) {
        m_answered = now;
        m_pinged.reset();
        return {};
    }
    if (const auto computing = m_control.computingPeers(); !computing.empty())
        return raise(m_words.tooSlow(computing, waited));
    return raise(m_words.timedOut(missing(), waited));
}

void FailureDetector::suspect(int peer)
{
    const auto grace = std::min<Nanoseconds>(std::chrono::seconds(1), m_deadline / 2);
    if (!m_suspicion)
        m_suspicion = Suspicion{peer, deadlineIn(grace)};
}

Result<void> FailureDetector::sleepUntil(Deadline time)
{
    m_control.setWaiting(false);
    do {
        MR_CHECK(handleEvents(timeLeft(time)));
    } while (timeLeft(time) > Nanoseconds(0));
    m_moved = true;
    return {};
}

Result<void> FailureDetector::sleepUntilWoken(std::optional<Deadline> time)
{
    m_control.setWaiting(false);
    constexpr Nanoseconds longest = std::chrono::hours(1);
    do {
        const Nanoseconds left = time ? timeLeft(*time) : longest;
        MR_CHECK(handleEvents(m_awake ? Nanoseconds(0) : left));
    } while (!m_awake && !(time && timeLeft(*time) <= Nanoseconds(0)));
    m_woken.drain();
    m_awake = false;
    m_moved = true;
    return {};
}

Error FailureDetector::raise(Failure failure)
{
    if (!m_failure)
        m_failure = std::move(failure);
    return m_failure->error;
}

} // namespace millrace::collective
