// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/result_view.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/report/chosen_metrics.h"
#include "core/report/html_report.h"
#include "core/report/summary_tables.h"
#include "core/report/table_writers.h"
#include "core/report/usual_metrics.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace millrace::headless {

namespace {

/// Returns the width of the terminal on stdout, or COLUMNS; 0: no limit.
std::size_t outputWidth()
{
    if (const char* columns = std::getenv("COLUMNS"))
        return static_cast<std::size_t>(std::max(0L, std::strtol(columns, nullptr, 10)));
    winsize size{};
    return ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string countsText(const run::CampaignOutcome& outcome)
{
    std::string text = fmt::format("{} done", outcome.done);
    const auto add = [&text](int count, const char* what) {
        if (count > 0)
            text += fmt::format(", {} {}", count, what);
    };
    add(outcome.failed, "failed");
    add(outcome.invalid, "invalid (achieved conditions differ from requested ones)");
    add(outcome.notNeeded, "not needed");
    add(outcome.repeated, "repeated because a machine was late");
    add(outcome.cancelled, "missing; continue with --resume");
    return text;
}

Json outcomeJson(const run::CampaignOutcome& outcome, const std::filesystem::path& report, const report::Table& table)
{
    return {{"event", "end"},
            {"done", outcome.done},
            {"failed", outcome.failed},
            {"invalid", outcome.invalid},
            {"not_needed", outcome.notNeeded},
            {"missing", outcome.cancelled},
            {"repeated", outcome.repeated},
            {"nothing_to_do", outcome.nothingToDo},
            {"report", report.string()},
            {"table", report::toJson(table)}};
}

/// Returns few metrics, so that they fit: usual ones, and those printed by the programs.
std::vector<std::string> terminalMetrics(const report::CampaignData& data)
{
    const std::vector<std::string> printed = report::printedMetrics(data);
    std::vector<std::string> names;
    for (const std::string_view name : report::briefMetrics(data.metrics))
        if (std::ranges::find(printed, name) == printed.end())
            names.emplace_back(name);
    names.insert(names.end(), printed.begin(), printed.end());
    return names;
}

} // namespace

Result<void> showResults(store::Database& database, const run::CampaignOutcome& outcome,
                         const std::filesystem::path& report, const Environment& environment)
{
    MR_TRY(data, report::loadCampaign(database, outcome.campaign));
    if (!report.empty()) {
        MR_TRY(page, report::htmlReport(database, outcome.campaign));
        MR_CHECK(writeFileAtomically(report, page));
    }
    report::TableOptions columns;
    if (!environment.json)
        columns.metrics = terminalMetrics(data);
    const report::Table table = report::cellTable(data, columns);
    if (environment.json) {
        fmt::print("{}\n", outcomeJson(outcome, report, table).dump(-1, ' ', false, Json::error_handler_t::replace));
        return {};
    }
    fmt::print("\n{}\n", report::toText(table, {outputWidth(), true}));
    if (const report::Table failures = report::failureTable(data); !failures.rows.empty())
        fmt::print("{}\n", report::toText(failures, {outputWidth(), true}));
    if (outcome.nothingToDo)
        fmt::print("The store had all runs already; --new starts the grid again.\n");
    fmt::print("{}\nstore:  {}\n", countsText(outcome), std::filesystem::absolute(database.file()).string());
    if (!report.empty())
        fmt::print("report: {}\n", std::filesystem::absolute(report).string());
    std::fflush(stdout);
    return {};
}

} // namespace millrace::headless
