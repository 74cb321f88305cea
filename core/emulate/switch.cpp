// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/switch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <future>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace millrace::emulate {

namespace {

constexpr int realtimePriority = 20;
constexpr int framesPerTurn = 64; // from one interface, so that none starves the others
constexpr Nanoseconds shortestRound = std::chrono::microseconds(60);
constexpr Nanoseconds preciseInterval = std::chrono::milliseconds(1);
constexpr Nanoseconds preciseLead = std::chrono::microseconds(50);
constexpr Nanoseconds longestSleep = std::chrono::seconds(1);
constexpr Nanoseconds requestTime = std::chrono::seconds(5);
constexpr std::uint64_t wakeUpMark = ~std::uint64_t(0);

std::uint64_t macKey(const MacAddress& mac) noexcept
{
    std::uint64_t key = 0;
    std::memcpy(&key, mac.data(), mac.size());
    return key;
}

double threadCpuSeconds() noexcept
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

timespec toTimespec(Nanoseconds time) noexcept
{
    timespec result{};
    result.tv_sec = time.count() / 1'000'000'000;
    result.tv_nsec = time.count() % 1'000'000'000;
    return result;
}

} // namespace

Result<std::unique_ptr<Switch>> Switch::start(const EmulationSpec& spec, std::vector<UniqueFd> taps)
{
    std::unique_ptr<Switch> made(new Switch(spec, std::move(taps)));
    MR_CHECK(made->watch());
    made->m_thread = std::jthread([self = made.get()] { self->run(); });
    // The first reply shows that the thread runs with its priority.
    MR_CHECK(made->onSwitchThread([] {}));
    return made;
}

Switch::Switch(const EmulationSpec& spec, std::vector<UniqueFd> taps)
    : m_taps(std::move(taps)), m_mode(spec.mode), m_segmentationOffload(spec.segmentationOffload),
      m_joiner(spec.nodes.size(), spec.segmentationOffload, m_pool, m_lateness,
               [this](const Frame& frame) {
                   return ::write(m_taps[frame.to].get(), frame.bytes, frame.size) == static_cast<ssize_t>(frame.size);
               }),
      m_fabric(spec, m_pool, *this)
{
    for (std::size_t i = 0; i < spec.nodes.size(); ++i)
        m_nodeOfMac[macKey(spec.nodes[i].mac)] = static_cast<int>(i);
}

Switch::~Switch()
{
    m_stop = true;
    m_wakeUp.notify();
    if (m_thread.joinable())
        m_thread.join();
    // The kernel takes 25 to 40 ms to remove an interface, which is mostly waiting; waits at the same time are shared.
    std::vector<std::jthread> closing;
    for (UniqueFd& tap : m_taps)
        closing.emplace_back([&tap] { tap.reset(); });
}

Result<void> Switch::watch()
{
    m_epoll = UniqueFd(::epoll_create1(EPOLL_CLOEXEC));
    if (!m_epoll)
        return failErrno("making the switch's epoll descriptor");
    const auto add = [this](int fd, std::uint64_t mark) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = mark;
        return ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &event) == 0;
    };
    if (!add(m_wakeUp.fd(), wakeUpMark))
        return failErrno("watching the switch's wake-up descriptor");
    for (std::size_t i = 0; i < m_taps.size(); ++i) {
        if (!add(m_taps[i].get(), i))
            return failErrno("watching a node's interface");
    }
    return {};
}

void Switch::run()
{
    becomeRealtime();
    m_wallStart = monotonicNow();
    m_cpuStart = threadCpuSeconds();
    while (!m_stop) {
        m_fabric.advance(monotonicNow());
        m_joiner.flush(m_fabric);
        serveRequests();
        rest();
    }
}

void Switch::becomeRealtime()
{
    ::pthread_setname_np(::pthread_self(), "mr-switch");
    ::prctl(PR_SET_TIMERSLACK, 1);
    sched_param parameter{};
    parameter.sched_priority = realtimePriority;
    m_realtime = ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameter) == 0;
#ifndef MR_SANITIZED // whose shadow memory is far too large to be locked
    m_memoryLocked = ::mlockall(MCL_CURRENT | MCL_ONFAULT) == 0;
#endif
}

/// Sleeps until the next frame arrives or an event is due. Sparse events are met exactly: the thread wakes a little
/// early and polls until the time has come, at most once per `preciseInterval`. With many events, one short sleep for
/// several frames costs far less than a wake-up for each: rounds then begin at least `shortestRound` apart.
void Switch::rest()
{
    const Nanoseconds now = monotonicNow();
    const auto due = m_fabric.nextDue();
    const Nanoseconds left = due ? std::clamp(*due - now, Nanoseconds(0), longestSleep) : longestSleep;
    if (due && (*due == m_preciseDue || *due - m_preciseDue >= preciseInterval)) {
        if (left <= preciseLead)
            m_preciseDue = *due;
        poll(std::max(left - preciseLead, Nanoseconds(0)));
        return;
    }
    const Nanoseconds nextRound = std::exchange(m_lastRound, now) + shortestRound;
    if (!due || *due >= nextRound || now >= nextRound) {
        poll(left);
        return;
    }
    const timespec until = toTimespec(nextRound);
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    m_lastRound = monotonicNow();
    m_fabric.advance(m_lastRound);
    poll(Nanoseconds(0));
}

