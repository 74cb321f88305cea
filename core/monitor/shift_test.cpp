// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/shift_test.h"

#include <algorithm>

namespace millrace::monitor {

namespace {

constexpr double sizes[] = {0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5, 0.8, 1.3}; // differences of the logarithm
constexpr double mostOfAValue = 4; // evidence of a single value
constexpr double against = -0.5; // evidence below which a value contradicts the shift

} // namespace

NoiseModel::History continued(const NoiseModel::History& history, double deviation, const NoiseModel& noise) noexcept
{
    const double prediction = noise.predicted(history);
    const double innovation = deviation - prediction;
    NoiseModel::History next;
    std::copy_backward(history.begin(), history.end() - 1, next.end());
    next.front() = prediction + noise.inlier(innovation) * innovation;
    return next;
}

ShiftTest::ShiftTest()
{
    for (const double size : sizes)
        for (const double shift : {size, -size}) {
            m_hypotheses.emplace_back();
            m_hypotheses.back().shift = shift;
        }
}

void ShiftTest::take(std::int64_t number, double deviation, const NoiseModel& noise, const NoiseModel::History& history)
{
    const double prediction = noise.predicted(history);
    const double unshifted = noise.logDensity(deviation - prediction);
    const auto gain = [&](double innovation) {
        return std::clamp(noise.logDensity(innovation) - unshifted, -mostOfAValue, mostOfAValue);
    };
    for (Hypothesis& of : m_hypotheses) {
        const double shifted = deviation - of.shift;
        const double fresh = gain(shifted - prediction);
        const double more = of.begin < 0 ? 0 : gain(shifted - noise.predicted(of.history));
        if (of.begin < 0 || of.evidence + more < std::max(fresh, 0.0)) {
            of.begin = fresh > 0 ? number : -1;
            of.evidence = std::max(fresh, 0.0);
            of.lasting = fresh > 0 ? 1 : 0;
            of.history = continued(history, shifted, noise);
        } else {
            of.evidence += more;
            of.lasting = more < against ? 0 : of.lasting + 1;
            of.history = continued(of.history, shifted, noise);
        }
    }
}

void ShiftTest::forget()
{
    for (Hypothesis& of : m_hypotheses) {
        of.evidence = 0;
        of.begin = -1;
        of.lasting = 0;
    }
}

double ShiftTest::strongest() const noexcept
{
    return std::ranges::max_element(m_hypotheses, {}, &Hypothesis::evidence)->evidence;
}

} // namespace millrace::monitor
