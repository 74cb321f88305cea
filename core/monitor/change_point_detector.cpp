// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/change_point_detector.h"

#include "core/base/statistics.h"
#include "core/monitor/iteration_time.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

namespace {

constexpr std::size_t rememberedNumbers = 4096;
constexpr double leastNoise = 0.002;
constexpr double clip = 2.5; // standard deviations; beyond, a residual counts as this
constexpr double clippedVariance = 0.92; // of a standard normal value clipped there
constexpr double noiseMemory = 100; // values
constexpr double firstSimilarity = 0.2;
constexpr double mostSimilarity = 0.8;

} // namespace

ChangePointDetector::ChangePointDetector(int ranks, const ChangePointParameters& parameters)
    : m_parameters(parameters), m_iterations(rememberedNumbers), m_similarity(firstSimilarity), m_evidence(ranks)
{
}

bool ChangePointDetector::learnFirst(double value)
{
    m_first.push_back(value);
    if (m_first.size() < m_parameters.learning)
        return false;
    std::vector<double> distances;
    m_level = median(m_first);
    for (const double each : m_first)
        distances.push_back(std::abs(each - m_level));
    m_noise = std::max(leastNoise, 1.4826 * median(distances));
    m_known = static_cast<double>(m_first.size());
    m_first = {};
    return true;
}

RunPrior ChangePointDetector::prior() const
{
    RunPrior prior;
    prior.level = m_level;
    prior.noise = m_noise;
    prior.certainty = m_parameters.certainty;
    prior.discount = (1 - m_similarity) / (1 + m_similarity);
    return prior;
}

void ChangePointDetector::Claim::add(double more, std::int64_t which) noexcept
{
    probability += more;
    if (more > best) {
        best = more;
        begin = which;
    }
}

void ChangePointDetector::Stretch::follow(const Claim& claim, double likely) noexcept
{
    begin = length == 0 ? claim.begin : std::min(begin, claim.begin);
    length = claim.probability >= likely ? length + 1 : 0;
}

ChangePointDetector::Belief ChangePointDetector::believe() const
{
    const double margin = std::log1p(m_parameters.smallest);
    const double backLevel = m_level + std::max(margin, m_parameters.backShare * m_size);
    const double doubt = m_noise * std::sqrt((1 + m_similarity) / (1 - m_similarity) / m_known);
    Belief belief;
    double levels = 0;
    for (const RunLengthFilter::Segment& segment : m_filter.segments()) {
        const double slower = segment.probability * segment.above(m_level + margin, doubt);
        levels += slower * segment.mean;
        belief.slower.add(slower, segment.begin);
        belief.faster.add(segment.probability * (1 - segment.above(m_level - margin, doubt)), segment.begin);
        belief.back.add(segment.probability * (1 - segment.above(backLevel, doubt)), segment.begin);
    }
    belief.level = belief.slower.probability > 0 ? levels / belief.slower.probability : m_level;
    return belief;
}

/// Noise and similarity from the distances to the likeliest segment; the reference only without an alarm.
void ChangePointDetector::follow(double value, const Belief& belief)
{
    const RunLengthFilter::Segment* segment = m_filter.likeliest();
    const double limit = clip * m_noise;
    const double residual = std::clamp(value - segment->mean, -limit, limit);
    const double share = 1 / noiseMemory;
    m_similarity += share * (residual * m_lastResidual / (m_noise * m_noise * clippedVariance) - m_similarity);
    m_similarity = std::clamp(m_similarity, 0.0, mostSimilarity);
    const double variance = m_noise * m_noise + share * (residual * residual / clippedVariance - m_noise * m_noise);
    m_noise = std::max(leastNoise, std::sqrt(variance));
    m_lastResidual = residual;
    if (m_alarmed || belief.slower.probability > 0.5)
        return;
    m_known = std::min(m_known + 1, m_parameters.memory);
    m_level += std::clamp(value - m_level, -limit, limit) / m_known;
}

std::int64_t ChangePointDetector::iterationOf(std::int64_t number) const
{
    const std::int64_t oldest = std::max<std::int64_t>(0, m_number - static_cast<std::int64_t>(rememberedNumbers) + 1);
    return m_iterations[static_cast<std::size_t>(std::max(number, oldest)) % rememberedNumbers];
}

std::optional<Alarm> ChangePointDetector::decide(const StepSight& step, const Belief& belief)
{
    m_slower.follow(belief.slower, m_parameters.likely);
    m_faster.follow(belief.faster, m_parameters.likely);
    m_back.follow(belief.back, m_parameters.likely);
    const Claim& claim = m_alarmed ? belief.back : belief.slower;
    const Stretch& stretch = m_alarmed ? m_back : m_slower;
    if (stretch.length < m_parameters.lasting
        || claim.probability < (m_alarmed ? m_parameters.overAt : m_parameters.raiseAt))
        return std::nullopt;
    m_alarmed = !m_alarmed;
    Alarm alarm;
    alarm.over = !m_alarmed;
    alarm.raised = step.iteration;
    alarm.onset = iterationOf(stretch.begin);
    alarm.confidence = claim.probability;
    m_size = m_alarmed ? belief.level - m_level : 0;
    alarm.size = m_alarmed ? std::expm1(m_size) : 0;
    m_slower = m_back = {};
    m_evidence.complete(alarm);
    return alarm;
}

void ChangePointDetector::learnAnew()
{
    m_level = m_filter.likeliest()->mean;
    m_known = static_cast<double>(m_faster.length);
    m_faster = {};
}

std::optional<Alarm> ChangePointDetector::take(const StepSight& step)
{
    m_evidence.take(step);
    const double time = iterationTime(step);
    if (!std::isfinite(time) || (m_excused > 0 && m_excused-- > 0))
        return std::nullopt;
    const double value = std::log(time);
    if (m_noise <= 0) {
        (void)learnFirst(value);
        return std::nullopt;
    }
    m_iterations[static_cast<std::size_t>(m_number) % rememberedNumbers] = step.iteration;
    m_filter.take(m_number, value, prior());
    const Belief belief = believe();
    auto alarm = decide(step, belief);
    follow(value, belief);
    if (!m_alarmed && m_faster.length >= m_parameters.lastingDown && belief.faster.probability >= m_parameters.raiseAt)
        learnAnew();
    ++m_number;
    return alarm;
}

} // namespace millrace::monitor
