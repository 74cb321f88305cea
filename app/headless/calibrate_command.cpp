// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/progress_view.h"
#include "core/base/file_io.h"
#include "core/report/calibration_report.h"
#include "core/report/table_writers.h"
#include "core/run/calibration_runs.h"
#include "core/run/campaign.h"

#include <fmt/format.h>
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

Result<void> measure(const CalibrateOptions& options, store::Database& database, const Environment& environment)
{
    run::CampaignOptions campaign;
    campaign.programs = programFolder();
    campaign.choice = run::CampaignChoice::StartNew;
    MR_TRY(plan, run::planCampaign(run::calibrationProject(options.nodes), {}, campaign));
    MR_CHECK(run::checkStarts(plan, campaign.programs));
    MR_CHECK(run::checkMachine());
    ProgressView view(chooseProgressStyle(environment.json, environment.quiet));
    MR_TRY(outcome, run::executeCampaign(plan, database, campaign, view, environment.job()));
    view.finish();
    if (outcome.cancelled > 0)
        return fail(ErrorCode::Cancelled, "the measurements were cancelled; those made so far are in the store");
    return {};
}

Result<int> execute(const CalibrateOptions& options, const Environment& environment)
{
    MR_TRY(database, store::Database::openOrCreate(options.store));
    if (!options.fromStored)
        MR_CHECK(measure(options, database, environment));
    MR_TRY(samples, run::calibrationSamples(database, environment.frameworks, environment.job()));
    MR_TRY(fit, simulate::fitCalibration(samples, environment.job()));
    fit.calibration.made = toRfc3339(std::chrono::floor<std::chrono::seconds>(wallNow()));
    fit.calibration.machine = run::machineText();
    MR_CHECK(run::saveCalibration(database, fit.calibration));
    const report::CalibrationReport report = report::calibrationReport(samples, fit);
    MR_CHECK(writeFigures(options.figures, report.figures));
    std::string text;
    nlohmann::ordered_json json{{"calibration", run::toJson(fit.calibration)},
                                {"stamp", simulate::stampOf(fit.calibration)},
                                {"tables", nlohmann::ordered_json::array()}};
    for (const report::Table& table : report.tables) {
        json["tables"].push_back(report::toJson(table));
        text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    text +=
        fmt::format("calibration: {}\nstore:       {}\n", simulate::stampOf(fit.calibration), options.store.string());
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
    command->add_option("--nodes", options->nodes, "Emulated nodes")->capture_default_str()->check(CLI::Range(3, 8));
    command->add_flag("--from-store", options->fromStored, "Measure nothing: use the finished runs of the store");
    command->add_option("--figures", options->figures, "Folder for predicted over measured as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
