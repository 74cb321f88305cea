// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/train_spec.h"

#include "core/trainer/synthetic_gradient.h"

#include <fmt/format.h>

namespace millrace::trainer {
namespace {

Error bad(std::string what)
{
    return fail(ErrorCode::InvalidInput, std::move(what));
}

} // namespace

Result<void> validate(const TrainSpec& spec)
{
    if (spec.peers.size() < 1 || spec.peers.size() > SyntheticGradient::maximumRanks)
        return bad(fmt::format("the list of peers must name 1 to {} ranks, not {}", SyntheticGradient::maximumRanks,
                               spec.peers.size()));
    if (spec.rank < 0 || spec.rank >= spec.peers.size())
        return bad(fmt::format("rank {} is not in the list of peers, which has ranks 0 to {}", spec.rank,
                               spec.peers.size() - 1));
    if (spec.operations.empty() && spec.model.elements() == 0)
        return bad(fmt::format("model \"{}\" has no gradients", spec.model.name));
    if (spec.batch < 1 || spec.batch > mostBatch)
        return bad(fmt::format("the batch must be from 1 to {} samples, not {}", mostBatch, spec.batch));
    if (spec.steps < 1)
        return bad(fmt::format("there must be at least one measured step, not {}", spec.steps));
    if (spec.warmupSteps < 0 || spec.verifyEvery < 0)
        return bad("the numbers of warm-up steps and of steps between verifications must not be negative");
    MR_CHECK(collective::check(spec.averaging, spec.steps));
    MR_CHECK(collective::checkRanks(spec.compression, spec.peers.size()));
    const bool isCompressed = spec.compression != collective::Compression::None;
    if ((isCompressed || !spec.averaging.isSynchronous())
        && (spec.elastic || !spec.policies.empty() || spec.statistic != GradientStatistic::None
            || !spec.operations.empty()))
        return bad("local steps and compression are for trainings without monitor, policies, operations of a file and "
                   "members that change");
    if (spec.statisticInterval < 1)
        return bad(fmt::format("there must be at least one step from one value of the monitor to the next, not {}",
                               spec.statisticInterval));
    const double ratio = spec.noiseScale / spec.batch;
    if (!(spec.noiseScale == 0 || (ratio >= 1e-4 && ratio <= 1e4)))
        return bad(fmt::format("the noise scale {} is not from 0.0001 to 10000 times the batch, {} samples",
                               spec.noiseScale, spec.batch));
    if (spec.noiseScale > 0 && spec.peers.size() > SyntheticGradient::maximumRanksWithNoise)
        return bad(fmt::format("gradients with a noise scale are for at most {} ranks",
                               SyntheticGradient::maximumRanksWithNoise));
    if (spec.session.deadline <= Nanoseconds(0) || spec.session.connectDeadline <= Nanoseconds(0))
        return bad("the deadlines must be longer than zero");
    if (spec.elastic && spec.elastic->serverDeadline <= Nanoseconds(0))
        return bad("the deadline of the configuration server must be longer than zero");
    const policy::PolicyHost host{spec.statistic == GradientStatistic::NoiseScale, spec.elastic.has_value(),
                                  spec.elastic && !spec.elastic->schedule.empty(), "name a configuration server"};
    if (auto problems = policy::unmetNeeds(spec.policies, host); !problems.empty())
        return bad(std::move(problems.front()));
    if (!spec.operations.empty()
        && (spec.elastic || !spec.policies.empty() || spec.statistic != GradientStatistic::None))
        return bad("operations of a file have no gradients, policies or members that change");
    for (const auto& [rank, factor] : spec.compute.stragglers) {
        if (rank < 0 || rank >= spec.peers.size())
            return bad(fmt::format("the straggler {} is not one of the ranks 0 to {}", rank, spec.peers.size() - 1));
    }
    return {};
}

} // namespace millrace::trainer
