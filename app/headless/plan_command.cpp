// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"
#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/project/planned_cluster.h"
#include "core/report/campaign_data.h"
#include "core/report/plan_report.h"
#include "core/report/table_writers.h"
#include "core/run/averaging_runs.h"
#include "core/run/calibration_runs.h"
#include "core/run/simulated_plan.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace millrace::headless {

namespace {

struct PlanOptions
{
    std::string project;
    std::string plan;
    std::string objective = "cost";
    std::size_t best = 10;
    std::size_t explained = 1;
    std::size_t added = 0; ///< 0: none
    std::string strategy; ///< of what is added; empty: the choice's
    bool isSimulated = false;
    bool areStrategiesSearched = false;
    std::uint64_t mostForecasts = planner::SearchOptions{}.mostForecasts;
    std::uint64_t mostSimulations = planner::SearchOptions{}.mostSimulations;
    std::filesystem::path csv;
    std::filesystem::path figures;
    std::filesystem::path fitFrom;
    bool isDryRun = false;
};

/// Replaces the averaging law of the plan by that of the runs of a store; returns what that is, for people.
Result<std::string> fitPlan(project::ProjectFile& file, const std::string& name, store::Database& database,
                            const PlanOptions& options, const Environment& environment)
{
    MR_TRY(fitted,
           run::fitAveragingRuns(database, environment.frameworks, options.fitFrom.filename().string(),
                                 environment.job()));
    std::ranges::find(file.project.plans, name, &planner::PlanSpec::name)->averaging = fitted.law;
    if (!options.isDryRun)
        MR_CHECK(file.save());
    const planner::AveragingLaw& law = fitted.law;
    const std::string band = law.band > 0
        ? fmt::format("90 % of held-out ones are within {:.3g} %", 100 * (std::exp(law.band) - 1))
        : std::string("too few to hold some out");
    return fmt::format(
        "averaging: {:.3g} s + {:.3g} s × Mbit + {:.3g} s × machines + {:.3g} × slowest pair; mean error "
        "{:.3g} % of {}, {}{}\n",
        law.fixed, law.perMegabit, law.perPeer, law.slowestPart, 100 * fitted.meanError, law.source, band,
        options.isDryRun ? "; not saved" : "; saved in " + file.file().string());
}

/// What cannot be read has its default, with which the plan would be another one.
Result<void> checkPlanned(const project::ProjectFile& file)
{
    for (const Issue& issue : file.problems())
        for (const std::string_view part : {"plans", "prices", "clusters"})
            if (issue.severity == Severity::Error && issue.where.starts_with(part))
                return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", file.file().string(), issueText(issue)));
    return {};
}

std::vector<std::string> strategyNames()
{
    std::vector<std::string> names;
    for (const collective::Strategy strategy : run::plannedStrategies)
        names.emplace_back(collective::strategyName(strategy));
    return names;
}

/// Returns what was added, for people.
Result<std::string> addChoice(project::ProjectFile& file, const run::SearchedPlan& searched, const PlanOptions& options)
{
    if (options.added > searched.found.best.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("--add {}: the list has {}", options.added,
                                report::counted(searched.found.best.size(), "choice")));
    const planner::Candidate& choice = searched.found.best[options.added - 1];
    project::PlannedRun run;
    if (options.isSimulated)
        run.kind = cluster::ClusterKind::Simulated;
    if (const std::string& strategy = options.strategy.empty() ? choice.averaging.strategy : options.strategy;
        !strategy.empty())
        run.strategy = strategy;
    MR_TRY(name, project::addPlannedCluster(file.project, searched.planner, choice, run));
    if (!options.isDryRun)
        MR_CHECK(file.save());
    return fmt::format("Added the cluster \"{}\", with a workload and a grid of the same name{}.", name,
                       options.isDryRun ? "; not saved" : "");
}

Result<int> execute(const PlanOptions& options, const Environment& environment)
{
    const bool isSaved = (options.added > 0 || !options.fitFrom.empty()) && !options.isDryRun;
    // Saving a project that cannot be read as a whole would lose what is wrong in it.
    MR_TRY(file,
           isSaved ? openSoundProject(options.project, environment.frameworks)
                   : openProject(options.project, environment.frameworks));
    MR_CHECK(checkPlanned(file));
    MR_TRY(plan, project::choosePlan(file.project, options.plan));
    std::string fit;
    if (!options.fitFrom.empty()) {
        MR_TRY(database, store::Database::openReadOnly(options.fitFrom));
        MR_TRY(text, fitPlan(file, plan->name, database, options, environment));
        fit = std::move(text);
    }
    MR_TRY(
        calibration,
        run::calibrationIn(options.fitFrom.empty() ? project::storePath(file.project, file.file()) : options.fitFrom));
    run::PlanSearch searching;
    searching.objective = options.objective == "time" ? planner::Objective::Time : planner::Objective::Dollars;
    searching.best = std::max(options.best, options.explained);
    searching.mostForecasts = options.mostForecasts;
    searching.mostSimulations = options.mostSimulations;
    searching.strategies = options.areStrategiesSearched;
    if (options.added > searching.best)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("--add {}: the list ends at {}; see --top", options.added, searching.best));
    MR_TRY(searched, run::searchPlan(file.project, *plan, searching, calibration, environment.job()));
    const planner::Planner& planner = searched.planner;
    const planner::SearchResult& result = searched.found;
    if (options.explained > std::max(std::size_t(1), result.best.size()))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("--explain {}: the list has {}", options.explained,
                                report::counted(result.best.size(), "choice")));
    std::vector<std::string> sentences = report::planSentences(planner, result, searched.stamp);
    if (options.added > 0) {
        MR_TRY(sentence, addChoice(file, searched, options));
        sentences.push_back(std::move(sentence));
    }
    MR_CHECK(writeFigures(options.figures, {report::planFigure(planner, result)}));

    std::vector<report::Table> tables = {
        report::candidateTable(planner, result.best,
                               options.objective == "time" ? "The fastest choices" : "The cheapest choices",
                               searched.simulated),
        report::candidateTable(planner, result.front, "Choices that no other one beats in cost and time")};
    if (!options.csv.empty())
        MR_CHECK(writeOutput(options.csv, report::toCsv(tables.front())));
    if (options.csv == "-")
        return int(Success);
    if (options.explained > 0 && options.explained <= result.best.size()) {
        const planner::Candidate& candidate = result.best[options.explained - 1];
        tables.push_back(report::explanationTable(planner, candidate));
        tables.push_back(report::breakEvenTable(planner, candidate));
        MR_TRY(strategies, run::compareStrategies(file.project, planner, candidate, calibration, environment.job()));
        if (!strategies.empty())
            tables.push_back(report::strategyTable(planner, candidate, std::move(strategies)));
        if (report::Table starts = report::startTable(planner, candidate); !starts.rows.empty())
            tables.push_back(std::move(starts));
        if (report::Table interruptions = report::interruptionTable(planner, candidate); !interruptions.rows.empty())
            tables.push_back(std::move(interruptions));
    }
    nlohmann::ordered_json json{{"plan", plan->name},
                                {"choices", result.choices},
                                {"forecasts", result.forecasts},
                                {"refused", result.refused},
                                {"exact", result.gap == 0},
                                {"gap", result.gap},
                                {"sentences", sentences},
                                {"tables", nlohmann::ordered_json::array()}};
    std::string text = fit.empty() ? fit : fit + "\n";
    for (const report::Table& table : tables) {
        json["tables"].push_back(report::toJson(table));
        if (!table.rows.empty())
            text += report::toText(table, {terminalWidth(), true}) + "\n";
    }
    if (result.best.empty())
        text += "No choice of machines meets budget, deadline and granularity.\n";
    for (const std::string& sentence : sentences)
        text += sentence + "\n";
    MR_CHECK(writeOutput("-", environment.json ? json.dump(2) + "\n" : text));
    return int(Success);
}

} // namespace

