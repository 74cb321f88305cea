// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/simulated_training.h"

#include "core/base/random.h"
#include "core/base/seconds.h"
#include "core/operations/goal_text.h"
#include "core/simulate/calibrated_range.h"
#include "core/trainer/train_options.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace millrace::run {

namespace {

using AllReduces = std::vector<std::unique_ptr<simulate::AllReduce>>;

simulate::TransportLaw lawOf(const trainer::TrainSpec& spec, simulate::TransportLaw law)
{
    if (spec.session.socketBufferBytes > 0)
        law.window.largestBytes = simulate::windowOfBuffer(spec.session.socketBufferBytes);
    return law;
}

AllReduces allReducesOf(const trainer::TrainSpec& spec, const cluster::Cluster& cluster,
                        const simulate::Network& network)
{
    AllReduces made;
    for (int fragment = 0; fragment < spec.averaging.fragments; ++fragment)
        made.push_back(std::make_unique<simulate::AllReduce>(simulatedOperation(spec, cluster, fragment), network));
    return made;
}

std::vector<simulate::AllReduce*> pointersTo(const AllReduces& all)
{
    std::vector<simulate::AllReduce*> pointers;
    for (const auto& each : all)
        pointers.push_back(each.get());
    return pointers;
}

} // namespace

Result<std::unique_ptr<SimulatedTraining>>
SimulatedTraining::make(const SimulationPlan& plan, const cluster::Cluster& cluster, const TrafficPlan* traffic)
{
    MR_TRY(spec, trainer::readTrainArguments(plan.arguments));
    std::unique_ptr<SimulatedTraining> training(new SimulatedTraining(std::move(spec), plan, cluster));
    const trainer::TrainSpec& made = training->m_spec;
    if (!plan.operations.empty()) {
        MR_CHECK(training->perform(plan.operations));
        return training;
    }
    for (std::size_t rank = 0; rank < training->ranks(); ++rank) {
        MR_TRY(model, trainer::ComputeModel::make(made.compute, made.model, made.batch, static_cast<int>(rank)));
        training->m_compute.push_back(model);
    }
    if (traffic != nullptr)
        MR_CHECK(training->share(*traffic, cluster));
    return training;
}

Result<void> SimulatedTraining::share(const TrafficPlan& traffic, const cluster::Cluster& cluster)
{
    if (m_allReduces.size() > 1)
        return fail(ErrorCode::Unsupported,
                    "cross traffic besides averagings by fragments is not simulated; set \"fragments\" to 1");
    m_traffic.emplace(traffic, cluster);
    m_allReduces.front()->share(m_traffic->flows());
    return {};
}

std::optional<SimulatedPhases> SimulatedTraining::phases() const
{
    return m_traffic ? std::optional(m_traffic->result()) : std::nullopt;
}

SimulatedTraining::SimulatedTraining(trainer::TrainSpec spec, const SimulationPlan& plan,
                                     const cluster::Cluster& cluster)
    : m_spec(std::move(spec)), m_network(cluster, lawOf(m_spec, plan.law)), m_calibration(plan.calibration),
      m_operation(simulatedOperation(m_spec, cluster)), m_allReduces(allReducesOf(m_spec, cluster, m_network)),
      m_training(m_spec.averaging, pointersTo(m_allReduces), ranks(), [this](int rank, std::int64_t step) {
          return seconds(m_compute[static_cast<std::size_t>(rank)].durationOf(step));
      })
{
    m_training.beginPhase(m_spec.warmupSteps);
}

std::string SimulatedTraining::remark() const
{
    const cluster::Cluster& cluster = m_network.cluster();
    if (m_operations)
        return simulate::beyond(m_calibration, simulate::rangeOf(cluster, m_operation.nodes));
    std::string text = simulate::beyond(m_calibration, simulate::rangeOf(cluster, m_operation));
    for (const std::string& sentence :
         {simulate::overflowRemark(m_operation, cluster), m_traffic ? m_traffic->remark() : std::string()})
        if (!sentence.empty())
            text += (text.empty() ? "" : "; ") + sentence;
    return text;
}

Result<void> SimulatedTraining::perform(const std::string& text)
{
    MR_TRY(read, operations::parseGoal(text));
    if (read.ranks.size() != ranks())
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("the operations are those of {} ranks, and there are {} workers", read.ranks.size(), ranks()));
    m_operations = std::make_unique<operations::Operations>(std::move(read));
    m_performance =
        std::make_unique<simulate::OperationsSimulation>(*m_operations, m_network, m_operation.nodes, m_operation.seed);
    m_performed.end.assign(ranks(), 0);
    return {};
}

/// All ranks begin a step together.
const simulate::Step& SimulatedTraining::nextPerformed()
{
    if (m_durations.empty() || m_performance->isRandom())
        m_durations = m_performance->run(std::vector<double>(ranks(), 0)).finish;
    const double begin = std::ranges::max(m_performed.end);
    m_performed.begin.assign(ranks(), begin);
    m_performed.computed.clear();
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
        std::map<int, double> computing; // by processor, s
        double longest = 0;
        for (const operations::Operation& operation : m_operations->ranks[rank])
            if (operation.kind == operations::Kind::Compute)
                longest =
                    std::max(longest, computing[operation.processor] += 1e-9 * static_cast<double>(operation.amount));
        m_performed.computed.push_back(begin + std::min(longest, m_durations[rank]));
        m_performed.end[rank] = begin + m_durations[rank];
    }
    return m_performed;
}