void Switch::poll(Nanoseconds longest)
{
    std::array<epoll_event, 64> events{};
    const timespec timeout = toTimespec(longest);
    const int count = ::epoll_pwait2(m_epoll.get(), events.data(), static_cast<int>(events.size()), &timeout, nullptr);
    for (int i = 0; i < count; ++i) {
        const std::uint64_t mark = events[static_cast<std::size_t>(i)].data.u64;
        if (mark == wakeUpMark)
            m_wakeUp.drain();
        else
            readFrames(static_cast<int>(mark));
    }
}

void Switch::readFrames(int node)
{
    const int fd = m_taps[static_cast<std::size_t>(node)].get();
    for (int i = 0; i < framesPerTurn; ++i) {
        Frame& frame = m_pool.take();
        const ssize_t size = ::read(fd, frame.bytes, frame.capacity);
        if (size <= 0) {
            m_pool.give(frame);
            // A permanently failing interface (its node has died) must not keep the thread awake.
            if (size < 0 && errno != EAGAIN && errno != EINTR)
                ::epoll_ctl(m_epoll.get(), EPOLL_CTL_DEL, fd, nullptr);
            return;
        }
        frame.size = static_cast<std::uint32_t>(size);
        dispatch(frame, node, monotonicNow());
    }
}

void Switch::dispatch(Frame& frame, int from, Nanoseconds now)
{
    FrameFacts facts;
    if (!inspectFrame(frame.used(), facts)) {
        m_pool.give(frame);
        return;
    }
    frame.packets = facts.packets;
    frame.wireBytes = facts.wireBytes;
    const auto known = facts.isGroup ? m_nodeOfMac.end() : m_nodeOfMac.find(macKey(facts.destination));
    if (known == m_nodeOfMac.end())
        flood(frame, from, now);
    else if (known->second != from)
        forward(frame, from, known->second, now);
    else
        m_pool.give(frame);
}

void Switch::forward(Frame& frame, int from, int to, Nanoseconds now)
{
    Frame* packet = m_segmentationOffload && frame.packets > 1 ? cutTcpFrame(m_pool, frame) : nullptr;
    if (!packet) {
        acceptFrame(frame, from, to, now);
        return;
    }
    while (packet) {
        Frame* next = packet->next;
        packet->packets = 1;
        packet->wireBytes = packet->size - static_cast<std::uint32_t>(vnetHeaderBytes);
        acceptFrame(*packet, from, to, now);
        packet = next;
    }
}

void Switch::flood(Frame& frame, int from, Nanoseconds now)
{
    for (int to = 0; to < static_cast<int>(m_taps.size()); ++to) {
        if (to != from)
            acceptFrame(m_pool.copy(frame), from, to, now);
    }
    m_pool.give(frame);
}

void Switch::acceptFrame(Frame& frame, int from, int to, Nanoseconds now)
{
    frame.from = static_cast<std::uint16_t>(from);
    frame.to = static_cast<std::uint16_t>(to);
    m_fabric.accept(frame, now);
    m_bufferedMaximum = std::max(m_bufferedMaximum, m_pool.bytesInUse());
}

bool Switch::deliver(const Frame& frame)
{
    return m_joiner.take(frame);
}

Result<void> Switch::onSwitchThread(std::function<void()> request)
{
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> answer = done->get_future();
    {
        const std::lock_guard lock(m_requestMutex);
        m_requests.push_back([request = std::move(request), done] {
            request();
            done->set_value();
        });
    }
    m_wakeUp.notify();
    if (answer.wait_for(requestTime) != std::future_status::ready)
        return fail(ErrorCode::Timeout, "the switch did not answer within 5 s; the machine is overloaded");
    return {};
}

void Switch::serveRequests()
{
    std::vector<std::function<void()>> requests;
    {
        const std::lock_guard lock(m_requestMutex);
        requests.swap(m_requests);
    }
    for (const auto& request : requests)
        request();
}

Result<EmulationHealth> Switch::health(bool reset)
{
    // Shared with the request, which may be served after this call has given up.
    auto health = std::make_shared<EmulationHealth>();
    MR_CHECK(onSwitchThread([this, health, reset] { *health = snapshot(reset); }));
    return std::move(*health);
}

Result<void> Switch::update(const std::vector<PathUpdate>& updates)
{
    return onSwitchThread([this, updates] {
        for (const PathUpdate& each : updates)
            m_fabric.setPath(each);
    });
}

EmulationHealth Switch::snapshot(bool reset)
{
    EmulationHealth health;
    health.mode = m_mode;
    const int count = static_cast<int>(m_taps.size());
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
            const PairCounters& counters = m_fabric.counters(from, to);
            if (counters == PairCounters{})
                continue;
            health.pairs.push_back({from, to, counters});
            health.total += counters;
        }
    }
    health.timedFrames = m_lateness.count();
    health.latenessMedian = m_lateness.quantile(0.5);
    health.lateness99 = m_lateness.quantile(0.99);
    health.latenessMaximum = m_lateness.maximum();
    health.bufferedBytesMaximum = m_bufferedMaximum;
    health.cpuSeconds = threadCpuSeconds() - m_cpuStart;
    health.wallSeconds = static_cast<double>((monotonicNow() - m_wallStart).count()) * 1e-9;
    health.realtime = m_realtime;
    health.memoryLocked = m_memoryLocked;
    if (reset) {
        m_fabric.resetCounters();
        m_lateness.clear();
        m_bufferedMaximum = m_pool.bytesInUse();
        m_cpuStart = threadCpuSeconds();
        m_wallStart = monotonicNow();
    }
    return health;
}

} // namespace millrace::emulate
