// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/plan_view.h"

#include "app/headless/exit_code.h"
#include "core/grid/grid_json.h"

#include <cstdio>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

Json lineJson(const grid::DryRunLine& line)
{
    Json object = {{"included", line.included}, {"reason", line.reason}};
    if (line.run.position > 0)
        object.update({{"position", line.run.position},
                       {"block", line.run.block},
                       {"repetition", line.run.repetition},
                       {"warmup", line.run.warmup},
                       {"seed", line.run.seed}});
    for (const auto& [name, level] : line.cell.levels)
        object["factors"][name] = grid::toJson(level);
    return object;
}

void printJson(const grid::DryRun& dryRun)
{
    Json all = {{"combinations", dryRun.combinations},
                {"cells", dryRun.cells},
                {"excluded", dryRun.excluded},
                {"runs", dryRun.runs},
                {"warmups", dryRun.warmups},
                {"conditional", dryRun.conditional},
                {"filtered", dryRun.filtered},
                {"truncated", dryRun.truncated},
                {"lines", Json::array()}};
    for (const grid::DryRunLine& line : dryRun.lines)
        all["lines"].push_back(lineJson(line));
    fmt::print("{}\n", all.dump(2, ' ', false, Json::error_handler_t::replace));
}

void printText(const grid::DryRun& dryRun, const std::string& name)
{
    for (const grid::DryRunLine& line : dryRun.lines)
        if (line.run.position > 0)
            fmt::print("{} {:>6}  block {:<3} repetition {:<3} {}  ({})\n", line.included ? "in " : "out",
                       line.run.position, line.run.block, line.run.repetition, line.cell.text(), line.reason);
        else
            fmt::print("out      –  {}  ({})\n", line.cell.text(), line.reason);
    if (dryRun.truncated)
        fmt::print("…  more lines were left out; --json with a --only filter shows a part in full\n");
    fmt::print("grid \"{}\": {} runs", name, dryRun.runs);
    if (dryRun.warmups > 0)
        fmt::print(", {} warm-ups", dryRun.warmups);
    if (dryRun.conditional > 0)
        fmt::print(", up to {} more if the stop rule asks for them", dryRun.conditional);
    fmt::print("; {} of {} combinations are in", dryRun.cells, dryRun.combinations);
    if (dryRun.filtered > 0)
        fmt::print("; {} runs are left out by --only", dryRun.filtered);
    fmt::print("\n");
}

} // namespace

Result<int> showDryRun(const run::CampaignPlan& plan, const run::CampaignOptions& options, bool json, bool steps)
{
    const grid::DryRun dryRun = grid::dryRun(plan.expansion, plan.schedule);
    if (json)
        printJson(dryRun);
    else
        printText(dryRun, plan.grid.name);
    if (const auto checked = run::checkCells(plan, options.programs); !checked && !json)
        fmt::print("some of these runs cannot be made by this version: {}\n", checked.error().text());
    if (steps)
        for (const grid::PlannedRun& run : plan.schedule.runs) {
            MR_TRY(planned, run::planRun(plan, run, options.programs));
            fmt::print("\n{}", run::planText(planned));
        }
    std::fflush(stdout);
    return int(Success);
}

} // namespace millrace::headless
