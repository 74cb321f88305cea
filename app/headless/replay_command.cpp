// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/replay_view.h"
#include "core/base/text.h"
#include "core/replay/replay.h"
#include "core/replay/replay_table.h"
#include "core/replay/stored_run.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {
namespace {

struct ReplayOptions
{
    std::vector<std::string> inputs;
    std::filesystem::path store;
    std::string campaign;
    std::string framework;
    std::string speed = "max";
    bool noCaptures = false;
};

/// "10", "10x", "max"
Result<double> speedOf(std::string text)
{
    if (text == "max")
        return replay::ReplayControl::unlimited;
    if (text.ends_with('x'))
        text.pop_back();
    const auto speed = parseDouble(text);
    if (!speed || !(*speed > 0))
        return fail(ErrorCode::InvalidInput, "--speed " + text + ": give a number greater than 0, or max");
    return *speed;
}

Result<std::vector<replay::ReplayRequest>> requestsOf(const ReplayOptions& options,
                                                      const launch::Frameworks& frameworks)
{
    std::vector<replay::ReplayRequest> requests;
    if (!options.store.empty()) {
        MR_TRY(database, store::Database::openReadOnly(options.store));
        MR_TRY(campaign, chooseStoredCampaign(database, options.campaign));
        for (const std::string& input : options.inputs) {
            MR_TRY(run, replay::findRun(database, campaign.id, input));
            requests.push_back({replay::RunOfStore{options.store, run, frameworks}, !options.noCaptures});
        }
        return requests;
    }
    replay::Recordings recordings;
    recordings.framework = options.framework;
    for (const std::string& input : options.inputs) {
        std::error_code error;
        if (!std::filesystem::exists(input, error))
            return fail(ErrorCode::NotFound,
                        fmt::format("there is no file {}; to replay a run, name its store with --store", input));
        if (std::filesystem::path(input).extension() == ".mrdb")
            return fail(ErrorCode::InvalidInput,
                        fmt::format("{} is a store; write \"replay RUN --store {}\"", input, input));
        recordings.files.emplace_back(input);
    }
    requests.push_back({recordings, true});
    return requests;
}

void print(const replay::ReplayReport& report, const Environment& environment)
{
    const report::Table table = replay::comparisonTable(report);
    if (!environment.json) {
        fmt::print("{}", report::toText(table));
        return;
    }
    nlohmann::ordered_json json = {{"event", "replay"},
                                   {"run", report.title},
                                   {"framework", report.framework},
                                   {"iterations", report.iterations},
                                   {"differences", report.differences()},
                                   {"comparison", report::toJson(table)}};
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

Result<int> execute(const ReplayOptions& options, const Environment& environment)
{
    MR_TRY(speed, speedOf(options.speed));
    if (!options.framework.empty())
        if (auto known = monitor::makeLogParser(options.framework); !known)
            return std::move(known).error();
    MR_TRY(requests, requestsOf(options, environment.frameworks));
    std::size_t differences = 0;
    for (const replay::ReplayRequest& request : requests) {
        using Style = ReplayView::Style;
        ReplayView view(environment.json ? Style::Json : environment.quiet ? Style::Quiet : Style::Lines);
        replay::ReplayControl control(speed);
        MR_TRY(report, replay::replay(request, view, control, environment.job()));
        print(report, environment);
        differences += report.differences();
    }
    if (differences > 0 && !environment.json)
        fmt::print(stderr, "millrace-cli: {} value{} with the current version\n", differences,
                   differences == 1 ? " differs" : "s differ");
    return int(differences > 0 ? SomeRunsFailed : Success);
}

} // namespace

CommandBody addReplayCommand(CLI::App& app)
{
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = app.add_subcommand(
        "replay", "Play stored runs, logs or captures through today's parsers and compare with what was stored");
    command
        ->add_option("INPUT", options->inputs, "Runs of a store (number or prefix of the id), or log and capture files")
        ->required();
    command->add_option("--store", options->store, "The result store (.mrdb) of the runs; it may be in use");
    command->add_option("--campaign", options->campaign,
                        "Number of the campaign in the store, or a prefix of its id; default: the latest");
    command->add_option("--framework", options->framework, "Program that wrote the logs (default: detected)");
    command->add_option("--speed", options->speed, "Seconds of the recording in one second, or max")
        ->capture_default_str();
    command->add_flag("--no-captures", options->noCaptures, "Leave the captures of the runs alone");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        if (!code && environment.signals.exitCode() != 0)
            return environment.signals.exitCode();
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
