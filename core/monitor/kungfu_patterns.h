// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_pattern.h"
#include "core/monitor/log_event.h"

#include <span>
#include <string_view>

namespace millrace::monitor {

/// Pattern of one kind of line in KungFu's output: a body for matchLine() and its meaning.
struct KungFuPattern
{
    std::string_view id; ///< unique, for tests
    std::string_view body;
    LogEvent (*event)(Captures& captures, EventOrigin origin);
};

/// Benchmarks: iterations, phases, results, resizes as the scripts print them.
[[nodiscard]] std::span<const KungFuPattern> benchmarkPatterns();
/// Runner, adaptation and tools, most of them after a level such as "[I] ".
[[nodiscard]] std::span<const KungFuPattern> runtimePatterns();

} // namespace millrace::monitor
