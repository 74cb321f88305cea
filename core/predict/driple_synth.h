// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/predict/dataset.h"

#include <cstdint>
#include <optional>

namespace millrace::predict {

/// Setting of DripleSynth v1, which replaces one setting of the published data sets.
struct SynthSetting
{
    char name = 'A';
    std::uint64_t seed = 0;
    double gpuSpeed = 1;
    double gigabitsPerSecond = 0;
    double parameterServers = 1;
    double workers = 1;
};
inline constexpr std::array<SynthSetting, 3> synthSettings = {{
    {'A', 11, 1.0, 12.0, 1, 2},
    {'B', 12, 0.85, 5.0, 2, 2},
    {'C', 13, 1.0, 0.125, 5, 5},
}};

/// Returns DripleSynth v1: 320 graphs of 100 nodes in the shapes of the published data sets, with labels from a simple
/// model of costs. Only for comparing predictors; the labels are of no machine. 192, 64 and 64 graphs in batches of 32,
/// the same bits on every machine: IEEE double without fused multiply-add, SplitMix64, one cast to float at the end.
[[nodiscard]] DataSet makeDripleSynth(const SynthSetting& setting);

/// Returns the setting 'A', 'B' or 'C'.
[[nodiscard]] std::optional<SynthSetting> findSynthSetting(char name) noexcept;

} // namespace millrace::predict
