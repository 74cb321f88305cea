// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>

namespace millrace::run {

/// Hands values from the agents' reader threads to the thread of the run.
template <typename T>
class EventQueue
{
public:
    void push(T value)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_values.push_back(std::move(value));
        }
        m_arrived.notify_one();
    }

    /// The next value; nothing at the deadline or when stop is requested.
    [[nodiscard]] std::optional<T> pop(Deadline deadline, const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait_until(lock, stop, deadline, [this] { return !m_values.empty(); });
        if (m_values.empty())
            return std::nullopt;
        T value = std::move(m_values.front());
        m_values.pop_front();
        return value;
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::deque<T> m_values;
};

} // namespace millrace::run