CommandBody addPlanCommand(CLI::App& app)
{
    auto options = std::make_shared<PlanOptions>();
    CLI::App* command = app.add_subcommand(
        "plan", "Which machines of a cluster to rent for a training: throughput, time and cost of every choice");
    command->add_option("PROJECT", options->project, "A project (.millrace) with a plan and prices")->required();
    command->add_option("--plan", options->plan, "The plan; default: the first one");
    command->add_option("--best", options->objective, "Order of the choices")
        ->capture_default_str()
        ->check(CLI::IsMember({"cost", "time"}));
    command->add_option("--top", options->best, "So many choices are listed")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000));
    command->add_option("--explain", options->explained, "Explain every number of this choice of the list; 0: of none")
        ->capture_default_str()
        ->check(CLI::Range(0, 10000));
    command
        ->add_option("--forecasts", options->mostForecasts,
                     "With more choices than this: search by branch and bound, until so many are forecast")
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000'000)));
    auto* strategies = command->add_flag(
        "--strategies", options->areStrategiesSearched,
        "Search the all-reduces of the built-in worker, too, as they are simulated, instead of by the averaging law");
    command
        ->add_option("--simulations", options->mostSimulations, "Search all-reduces with so many simulations at most")
        ->needs(strategies)
        ->capture_default_str()
        ->check(CLI::Range(std::uint64_t(1), std::uint64_t(1'000'000'000)));
    command->add_option(
        "--fit-from", options->fitFrom,
        "A result store: fit the averaging law of the plan to its measured runs with PAIRWISE or CLIQUE, or to its "
        "imported trainings with Hivemind, and simulate by its calibration");
    auto* added = command->add_option(
        "--add", options->added,
        "Add this choice of the list to the project as an emulated cluster, with a workload and a grid");
    added->check(CLI::Range(0, 1'000'000'000));
    command->add_flag("--simulated", options->isSimulated, "Add it as a simulated cluster, at full size")->needs(added);
    command
        ->add_option("--strategy", options->strategy,
                     "The all-reduce of what is added; default: that of the choice, or PAIRWISE")
        ->needs(added)
        ->check(CLI::IsMember(strategyNames()));
    command->add_flag("--dry-run", options->isDryRun, "Save neither the fit nor what is added");
    command->add_option("--csv", options->csv, "Write the choices as a table, or - for standard output");
    command->add_option("--figures", options->figures, "Folder for cost over time as SVG");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
