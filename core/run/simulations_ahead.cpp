// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulations_ahead.h"

#include <algorithm>

namespace millrace::run {

SimulationsAhead::SimulationsAhead(Plan plan) : m_plan(std::move(plan))
{
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < threads; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

SimulationsAhead::~SimulationsAhead() = default; // the threads stop and are joined first

void SimulationsAhead::want(std::span<const int> positions)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
    for (const int position : positions.first(std::min(positions.size(), mostWanted)))
        if (!m_items[position].begun)
            m_waiting.push_back(position);
    // Runs that are no longer wanted, and are not being calculated.
    std::erase_if(m_items, [&](const auto& item) {
        const bool isBusy = item.second.begun && !item.second.done;
        return !isBusy && std::ranges::find(positions, item.first) == positions.end();
    });
    m_changed.notify_all();
}

std::shared_ptr<const CalculatedSteps> SimulationsAhead::take(int position)
{
    std::unique_lock lock(m_mutex);
    std::erase(m_waiting, position);
    const auto found = m_items.find(position);
    if (found == m_items.end() || !found->second.begun)
        return nullptr;
    m_changed.wait(lock, [&] { return found->second.done; });
    auto steps = found->second.steps;
    m_items.erase(found);
    return steps;
}

void SimulationsAhead::work(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        const int position = m_waiting.front();
        m_waiting.pop_front();
        m_items[position].begun = true;
        lock.unlock();
        auto steps = calculate(position, stop);
        lock.lock();
        Item& item = m_items[position];
        item.steps = std::move(steps);
        item.done = true;
        m_changed.notify_all();
    }
}

std::shared_ptr<const CalculatedSteps> SimulationsAhead::calculate(int position, const std::stop_token& stop) const
{
    const auto plan = m_plan(position);
    if (!plan || !plan->simulation)
        return nullptr;
    auto steps = calculateSteps(*plan->simulation, plan->settings.cluster, plan->crossTraffic(), {stop, {}});
    return steps ? std::make_shared<const CalculatedSteps>(*std::move(steps)) : nullptr;
}

} // namespace millrace::run
