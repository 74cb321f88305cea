// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_event.h"

#include <string_view>
#include <vector>

namespace millrace::run {

struct IterationSample
{
    std::string_view name;
    std::string_view unit;
    double value = 0;
};

/// What the series of a rank get from one iteration: "step.time", "throughput", "step.communication", "training.loss",
/// "step.compute", those that the framework tells.
[[nodiscard]] std::vector<IterationSample> samplesOf(const monitor::IterationEvent& event);

} // namespace millrace::run
