// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/sample.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace millrace::predict {

/// Which samples are held out together when a predictor is rated.
enum class HoldOut
{
    Random, ///< one of five parts after another: more runs of models and settings that were measured
    Model, ///< all of one model: a new model
    Scale, ///< all of one number of workers: another size of the cluster
    Rate, ///< all of one line rate: another network
};
inline constexpr std::array allHoldOuts = {HoldOut::Random, HoldOut::Model, HoldOut::Scale, HoldOut::Rate};
/// "random", "model", "scale", "rate".
[[nodiscard]] std::string_view holdOutName(HoldOut holdOut) noexcept;

/// Returns the group of each sample, numbered from 0.
[[nodiscard]] std::vector<std::size_t> groupsOf(HoldOut holdOut, std::span<const Sample> samples, std::uint64_t seed);
/// Largest number of a group and 1.
[[nodiscard]] std::size_t groupCount(std::span<const std::size_t> groups) noexcept;

/// Half the width of a split-conformal interval (Vovk, Gammerman, Shafer 2005; Lei et al., JASA 113, 2018): the
/// ⌈(n + 1) · coverage⌉-th smallest of the errors of held-out samples. A further sample, drawn as they were, is within
/// it with at least this probability. Infinite where there are too few errors for the coverage.
[[nodiscard]] double conformalWidth(std::vector<double> errors, double coverage);

} // namespace millrace::predict
