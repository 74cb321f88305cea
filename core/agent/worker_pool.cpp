// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/agent/worker_pool.h"

namespace millrace::agent {

WorkerPool::~WorkerPool()
{
    const std::lock_guard lock(m_mutex);
    m_ending = true;
    m_tasks.clear();
    m_changed.notify_all();
    // Releases the lock before m_threads joins, as members are destroyed after this body.
}

bool WorkerPool::run(std::function<void()> task)
{
    const std::lock_guard lock(m_mutex);
    if (m_closed || m_ending || m_tasks.size() >= m_waiting)
        return false;
    m_tasks.push_back(std::move(task));
    if (m_busy + m_tasks.size() > m_threads.size() && m_threads.size() < m_maximum)
        m_threads.emplace_back([this] { work(); });
    m_changed.notify_all();
    return true;
}

void WorkerPool::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_tasks.clear();
}

bool WorkerPool::finish(Deadline deadline)
{
    close();
    std::unique_lock lock(m_mutex);
    return m_changed.wait_until(lock, deadline, [&] { return m_busy == 0; });
}

void WorkerPool::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] { return m_ending || !m_tasks.empty(); });
        if (m_ending)
            return;
        auto task = std::move(m_tasks.front());
        m_tasks.pop_front();
        ++m_busy;
        lock.unlock();
        task();
        task = nullptr;
        lock.lock();
        --m_busy;
        m_changed.notify_all();
    }
}

} // namespace millrace::agent
