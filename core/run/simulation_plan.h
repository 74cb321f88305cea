// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/project/effective.h"
#include "core/simulate/calibration.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::run {

/// How the times of a run on a simulated cluster are calculated.
struct SimulationPlan
{
    simulate::TransportLaw law;
    std::string stamp; ///< see simulate::stampOf
    std::optional<simulate::Calibration> calibration;
    std::vector<std::string> arguments; ///< of a worker, see trainer::readTrainArguments
    std::string operations; ///< GOAL text of what a step does; empty: it trains

    bool operator==(const SimulationPlan&) const = default;
};

/// Unsupported, with a sentence, for what the simulation does not know: other frameworks than the built-in worker and
/// operations, policies, failures, cross traffic with operations or with a slow-down, recordings and jitter.
[[nodiscard]] Result<SimulationPlan> planSimulation(const project::EffectiveSettings& settings, bool capture,
                                                    std::uint64_t seed,
                                                    const std::optional<simulate::Calibration>& calibration);

} // namespace millrace::run
