// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"
#include "core/run/simulated_training.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace millrace::run {

/// Calculates the next runs of a simulated campaign while the store takes the present one, on all processors. What
/// cannot be planned or calculated is left to the run itself, which says why. Use it from one thread.
class SimulationsAhead
{
public:
    using Plan = std::function<Result<RunPlan>(int position)>; ///< called from any thread
    explicit SimulationsAhead(Plan plan);
    ~SimulationsAhead();
    SimulationsAhead(const SimulationsAhead&) = delete;
    SimulationsAhead& operator=(const SimulationsAhead&) = delete;

    /// The runs that will be made next, in this order.
    void want(std::span<const int> positions);
    /// Waits for a run that is being calculated; null for one that is not, and for one that failed.
    [[nodiscard]] std::shared_ptr<const CalculatedSteps> take(int position);
    static constexpr std::size_t mostWanted = 16;

private:
    struct Item
    {
        bool begun = false;
        bool done = false;
        std::shared_ptr<const CalculatedSteps> steps;
    };
    void work(const std::stop_token& stop);
    [[nodiscard]] std::shared_ptr<const CalculatedSteps> calculate(int position, const std::stop_token& stop) const;

    Plan m_plan;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<int, Item> m_items; ///< by position
    std::deque<int> m_waiting;
    std::vector<std::jthread> m_threads;
};

} // namespace millrace::run
