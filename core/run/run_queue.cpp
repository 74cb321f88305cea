// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_queue.h"

#include <algorithm>

namespace millrace::run {

RunQueue::RunQueue(std::span<const int> positions) : m_waiting(positions.begin(), positions.end()) { }

void RunQueue::setOrder(std::span<const int> positions)
{
    std::set<int> planned(m_waiting.begin(), m_waiting.end());
    planned.insert(m_heldBack.begin(), m_heldBack.end());
    m_waiting.clear();
    for (const int position : positions)
        if (planned.erase(position) > 0)
            m_waiting.push_back(position);
    m_heldBack = std::move(planned);
}

void RunQueue::addNext(int position, std::size_t after)
{
    remove(position);
    m_waiting.insert(m_waiting.begin() + static_cast<std::ptrdiff_t>(std::min(after, m_waiting.size())), position);
}

bool RunQueue::remove(int position)
{
    return std::erase(m_waiting, position) + m_heldBack.erase(position) > 0;
}

std::optional<int> RunQueue::takeNext()
{
    if (m_waiting.empty())
        return std::nullopt;
    const int position = m_waiting.front();
    m_waiting.pop_front();
    return position;
}

std::vector<int> RunQueue::after(int first, std::size_t most) const
{
    std::vector<int> positions = {first};
    for (std::size_t i = 0; i < std::min(most, m_waiting.size()); ++i)
        positions.push_back(m_waiting[i]);
    return positions;
}

CampaignQueue RunQueue::state() const
{
    return {{m_waiting.begin(), m_waiting.end()}, {m_heldBack.begin(), m_heldBack.end()}};
}

} // namespace millrace::run
