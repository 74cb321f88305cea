// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "app/headless/plan_view.h"
#include "app/headless/progress_view.h"
#include "app/headless/result_view.h"
#include "app/headless/terminal_connector.h"
#include "app/headless/trust_question.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "core/exposition/metrics_page.h"
#include "core/report/report_file.h"
#include "core/run/campaign.h"
#include "core/run/live_gauges.h"
#include "core/run/observer_pair.h"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace millrace::headless {

namespace {

struct RunOptions
{
    std::string project;
    std::filesystem::path store;
    std::filesystem::path report;
    std::filesystem::path sshConfiguration;
    run::CampaignOptions campaign;
    std::string onFailure = "continue";
    std::string positions;
    std::string retry;
    int metricsPort = -1; ///< 0: any free one; below: no page
    bool dryRun = false;
    bool resume = false;
    bool startNew = false;
    bool noReport = false;
    bool steps = false;
    bool trust = false;
};

/// "stop", "stop=3", "continue", "retry" or "retry=3".
Result<run::FailurePolicy> parsePolicy(const std::string& text)
{
    if (text == "stop")
        return run::FailurePolicy{true, 0, 0};
    if (text == "continue")
        return run::FailurePolicy{};
    if (text == "retry")
        return run::FailurePolicy{false, 1, 0};
    if (text.starts_with("retry="))
        if (const auto count = parseInteger(std::string_view(text).substr(6)); count && *count >= 0 && *count <= 100)
            return run::FailurePolicy{false, static_cast<int>(*count), 0};
    if (text.starts_with("stop="))
        if (const auto count = parseInteger(std::string_view(text).substr(5)); count && *count >= 1 && *count <= 1000)
            return run::FailurePolicy{false, 0, static_cast<int>(*count)};
    return fail(ErrorCode::InvalidInput,
                fmt::format("\"{}\" is not a failure policy; write stop, stop=3, continue or retry=2", text));
}

/// "3,5-9"; empty: none.
Result<std::vector<int>> parsePositions(const std::string& text)
{
    constexpr std::size_t most = 1'000'000;
    std::vector<int> positions;
    for (const std::string_view part : split(text, ',')) {
        if (text.empty())
            break;
        const std::size_t dash = part.find('-');
        const auto first = parseInteger(trim(part.substr(0, dash)));
        const auto last = dash == std::string_view::npos ? first : parseInteger(trim(part.substr(dash + 1)));
        if (!first || !last || *first < 1 || *last < *first || static_cast<std::size_t>(*last) > most)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("\"{}\" is not a list of runs; write their positions like 3,5-9", text));
        for (auto position = *first; position <= *last; ++position)
            positions.push_back(static_cast<int>(position));
    }
    return positions;
}

