// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/plan_view.h"
#include "app/headless/progress_view.h"
#include "app/headless/result_view.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/run/campaign.h"

#include <fmt/format.h>
#include <memory>

namespace millrace::headless {

namespace {

struct RunOptions
{
    std::string project;
    std::filesystem::path store;
    std::filesystem::path report;
    run::CampaignOptions campaign;
    std::string onFailure = "continue";
    bool dryRun = false;
    bool resume = false;
    bool startNew = false;
    bool noReport = false;
    bool steps = false;
};

/// "stop", "continue", "retry" or "retry=3".
Result<run::FailurePolicy> parsePolicy(const std::string& text)
{
    if (text == "stop")
        return run::FailurePolicy{true, 0};
    if (text == "continue")
        return run::FailurePolicy{false, 0};
    if (text == "retry")
        return run::FailurePolicy{false, 1};
    if (text.starts_with("retry="))
        if (const auto count = parseInteger(std::string_view(text).substr(6)); count && *count >= 0 && *count <= 100)
            return run::FailurePolicy{false, static_cast<int>(*count)};
    return fail(ErrorCode::InvalidInput,
                fmt::format("\"{}\" is no failure policy; write stop, continue or retry=2", text));
}

Result<void> completeOptions(RunOptions& options, const Signals& signals)
{
    MR_TRY(policy, parsePolicy(options.onFailure));
    options.campaign.failures = policy;
    if (options.resume && options.startNew)
        return fail(ErrorCode::InvalidInput, "--resume and --new exclude each other");
    options.campaign.choice = options.resume ? run::CampaignChoice::Resume
        : options.startNew                   ? run::CampaignChoice::StartNew
                                             : run::CampaignChoice::Automatic;
    options.campaign.programs = programFolder();
    options.campaign.finish = signals.finish();
    return {};
}

int codeOf(const run::CampaignOutcome& outcome, const Signals& signals)
{
    if (outcome.cancelled > 0)
        return signals.exitCode() != 0 ? signals.exitCode() : SomeRunsFailed;
    if (outcome.failed > 0)
        return SomeRunsFailed;
    return outcome.invalid > 0 ? GateNotMet : Success;
}

Result<int> execute(RunOptions& options, const Environment& environment)
{
    MR_CHECK(completeOptions(options, environment.signals));
    MR_TRY(file, openProject(options.project));
    MR_TRY(plan, run::planCampaign(file, options.campaign));
    if (options.dryRun)
        return showDryRun(plan, options.campaign, environment.json, options.steps);

    MR_CHECK(run::checkCells(plan, options.campaign.programs));
    MR_CHECK(run::checkMachine());
    const std::filesystem::path store = options.store.empty() ? project::storePath(file) : options.store;
    MR_TRY(database, store::Database::openOrCreate(store));
    ProgressView view(chooseProgressStyle(environment.json, environment.quiet));
    MR_TRY(outcome, run::executeCampaign(plan, database, options.campaign, view, environment.job()));
    view.finish();
    const int code = codeOf(outcome, environment.signals);
    std::filesystem::path report = options.report;
    if (report.empty() && !options.noReport)
        report = std::filesystem::path(store).replace_extension(".html");
    MR_CHECK(showResults(database, outcome, report, environment));
    return code;
}

} // namespace

CommandBody addRunCommand(CLI::App& app)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Make the runs of a grid and report on them");
    command->add_option("PROJECT", options->project, "A project file, or the name of a template (see templates)")
        ->required();
    command->add_option("--grid", options->campaign.grid, "Name of the grid; without it the first one");
    command->add_option("--store", options->store, "Result store; without it PROJECT with the ending .mrdb");
    command->add_option("--only", options->campaign.only, "Only runs with this level, factor=level; can be repeated")
        ->allow_extra_args(false);
    command->add_option("--on-failure", options->onFailure, "stop, continue or retry=N")->capture_default_str();
    command->add_option("--report", options->report, "Report page; without it the store's name with the ending .html");
    command->add_flag("--no-report", options->noReport, "Write no report page");
    command->add_flag("--dry-run", options->dryRun, "List what would be run, and what not and why; change nothing");
    command->add_flag("--steps", options->steps, "With --dry-run: the steps of every run, too");
    command->add_flag("--resume", options->resume, "Go on with the unfinished campaign of this grid");
    command->add_flag("--retry-failed", options->campaign.retryFailed, "With --resume: repeat failed and invalid runs");
    command->add_flag("--new", options->startNew, "Start a new campaign even if there is one of this grid");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        if (code)
            return *code;
        const int signalled = environment.signals.exitCode();
        const int complaint = complain(code.error());
        return signalled != 0 ? signalled : complaint;
    };
}

} // namespace millrace::headless
