// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::elastic {

inline constexpr int mostWorkers = 100'000;

/// From this step on, counted from 0, so many workers; 0 ends the training.
struct Resize
{
    std::int64_t step = 0;
    int workers = 0;

    bool operator==(const Resize&) const = default;
};
/// By step, each later than the one before.
using ResizeSchedule = std::vector<Resize>;

/// KungFu writes the pairs of a schedule in three orders that look alike.
enum class ScheduleSyntax
{
    StepSize, ///< "10:2,100:0": step and workers, of its scaling benchmark; ours
    SizeSteps, ///< "1:3,2:3": workers and the number of steps for which, of its elastic hooks
    StepsSize, ///< "3:1,3:2": the same pairs the other way round, of its adaptive trainer
};

/// InvalidInput names the pair.
[[nodiscard]] Result<ResizeSchedule> parseResizeSchedule(std::string_view text, ScheduleSyntax syntax);
/// "step:size", "size:steps" or "steps:size".
[[nodiscard]] Result<ScheduleSyntax> parseScheduleSyntax(std::string_view name);
/// In the syntax StepSize.
[[nodiscard]] std::string resizeScheduleText(const ResizeSchedule& schedule);
/// Nothing before the first entry.
[[nodiscard]] std::optional<int> workersAt(const ResizeSchedule& schedule, std::int64_t step);

} // namespace millrace::elastic
