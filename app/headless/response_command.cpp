// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/json_fields.h"
#include "core/base/units.h"
#include "core/report/response_report.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct ResponseCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path figures;
    std::filesystem::path html;
    RunChoice runs;
    std::string axis = "achieved";
    std::string value = "mean";
    std::string domain = "log";
    std::string capacity;
    bool linearAxis = false;
    bool relative = false;
};

Result<report::ResponseChoice> choiceOf(const ResponseCommandOptions& options)
{
    report::ResponseChoice choice;
    choice.axis = options.axis == "offered" ? report::ResponseAxis::Offered
        : options.axis == "available"       ? report::ResponseAxis::Available
                                            : report::ResponseAxis::Achieved;
    choice.value = options.value == "median" ? report::ResponseValue::Median
        : options.value == "p99"             ? report::ResponseValue::P99
                                             : report::ResponseValue::Mean;
    choice.domain = options.domain == "linear" ? analysis::FitDomain::Linear : analysis::FitDomain::Logarithmic;
    choice.relative = options.relative;
    choice.logarithmic = !options.linearAxis;
    if (!options.capacity.empty()) {
        MR_TRY(rate, parseRate(options.capacity));
        choice.capacity = rate;
    }
    return choice;
}

std::string textOf(const report::ResponseReport& response)
{
    std::string text;
    for (const report::Table& table : response.tables)
        if (!table.rows.empty())
            text += report::toText(table, {terminalWidth(), true}) + "\n";
    for (const std::string& note : response.notes)
        text += note + "\n";
    return text;
}

std::string jsonOf(const report::ResponseReport& response)
{
    Json json{{"tables", Json::array()}, {"figures", Json::array()}, {"notes", response.notes}};
    for (const report::Table& table : response.tables)
        json["tables"].push_back(report::toJson(table));
    for (const report::FigureSpec& figure : response.figures)
        json["figures"].push_back({{"name", figure.name}, {"title", figure.title}, {"note", figure.note}});
    return json.dump(2) + "\n";
}

Result<int> execute(const ResponseCommandOptions& options, const Environment& environment)
{
    MR_TRY(choice, choiceOf(options));
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(data, loadChosen(database, options.runs, environment.job()));
    MR_TRY(response, report::responseReport(database, data, choice, environment.job()));
    MR_CHECK(writeFigures(options.figures, response.figures));
    if (!options.html.empty())
        MR_CHECK(writeOutput(options.html, report::responsePage(data, response)));
    if (options.html != "-")
        MR_CHECK(writeOutput("-", environment.json ? jsonOf(response) : textOf(response)));
    return int(Success);
}

void addChoice(CLI::App& command, ResponseCommandOptions& options)
{
    command.add_option("--axis", options.axis, "Cross traffic along the axis: achieved, offered or available")
        ->check(CLI::IsMember({"achieved", "offered", "available"}))
        ->capture_default_str();
    command.add_option("--value", options.value, "Of the step times under load: mean, median or p99")
        ->check(CLI::IsMember({"mean", "median", "p99"}))
        ->capture_default_str();
    command.add_flag("--relative", options.relative, "Slow-down over the run's own baseline instead of seconds");
    command.add_option("--domain", options.domain, "Least squares of: log (ln t) or linear (t)")
        ->check(CLI::IsMember({"log", "linear"}))
        ->capture_default_str();
    command.add_flag("--linear-axis", options.linearAxis, "Draw times on a linear axis");
    command.add_option("--capacity", options.capacity, "Of the path, \"25Gbit/s\"; default: taken from the runs");
}

} // namespace

CommandBody addResponseCommand(CLI::App& app)
{
    auto options = std::make_shared<ResponseCommandOptions>();
    CLI::App* command = app.add_subcommand("response", "Step times over cross traffic: curves, fits, distributions");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    addRunChoice(*command, options->runs);
    addChoice(*command, *options);
    command->add_option("--figures", options->figures, "Folder for all figures as SVG");
    command->add_option("--html", options->html, "One page with figures and tables, or - for standard output");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
