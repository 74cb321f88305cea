// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign_control.h"

#include <algorithm>
#include <utility>

namespace millrace::run {

void CampaignControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
}

void CampaignControl::resume()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = false;
    }
    m_changed.notify_all();
}

bool CampaignControl::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

void CampaignControl::cancelRun(int position)
{
    std::optional<std::stop_source> running;
    {
        const std::lock_guard lock(m_mutex);
        if (position == m_running)
            running = m_runStop;
        else
            m_requests.runs.push_back({false, position});
    }
    if (running)
        running->request_stop();
    m_changed.notify_all();
}

void CampaignControl::retry(int position)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requests.runs.push_back({true, position});
    }
    m_changed.notify_all();
}

void CampaignControl::setOrder(std::vector<int> positions)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requests.order = std::move(positions);
    }
    m_changed.notify_all();
}

CampaignControl::Requests CampaignControl::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_requests, {});
}

void CampaignControl::waitWhilePaused(const std::stop_token& stop, const std::stop_token& finish)
{
    const std::stop_callback wake(finish, [this] {
        {
            const std::lock_guard lock(m_mutex);
        }
        m_changed.notify_all();
    });
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [&] {
        return !m_paused || !m_requests.runs.empty() || m_requests.order || finish.stop_requested();
    });
}

void CampaignControl::beginRun(int position, std::stop_source stop)
{
    const std::lock_guard lock(m_mutex);
    if (std::erase(m_requests.runs, Request{false, position}) > 0)
        stop.request_stop();
    m_running = position;
    m_runStop = std::move(stop);
}

void CampaignControl::endRun()
{
    const std::lock_guard lock(m_mutex);
    m_running = 0;
    m_runStop.reset();
}

} // namespace millrace::run
