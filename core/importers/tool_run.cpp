// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/tool_run.h"

#include "core/base/text.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <cmath>

namespace millrace::importers {

void ToolRun::addMetric(std::string metric, std::string subject, double value, std::string unit, std::string how)
{
    if (std::isfinite(value))
        metrics.push_back(
            {std::move(metric), monitor::validUtf8(subject), value, monitor::validUtf8(unit), std::move(how)});
}

void ToolRun::addFactor(std::string factor, std::string level)
{
    if (!level.empty())
        factors.push_back({std::move(factor), monitor::validUtf8(level), {}, {}});
}

void ToolRun::addFactor(std::string factor, double number, std::string unit)
{
    if (std::isfinite(number))
        factors.push_back({std::move(factor), shortest(number), number, std::move(unit)});
}

analysis::Series& ToolRun::seriesOf(const std::string& title, const std::string& node, const std::string& unit)
{
    const auto found = std::ranges::find_if(
        series, [&](const analysis::Series& each) { return each.name == title && each.node == node; });
    if (found != series.end())
        return *found;
    series.push_back({title, node, unit, {}, {}});
    return series.back();
}

} // namespace millrace::importers
