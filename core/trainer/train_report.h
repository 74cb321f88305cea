// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace millrace::trainer {

/// One finished step of one rank: compute, then all-reduce, or the wait for one that may overlap steps. Refreshing
/// gradients and verifying sums are outside of the step: before and after it, with all ranks waiting for one another.
struct StepReport
{
    std::int64_t step = 0; ///< from 0 in each phase
    bool warmup = false;
    Nanoseconds compute{0};
    Nanoseconds communication{0};
    Nanoseconds total{0};
    std::uint64_t sentBytes = 0; ///< payload of the all-reduce
    std::uint64_t receivedBytes = 0;
    int samples = 0;
    int workers = 0; ///< of this step, where the members change; else 0
    int position = -1; ///< rank among them; -1: the members do not change
};

/// All-reduces of one rank over some steps, by the other side.
struct PeerReport
{
    Nanoseconds interval{0}; ///< since the report before, or since the first step
    std::int64_t steps = 0; ///< that ended in it
    std::uint64_t payload = 0; ///< bytes that were reduced …
    Nanoseconds communication{0}; ///< … in this time
    std::vector<int> peers; ///< numbers of the workers; those without traffic and waits are left out
    std::vector<std::uint64_t> sent; ///< payload bytes to each of them
    std::vector<std::uint64_t> received;
    std::vector<Nanoseconds> waited; ///< see SessionStatistics::Peer
    std::vector<std::uint64_t> pairBytes; ///< see SessionStatistics::Pair
    std::vector<Nanoseconds> pairTime;
};

struct VerifyReport
{
    std::int64_t step = 0;
    std::uint64_t checksum = 0; ///< of the reduced gradient on this rank
    bool ok = false; ///< sums are right and all ranks have the same checksum
    std::string what; ///< error
};

/// A change of the members, as one of those that train on sees it.
struct ResizeReport
{
    std::uint64_t version = 0; ///< of the new members
    int from = 0; ///< workers before; 0: this worker was none of them
    int to = 0;
    bool failed = false; ///< because a member failed
    std::int64_t step = 0; ///< first one with the new members, of both phases together
    std::int64_t redone = 0; ///< steps that were begun and have to be repeated
    Nanoseconds detect{0}; ///< of a failure: since the last finished step
    Nanoseconds decide{0}; ///< until the new members were known
    Nanoseconds connect{0};
    Nanoseconds state{0}; ///< until all members had the state
    Nanoseconds firstStep{0};
    Nanoseconds total{0}; ///< decide, connect and state
};

/// Measured steps of one rank.
struct TrainReport
{
    std::int64_t steps = 0;
    double samplesPerSecond = 0; ///< all samples ÷ time of all steps
    double rateMean = 0; ///< mean of the samples per second of each step, as KungFu prints it
    double rateDeviation = 0; ///< population standard deviation of rateMean's values
    double stepMean = 0; ///< ns
    double stepDeviation = 0; ///< ns, population standard deviation
    double computeMean = 0; ///< ns
    double communicationMean = 0; ///< ns
    std::uint64_t sentBytes = 0;
    std::uint64_t receivedBytes = 0;
    std::int64_t verified = 0; ///< steps with verified sums
};

} // namespace millrace::trainer
