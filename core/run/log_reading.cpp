// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/log_reading.h"

#include "core/monitor/pattern_reader.h"

namespace millrace::run {

Result<std::unique_ptr<monitor::LogParser>> makeProcessParser(const RunPlan& plan, const launch::ProcessPlan& process,
                                                              monitor::LogSource source)
{
    if (plan.launch.lines.empty())
        return monitor::makeLogParser(process.parser.empty() ? plan.settings.workload.framework : process.parser,
                                      std::move(source));
    std::vector<monitor::PatternSpec> patterns;
    for (const launch::LogPattern& line : plan.launch.lines)
        patterns.push_back({line.pattern, line.event, line.metric, line.unit, line.factor});
    return monitor::makePatternLogParser(patterns, std::move(source));
}

} // namespace millrace::run
