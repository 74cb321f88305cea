// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::collective {

/// Parts of the values that the ranks reduce for all others in an all-reduce PAIRWISE, relative to each other, by rank:
/// {3, 1} are three quarters and one. Empty: equal parts.
using ShardParts = std::vector<double>;

inline constexpr std::string_view equalParts = "equal";

/// Reads "3,1,1": numbers from 0 that are not all 0. "equal" and "" are equal parts.
[[nodiscard]] Result<ShardParts> parseParts(std::string_view text);
[[nodiscard]] std::string partsText(const ShardParts& parts);

/// The parts with which the rank that takes longest is done as soon as possible, where rank i sends, and receives, at
/// rates[i]: it has to move w_i (n - 1) + 1 - w_i of all values, which takes (1 + (n - 2) w_i) ÷ rates[i]. Those who
/// are too slow for more reduce nothing. The linear program of Diskin et al. (Distributed Deep Learning in Open
/// Collaborations, NeurIPS 2021), as Hivemind solves it for its averaging, in closed form. They add up to 1. All rates
/// are above 0 and finite.
[[nodiscard]] ShardParts partsByRate(std::span<const double> rates);

} // namespace millrace::collective
