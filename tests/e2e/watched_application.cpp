// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/watched_application.h"

#include <QEvent>
#include <QMetaEnum>
#include <QThread>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <unistd.h>
#include <utility>

namespace millrace::test {

using namespace std::chrono;

namespace {

constexpr milliseconds noted{20};
/// For sorting `sorted` numbers; limits are stated for a core of 2.6 GHz that needs so long.
constexpr duration<double, std::milli> referenceTime{13};
constexpr std::size_t sorted = 200'000;

} // namespace

WatchedApplication::WatchedApplication(int& argc, char** argv)
    : QApplication(argc, argv), m_schedstat(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)),
      m_stat(::open("/proc/stat", O_RDONLY | O_CLOEXEC))
{
}

WatchedApplication::~WatchedApplication()
{
    for (const int file : {m_schedstat, m_stat})
        if (file >= 0)
            ::close(file);
}

/// For how long this thread has waited for a processor and the machine for the hypervisor; 0 where the kernel does not
/// tell.
nanoseconds WatchedApplication::waited() const
{
    std::array<char, 256> text{};
    nanoseconds time{0};
    if (m_schedstat >= 0 && ::pread(m_schedstat, text.data(), text.size() - 1, 0) > 0) {
        char* end = nullptr;
        std::strtoll(text.data(), &end, 10);
        time += nanoseconds(std::strtoll(end, nullptr, 10));
    }
    text = {};
    unsigned long long stolen = 0;
    if (m_stat >= 0 && ::pread(m_stat, text.data(), text.size() - 1, 0) > 0
        && std::sscanf(text.data(), "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &stolen) == 1)
        time += nanoseconds(static_cast<std::int64_t>(stolen) * 1'000'000'000 / ::sysconf(_SC_CLK_TCK));
    return time;
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event)
{
    const int level = QThread::currentThread()->loopLevel();
    const bool isInner = level > m_level && m_depth > 0;
    if (m_depth > 0 && !isInner)
        return QApplication::notify(receiver, event);
    ++m_events;
    m_innerLoops += isInner;
    const std::uint64_t innerBefore = m_innerLoops;
    const int levelBefore = std::exchange(m_level, level);
    const int depthBefore = std::exchange(m_depth, 1);
    // Both may be gone afterwards.
    const char* type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    const QString what = QString::fromLatin1(receiver->metaObject()->className()) + QLatin1Char(' ')
        + (type ? QString::fromLatin1(type) : QString::number(event->type()));
    const nanoseconds waitedBefore = waited();
    const auto begin = steady_clock::now();
    const bool result = QApplication::notify(receiver, event);
    const auto wall = steady_clock::now() - begin;
    m_depth = depthBefore;
    m_level = levelBefore;
    if (wall < noted || m_innerLoops != innerBefore)
        return result;
    const nanoseconds own = wall - (waited() - waitedBefore);
    if (own >= noted)
        m_stalls.push_back({duration_cast<microseconds>(own), what, m_doing});
    return result;
}

std::vector<WatchedApplication::Stall> WatchedApplication::stallsOver(milliseconds limit) const
{
    std::vector<Stall> over;
    std::ranges::copy_if(m_stalls, std::back_inserter(over),
                         [limit](const Stall& stall) { return stall.time > limit; });
    std::ranges::sort(over, std::greater(), &Stall::time);
    return over;
}

double WatchedApplication::slowness()
{
    duration<double, std::milli> best = hours(1);
    for (int i = 0; i < 7; ++i) {
        std::vector<double> numbers(sorted);
        std::mt19937_64 random(1);
        std::ranges::generate(numbers, [&] { return static_cast<double>(random()); });
        const auto begin = steady_clock::now();
        std::ranges::sort(numbers);
        best = std::min<duration<double, std::milli>>(best, steady_clock::now() - begin);
    }
    return std::max(1.0, best / referenceTime);
}

} // namespace millrace::test