const simulate::Step& SimulatedTraining::next()
{
    if (m_operations)
        return nextPerformed();
    if (m_made++ == m_spec.warmupSteps)
        m_training.beginPhase(m_spec.steps);
    const simulate::Step& step = m_training.next();
    if (m_traffic && m_made > m_spec.warmupSteps)
        m_traffic->take(step);
    return step;
}

Result<CalculatedSteps> calculateSteps(const SimulationPlan& plan, const cluster::Cluster& cluster,
                                       const TrafficPlan* traffic, const JobContext& job)
{
    constexpr std::size_t mostTimes = 4'000'000;
    MR_TRY(training, SimulatedTraining::make(plan, cluster, traffic));
    const trainer::TrainSpec& spec = training->spec();
    const int count = spec.warmupSteps + spec.steps;
    const std::size_t mostSteps = mostTimes / std::max<std::size_t>(1, training->ranks());
    const auto tooMany = [] { return fail(ErrorCode::Unsupported, "the steps of the run are too many to be kept"); };
    // The phases of cross traffic end most runs before.
    if (traffic == nullptr && static_cast<std::size_t>(count) > mostSteps)
        return tooMany();
    CalculatedSteps steps{spec.warmupSteps, spec.batch, training->remark(), {}, {}};
    for (int step = 0; step < count; ++step) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        const simulate::Step& made = training->next();
        if (training->isOver())
            break;
        if (steps.all.size() >= mostSteps)
            return tooMany();
        steps.all.push_back(made);
    }
    steps.phases = training->phases();
    return steps;
}

Result<double> calculationSeconds(const SimulationPlan& plan, const cluster::Cluster& cluster,
                                  const TrafficPlan* traffic, const JobContext& job)
{
    constexpr double most = 1;
    const auto begun = std::chrono::steady_clock::now();
    const auto passed = [begun] { return seconds(std::chrono::steady_clock::now() - begun); };
    MR_TRY(training, SimulatedTraining::make(plan, cluster, traffic));
    const trainer::TrainSpec& spec = training->spec();
    double done = 0; // part of the run
    for (int made = 1; done < 1 && passed() < most; ++made) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled");
        const simulate::Step& step = training->next();
        done = static_cast<double>(made) / (spec.warmupSteps + spec.steps);
        if (training->isOver())
            done = 1;
        else if (traffic != nullptr) // whose phases end most runs before their last step
            done = std::max(done, std::ranges::max(step.end) / seconds(traffic->duration()));
    }
    return passed() / std::min(done, 1.0);
}

simulate::AllReduceSpec simulatedOperation(const trainer::TrainSpec& spec, const cluster::Cluster& cluster,
                                           int fragment)
{
    simulate::AllReduceSpec operation;
    operation.strategy = spec.session.strategy;
    operation.hash = spec.session.hash;
    operation.segmentBytes = spec.session.segmentBytes;
    operation.streams = spec.session.streams;
    operation.parts = spec.session.parts;
    operation.agreesFirst = spec.compression == collective::Compression::Int8;
    const auto tensors = spec.fuse ? std::vector{spec.model.elements()} : spec.model.tensors;
    operation.tensors = collective::tensorsWithin(
        tensors, collective::fragmentOf(spec.model.elements(), spec.averaging.fragments, fragment));
    operation.elementBytes = collective::elementBytes(collective::elementTypeOf(spec.compression));
    operation.nodes = simulate::nodesOfRanks(cluster);
    operation.seed = mixSeed(spec.seed + static_cast<std::uint64_t>(fragment));
    return operation;
}

Result<double> predictStep(const project::EffectiveSettings& settings,
                           const std::optional<simulate::Calibration>& calibration, const TrafficPlan* traffic)
{
    if (settings.traffic && traffic == nullptr)
        return fail(ErrorCode::Unsupported, "the phases of the cross traffic determine the steps");
    if (settings.cluster.kind == cluster::ClusterKind::Remote)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the rates of the NICs of \"{}\" are not known", settings.cluster.name));
    MR_TRY(plan, planSimulation(settings, false, 1, calibration));
    MR_TRY(training, SimulatedTraining::make(plan, settings.cluster, traffic));
    const int warmup = training->spec().warmupSteps;
    // Whole rounds, if the run has one.
    const int localSteps = training->spec().averaging.localSteps;
    int measured = std::min(training->spec().steps, std::max(mostPredictedSteps, localSteps));
    measured -= measured > localSteps ? measured % localSteps : 0;
    if (traffic != nullptr)
        measured = training->spec().steps;
    double sum = 0;
    int count = 0;
    for (int step = 0; step < warmup + measured; ++step) {
        const simulate::Step& made = training->next();
        if (training->isOver())
            break;
        if (step < warmup)
            continue;
        ++count;
        double longest = 0;
        for (std::size_t rank = 0; rank < made.end.size(); ++rank)
            longest = std::max(longest, made.end[rank] - made.begin[rank]);
        sum += longest;
    }
    if (count == 0)
        return fail(ErrorCode::Unsupported, "no step ends before the phases of the cross traffic do");
    return sum / count;
}

} // namespace millrace::run
