// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/change_point_detector.h"

#include "core/base/statistics.h"
#include "core/monitor/iteration_time.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

namespace {

constexpr std::size_t rememberedValues = 512;
constexpr std::int64_t mostInMedian = 256;
constexpr std::size_t unsettledValues = 8;
constexpr double limitOfLevel = 2.5; // standard deviations; larger values are clipped to it for the level
constexpr double steepest = 0.0006; // drift per iteration
constexpr double rareness = 250; // mean iterations between shifts, for the confidence
constexpr double normalSpread = 1.4826; // standard deviation ÷ median distance
constexpr double mostOfDifferences = 1.3; // a pause within the first values affects few differences of neighbours
constexpr double levelGain = 0.5; // of memory per value: the first values fade faster
constexpr double mostPassed = 4; // alarms
constexpr double passedFades = 300; // values

} // namespace

ChangePointDetector::ChangePointDetector(int ranks, const ChangePointParameters& parameters)
    : m_parameters(parameters), m_values(rememberedValues), m_evidence(ranks)
{
}

bool ChangePointDetector::learnFirst(double value)
{
    m_first.push_back(value);
    if (m_first.size() < m_parameters.learning)
        return false;
    m_level.value = median(m_first);
    m_level.known = static_cast<double>(m_first.size());
    std::vector<double> distances, differences;
    for (std::size_t i = 0; i < m_first.size(); ++i) {
        distances.push_back(std::abs(m_first[i] - m_level.value));
        if (i > 0)
            differences.push_back(std::abs(m_first[i] - m_first[i - 1]));
    }
    m_noise.begin(normalSpread * std::min(median(distances), mostOfDifferences * median(differences)), m_level.known);
    m_first = {};
    return true;
}

const ChangePointDetector::Value& ChangePointDetector::valueAt(std::int64_t number) const
{
    const std::int64_t oldest = std::max<std::int64_t>(0, m_number - static_cast<std::int64_t>(rememberedValues) + 1);
    return m_values[static_cast<std::size_t>(std::max(number, oldest)) % rememberedValues];
}

double ChangePointDetector::medianSince(std::int64_t begin) const
{
    std::vector<double> values;
    for (std::int64_t i = std::max(begin, m_number - mostInMedian + 1); i <= m_number; ++i)
        values.push_back(valueAt(i).value);
    return median(values);
}

std::int64_t ChangePointDetector::lastingOf(bool up) const
{
    if (!up)
        return m_size > 0 ? m_parameters.lastingOver : m_parameters.lastingFaster;
    const std::int64_t least = m_number < m_parameters.early ? m_parameters.lastingEarly : m_parameters.lasting;
    const std::int64_t pauses = m_pauses.longest(m_number);
    return std::max(least, pauses > 0 ? pauses + 2 : 0);
}

/// Returns the evidence required of a shift.
double ChangePointDetector::evidenceOf(bool up, double shift) const
{
    if (!up)
        return m_size > 0 ? m_parameters.evidenceOver : m_parameters.evidenceFaster;
    const double wary = shift < 1.5 * m_passedSize ? m_parameters.wariness * m_passed : 0;
    return m_parameters.evidence * (1 + m_parameters.youth / static_cast<double>(m_judged + 1)) + wary;
}

std::optional<ChangePointDetector::Shift> ChangePointDetector::strongestShift(bool up) const
{
    const std::int64_t lasting = lastingOf(up);
    std::optional<Shift> strongest;
    for (const ShiftTest::Hypothesis& of : m_test.hypotheses()) {
        const std::int64_t age = m_number - of.begin + 1;
        if ((of.shift > 0) != up || of.begin < 0 || age < lasting || of.lasting < 2)
            continue;
        const double against = up || m_size > 0 ? static_cast<double>(age) : 0;
        const double evidence = of.evidence * m_level.known / (m_level.known + against);
        if (evidence >= evidenceOf(up, of.shift) && (!strongest || evidence > strongest->evidence))
            strongest = Shift{of.begin, evidence, of.shift, of.history};
    }
    if (!strongest)
        return std::nullopt;
    const double size = medianSince(strongest->begin) - m_level.value;
    for (double& each : strongest->history)
        each += strongest->size - size;
    strongest->size = size;
    return strongest;
}

void ChangePointDetector::settleAt(const Shift& shift)
{
    m_level.value += shift.size;
    m_level.known = static_cast<double>(m_number - shift.begin + 1);
    m_history = shift.history;
    m_test.forget();
    m_highBegin = -1;
    if (std::abs(shift.size) > m_parameters.learntShift * m_noise.wholeDeviation())
        m_unsettled.clear();
}

Alarm ChangePointDetector::alarmOf(const StepSight& step, const Shift& shift) const
{
    Alarm alarm;
    alarm.raised = step.iteration;
    alarm.onset = valueAt(shift.begin).iteration;
    alarm.confidence = 1 / (1 + rareness * std::exp(-shift.evidence));
    return alarm;
}

std::optional<Alarm> ChangePointDetector::rise(const StepSight& step, const Shift& shift)
{
    const double margin = std::log1p(m_parameters.smallest);
    if (shift.size < margin)
        return std::nullopt;
    const bool isWorse = m_size > 0;
    const bool isNews = !isWorse || shift.size > std::max(margin, m_parameters.worseShare * m_size);
    if (!isWorse) {
        m_normal = m_level;
        m_alarmBegin = shift.begin;
    }
    m_size += shift.size;
    settleAt(shift);
    if (!isNews)
        return std::nullopt;
    Alarm alarm = alarmOf(step, shift);
    alarm.worse = isWorse;
    alarm.size = std::expm1(m_size);
    m_evidence.complete(alarm);
    return alarm;
}

