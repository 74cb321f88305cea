// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/units.h"
#include "core/report/compatibility_report.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct CompatibilityCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path figures;
    std::string first;
    std::string second;
    std::string campaign;
    std::string capacity;
    std::string node;
};

std::string jsonOf(const report::CompatibilityReport& found)
{
    const analysis::PhaseCircle& circle = found.circle;
    const nlohmann::ordered_json json{{"first", {{"run", found.first.label}, {"source", found.first.source}}},
                                      {"second", {{"run", found.second.label}, {"source", found.second.source}}},
                                      {"common", circle.common},
                                      {"perimeter", circle.perimeter},
                                      {"turns", {circle.firstTurns, circle.secondTurns}},
                                      {"best_score", circle.bestScore},
                                      {"best_shift", circle.bestShift},
                                      {"worst_score", circle.worstScore},
                                      {"mean_score", circle.meanScore},
                                      {"shift_step", circle.shiftStep},
                                      {"scores", circle.scores},
                                      {"notes", found.notes}};
    return json.dump(2) + "\n";
}

Result<int> execute(const CompatibilityCommandOptions& options, const Environment& environment)
{
    report::CompatibilityChoice choice;
    choice.node = options.node;
    if (!options.capacity.empty()) {
        MR_TRY(rate, parseRate(options.capacity));
        choice.capacity = rate;
    }
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
    MR_TRY(data, report::loadCampaign(database, campaign.id, environment.job()));
    MR_TRY(first, report::findRun(data, options.first));
    MR_TRY(second, report::findRun(data, options.second));
    MR_TRY(found, report::compatibilityReport(database, data, first, second, choice));
    MR_CHECK(writeFigures(options.figures, found.figures));
    std::string text = report::toText(found.table, {});
    for (const std::string& note : found.notes)
        text += note + "\n";
    MR_CHECK(writeOutput("-", environment.json ? jsonOf(found) : text));
    return int(Success);
}

} // namespace

CommandBody addCompatibilityCommand(CLI::App& app)
{
    auto options = std::make_shared<CompatibilityCommandOptions>();
    CLI::App* command = app.add_subcommand("compatibility", "How well two runs would share a link");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    command->add_option("FIRST", options->first, "A run: its number, or a prefix of its id")->required();
    command->add_option("SECOND", options->second, "The other run")->required();
    command->add_option("--campaign", options->campaign,
                        "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_option("--capacity", options->capacity,
                        "Of the shared link, \"1Gbit/s\"; default: taken from the runs");
    command->add_option("--node", options->node, "Node whose send rate is used (default: the first)");
    command->add_option("--figures", options->figures, "Folder for the patterns and the score as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
