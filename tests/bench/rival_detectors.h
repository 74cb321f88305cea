// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/bench/detector_trials.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::monitor {

/// What the default detector is held against: the other charts of the product, a rolling median with the median
/// distance from it, and PELT, which sees the whole job at once. Each has one limit.
struct Rival
{
    std::string_view name;
    std::vector<double> limits; ///< from the one that alarms most to the one that alarms least
    std::function<Judge(double limit)> at;
};

[[nodiscard]] std::vector<Rival> rivals();

/// The first limit of a rival with which, on development seeds, it has on average at most as many false alarms in the
/// clean controls of these kinds of noise as are allowed; its last one where there is none.
[[nodiscard]] double tunedLimit(const Rival& rival, std::span<const NoiseFamily> families, double allowedAlarms,
                                int controls);
/// False alarms of a clean job on development seeds, on average over the kinds of noise.
[[nodiscard]] double cleanAlarms(const Judge& judge, std::span<const NoiseFamily> families, int controls);

} // namespace millrace::monitor
