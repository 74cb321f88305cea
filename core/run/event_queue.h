// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_clock.h"

#include <deque>
#include <optional>

namespace millrace::run {

/// Hands values from the nodes' reader threads to the thread of the run.
template <typename T>
class EventQueue
{
public:
    /// `clock` must outlive it.
    explicit EventQueue(RunClock& clock) : m_clock(clock) { }

    void push(T value)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_values.push_back(std::move(value));
        }
        m_arrived.notify_one();
    }

    /// The next value; nothing at `until` (monotonic) or when stop is requested.
    [[nodiscard]] std::optional<T> pop(Nanoseconds until, const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_clock.wait(lock, m_arrived, stop, until, [this] { return !m_values.empty(); });
        if (m_values.empty())
            return std::nullopt;
        T value = std::move(m_values.front());
        m_values.pop_front();
        return value;
    }

private:
    RunClock& m_clock;
    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::deque<T> m_values;
};

} // namespace millrace::run
