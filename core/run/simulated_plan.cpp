// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulated_plan.h"

#include "core/collective/host_layout.h"
#include "core/collective/traffic.h"
#include "core/project/planned_cluster.h"
#include "core/simulate/all_reduce.h"
#include "core/simulate/calibrated_range.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace {

constexpr int rounds = 3; ///< until windows are those of a round among others

/// As planned_cluster's workload does it: the vector as one tensor.
simulate::AllReduceSpec averagingOf(const planner::Planner& planner, const cluster::Cluster& cluster,
                                    collective::Strategy strategy)
{
    simulate::AllReduceSpec operation;
    operation.strategy = strategy;
    operation.tensors = {static_cast<std::size_t>(std::ceil(planner.vectorBytes() / sizeof(float)))};
    operation.nodes = simulate::nodesOfRanks(cluster);
    operation.streams = project::plannedStreams(planner.plan());
    return operation;
}

} // namespace

Result<planner::SimulatedRound> simulateRound(const project::Project& project, const planner::Planner& planner,
                                              const planner::Candidate& candidate,
                                              const std::optional<simulate::Calibration>& calibration,
                                              collective::Strategy strategy)
{
    const planner::Forecast& forecast = candidate.forecast;
    if (candidate.machines() < 2)
        return planner::SimulatedRound{0, forecast.samplesPerSecond, {}};
    MR_TRY(cluster, project::plannedNodes(project, planner, candidate));
    // Rented machines have the buffers of Linux, not of emulated nodes.
    cluster.kind = cluster::ClusterKind::Simulated;
    std::optional<simulate::Calibration> there = calibration;
    if (there)
        there->receiveBuffer = 0;
    const simulate::Network network(cluster, simulate::lawOf(there, cluster));
    const simulate::AllReduceSpec operation = averagingOf(planner, cluster, strategy);
    simulate::AllReduce averaging(operation, network);
    const std::vector<double> together(cluster.nodes.size(), 0);
    double took = 0;
    for (int round = 0; round < rounds; ++round) {
        const double pause =
            planner.plan().overlap ? std::max(0.0, forecast.computeSeconds - took) : forecast.computeSeconds;
        took = averaging.run(together, round == 0 ? 0 : pause).end();
    }
    const double round =
        planner.plan().overlap ? std::max(forecast.computeSeconds, took) : forecast.computeSeconds + took;
    std::string remark = simulate::beyond(calibration, simulate::rangeOf(cluster, operation));
    if (const std::string overflow = simulate::overflowRemark(operation, cluster); !overflow.empty())
        remark += (remark.empty() ? "" : "; ") + overflow;
    return planner::SimulatedRound{took, static_cast<double>(planner.plan().targetBatch) / round, remark};
}

Result<std::vector<planner::StrategyForecast>>
compareStrategies(const project::Project& project, const planner::Planner& planner, const planner::Candidate& candidate,
                  const std::optional<simulate::Calibration>& calibration, const JobContext& job)
{
    std::vector<planner::StrategyForecast> compared;
    if (candidate.machines() < 2 || candidate.machines() > mostSimulatedMachines)
        return compared;
    MR_TRY(cluster, project::plannedNodes(project, planner, candidate));
    std::vector<std::size_t> siteOf; // by machine
    for (std::size_t site = 0; site < candidate.counts.size(); ++site)
        siteOf.insert(siteOf.end(), static_cast<std::size_t>(candidate.counts[site]), site);
    for (const collective::Strategy strategy : plannedStrategies) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the comparison of strategies was cancelled");
        MR_TRY(round, simulateRound(project, planner, candidate, calibration, strategy));
        const simulate::AllReduceSpec operation = averagingOf(planner, cluster, strategy);
        const auto traffic = collective::predictTraffic(collective::tensorsOfSizes(operation.tensors),
                                                        collective::peersOnHosts(operation.nodes), strategy,
                                                        operation.hash, operation.elementBytes, operation.streams);
        std::vector<std::vector<double>> bytes(candidate.counts.size(), std::vector<double>(candidate.counts.size()));
        for (int from = 0; from < traffic.size(); ++from)
            for (int to = 0; to < traffic.size(); ++to)
                bytes[siteOf[static_cast<std::size_t>(from)]][siteOf[static_cast<std::size_t>(to)]] +=
                    static_cast<double>(traffic.bytes(from, to));
        compared.push_back({std::string(collective::strategyName(strategy)),
                            planner.forecast(candidate.counts, round.averagingSeconds, bytes), round.beyond});
    }
    return compared;
}

Result<SearchedPlan> searchPlan(const project::Project& project, const planner::PlanSpec& plan,
                                const planner::SearchOptions& options,
                                const std::optional<simulate::Calibration>& calibration, const JobContext& job)
{
    const cluster::Cluster* cluster = project::findCluster(project, plan.cluster);
    if (cluster == nullptr)
        return fail(ErrorCode::InvalidInput, fmt::format("the project has no cluster \"{}\"", plan.cluster));
    if (const Issues issues = planner::validate(plan); hasErrors(issues))
        return fail(ErrorCode::InvalidInput, issueText(issues.front()));
    MR_TRY(planner, planner::Planner::of(plan, *cluster, project.prices));
    SearchedPlan searched{std::move(planner), {}, {}, simulate::stampOf(calibration)};
    searched.found = planner::search(searched.planner, options, job);
    for (const planner::Candidate& candidate : searched.found.best) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the search was cancelled");
        planner::SimulatedRound round;
        if (candidate.machines() <= mostSimulatedMachines) {
            MR_TRY(made, simulateRound(project, searched.planner, candidate, calibration));
            round = made;
        }
        searched.simulated.push_back(round);
    }
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the search was cancelled");
    return searched;
}

} // namespace millrace::run
