// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/cost_workers.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

constexpr double changed = 0.2;

} // namespace

CostWorkers::CostWorkers(const PolicyOptions& options)
    : m_window(static_cast<std::size_t>(options.find("window")->second)), m_weight(options.find("weight")->second),
      m_most(static_cast<int>(options.find("most")->second)), m_again(static_cast<int>(options.find("again")->second))
{
}

std::optional<Decision> CostWorkers::observe(const Observation& step)
{
    const int workers = step.workers();
    if (workers == 0 || step.stepTime().count() <= 0)
        return std::nullopt;
    if (step.first || workers != m_workers) {
        m_rates.clear();
        m_workers = workers;
    }
    m_rates.push_back(static_cast<double>(step.setting.batch) * workers / seconds(step.stepTime()));
    if (m_rates.size() < m_window)
        return std::nullopt;
    const double now = median(std::span(m_rates).subspan(m_window / 10));
    m_rates.clear();
    const auto known = m_known.find(workers);
    const bool isOther = known != m_known.end() && std::abs(now - known->second) > changed * known->second;
    if (isOther || ++m_windows > m_again) {
        m_known.clear();
        m_windows = 0;
    }
    m_known[workers] = now;
    return decide(workers);
}

double CostWorkers::value(int workers) const
{
    const auto known = m_known.find(workers);
    return known == m_known.end() ? 0 : known->second / std::pow(workers, m_weight);
}

std::optional<Decision> CostWorkers::decide(int workers)
{
    const auto best = std::ranges::max_element(
        m_known, {}, [this](const std::pair<const int, double>& entry) { return value(entry.first); });
    const auto decide = [&](int wanted, std::string reason) -> std::optional<Decision> {
        if (wanted == workers)
            return std::nullopt;
        Decision decision{Change::Workers, {}, wanted};
        decision.reason = std::move(reason);
        return decision;
    };
    const int at = best->first;
    for (const int neighbour : {at + 1, at - 1})
        if (neighbour >= 1 && neighbour <= m_most && !m_known.contains(neighbour))
            return decide(
                neighbour,
                fmt::format("{:.4g} samples/s with {}; nothing is known about {}", best->second, at, neighbour));
    return decide(at,
                  fmt::format("{:.4g} samples/s ÷ {}^{:.2g} is more than with {} workers ({:.4g} samples/s)",
                              best->second, at, m_weight, workers, m_known.find(workers)->second));
}

} // namespace millrace::policy
