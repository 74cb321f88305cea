// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_pattern.h"
#include "core/monitor/log_event.h"

#include <span>
#include <string_view>

namespace millrace::monitor {

/// One row of the table in study C 1.8: a body as matchLine() reads it, and what it means.
struct KungFuPattern
{
    std::string_view id; ///< as in the table
    std::string_view body;
    LogEvent (*event)(Captures& captures, EventOrigin origin);
};

/// Benchmarks: iterations, phases, results, resizes as the scripts print them.
[[nodiscard]] std::span<const KungFuPattern> benchmarkPatterns();
/// Runner, adaptation and tools, most of them behind a level such as "[I] ".
[[nodiscard]] std::span<const KungFuPattern> runtimePatterns();

} // namespace millrace::monitor
