// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace millrace::agent {

/// Runs tasks on threads that are started on demand, up to a maximum, and live until the pool is destroyed.
class WorkerPool
{
public:
    WorkerPool(std::size_t threads, std::size_t waitingTasks) : m_maximum(threads), m_waiting(waitingTasks) { }
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Returns false if too many tasks are queued.
    [[nodiscard]] bool run(std::function<void()> task);
    /// Accepts no more tasks and drops the queued ones; running ones continue.
    void close();
    /// Closes and waits for the running tasks; false if some still run at the deadline.
    [[nodiscard]] bool finish(Deadline deadline);

private:
    void work();

    const std::size_t m_maximum;
    const std::size_t m_waiting;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_tasks;
    std::size_t m_busy = 0;
    bool m_closed = false;
    bool m_ending = false;
    std::vector<std::jthread> m_threads;
};

} // namespace millrace::agent