std::optional<Alarm> ChangePointDetector::fall(const StepSight& step, const Shift& shift)
{
    const double margin = std::log1p(m_parameters.smallest);
    if (shift.size > -margin)
        return std::nullopt;
    const double rest = m_size + shift.size;
    const bool isOver = m_size > 0 && rest < std::max(margin, m_parameters.backShare * m_size);
    settleAt(shift);
    if (!isOver) {
        m_size = std::max(0.0, m_size > 0 ? rest : 0);
        return std::nullopt;
    }
    return over(step, shift);
}

Alarm ChangePointDetector::over(const StepSight& step, const Shift& shift)
{
    endAlarm(shift);
    Alarm alarm = alarmOf(step, shift);
    alarm.over = true;
    m_evidence.complete(alarm);
    return alarm;
}

/// Restores the reference from before the alarm unless the current level differs from it. What the slope adds to it was
/// not seen during the alarm, so its variance has grown with the square of the time: it counts for fewer values, and
/// those since the end more.
void ChangePointDetector::endAlarm(const Shift& shift)
{
    m_passed = std::min(m_passed + 1, mostPassed);
    m_passedSize = std::max(m_passedSize, m_size);
    m_pauses.add({m_alarmBegin, shift.begin - m_alarmBegin, m_size});
    m_size = 0;
    const double off = m_level.value - m_normal.value;
    if (std::abs(off) >= 2 * m_noise.wholeDeviation() / std::sqrt(m_level.known))
        return;
    const double unseen = static_cast<double>(shift.begin - m_alarmBegin) / m_parameters.slopeLasts;
    m_normal.known /= 1 + unseen * unseen;
    const double known = m_normal.known + m_level.known;
    const double back = off * m_normal.known / known;
    for (double& each : m_history)
        each += back;
    m_normal.value = m_level.value - back;
    m_normal.known = std::min(known, m_parameters.memory);
    m_level = m_normal;
}

std::optional<Alarm> ChangePointDetector::decide(const StepSight& step)
{
    if (const auto shift = strongestShift(true))
        return rise(step, *shift);
    if (const auto shift = strongestShift(false))
        return fall(step, *shift);
    if (m_size > 0 && m_level.value - m_normal.value < m_parameters.backShare * m_size) // recovered gradually
        return over(step, {m_number, m_parameters.evidenceOver, 0, m_history});
    return std::nullopt;
}

/// Updates level and noise.
void ChangePointDetector::follow(double value)
{
    ++m_judged;
    m_passed *= 1 - 1 / passedFades;
    m_passedSize *= 1 - 0.5 / passedFades;
    if (m_unsettled.size() > unsettledValues) {
        m_noise.learn(m_unsettled.front());
        m_unsettled.pop_front();
    }
    m_doubtfulFor = m_test.strongest() > m_parameters.doubtful ? m_doubtfulFor + 1 : 0;
    if (m_doubtfulFor > 0 && m_doubtfulFor < m_parameters.doubtLasts)
        return;
    const double limit = limitOfLevel * m_noise.wholeDeviation();
    const double off = value - m_level.value;
    const double distance = m_noise.inlier(off) * std::clamp(off, -limit, limit);
    m_level.known = std::min(m_level.known + levelGain, m_parameters.memory);
    m_level.value += distance / m_level.known;
    if (m_level.known > m_parameters.memory / 4)
        m_level.slope += distance / (m_parameters.memory * m_level.known);
    m_level.slope = std::clamp(m_level.slope, -steepest, steepest);
}

/// A run of slow iterations that ends by itself is a pause.
void ChangePointDetector::watchPauses(double innovation)
{
    const bool isHigh = innovation > 0 && m_noise.inlier(innovation) < 0.3;
    if (isHigh) {
        if (m_highBegin < 0) {
            m_highBegin = m_number;
            m_highSum = 0;
        }
        m_highSum += innovation;
    } else if (m_highBegin >= 0) {
        const std::int64_t length = m_number - m_highBegin;
        m_pauses.add({m_highBegin, length, m_highSum / static_cast<double>(length)});
        m_highBegin = -1;
    }
}

std::optional<Alarm> ChangePointDetector::take(const StepSight& step)
{
    m_evidence.take(step);
    const double time = iterationTime(step);
    if (!std::isfinite(time) || (m_excused > 0 && m_excused-- > 0))
        return std::nullopt;
    const double value = std::log(time);
    if (m_level.known <= 0) {
        (void)learnFirst(value);
        return std::nullopt;
    }
    m_level.value += m_level.slope;
    m_normal.value += m_level.slope;
    m_values[static_cast<std::size_t>(m_number) % rememberedValues] = {step.iteration, value};
    const double deviation = value - m_level.value;
    const double innovation = deviation - m_noise.predicted(m_history);
    watchPauses(innovation);
    std::optional<Alarm> alarm;
    if (!m_pauses.foresees(m_number, deviation, m_noise.wholeDeviation())) {
        m_test.take(m_number, deviation, m_noise, m_history);
        const NoiseModel::History before = m_history;
        m_history = continued(m_history, deviation, m_noise);
        m_unsettled.push_back({innovation, m_history.front(), before});
        alarm = decide(step);
        follow(value);
    }
    ++m_number;
    return alarm;
}

} // namespace millrace::monitor
