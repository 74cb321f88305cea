// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulated_plan.h"

#include "core/collective/host_layout.h"
#include "core/collective/traffic.h"
#include "core/planner/strategy_search.h"
#include "core/project/planned_cluster.h"
#include "core/simulate/all_reduce.h"
#include "core/simulate/calibrated_range.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace {

constexpr int rounds = 3; ///< until windows are those of a round among others

Result<const cluster::Cluster*> clusterOf(const project::Project& project, const planner::PlanSpec& plan)
{
    const cluster::Cluster* cluster = project::findCluster(project, plan.cluster);
    if (cluster == nullptr)
        return fail(ErrorCode::InvalidInput, fmt::format("the project has no cluster \"{}\"", plan.cluster));
    return cluster;
}

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

/// The planned all-reduces, simulated. Machines are those that plannedNodes takes, the first ones of each site.
class SimulatedAllReduces : public planner::AllReduceModel
{
public:
    SimulatedAllReduces(const project::Project& project, const planner::Planner& planner,
                        const cluster::Cluster& cluster, const std::optional<simulate::Calibration>& calibration)
        : m_project(project), m_planner(planner), m_cluster(cluster), m_calibration(calibration)
    {
        for (const collective::Strategy strategy : plannedStrategies)
            m_names.emplace_back(collective::strategyName(strategy));
        const std::size_t nodes = cluster.nodes.size();
        m_secondsPerByte.resize(nodes * nodes);
        for (std::size_t from = 0; from < nodes; ++from)
            for (std::size_t to = 0; to < nodes; ++to)
                if (from != to)
                    m_secondsPerByte[from * nodes + to] =
                        8 / planner::connectionRate(cluster, from, to, planner.plan().streams).bitsPerSecond;
    }

    [[nodiscard]] const std::vector<std::string>& strategies() const override { return m_names; }
    [[nodiscard]] int mostMachines() const override { return mostSimulatedMachines; }

    [[nodiscard]] const planner::AveragingTraffic& traffic(std::span<const int> counts, std::size_t strategy) override
    {
        const std::size_t nodes = m_cluster.nodes.size();
        std::vector<std::size_t> node, siteOf; // by machine
        for (std::size_t site = 0; site < counts.size(); ++site)
            for (std::size_t i = 0; i < static_cast<std::size_t>(counts[site]); ++i) {
                node.push_back(m_planner.sites()[site].nodes[i]);
                siteOf.push_back(site);
            }
        const collective::TrafficMatrix& sent = sentAmong(node.size(), strategy);
        m_traffic.bytes.assign(counts.size(), std::vector<double>(counts.size(), 0));
        m_traffic.leastSeconds = 0;
        for (std::size_t from = 0; from < node.size(); ++from)
            for (std::size_t to = 0; to < node.size(); ++to)
                if (const auto bytes = static_cast<double>(sent.bytes(static_cast<int>(from), static_cast<int>(to)));
                    bytes > 0) {
                    m_traffic.bytes[siteOf[from]][siteOf[to]] += bytes;
                    m_traffic.leastSeconds =
                        std::max(m_traffic.leastSeconds, bytes * m_secondsPerByte[node[from] * nodes + node[to]]);
                }
        return m_traffic;
    }

    [[nodiscard]] Result<planner::SimulatedRound> round(const planner::Candidate& choice, std::size_t strategy) override
    {
        return simulateRound(m_project, m_planner, choice, m_calibration, plannedStrategies[strategy]);
    }

private:
    /// Bytes from rank to rank; the same for all choices of so many machines.
    [[nodiscard]] const collective::TrafficMatrix& sentAmong(std::size_t machines, std::size_t strategy)
    {
        const auto [found, isNew] = m_sent.try_emplace({machines, strategy});
        if (isNew) {
            cluster::Cluster cluster;
            cluster.nodes.resize(machines);
            const simulate::AllReduceSpec operation = averagingOf(m_planner, cluster, plannedStrategies[strategy]);
            found->second = collective::predictTraffic(collective::tensorsOfSizes(operation.tensors),
                                                       collective::peersOnHosts(operation.nodes), operation.strategy,
                                                       operation.hash, operation.elementBytes, operation.streams);
        }
        return found->second;
    }

    const project::Project& m_project;
    const planner::Planner& m_planner;
    const cluster::Cluster& m_cluster;
    const std::optional<simulate::Calibration>& m_calibration;
    std::vector<std::string> m_names;
    std::vector<double> m_secondsPerByte; ///< of all connections from one node to another
    std::map<std::pair<std::size_t, std::size_t>, collective::TrafficMatrix> m_sent; ///< by machines and strategy
    planner::AveragingTraffic m_traffic;
};

/// Of a search by the law.
Result<void> simulateBest(const project::Project& project, SearchedPlan& searched,
                          const std::optional<simulate::Calibration>& calibration, const JobContext& job)
{
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
    return {};
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

Result<std::vector<planner::Candidate>>
compareStrategies(const project::Project& project, const planner::Planner& planner, const planner::Candidate& candidate,
                  const std::optional<simulate::Calibration>& calibration, const JobContext& job)
{
    std::vector<planner::Candidate> compared;
    if (candidate.machines() < 2 || candidate.machines() > mostSimulatedMachines)
        return compared;
    MR_TRY(cluster, clusterOf(project, planner.plan()));
    // By the law, so that a simulated choice is compared from the same start.
    const planner::Candidate choice{candidate.counts, planner.forecast(candidate.counts)};
    SimulatedAllReduces model(project, planner, *cluster, calibration);
    for (std::size_t strategy = 0; strategy < model.strategies().size(); ++strategy) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the comparison of strategies was cancelled");
        MR_TRY(round, model.round(choice, strategy));
        const auto& bytes = model.traffic(choice.counts, strategy).bytes;
        compared.push_back({choice.counts,
                            planner.forecast(choice.counts, round.averagingSeconds, bytes),
                            {model.strategies()[strategy], bytes, round.beyond}});
    }
    return compared;
}

Result<SearchedPlan> searchPlan(const project::Project& project, const planner::PlanSpec& plan,
                                const PlanSearch& options, const std::optional<simulate::Calibration>& calibration,
                                const JobContext& job)
{
    MR_TRY(cluster, clusterOf(project, plan));
    if (const Issues issues = planner::validate(plan); hasErrors(issues))
        return fail(ErrorCode::InvalidInput, issueText(issues.front()));
    MR_TRY(planner, planner::Planner::of(plan, *cluster, project.prices));
    SearchedPlan searched{std::move(planner), {}, {}, simulate::stampOf(calibration)};
    if (options.strategies) {
        SimulatedAllReduces model(project, searched.planner, *cluster, calibration);
        MR_TRY(found, planner::searchStrategies(searched.planner, model, options, job));
        searched.found = std::move(found);
    } else {
        searched.found = planner::search(searched.planner, options, job);
        MR_CHECK(simulateBest(project, searched, calibration, job));
    }
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the search was cancelled");
    return searched;
}

} // namespace millrace::run
