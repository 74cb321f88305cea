// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/goodput_batch.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

constexpr double mostChange = 2;

} // namespace

GoodputBatch::GoodputBatch(const PolicyOptions& options)
    : m_interval(static_cast<std::int64_t>(options.find("interval")->second)),
      m_least(static_cast<int>(options.find("least")->second)), m_most(static_cast<int>(options.find("most")->second)),
      m_gain(options.find("gain")->second)
{
}

std::optional<Decision> GoodputBatch::observe(const Observation& step)
{
    if (step.warmup || step.workers() < 2 || step.communication.empty() || step.setting.batch <= 0)
        return std::nullopt;
    if (m_first <= 0)
        m_first = static_cast<double>(step.setting.batch) * step.workers();
    const double communication = seconds(*std::ranges::min_element(step.communication));
    m_communication.push_back(communication);
    m_compute.push_back(std::max(0.0, seconds(step.stepTime()) - communication));
    if (step.noiseScale)
        m_noise.push_back(*step.noiseScale);
    if (static_cast<std::int64_t>(m_compute.size()) < m_interval)
        return std::nullopt;
    auto decision = m_noise.empty() ? std::nullopt : decide(step);
    m_compute.clear();
    m_communication.clear();
    m_noise.clear();
    return decision;
}

GoodputBatch::Line GoodputBatch::computation() const
{
    if (m_computeOf.size() == 1)
        return {0, m_computeOf.begin()->second / m_computeOf.begin()->first};
    double meanBatch = 0;
    double meanTime = 0;
    const auto count = static_cast<double>(m_computeOf.size());
    for (const auto& [batch, time] : m_computeOf) {
        meanBatch += batch / count;
        meanTime += time / count;
    }
    double products = 0;
    double squares = 0;
    for (const auto& [batch, time] : m_computeOf) {
        products += (batch - meanBatch) * (time - meanTime);
        squares += (batch - meanBatch) * (batch - meanBatch);
    }
    const double slope = std::clamp(products / squares, 0.0, meanTime / meanBatch);
    return {meanTime - slope * meanBatch, slope};
}

std::optional<Decision> GoodputBatch::decide(const Observation& step)
{
    const int now = step.setting.batch;
    m_computeOf[now] = median(m_compute);
    const Line line = computation();
    const double communication = median(m_communication);
    const double noise = std::max(0.0, median(m_noise));
    const auto goodput = [&](int batch) {
        const double all = static_cast<double>(batch) * step.workers();
        return all / (line.begin + line.slope * batch + communication) * (noise + m_first) / (noise + all);
    };
    const int low = std::max({m_least, 1, static_cast<int>(std::ceil(now / mostChange))});
    const int high = std::min(m_most, static_cast<int>(now * mostChange));
    int best = now;
    for (int batch = low; batch <= high; batch += std::max(1, (high - low) / 1000))
        if (goodput(batch) > goodput(best))
            best = batch;
    if (best == now || goodput(best) < (1 + m_gain) * goodput(now))
        return std::nullopt;
    const double all = static_cast<double>(best) * step.workers();
    Decision decision{Change::Batch, {}, best};
    decision.reason =
        fmt::format("goodput {:.4g} instead of {:.4g} samples/s with a noise scale of {:.4g}; learning rate "
                    "{:.3g} times the first one",
                    goodput(best), goodput(now), noise, all * (noise + m_first) / (m_first * (noise + all)));
    return decision;
}

} // namespace millrace::policy
