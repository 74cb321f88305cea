// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/plan_view.h"

#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/units.h"
#include "core/grid/grid_json.h"
#include "core/run/campaign_estimate.h"
#include "core/run/spending.h"

#include <cmath>
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

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json estimateJson(const run::CampaignEstimate& estimate, const run::Spending& spending)
{
    const plan::Estimate& total = estimate.total;
    Json object = {{"seconds", numberJson(total.seconds)},
                   {"seconds_low", numberJson(total.interval.low)},
                   {"seconds_high", numberJson(total.interval.high)},
                   {"conditional_seconds", numberJson(total.conditionalSeconds)},
                   {"wire_bytes", numberJson(total.wireBytes)},
                   {"runs_with_wire_bytes", total.runsWithWire},
                   {"store_bytes", numberJson(total.storeBytes)},
                   {"runs", total.runs},
                   {"past_runs", total.pastRuns},
                   {"overhead_seconds", total.overheadSeconds},
                   {"overhead_from_runs", total.overheadFromRuns},
                   {"simulation_corrected_by_runs", total.simulationLearntFrom},
                   {"sample", estimate.isSample()},
                   {"dollars", spending.isRented() ? numberJson(spending.dollars(total)) : Json()},
                   {"how", plan::howText(total)}};
    for (const plan::Basis basis : plan::allBases)
        object["runs_by_basis"][plan::basisName(basis)] = total.runsOf(basis);
    return object;
}

void printEstimate(const run::CampaignEstimate& estimate, const run::Spending& spending)
{
    const plan::Estimate& total = estimate.total;
    std::string line = std::isnan(total.seconds) ? "estimate: time unknown" : "estimate: " + secondsText(total.seconds);
    if (total.hasInterval())
        line += fmt::format(" ({} to {})", secondsText(total.interval.low), secondsText(total.interval.high));
    if (total.conditionalSeconds > 0)
        line += fmt::format(", up to {} more for the stop rule", secondsText(total.conditionalSeconds));
    line += std::isnan(total.wireBytes) ? ", bytes on the wire unknown"
                                        : fmt::format(", {} on the wire", humanSize(total.wireBytes));
    line += std::isnan(total.storeBytes) ? ", growth of the store unknown"
                                         : fmt::format(", {} of store", humanSize(total.storeBytes));
    fmt::print("{}\n          {}{}\n", line, plan::howText(total),
               estimate.isSample() ? fmt::format("; checked {} of {} cells", estimate.cells.size(), estimate.allCells)
                                   : "");
    if (spending.isRented() && !std::isnan(spending.dollars(total)))
        fmt::print("          at most {} by the prices of the project\n", run::dollarsText(spending.dollars(total)));
    else if (spending.isRented())
        fmt::print("          cost not known: {}\n",
                   spending.missing().empty() ? "time or bytes are not known" : spending.missing().front());
    if (const auto refusal = spending.refusal(total))
        fmt::print("          {}\n", *refusal);
}

void printJson(const grid::DryRun& dryRun, const run::CampaignEstimate& estimate, const run::Spending& spending)
{
    Json all = {{"combinations", dryRun.combinations},
                {"cells", dryRun.cells},
                {"excluded", dryRun.excluded},
                {"runs", dryRun.runs},
                {"warmups", dryRun.warmups},
                {"conditional", dryRun.conditional},
                {"filtered", dryRun.filtered},
                {"truncated", dryRun.truncated},
                {"estimate", estimateJson(estimate, spending)},
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

Result<int> showDryRun(const run::CampaignPlan& plan, const run::CampaignOptions& options, const DryRunOptions& view,
                       const JobContext& job)
{
    const grid::DryRun dryRun = grid::dryRun(plan.expansion, plan.schedule);
    // Lists the plan even if the store cannot be read.
    const auto history = run::readHistory(view.store, plan.project.frameworks, job);
    MR_TRY(estimate,
           run::estimateCampaign(plan.project, plan.expansion, plan.schedule, history ? *history : run::RunHistory(),
                                 job));
    const run::Spending spending(plan.project, run::clusterOf(plan), plan.grid);
    if (view.json) {
        printJson(dryRun, estimate, spending);
    } else {
        printText(dryRun, plan.grid.name);
        printEstimate(estimate, spending);
        if (!history)
            fmt::print("          without past runs: {}\n", history.error().text());
    }
    if (const auto checked = run::checkCells(plan, options.programs, job); !checked && !view.json)
        fmt::print("some of these runs cannot be made by this version: {}\n", checked.error().text());
    if (view.steps)
        for (const grid::PlannedRun& run : plan.schedule.runs) {
            MR_TRY(planned, run::planRun(plan, run, options.programs));
            fmt::print("\n{}", run::planText(planned));
        }
    std::fflush(stdout);
    return int(Success);
}

} // namespace millrace::headless
