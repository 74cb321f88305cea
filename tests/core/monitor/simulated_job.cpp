// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/monitor/simulated_job.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {

namespace {

constexpr int iterations = 600;

double between(Random& random, double low, double high)
{
    return low + (high - low) * random.uniform();
}

struct Character
{
    double base, share, jitter, similarity, drift, warmup;
    int checkpoint; ///< iterations from one to the next; 0: none
    bool loadsData, hasSpikes;
};

Character draw(Random& random, Surroundings around)
{
    Character job{};
    job.base = between(random, 0.05, 1);
    job.share = between(random, 0.4, 0.7);
    job.jitter = 0.01 * std::pow(5, random.uniform());
    job.similarity = between(random, 0, 0.6);
    job.drift = between(random, -0.02, 0.02);
    job.warmup = between(random, 0, 0.8);
    job.checkpoint = random.below(2) == 0 ? 0 : 80 + static_cast<int>(random.below(60));
    job.loadsData = random.below(2) == 0;
    job.hasSpikes = true;
    if (around == Surroundings::Plain)
        return {job.base, job.share, job.jitter, 0, 0, 0, 0, false, false};
    return job;
}

/// Additional time of an iteration as a fraction of its usual time.
class Pauses
{
public:
    Pauses(const Character& job, Random& random) : m_job(job), m_random(random) { }
    double next(int i)
    {
        if (m_left == 0 && m_job.checkpoint > 0 && i % m_job.checkpoint == m_job.checkpoint - 1) {
            m_left = 1 + static_cast<int>(m_random.below(3));
            m_size = between(m_random, 1, 4);
        }
        if (m_left == 0 && m_job.loadsData && m_random.uniform() < 0.004) {
            m_left = 1 + static_cast<int>(m_random.below(3));
            m_size = between(m_random, 0.2, 1.5);
        }
        const double spike = m_job.hasSpikes && m_random.uniform() < 0.012 ? 0.4 * m_random.exponential() : 0;
        return m_left > 0 ? (--m_left, m_size) : spike;
    }

private:
    const Character& m_job;
    Random& m_random;
    int m_left = 0;
    double m_size = 0;
};

} // namespace

ScoredJob simulatedJob(std::uint64_t seed, double slowdown, Surroundings around)
{
    Random random(seed);
    const Character job = draw(random, around);
    ScoredJob scored;
    scored.ranks = random.below(2) == 0 ? 4 : 8;
    const auto onset = 150 + static_cast<std::int64_t>(random.below(200));
    const auto end = onset + 100 + static_cast<std::int64_t>(random.below(101));
    if (slowdown > 0)
        scored.truth = InjectedSlowdown{onset, end, slowdown, slowdown, {}};
    Pauses pauses(job, random);
    double noise = 0;
    double wall = 0;
    for (int i = 0; i < iterations; ++i) {
        noise = job.similarity * noise + std::sqrt(1 - job.similarity * job.similarity) * random.normal();
        double time = job.base * std::exp(job.jitter * noise + job.drift * i / iterations);
        time *= 1 + pauses.next(i) + job.warmup * std::exp(-i / 4.0);
        const bool loaded = slowdown > 0 && i >= onset && i < end;
        time *= loaded ? 1 + slowdown : 1;
        wall += time;
        StepSight step;
        step.iteration = i;
        step.wall = step.monotonic = Nanoseconds(static_cast<std::int64_t>(wall * 1e9));
        for (int rank = 0; rank < scored.ranks; ++rank) {
            const double compute =
                std::min(time, (1 - job.share) * job.base * std::exp(0.5 * job.jitter * random.normal()));
            step.duration.push_back(time);
            step.compute.push_back(compute);
            step.communication.push_back(time - compute);
            step.bytes.push_back(1e8);
        }
        scored.steps.push_back(std::move(step));
    }
    return scored;
}

std::vector<ScoredJob> simulatedJobs(std::uint64_t seed, int count, Surroundings around)
{
    std::vector<ScoredJob> jobs;
    for (const double level : {0.0, 0.05, 0.08, 0.1, 0.2, 0.5})
        for (int i = 0; i < count; ++i)
            jobs.push_back(simulatedJob(mixSeed(mixSeed(seed) + jobs.size()), level, around));
    return jobs;
}

} // namespace millrace::monitor
