// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector_score.h"

#include <cstdint>
#include <vector>

namespace millrace::monitor {

enum class Surroundings
{
    Rough, ///< as described below
    Plain ///< independent jitter alone: what control charts are made for
};

/// A synchronous job of 600 iterations on 4 or 8 workers, drawn from a seed: log-normal jitter of 1 to 5 % whose
/// neighbours resemble each other (AR(1), φ up to 0.6), single spikes, pauses of 1 to 3 iterations for checkpoints and
/// for data, a drift of up to 2 %, a slow warm-up that nobody announces. With a slow-down (0.05: 5 %) the communication
/// grows for 100 to 200 iterations from a random onset on; without, it is a clean control.
[[nodiscard]] ScoredJob simulatedJob(std::uint64_t seed, double slowdown, Surroundings around = Surroundings::Rough);

/// `count` jobs of each of the levels 5, 8, 10, 20, 50 %, and as many controls.
[[nodiscard]] std::vector<ScoredJob> simulatedJobs(std::uint64_t seed, int count,
                                                   Surroundings around = Surroundings::Rough);

} // namespace millrace::monitor
