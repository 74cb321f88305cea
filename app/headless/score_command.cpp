// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/report/campaign_data.h"
#include "core/report/score_report.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct ScoreCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path figures;
    RunChoice runs;
    std::vector<std::string> detectors;
};

std::string textOf(const report::ScoreReport& score)
{
    std::string text;
    for (const report::Table& table : score.tables)
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    return text;
}

std::string jsonOf(const report::ScoreReport& score)
{
    nlohmann::ordered_json json{{"tables", nlohmann::ordered_json::array()}, {"notes", score.notes}};
    for (const report::Table& table : score.tables)
        json["tables"].push_back(report::toJson(table));
    return json.dump(2) + "\n";
}

Result<int> execute(const ScoreCommandOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(data, loadChosen(database, options.runs, environment.job()));
    MR_TRY(score, report::scoreReport(database, data, options.detectors, environment.job()));
    MR_CHECK(writeFigures(options.figures, score.figures));
    MR_CHECK(writeOutput("-", environment.json ? jsonOf(score) : textOf(score)));
    return int(Success);
}

} // namespace

CommandBody addScoreCommand(CLI::App& app)
{
    auto options = std::make_shared<ScoreCommandOptions>();
    CLI::App* command = app.add_subcommand("score", "Score detectors of slow-downs against ground truth");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    addRunChoice(*command, options->runs);
    command->add_option("--detector", options->detectors,
                        "Only this detector, or policy:NAME; may be given several times");
    command->add_option("--figures", options->figures, "Folder for F1, delay and false alarms as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
