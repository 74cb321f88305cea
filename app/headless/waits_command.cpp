// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/report/table_writers.h"
#include "core/report/wait_report.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct WaitsCommandOptions
{
    std::filesystem::path store;
    std::filesystem::path figures;
    RunChoice runs;
};

Result<int> execute(const WaitsCommandOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openReadOnly(options.store));
    MR_TRY(data, loadChosen(database, options.runs, environment.job()));
    MR_TRY(waits, report::waitReport(database, data, environment.job()));
    MR_CHECK(writeFigures(options.figures, waits.figures));
    std::string text;
    nlohmann::ordered_json json{{"tables", nlohmann::ordered_json::array()}, {"notes", waits.notes}};
    for (const report::Table& table : waits.tables) {
        json["tables"].push_back(report::toJson(table));
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    for (const report::FigureSpec& figure : waits.figures)
        text += fmt::format("{}: {}\n", figure.title, figure.caption);
    MR_CHECK(writeOutput("-", environment.json ? json.dump(2) + "\n" : text));
    return int(Success);
}

} // namespace

CommandBody addWaitsCommand(CLI::App& app)
{
    auto options = std::make_shared<WaitsCommandOptions>();
    CLI::App* command =
        app.add_subcommand("waits", "Which worker waited for which in stored runs, and which one made the others wait");
    command->add_option("STORE", options->store, "A result store (.mrdb)")->required();
    addRunChoice(*command, options->runs);
    command->add_option("--figures", options->figures, "Folder for the waits of each run as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
