// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/search_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace millrace::planner {

namespace {

constexpr double noBound = std::numeric_limits<double>::infinity();

} // namespace

SearchBounds::SearchBounds(const Planner& planner)
    : m_planner(planner), m_target(static_cast<double>(planner.plan().targetBatch)),
      m_rounds(static_cast<double>(planner.plan().samples) / m_target), m_byPrice(planner.sites().size())
{
    std::iota(m_byPrice.begin(), m_byPrice.end(), std::size_t(0));
    std::ranges::sort(m_byPrice, {}, [&](std::size_t site) {
        const double dollars = planner.prices().hourly[site].dollars / planner.rate(site);
        if (std::isnan(dollars))
            return noBound;
        return dollars;
    });
}

double SearchBounds::seconds(std::span<const int> counts, std::size_t fixedSites, double averagingSeconds) const
{
    double rate = 0;
    for (std::size_t site = 0; site < counts.size(); ++site)
        rate += (site < fixedSites ? counts[site] : most(site)) * m_planner.rate(site);
    const double computing = rate > 0 ? m_target / rate : noBound;
    return m_rounds * (m_planner.plan().overlap ? std::max(computing, averagingSeconds) : computing + averagingSeconds);
}

double SearchBounds::dollars(std::span<const int> counts, std::size_t fixedSites, double averagingSeconds) const
{
    double rate = 0, hourly = 0;
    for (std::size_t site = 0; site < fixedSites; ++site) {
        rate += counts[site] * m_planner.rate(site);
        if (counts[site] > 0)
            hourly += counts[site] * m_planner.prices().hourly[site].dollars;
    }
    double ratePaid = rate, hourlyPaid = hourly;
    for (const std::size_t site : m_byPrice) {
        if (site < fixedSites)
            continue;
        const double price = m_planner.prices().hourly[site].dollars;
        if (std::isnan(price) || (ratePaid > 0 && price / m_planner.rate(site) >= hourlyPaid / ratePaid))
            break;
        ratePaid += most(site) * m_planner.rate(site);
        hourlyPaid += most(site) * price;
    }
    const double computing = ratePaid > 0 ? m_target * hourlyPaid / ratePaid : noBound;
    return m_rounds / 3600 * (computing + (m_planner.plan().overlap ? 0 : hourly * averagingSeconds));
}

} // namespace millrace::planner
