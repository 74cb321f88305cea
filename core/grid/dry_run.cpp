// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/plan.h"

#include <fmt/format.h>

namespace millrace::grid {

namespace {

std::string_view reasonToBeIn(const PlannedRun& run)
{
    return run.warmup ? "warm-up" : run.conditional ? "if the stop rule asks for it" : "planned";
}

/// Calls `add` for excluded combinations until it returns false.
template <typename Add>
void eachExcluded(const Expansion& expansion, Add add)
{
    const auto& included = expansion.included();
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < expansion.combinationCount(); ++i)
        if (next < included.size() && included[next] == i)
            ++next;
        else if (!add(i))
            return;
}

} // namespace

DryRun dryRun(const Expansion& expansion, const Plan& plan, std::size_t maximumLines)
{
    DryRun result;
    const auto add = [&](bool included, const PlannedRun& run, auto cell, auto reason) {
        result.truncated = result.lines.size() >= maximumLines;
        if (!result.truncated)
            result.lines.push_back({included, run, cell(), reason()});
        return !result.truncated;
    };
    result.combinations = expansion.combinationCount();
    result.cells = expansion.cellCount();
    result.excluded = result.combinations - result.cells;
    result.filtered = plan.filtered.size();
    for (const PlannedRun& run : plan.runs) {
        ++(run.warmup ? result.warmups : run.conditional ? result.conditional : result.runs);
        add(
            true, run, [&] { return expansion.cell(run.cell); }, [&] { return std::string(reasonToBeIn(run)); });
    }
    for (const PlannedRun& run : plan.filtered)
        add(
            false, run, [&] { return expansion.cell(run.cell); },
            [&] { return fmt::format("not among the chosen ones: {}", plan.filter); });
    eachExcluded(expansion, [&](std::uint32_t combination) {
        return add(
            false, {}, [&] { return expansion.combination(combination); },
            [&] { return expansion.reason(combination); });
    });
    return result;
}

} // namespace millrace::grid
