// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cell_operations.h"

#include "core/collective/host_layout.h"
#include "core/operations/goal_text.h"
#include "core/operations/movement_operations.h"
#include "core/run/simulated_training.h"
#include "core/run/simulation_plan.h"
#include "core/trainer/train_options.h"

#include <fmt/format.h>

namespace millrace::run {

namespace {

/// The all-reduce of a step as a movement of float32 elements.
collective::Movement movementOf(const simulate::AllReduceSpec& operation)
{
    const collective::PeerList peers = collective::peersOnHosts(operation.nodes);
    const collective::Strategy strategy = collective::resolve(operation.strategy, peers);
    auto pairs = collective::graphPairs(strategy, peers, operation.root);
    const collective::ChunkRule rule{strategy, operation.hash, pairs.size(), operation.segmentBytes};
    return collective::allReduceMovement(collective::tensorsOfSizes(operation.tensors), rule, std::move(pairs));
}

} // namespace

Result<operations::Operations> operationsOf(const project::EffectiveSettings& settings, std::uint64_t seed, int steps)
{
    MR_TRY(plan, planSimulation(settings, false, seed, std::nullopt));
    if (!plan.operations.empty())
        return operations::parseGoal(plan.operations);
    MR_TRY(spec, trainer::readTrainArguments(plan.arguments));
    const simulate::AllReduceSpec operation = simulatedOperation(spec, settings.cluster);
    const collective::Movement movement = movementOf(operation);
    const std::size_t ranks = operation.nodes.size();
    if (ranks * movement.chunks.size() * static_cast<std::size_t>(steps) > operations::mostOperations)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} steps of {} ranks are more than {} operations; write fewer steps", steps, ranks,
                                operations::mostOperations));
    operations::Writer writer(ranks);
    for (int step = 0; step < steps; ++step) {
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            MR_TRY(compute, trainer::ComputeModel::make(spec.compute, spec.model, spec.batch, static_cast<int>(rank)));
            writer.compute(rank, compute.durationOf(step).count());
        }
        writer.move(movement, sizeof(float));
    }
    return std::move(writer.operations());
}

} // namespace millrace::run
