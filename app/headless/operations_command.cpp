// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/command.h"
#include "app/headless/common.h"
#include "app/headless/exit_code.h"
#include "core/base/units.h"
#include "core/operations/goal_text.h"
#include "core/operations/operation_files.h"
#include "core/project/operations_project.h"
#include "core/run/calibration_runs.h"
#include "core/run/campaign.h"
#include "core/run/cell_operations.h"
#include "core/run/chosen_runs.h"
#include "core/simulate/calibrated_range.h"
#include "core/simulate/operations_simulation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace millrace::headless {

namespace {

struct OperationsOptions
{
    std::vector<std::filesystem::path> files;
    std::string grid;
    std::string only;
    int steps = 1;
    std::filesystem::path goal;
    std::filesystem::path chakra;
    std::filesystem::path project;
    std::string nicRate = "1Gbit";
    std::string delay = "100us";
    std::filesystem::path calibration;
};

/// Those of the first run of a project that is chosen.
Result<operations::Operations> ofProject(const OperationsOptions& options, const Environment& environment)
{
    if (options.files.size() > 1)
        return fail(ErrorCode::InvalidInput, "a project is given alone");
    MR_TRY(file, openProject(options.files.front().string(), environment.frameworks));
    run::CampaignOptions campaign;
    campaign.grid = options.grid;
    MR_TRY(plan, run::planCampaign(file, campaign));
    std::vector<int> chosen;
    if (!options.only.empty()) {
        MR_TRY(matching, run::matchingRuns(plan, options.only));
        chosen = std::move(matching);
    }
    const auto run = std::ranges::find_if(plan.schedule.runs, [&](const grid::PlannedRun& planned) {
        return options.only.empty() || std::ranges::find(chosen, static_cast<int>(planned.position)) != chosen.end();
    });
    if (run == plan.schedule.runs.end())
        return fail(ErrorCode::InvalidInput, "no run of the grid matches --only");
    MR_TRY(settings, project::effectiveSettings(plan.project, plan.grid, plan.expansion.cell(run->cell)));
    return run::operationsOf(settings, run->seed, options.steps);
}

struct SimulatedOperations
{
    double seconds = 0;
    std::string beyond; ///< see simulate::beyond
};

Result<SimulatedOperations> simulated(const operations::Operations& operations, const OperationsOptions& options)
{
    MR_TRY(rate, parseRate(options.nicRate));
    MR_TRY(delay, parseDuration(options.delay));
    std::optional<simulate::Calibration> calibration;
    if (!options.calibration.empty()) {
        MR_TRY(database, store::Database::openReadOnly(options.calibration));
        MR_TRY(stored, run::storedCalibration(database));
        if (!stored)
            return fail(ErrorCode::NotFound, fmt::format("{} has no calibration", options.calibration.string()));
        calibration = std::move(stored);
    }
    const cluster::Cluster cluster = project::operationsCluster(static_cast<int>(operations.ranks.size()), rate, delay);
    const simulate::Network network(cluster, simulate::lawOf(calibration, cluster));
    std::vector<std::size_t> nodes(operations.ranks.size());
    std::iota(nodes.begin(), nodes.end(), std::size_t(0));
    simulate::OperationsSimulation simulation(operations, network, nodes);
    const double end = simulation.run(std::vector<double>(nodes.size(), 0)).end();
    return SimulatedOperations{end, simulate::beyond(calibration, simulate::rangeOf(cluster, nodes))};
}

Result<int> execute(const OperationsOptions& options, const Environment& environment)
{
    const bool isProject = options.files.front().extension() == ".millrace";
    auto read = isProject ? ofProject(options, environment) : operations::readOperationFiles(options.files);
    MR_TRY(operations, std::move(read));
    if (!options.goal.empty())
        MR_CHECK(writeOutput(options.goal, operations::goalText(operations)));
    if (!options.chakra.empty())
        MR_CHECK(operations::writeChakra(operations, options.chakra));
    if (!options.project.empty())
        MR_CHECK(project::addOperations(options.project, operations, options.files.front().stem().string(),
                                        environment.frameworks));
    if (options.goal == "-")
        return int(Success);
    const operations::OperationsSummary summary = operations::summaryOf(operations);
    MR_TRY(result, simulated(operations, options));
    if (environment.json) {
        printLine({{"ranks", operations.ranks.size()},
                   {"operations", operations.count()},
                   {"messages", summary.messages},
                   {"bytes", summary.bytes},
                   {"most_bytes_of_a_rank", summary.mostSent},
                   {"most_compute_seconds_of_a_rank", summary.mostComputing},
                   {"simulated_seconds", result.seconds},
                   {"beyond_calibration", result.beyond}});
        return int(Success);
    }
    fmt::print("{} ranks, {} operations\n"
               "messages:  {}, {}; most by one rank: {}\n"
               "computing: {} by the rank with the most\n"
               "simulated: {} with NICs of {} and a delay of {}{}\n",
               operations.ranks.size(), operations.count(), summary.messages, humanSize(summary.bytes),
               humanSize(summary.mostSent), secondsText(summary.mostComputing), secondsText(result.seconds),
               options.nicRate, options.delay,
               options.calibration.empty() ? ", not calibrated"
                   : result.beyond.empty() ? ""
                                           : ", " + result.beyond);
    return int(Success);
}

} // namespace

CommandBody addOperationsCommand(CLI::App& app)
{
    auto options = std::make_shared<OperationsOptions>();
    CLI::App* command =
        app.add_subcommand("operations",
                           "What every rank computes, sends and receives: read GOAL or Chakra files or the cell of a "
                           "project, simulate it, write it in the other formats");
    command
        ->add_option("FILE", options->files,
                     "A GOAL file, the Chakra traces NAME.0.et … of all ranks, or a project (.millrace)")
        ->required();
    command->add_option("--grid", options->grid, "Of a project: the grid; default: the first one");
    command->add_option("--only", options->only, "Of a project: the run, for example strategy=RING");
    command->add_option("--steps", options->steps, "Of a project: so many steps of training")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    command->add_option("--goal", options->goal, "Write this GOAL file, or - for standard output");
    command->add_option("--chakra", options->chakra, "Write Chakra traces PREFIX.0.et, PREFIX.1.et, …");
    command->add_option("--project", options->project,
                        "Add a workload, an emulated cluster and a grid for them to this project, or make it");
    command->add_option("--nic-rate", options->nicRate, "Rate of all NICs in the simulation")->capture_default_str();
    command->add_option("--delay", options->delay, "Delay of all paths in the simulation")->capture_default_str();
    command->add_option("--calibration", options->calibration, "A result store whose calibration the simulation takes");
    return [options](const Environment& environment) {
        const auto code = execute(*options, environment);
        return code ? *code : complain(code.error());
    };
}

} // namespace millrace::headless
