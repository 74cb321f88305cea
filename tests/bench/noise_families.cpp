// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/noise_families.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace millrace::monitor {

namespace {

constexpr std::int64_t iterations = 600;
constexpr double base = 0.1; // s
constexpr double computing = 0.4; // of the iteration

constexpr NoiseFamily families[] = {
    {.name = "jitter 1 %"},
    {.name = "jitter 3 %", .jitter = 0.03},
    {.name = "jitter 10 %", .jitter = 0.1},
    {.name = "heavy tail 1 %", .isHeavy = true},
    {.name = "heavy tail 3 %", .jitter = 0.03, .isHeavy = true},
    {.name = "2 % spikes", .spikes = 0.02},
    {.name = "checkpoint of 1 each 50", .pauseEvery = 50, .pauseLength = 1, .pauseSize = 2},
    {.name = "checkpoint of 6 each 50", .pauseEvery = 50, .pauseLength = 6, .pauseSize = 0.3},
    {.name = "alike 0.8, 2 %", .jitter = 0, .correlated = 0.02, .similarity = 0.8},
    {.name = "alike 0.8, 5 %", .jitter = 0, .correlated = 0.05, .similarity = 0.8},
    {.name = "alike 0.95, 3 %", .jitter = 0, .correlated = 0.03, .similarity = 0.95},
    {.name = "drift 6 %", .drift = 0.06},
    {.name = "drift 20 %", .drift = 0.2},
    {.name = "slow warm-up", .warmup = 0.4},
    {.name = "swing of 40, 4 %", .swing = 0.04},
    {.name = "two step lengths", .longShare = 0.3},
    {.name = "sequence lengths", .jitter = 0.15},
};

constexpr NoiseFamily variants[] = {
    {.name = "jitter 0.5 %", .jitter = 0.005},
    {.name = "jitter 2 %", .jitter = 0.02},
    {.name = "jitter 7 %", .jitter = 0.07},
    {.name = "heavy tail 0.7 %", .jitter = 0.007, .isHeavy = true},
    {.name = "heavy tail 2 %", .jitter = 0.02, .isHeavy = true},
    {.name = "4 % spikes", .jitter = 0.02, .spikes = 0.04},
    {.name = "checkpoint of 2 each 35", .pauseEvery = 35, .pauseLength = 2, .pauseSize = 1.5},
    {.name = "checkpoint of 5 each 64", .jitter = 0.015, .pauseEvery = 64, .pauseLength = 5, .pauseSize = 0.45},
    {.name = "alike 0.7, 3 %", .jitter = 0, .correlated = 0.03, .similarity = 0.7},
    {.name = "alike 0.6, 4 %", .jitter = 0, .correlated = 0.04, .similarity = 0.6},
    {.name = "alike 0.9, 3 %", .jitter = 0.005, .correlated = 0.03, .similarity = 0.9},
    {.name = "drift 10 %", .jitter = 0.02, .drift = 0.1},
    {.name = "drift -15 %", .drift = -0.15},
    {.name = "slower warm-up", .jitter = 0.015, .warmup = 0.25, .warmupSteps = 70},
    {.name = "swing of 60, 3 %", .swing = 0.03, .swingSteps = 60},
    {.name = "two step lengths, 20 %", .jitter = 0.015, .longShare = 0.2, .longFactor = 1.35},
    {.name = "sequence lengths 12 %", .jitter = 0.12},
};

/// The noise of one job, iteration after iteration.
class NoiseSource
{
public:
    NoiseSource(const NoiseFamily& family, Random& random)
        : m_family(family), m_random(random),
          m_phase(family.pauseEvery > 0 ? random.below(static_cast<std::uint64_t>(family.pauseEvery)) : 0),
          m_angle(random.uniform()), m_correlated(random.normal())
    {
    }

    /// Logarithm of the time over the base.
    double at(std::int64_t i)
    {
        const auto step = static_cast<double>(i);
        m_correlated = m_family.similarity * m_correlated
            + std::sqrt(1 - m_family.similarity * m_family.similarity) * m_random.normal();
        double value = m_family.correlated * m_correlated + m_family.jitter * independent();
        value += std::log1p(m_family.drift * step / static_cast<double>(iterations));
        value += std::log1p(m_family.warmup * std::exp(-step / m_family.warmupSteps));
        value += m_family.swing * std::sin(2 * std::numbers::pi * (step / m_family.swingSteps + m_angle));
        if (m_random.uniform() < m_family.spikes)
            value += std::log(1.5 + 2.5 * m_random.uniform());
        if (m_random.uniform() < m_family.longShare)
            value += std::log(m_family.longFactor);
        return value + (isPause(i) ? std::log1p(m_family.pauseSize) : 0);
    }

private:
    double independent()
    {
        const double normal = m_random.normal();
        const double heavy =
            normal / std::sqrt(m_random.exponential()); // χ² of 2 degrees of freedom is 2 × exponential
        return m_family.isHeavy ? std::clamp(heavy, -60.0, 60.0) : normal;
    }
    [[nodiscard]] bool isPause(std::int64_t i) const
    {
        return m_family.pauseEvery > 0
            && (i + static_cast<std::int64_t>(m_phase)) % m_family.pauseEvery < m_family.pauseLength;
    }

    const NoiseFamily& m_family;
    Random& m_random;
    std::uint64_t m_phase;
    double m_angle;
    double m_correlated;
};

StepSight sightOf(std::int64_t iteration, double time, double& wall)
{
    wall += time;
    const double compute = std::min(computing * base, 0.9 * time);
    StepSight step;
    step.iteration = iteration;
    step.wall = step.monotonic = Nanoseconds(static_cast<std::int64_t>(wall * 1e9));
    step.duration = {time};
    step.compute = {compute};
    step.communication = {time - compute};
    step.bytes = {1e8};
    return step;
}

} // namespace

std::span<const NoiseFamily> noiseFamilies()
{
    return families;
}

std::span<const NoiseFamily> noiseVariants()
{
    return variants;
}

ScoredJob noisyJob(const NoiseFamily& family, const Injection& injection, std::uint64_t seed)
{
    Random random(seed);
    ScoredJob job;
    job.name = family.name;
    job.ranks = 1;
    const auto onset = 100 + static_cast<std::int64_t>(random.below(280));
    if (injection.level > 0)
        job.truth = InjectedSlowdown{onset, onset + injection.length, injection.level, injection.level, {}, 1};
    NoiseSource noise(family, random);
    double wall = 0;
    for (std::int64_t i = 0; i < iterations; ++i) {
        double time = base * std::exp(noise.at(i));
        if (job.truth && i >= onset && i < job.truth->end)
            time *= 1
                + injection.level * static_cast<double>(std::min(i - onset + 1, injection.ramp))
                    / static_cast<double>(injection.ramp);
        job.steps.push_back(sightOf(i, time, wall));
    }
    return job;
}

std::vector<Injection> injectionLadder()
{
    std::vector<Injection> ladder;
    for (const double level : {0.0, 0.03, 0.05, 0.08, 0.1, 0.2, 0.5})
        for (const std::int64_t length : {10, 25, 50, 100, 200})
            ladder.push_back({level, length, 1});
    return ladder;
}

} // namespace millrace::monitor
