// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/spending.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/cluster_prices.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

std::string lengthText(double seconds)
{
    return humanDuration(fromSeconds(std::min(seconds, 9e9)));
}

} // namespace

std::string dollarsText(double dollars)
{
    return fmt::format("{:.3g} $", dollars);
}

double valueOf(const std::vector<store::Metric>& metrics, const store::MetricKind& kind)
{
    const auto found = std::ranges::find_if(
        metrics, [&kind](const store::Metric& metric) { return metric.name == kind.name && metric.subject.empty(); });
    return found == metrics.end() ? unknown : found->value;
}

void Spent::add(const std::vector<store::Metric>& metrics, Nanoseconds duration, bool isSimulated)
{
    const double training = valueOf(metrics, store::metrics::stepMean) * valueOf(metrics, store::metrics::steps);
    seconds += isSimulated && !std::isnan(training) ? training : millrace::seconds(duration);
    if (const double sent = valueOf(metrics, store::metrics::sentBytes); !std::isnan(sent))
        bytes += sent;
}

Spending::Spending(const project::Project& project, const cluster::Cluster& cluster, const grid::GridSpec& grid)
    : m_budget(grid.budget)
{
    if (grid.deadline)
        m_deadline = seconds(*grid.deadline);
    const cost::ClusterPrices prices = cost::pricesOf(cluster, project.prices);
    m_missing = prices.missing();
    std::vector<std::string> origins;
    const auto noteOrigin = [&origins](const std::string& origin) {
        if (std::ranges::find(origins, origin) == origins.end())
            origins.push_back(origin);
    };
    for (std::size_t from = 0; from < prices.sites.size(); ++from) {
        const auto nodes = static_cast<double>(prices.sites[from].nodes.size());
        m_rented = m_rented || !prices.sites[from].place.provider.empty();
        m_price.hourly += nodes * prices.hourly[from].dollars;
        noteOrigin(prices.hourly[from].origin);
        for (std::size_t to = 0; to < prices.sites.size(); ++to)
            if (from != to || nodes > 1) {
                const double price = prices.traffic[from][to].dollars / 1e9;
                noteOrigin(prices.traffic[from][to].origin);
                double& dearest = m_price.perByte;
                dearest = std::isnan(price) || std::isnan(dearest) ? unknown : std::max(dearest, price);
            }
    }
    m_price.origin = join(origins, "; ");
}

std::optional<RunPrice> Spending::price() const
{
    if (!m_rented || !m_missing.empty())
        return std::nullopt;
    return m_price;
}

double Spending::dollars(double seconds, double bytes) const noexcept
{
    return m_price.dollars(seconds, bytes);
}

double Spending::dollars(const plan::Estimate& estimate) const noexcept
{
    return dollars(estimate.seconds + estimate.conditionalSeconds, estimate.wireBytes);
}

std::optional<std::string> Spending::refusal(const plan::Estimate& estimate) const
{
    if (m_budget && !m_missing.empty())
        return fmt::format("the grid has a budget of {}, but {}", dollarsText(*m_budget), join(m_missing, "; "));
    const double cost = dollars(estimate);
    if (m_budget && cost > *m_budget)
        return fmt::format(
            "the runs cost about {} at most, more than the grid's budget of {}; make fewer runs, or raise "
            "the budget",
            dollarsText(cost), dollarsText(*m_budget));
    if (m_deadline && estimate.seconds > *m_deadline)
        return fmt::format(
            "the runs take about {}, longer than the grid's deadline of {}; make fewer runs, or raise the "
            "deadline",
            lengthText(estimate.seconds), lengthText(*m_deadline));
    return std::nullopt;
}

std::optional<std::string> Spending::limitReached(const Spent& spent) const
{
    const double cost = dollars(spent.seconds, spent.bytes);
    if (m_budget && !(cost < *m_budget))
        return fmt::format("the runs have cost up to {} of the grid's budget of {}; no further run is made",
                           dollarsText(cost), dollarsText(*m_budget));
    if (m_deadline && spent.seconds >= *m_deadline)
        return fmt::format("the runs have taken {} of the grid's deadline of {}; no further run is made",
                           lengthText(spent.seconds), lengthText(*m_deadline));
    return std::nullopt;
}

} // namespace millrace::run
