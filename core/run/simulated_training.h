// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/cluster/cluster.h"
#include "core/operations/operations.h"
#include "core/run/simulated_traffic.h"
#include "core/run/simulation_plan.h"
#include "core/simulate/operations_simulation.h"
#include "core/simulate/training.h"
#include "core/trainer/compute_model.h"
#include "core/trainer/train_spec.h"

#include <memory>

namespace millrace::run {

/// The training of a run on a simulated network, step by step.
class SimulatedTraining
{
public:
    /// `traffic`: besides the training; null: none. It and the cluster outlive the training.
    [[nodiscard]] static Result<std::unique_ptr<SimulatedTraining>>
    make(const SimulationPlan& plan, const cluster::Cluster& cluster, const TrafficPlan* traffic = nullptr);
    SimulatedTraining(const SimulatedTraining&) = delete;
    SimulatedTraining& operator=(const SimulatedTraining&) = delete;

    [[nodiscard]] const trainer::TrainSpec& spec() const noexcept { return m_spec; }
    /// What is not simulated or beyond the calibration, as a sentence; empty: nothing is known of that kind.
    [[nodiscard]] std::string remark() const;
    [[nodiscard]] std::size_t ranks() const noexcept { return m_operation.nodes.size(); }
    /// The next step, warm-up first, then the measured ones after a barrier; valid until the next call.
    [[nodiscard]] const simulate::Step& next();
    /// Whether the last step ended after the phases of the cross traffic.
    [[nodiscard]] bool isOver() const noexcept { return m_traffic && m_traffic->isOver(); }
    [[nodiscard]] std::optional<SimulatedPhases> phases() const;

private:
    [[nodiscard]] Result<void> perform(const std::string& text);
    [[nodiscard]] const simulate::Step& nextPerformed();
    [[nodiscard]] Result<void> share(const TrafficPlan& traffic, const cluster::Cluster& cluster);
    SimulatedTraining(trainer::TrainSpec spec, const SimulationPlan& plan, const cluster::Cluster& cluster);

    trainer::TrainSpec m_spec;
    simulate::Network m_network;
    std::optional<simulate::Calibration> m_calibration;
    simulate::AllReduceSpec m_operation;
    std::vector<trainer::ComputeModel> m_compute;
    std::vector<std::unique_ptr<simulate::AllReduce>> m_allReduces; ///< by fragment
    simulate::Training m_training;
    int m_made = 0; ///< steps
    std::optional<SimulatedTraffic> m_traffic;
    std::unique_ptr<operations::Operations> m_operations; ///< instead of training
    simulate::Step m_performed; ///< the last step of operations
    std::unique_ptr<simulate::OperationsSimulation> m_performance;
    std::vector<double> m_durations; ///< of a step, by rank; without loss all are alike
};

/// All steps of a run.
struct CalculatedSteps
{
    int warmupSteps = 0; ///< come first
    int batch = 0;
    std::string remark; ///< see SimulatedTraining
    std::vector<simulate::Step> all;
    std::optional<SimulatedPhases> phases; ///< of a run with cross traffic
};
/// Unsupported for runs whose steps take too much memory at once: those are calculated step by step.
[[nodiscard]] Result<CalculatedSteps> calculateSteps(const SimulationPlan& plan, const cluster::Cluster& cluster,
                                                     const TrafficPlan* traffic, const JobContext& job);

/// How long it takes to calculate the steps of a run, s: from the first of them, for which it spends up to a second.
[[nodiscard]] Result<double> calculationSeconds(const SimulationPlan& plan, const cluster::Cluster& cluster,
                                                const TrafficPlan* traffic, const JobContext& job);

/// The all-reduce of a fragment in a training on the workers of a cluster.
[[nodiscard]] simulate::AllReduceSpec simulatedOperation(const trainer::TrainSpec& spec,
                                                         const cluster::Cluster& cluster, int fragment = 0);

/// What the simulation says of a run that is to be measured: the mean over the measured steps of the slowest rank's
/// step time, s. Unsupported for what it does not know, see planSimulation, and for remote nodes, whose NICs' rates a
/// project does not name. Of long runs without cross traffic it calculates the first steps only. `traffic`: that of the
/// run, if the settings have any.
[[nodiscard]] Result<double> predictStep(const project::EffectiveSettings& settings,
                                         const std::optional<simulate::Calibration>& calibration,
                                         const TrafficPlan* traffic = nullptr);
inline constexpr int mostPredictedSteps = 30;

} // namespace millrace::run
