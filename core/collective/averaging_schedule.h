// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace millrace::collective {

/// When the ranks of a training average. Local SGD (Stich, ICLR 2019) and DiLoCo (Douillard et al., 2023) average every
/// H steps; Streaming DiLoCo (Douillard et al., 2025) averages one fragment of the parameters after another, at equal
/// distances, and lets steps go on meanwhile.
struct AveragingSchedule
{
    int localSteps = 1; ///< H: steps from one averaging of a parameter to the next
    int fragments = 1; ///< equal parts of the parameters
    int overlapSteps = 0; ///< steps that begin and end while a fragment is averaged

    /// The fragment whose averaging begins when so many steps are done, from 1 on.
    [[nodiscard]] std::optional<int> fragmentAfter(std::int64_t done) const noexcept;
    /// The steps that are done when the next averaging begins; at least `done`.
    [[nodiscard]] std::int64_t nextFrom(std::int64_t done) const noexcept;
    /// Averagings of all fragments that begin within so many steps.
    [[nodiscard]] std::int64_t averagings(std::int64_t steps) const noexcept;
    /// Averagings of one fragment that begin within so many steps.
    [[nodiscard]] std::int64_t averagings(std::int64_t steps, int fragment) const noexcept;
    /// Whether every step averages everything before the next one begins.
    [[nodiscard]] bool isSynchronous() const noexcept { return localSteps == 1; }

    bool operator==(const AveragingSchedule&) const = default;
};

/// InvalidInput that names the number.
[[nodiscard]] Result<void> check(const AveragingSchedule& schedule);
/// The same for so many measured steps, in which there must be an averaging.
[[nodiscard]] Result<void> check(const AveragingSchedule& schedule, std::int64_t steps);

/// Elements [begin, end) of all parameters.
struct Fragment
{
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const Fragment&) const = default;
};
/// Equal parts; the first ones have one element more.
[[nodiscard]] Fragment fragmentOf(std::size_t elements, int fragments, int fragment) noexcept;
/// Elements of the parts of tensors, which follow each other, within a fragment.
[[nodiscard]] std::vector<std::size_t> tensorsWithin(std::span<const std::size_t> tensors, const Fragment& fragment);

} // namespace millrace::collective
