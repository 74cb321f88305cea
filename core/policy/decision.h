// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/collective/strategy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace millrace::policy {

enum class Change
{
    Strategy = 1,
    Batch = 2,
    Workers = 3
};
/// "strategy", "batch", "workers"
[[nodiscard]] std::string_view changeName(Change change) noexcept;
[[nodiscard]] std::optional<Change> parseChange(std::string_view name) noexcept;

/// What one policy wants changed after a step.
struct Decision
{
    Change change = Change::Strategy;
    collective::Strategy strategy = collective::Strategy::Auto; ///< of Change::Strategy
    int value = 0; ///< root of the strategy, samples per worker, or number of workers
    std::string policy = {}; ///< name of the policy
    std::string reason = {}; ///< one sentence with the numbers behind it

    /// "STAR at rank 1", "64 samples per worker", "3 workers"
    [[nodiscard]] std::string text() const;
    /// The change in one word, without the texts; never 0.
    [[nodiscard]] std::uint64_t word() const noexcept;
    /// Nothing for 0 and for a word that is not of a decision.
    [[nodiscard]] static std::optional<Decision> ofWord(std::uint64_t word);
    bool operator==(const Decision&) const = default;
    /// Whether the change is the same.
    [[nodiscard]] bool isSameChange(const Decision& other) const noexcept { return word() == other.word(); }
};

} // namespace millrace::policy
