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

/// An all-reduce as a movement of elements.
collective::Movement movementOf(const simulate::AllReduceSpec& operation)
{
    const collective::PeerList peers = collective::peersOnHosts(operation.nodes);
    const collective::Strategy strategy = collective::resolve(operation.strategy, peers);
    auto pairs = collective::graphPairs(strategy, peers, operation.root);
    const collective::ChunkRule rule{
        strategy,          operation.hash, pairs.size(), operation.segmentBytes, operation.elementBytes,
        operation.streams, operation.parts};
    return collective::allReduceMovement(collective::tensorsOfSizes(operation.tensors), rule, std::move(pairs));
}

} // namespace

Result<operations::Operations> operationsOf(const project::EffectiveSettings& settings, std::uint64_t seed, int steps)
{
    if (settings.traffic)
        return fail(ErrorCode::Unsupported, "cross traffic cannot be written as operations; leave it out");
    MR_TRY(plan, planSimulation(settings, false, seed, std::nullopt));
    if (!plan.operations.empty())
        return operations::parseGoal(plan.operations);
    MR_TRY(spec, trainer::readTrainArguments(plan.arguments));
    if (spec.averaging.overlapSteps > 0)
        return fail(ErrorCode::Unsupported,
                    "operations of steps that overlap an averaging cannot be written; set \"overlap_steps\" to 0");
    std::vector<collective::Movement> movements; // by fragment
    for (int fragment = 0; fragment < spec.averaging.fragments; ++fragment)
        movements.push_back(movementOf(simulatedOperation(spec, settings.cluster, fragment)));
    const std::size_t elementBytes = collective::elementBytes(collective::elementTypeOf(spec.compression));
    const std::size_t ranks = simulate::nodesOfRanks(settings.cluster).size();
    const auto averagings = static_cast<std::size_t>(spec.averaging.averagings(steps));
    if (ranks * (movements.front().chunks.size() * averagings + static_cast<std::size_t>(steps))
        > operations::mostOperations)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} steps of {} ranks are more than {} operations; write fewer steps", steps, ranks,
                                operations::mostOperations));
    operations::Writer writer(ranks);
    for (int step = 0; step < steps; ++step) {
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            MR_TRY(compute, trainer::ComputeModel::make(spec.compute, spec.model, spec.batch, static_cast<int>(rank)));
            writer.compute(rank, compute.durationOf(step).count());
        }
        if (const auto fragment = spec.averaging.fragmentAfter(step + 1))
            writer.move(movements[static_cast<std::size_t>(*fragment)], elementBytes);
    }
    return std::move(writer.operations());
}

} // namespace millrace::run
