// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace millrace::failures {

/// What the time of a training went to. Each instant belongs to exactly one part.
enum class LedgerPart
{
    Productive, ///< steps that count, as far as they are as fast as undisturbed ones
    Reduced, ///< the rest of them: fewer workers, slow or frozen ones
    StartUp, ///< until the first step of the job, and of each restart
    Redone, ///< a step that was begun and had to be repeated
    Detect, ///< from a failure until somebody noticed it
    Decide, ///< until the new members were known, or the restart was ordered
    Connect,
    State, ///< until all members had the state
    Lost, ///< finished steps that a restart made again
    Other, ///< between steps: verification, logs
};
inline constexpr std::size_t ledgerParts = 10;
/// "productive", "reduced", "start-up", …
[[nodiscard]] std::string_view ledgerPartName(LedgerPart part) noexcept;

/// A finished step of the job, on the wall clock.
struct LedgerStep
{
    std::int64_t number = 0; ///< warm-up included
    Nanoseconds begin{0}; ///< of the first worker
    Nanoseconds end{0}; ///< of the last one
    double samples = 0;
    int workers = 0;
};

/// A change of the members before a step, as its slowest member saw it.
struct LedgerChange
{
    std::int64_t step = 0;
    bool failed = false;
    Nanoseconds decide{0};
    Nanoseconds connect{0};
    Nanoseconds state{0};
};

struct LedgerInput
{
    Nanoseconds begin{0}; ///< the workers were started
    std::vector<LedgerStep> steps; ///< any order; of a step that was made again all attempts
    std::vector<LedgerChange> changes;
    std::vector<Nanoseconds> failures; ///< when they happened
    std::vector<Nanoseconds> restarts; ///< when all workers were started again
};

/// Parts of the time from the begin to the end of the last step. They add up to the total by construction.
struct GoodputLedger
{
    Nanoseconds total{0};
    std::array<Nanoseconds, ledgerParts> parts{};
    std::vector<double> recoveries; ///< s; for each failure with a step that began after it: to the end of that step
    std::int64_t lostSteps = 0; ///< finished steps that a restart made again

    [[nodiscard]] Nanoseconds of(LedgerPart part) const { return parts[static_cast<std::size_t>(part)]; }
    [[nodiscard]] double share(LedgerPart part) const;
};

/// Undisturbed is the median of samples ÷ time over the steps with most workers; a step within 5 % of it is as fast.
/// Goodput as the share of productive time follows ml-goodput-measurement (Google, 2024).
[[nodiscard]] GoodputLedger goodputLedger(LedgerInput input);

} // namespace millrace::failures
