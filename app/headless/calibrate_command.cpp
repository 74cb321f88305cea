// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/progress_view.h"
#include "core/report/calibration_report.h"
#include "core/report/campaign_data.h"
#include "core/report/table_writers.h"
#include "core/run/calibration_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct CalibrateOptions
{
    std::filesystem::path store;
    std::filesystem::path figures;
    int nodes = 8;
    bool fromStored = false;
};

Result<int> execute(const CalibrateOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openOrCreate(options.store));
    if (!options.fromStored) {
        ProgressView view(chooseProgressStyle(environment.json, environment.quiet));
        MR_CHECK(run::measureCalibration(database, options.nodes, view, environment.job()));
        view.finish();
    }
    MR_TRY(score, run::scoreCalibration(database, environment.frameworks, environment.job()));
    const simulate::Calibration& calibration = score.fit.calibration;
    MR_CHECK(run::saveCalibration(database, calibration));
    report::CalibrationReport report = report::calibrationReport(score.samples, score.fit);
    MR_TRY(runs, report::loadRuns(database, {}, environment.job()));
    report::CalibrationReport steps = report::simulatedStepReport(runs);
    std::ranges::move(steps.tables, std::back_inserter(report.tables));
    std::ranges::move(steps.figures, std::back_inserter(report.figures));
    MR_CHECK(writeFigures(options.figures, report.figures));
    std::string text;
    nlohmann::ordered_json json{{"calibration", run::toJson(calibration)},
                                {"stamp", simulate::stampOf(calibration)},
                                {"tables", nlohmann::ordered_json::array()}};
    for (const report::Table& table : report.tables) {
        json["tables"].push_back(report::toJson(table));
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    text += fmt::format("calibration: {}\nstore:       {}\n", simulate::stampOf(calibration), options.store.string());
    MR_CHECK(writeOutput("-", environment.json ? json.dump(2) + "\n" : text));
    return int(Success);
}

} // namespace

CommandBody addCalibrateCommand(CLI::App& app)
{
    auto options = std::make_shared<CalibrateOptions>();
    CLI::App* command = app.add_subcommand(
        "calibrate", "Measure short runs on emulated nodes, fit the simulation to them, and say how wrong it is");
    command->add_option("STORE", options->store, "A result store (.mrdb); is created if it does not exist")->required();
    command->add_option("--nodes", options->nodes, "Emulated nodes")
        ->capture_default_str()
        ->check(CLI::Range(run::fewestCalibrationNodes, run::mostCalibrationNodes));
    command->add_flag("--from-store", options->fromStored, "Measure nothing: use the finished runs of the store");
    command->add_option("--figures", options->figures, "Folder for predicted over measured as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
