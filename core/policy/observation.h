// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/collective/strategy.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace millrace::policy {

/// The values that a policy may change.
struct Setting
{
    collective::Strategy strategy = collective::Strategy::RingAllReduce;
    int root = 0; ///< first rank of the strategy's graphs, see collective::graphPairs()
    int batch = 0; ///< samples per worker and step

    /// All of it in one word: root and batch below 2^24.
    [[nodiscard]] std::uint64_t word() const noexcept;
    [[nodiscard]] static Setting ofWord(std::uint64_t word) noexcept;
    bool operator==(const Setting&) const = default;
};

/// What all workers know about one finished step. Times are in whole microseconds, as the workers exchange them: a
/// policy that reads them from a stored log decides as it did during the training.
struct Observation
{
    std::int64_t step = 0; ///< steps finished before this one, warm-up included
    bool warmup = false;
    bool first = false; ///< the first step of these members
    Setting setting;
    std::uint64_t payload = 0; ///< bytes of the gradients; 0: not known
    std::vector<Nanoseconds> duration; ///< of the step, by rank among the members of this step
    std::vector<Nanoseconds> communication; ///< likewise; empty: not known
    std::optional<double> noiseScale; ///< of the gradients, in samples; if it was measured in this step and is defined

    [[nodiscard]] int workers() const noexcept { return static_cast<int>(duration.size()); }
    /// Of the slowest worker.
    [[nodiscard]] Nanoseconds stepTime() const noexcept;
    [[nodiscard]] Nanoseconds communicationTime() const noexcept;
};

/// Rounds down to what an observation contains.
[[nodiscard]] constexpr Nanoseconds observed(Nanoseconds time) noexcept
{
    return std::chrono::floor<std::chrono::microseconds>(time);
}

} // namespace millrace::policy
