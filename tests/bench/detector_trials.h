// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/bench/noise_families.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace millrace::monitor {

/// Alarms of a detector, online or offline, for a job.
using Judge = std::function<std::vector<Alarm>(const ScoredJob&)>;

/// Development seeds are for choosing parameters, test seeds for reporting only.
enum class SeedSet
{
    Development,
    Test
};

struct Trial
{
    const NoiseFamily* family = nullptr;
    SeedSet seeds = SeedSet::Development;
    int repetitions = 3;
    std::vector<Injection> injections = injectionLadder();
};

/// The score over all slow-downs from leastScoredLevel up, with false alarms of the controls in proportion.
struct TrialResult
{
    DetectorScore score;
    double cleanAlarms = 0; ///< false alarms for each clean control of 600 iterations
    std::vector<JobVerdict> verdicts; ///< of all jobs, those of lower levels too
};

[[nodiscard]] std::uint64_t trialSeed(SeedSet seeds, const NoiseFamily& family, std::size_t job);
[[nodiscard]] TrialResult tryDetector(const Trial& trial, const Judge& judge);
/// A detector of the product by its name.
[[nodiscard]] Judge judgeOf(std::string_view name);

} // namespace millrace::monitor
