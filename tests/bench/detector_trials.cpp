// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/detector_trials.h"

#include "core/base/random.h"

namespace millrace::monitor {

namespace {

constexpr std::uint64_t developmentSeed = 20251;
constexpr std::uint64_t testSeed = 770077;

} // namespace

std::uint64_t trialSeed(SeedSet seeds, const NoiseFamily& family, std::size_t job)
{
    const std::uint64_t set = seeds == SeedSet::Test ? testSeed : developmentSeed;
    return mixSeed(mixSeed(set ^ stableHash(family.name)) + job);
}

TrialResult tryDetector(const Trial& trial, const Judge& judgeJob)
{
    TrialResult result;
    std::vector<JobVerdict> scored;
    std::size_t number = 0;
    double clean = 0;
    for (int repetition = 0; repetition < trial.repetitions; ++repetition)
        for (const Injection& injection : trial.injections) {
            const ScoredJob job = noisyJob(*trial.family, injection, trialSeed(trial.seeds, *trial.family, number++));
            JobVerdict verdict = judge(job, judgeJob(job));
            if (injection.level <= 0) {
                ++clean;
                result.cleanAlarms += static_cast<double>(verdict.falseAlarms);
            }
            if (injection.level <= 0 || injection.level >= leastScoredLevel)
                scored.push_back(verdict);
            result.verdicts.push_back(std::move(verdict));
        }
    if (clean > 0)
        result.cleanAlarms /= clean;
    for (DetectorScore& score : scoreVerdicts("", scored))
        if (score.level == 1)
            result.score = std::move(score);
    return result;
}

Judge judgeOf(std::string_view name)
{
    return [name = std::string(name)](const ScoredJob& job) {
        const auto detector = makeDetector(name, job.ranks);
        return replay(job, *detector);
    };
}

} // namespace millrace::monitor
