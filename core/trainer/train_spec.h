// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/collective/averaging_schedule.h"
#include "core/collective/compression.h"
#include "core/collective/peer_list.h"
#include "core/collective/session.h"
#include "core/elastic/resize_schedule.h"
#include "core/policy/policy.h"
#include "core/trainer/compute_model.h"
#include "core/trainer/gradient_monitor.h"
#include "core/trainer/model.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace millrace::trainer {

inline constexpr int mostBatch = 1'000'000; ///< samples per worker and step

/// A training whose members change: a configuration server says who takes part (core/elastic).
struct ElasticSpec
{
    Endpoint server;
    elastic::ResizeSchedule schedule = {}; ///< the first rank asks the server for these numbers of workers
    Nanoseconds serverDeadline = std::chrono::seconds(30); ///< longest wait for the server when it is needed
};

/// Training of one rank. All but `rank` and `compute` must be the same on every rank.
struct TrainSpec
{
    int rank = 0;
    collective::PeerList peers;
    collective::SessionOptions session;
    Model model;
    bool fuse = false; ///< all tensors as one
    collective::AveragingSchedule averaging = {}; ///< synchronous: every step all-reduces
    collective::Compression compression = collective::Compression::None;
    int batch = 32; ///< samples per rank and step, at first
    int warmupSteps = 2; ///< before the measured ones
    int steps = 20; ///< measured
    /// Of the measured steps, 0, k, 2k, … are verified, with local steps of the rounds; 0: none.
    int verifyEvery = 5;
    std::uint64_t seed = 1; ///< of the synthetic gradients
    double noiseScale = 0; ///< of the synthetic gradients; 0: they have no mean
    GradientStatistic statistic = GradientStatistic::None;
    int statisticInterval = 1; ///< steps from one of its values to the next
    ComputeSpec compute; ///< for the first batch; another one computes in proportion
    Nanoseconds peerReports = std::chrono::seconds(1); ///< from one report by peer to the next; 0: none
    std::vector<policy::PolicySpec> policies = {}; ///< what may change strategy, batch and workers; none: nothing does
    /// Then `peers` are all that may take part, and `rank` is a number for the log: the rank in a session is the
    /// position among its members.
    std::optional<ElasticSpec> elastic = {};
    std::filesystem::path operations = {}; ///< then the steps are those of this GOAL file, see performOperations()
};

/// Returns the first problem as one sentence.
[[nodiscard]] Result<void> validate(const TrainSpec& spec);

} // namespace millrace::trainer