Result<void> completeOptions(RunOptions& options, const Signals& signals)
{
    MR_TRY(policy, parsePolicy(options.onFailure));
    options.campaign.failures = policy;
    MR_TRY(positions, parsePositions(options.positions));
    MR_TRY(retry, parsePositions(options.retry));
    options.campaign.positions = std::move(positions);
    options.campaign.retry = std::move(retry);
    if (!options.retry.empty() && !options.resume)
        return fail(ErrorCode::InvalidInput, "--retry repeats runs of a campaign that is there; add --resume");
    if (options.resume && options.startNew)
        return fail(ErrorCode::InvalidInput, "--resume and --new exclude each other");
    options.campaign.choice = options.resume ? run::CampaignChoice::Resume
        : options.startNew                   ? run::CampaignChoice::StartNew
                                             : run::CampaignChoice::Automatic;
    options.campaign.programs = programFolder();
    options.campaign.connect = terminalConnector(options.sshConfiguration);
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
    MR_TRY(file, openProject(options.project, environment.frameworks));
    std::optional<EndAtOnce> untilSomethingChanges(environment.signals);
    MR_TRY(plan, run::planCampaign(file, options.campaign));
    const std::filesystem::path store =
        options.store.empty() ? project::storePath(file.project, file.file()) : options.store;
    if (options.dryRun) {
        if (const auto starts = run::checkStarts(plan, options.campaign.programs); !starts)
            fmt::print(stderr, "millrace-cli: {}\n", starts.error().text());
        return showDryRun(plan, options.campaign, {store, environment.json, options.steps}, environment.job());
    }

    MR_CHECK(run::checkCells(plan, options.campaign.programs));
    MR_CHECK(run::checkStarts(plan, options.campaign.programs));
    MR_CHECK(askForTrust(file, options.trust, environment.job()));
    untilSomethingChanges.reset();
    if (run::clusterOf(plan).kind == cluster::ClusterKind::Emulated)
        MR_CHECK(run::checkMachine());
    MR_TRY(database, store::Database::openOrCreate(store));
    ProgressView view(chooseProgressStyle(environment.json, environment.quiet));
    run::LiveGauges gauges;
    run::ObserverPair observers(view, gauges);
    std::unique_ptr<exposition::MetricsPage> page;
    if (options.metricsPort >= 0) {
        MR_TRY(started, exposition::MetricsPage::start(static_cast<std::uint16_t>(options.metricsPort), [&gauges] {
                   return exposition::metricsText(gauges.families());
               }));
        page = std::move(started);
        fmt::print(stderr, "metrics: http://127.0.0.1:{}/metrics\n", page->port());
    }
    run::RunObserver& observer = page ? static_cast<run::RunObserver&>(observers) : view;
    MR_TRY(outcome, run::executeCampaign(plan, database, options.campaign, observer, environment.job()));
    view.finish();
    const int code = codeOf(outcome, environment.signals);
    std::filesystem::path report = options.report;
    if (report.empty() && !options.noReport) {
        const std::filesystem::path usual = std::filesystem::path(store).replace_extension(".html");
        report = report::freeReportFile(usual);
        if (report != usual)
            fmt::print(stderr, "millrace-cli: {} is not a report of Millrace and stays as it is; the report is {}\n",
                       usual.string(), report.string());
    }
    MR_CHECK(showResults(database, outcome, report, environment));
    if (outcome.failed + outcome.invalid > 0 && !environment.json)
        fmt::print("again:  millrace-cli run {}{} --resume --retry-failed\n", options.project,
                   options.store.empty() ? "" : " --store " + options.store.string());
    std::fflush(stdout);
    return code;
}

} // namespace

CommandBody addRunCommand(CLI::App& app)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Run a grid and report on it");
    command->add_option("PROJECT", options->project, "A project file, or the name of a template (see templates)")
        ->required();
    command->add_option("--grid", options->campaign.grid, "Name of the grid; default: the first one");
    command->add_option("--store", options->store, "Result store; default: PROJECT with the extension .mrdb");
    command->add_option("--only", options->campaign.only, "Only runs with this level, factor=level; can be repeated")
        ->allow_extra_args(false);
    command->add_option("--ssh-config", options->sshConfiguration,
                        "OpenSSH configuration for remote nodes; default: the user's own");
    command->add_option("--positions", options->positions, "Only these runs, by their position, like 3,5-9");
    command
        ->add_option("--on-failure", options->onFailure, "stop, stop=N equal failures in a row, continue, or retry=N")
        ->capture_default_str();
    command->add_option("--report", options->report, "Report page; default: the store's name with the ending .html");
    command->add_flag("--no-report", options->noReport, "Do not write a report page");
    command->add_flag("--dry-run", options->dryRun,
                      "List which runs would be started, and why others would not; change nothing");
    command->add_flag("--steps", options->steps, "With --dry-run: the steps of every run, too");
    command->add_flag("--resume", options->resume, "Continue with the unfinished campaign of this grid");
    command->add_flag("--retry-failed", options->campaign.retryFailed, "With --resume: repeat failed and invalid runs");
    command->add_option("--retry", options->retry, "With --resume: re-run these, whatever their outcome, like 3,5-9");
    command->add_flag("--trust", options->trust,
                      "Run a project that somebody else made without asking; what it would start is in the manual");
    command
        ->add_option("--metrics", options->metricsPort,
                     "While it runs, serve progress and all series for Prometheus at http://127.0.0.1:PORT/metrics; 0: "
                     "any free port")
        ->check(CLI::Range(0, 65535));
    command->add_flag("--new", options->startNew, "Start a new campaign even if this grid already has one");
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
