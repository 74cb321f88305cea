// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/kungfu_policies.h"

#include "core/base/seconds.h"
#include "core/base/units.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

double option(const PolicyOptions& options, std::string_view name)
{
    return options.find(name)->second;
}

std::vector<double> throughputOf(const Observation& step)
{
    std::vector<double> rates(static_cast<std::size_t>(step.workers()), unknown);
    const double payload = step.payload > 0 ? static_cast<double>(step.payload) : 1;
    for (std::size_t rank = 0; rank < std::min(rates.size(), step.communication.size()); ++rank)
        if (step.communication[rank].count() > 0)
            rates[rank] = payload / seconds(step.communication[rank]);
    return rates;
}

} // namespace

KungFuInterference::KungFuInterference(const PolicyOptions& options)
    : m_vote(option(options, "threshold")), m_threshold(option(options, "threshold")),
      m_root(static_cast<int>(option(options, "root")))
{
}

std::optional<Decision> KungFuInterference::observe(const Observation& step)
{
    if (step.warmup || m_switched || step.workers() < 2)
        return std::nullopt;
    if (step.first)
        m_vote.forget();
    const std::vector<int> votes = m_vote.take(throughputOf(step));
    const auto ranks = static_cast<std::size_t>(step.workers());
    if (!ThroughputVote::isMajority(votes.size(), ranks))
        return std::nullopt;
    m_switched = true;
    Decision decision{Change::Strategy, collective::Strategy::Star, std::min(m_root, step.workers() - 1)};
    decision.reason = fmt::format("{} of {} workers have less than {} of the throughput of their reference step",
                                  votes.size(), ranks, fractionText(m_threshold));
    return decision;
}

KungFuBatch::KungFuBatch(const PolicyOptions& options)
    : m_cycle(static_cast<std::int64_t>(option(options, "cycle"))), m_most(static_cast<int>(option(options, "most")))
{
}

std::optional<Decision> KungFuBatch::observe(const Observation& step)
{
    constexpr double weightOfPast = 0.9;
    constexpr double clip = 2;
    if (step.warmup || step.setting.batch <= 0)
        return std::nullopt;
    if (step.noiseScale) {
        const double ratio = std::abs(*step.noiseScale) / step.setting.batch;
        const double mean = m_mean.value_or(ratio);
        m_mean = weightOfPast * mean + (1 - weightOfPast) * std::clamp(ratio, mean / clip, mean * clip);
    }
    if (++m_steps % m_cycle != 0 || !m_mean)
        return std::nullopt;
    if (!m_first) {
        m_first = m_mean;
        return std::nullopt;
    }
    const double scale = *m_first > 0 ? std::clamp(*m_mean / *m_first, 1.0, clip) : 1;
    const int batch = std::min(m_most, static_cast<int>(step.setting.batch * scale));
    if (batch <= step.setting.batch)
        return std::nullopt;
    Decision decision{Change::Batch, {}, batch};
    decision.reason = fmt::format("noise scale ÷ batch is {:.3g}, {:.3g} in the first cycle: the batch grows by {:.3g}",
                                  *m_mean, *m_first, scale);
    return decision;
}

KungFuWorkers::KungFuWorkers(const PolicyOptions& options)
    : m_window(static_cast<std::size_t>(option(options, "window"))), m_alpha(option(options, "alpha")),
      m_most(static_cast<int>(option(options, "most"))), m_rates(m_window, 0)
{
}

std::optional<Decision> KungFuWorkers::observe(const Observation& step)
{
    const int workers = step.workers();
    if (m_stopped || workers == 0 || step.duration.front().count() <= 0)
        return std::nullopt;
    const auto finished = static_cast<std::size_t>(step.step) + 1;
    m_rates[finished % m_window] = step.setting.batch / seconds(step.duration.front());
    if (finished % m_window != 0)
        return std::nullopt;
    double sum = 0;
    for (std::size_t i = m_window / 2; i < m_window; ++i)
        sum += m_rates[i];
    const double now = workers * sum / static_cast<double>(m_window - m_window / 2);
    m_known[workers] = now;
    const auto before = m_known.find(workers - 1);
    const double past = before == m_known.end() ? 0 : before->second;
    const double needed = 1 + m_alpha / workers;
    if (now < needed * past) {
        m_stopped = true;
        Decision decision{Change::Workers, {}, workers - 1};
        decision.reason =
            fmt::format("{} workers make {:.4g} samples/s and {} make {:.4g}: less than the gain of {:.3g} %", workers,
                        now, workers - 1, past, 100 * (needed - 1));
        return decision;
    }
    if (workers >= m_most) {
        m_stopped = true;
        return std::nullopt;
    }
    Decision decision{Change::Workers, {}, workers + 1};
    decision.reason = past > 0 ? fmt::format("{:.4g} samples/s instead of {:.4g}: at least the gain of {:.3g} %", now,
                                             past, 100 * (needed - 1))
                               : fmt::format("{:.4g} samples/s; nothing is known about fewer workers", now);
    return decision;
}

} // namespace millrace::policy
