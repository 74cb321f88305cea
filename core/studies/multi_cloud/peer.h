// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/unknown.h"
#include "core/studies/multi_cloud/mapping.h"
#include "core/studies/multi_cloud/wandb_log.h"

#include <string>
#include <vector>

namespace millrace::studies::multi_cloud {

/// One averaging of gradients as one peer saw it.
struct PeerRound
{
    std::size_t row = 0;
    std::uint64_t line = 0;
    double time = 0; ///< s since 1970
    double seconds = 0;
    double epoch = 0; ///< at its end
    double peakSent = 0; ///< bit/s, in the rows of its duration
    double peakReceived = 0;
};

/// How the time between the first and the last step was spent, s.
struct PeerLedger
{
    double wall = 0;
    double load = 0;
    double move = 0;
    double forward = 0;
    double loss = 0;
    double backward = 0;
    double localStep = 0;
    double averaging = 0;

    [[nodiscard]] double timed() const noexcept
    {
        return load + move + forward + loss + backward + localStep + averaging;
    }
    [[nodiscard]] double unaccounted() const noexcept { return wall - timed(); }
};

/// Values from the log of one peer or baseline; NaN: not derivable. "Published": by the study's rules; "measured": by
/// counters, clock and global epoch.
struct PeerValues
{

    std::size_t steps = 0;
    double samples = unknown; ///< counted by the peer
    double runtime = unknown; ///< s; the largest in the file
    double publishedRate = unknown; ///< baseline: mean of the rates of the steps, samples/s
    double wallRate = unknown; ///< baseline: samples ÷ time from the first to the last step
    double localRate = unknown; ///< samples/s of steps without averaging, by the timers
    double cut = unknown; ///< median + 2 standard deviations of the optimizer's step, s
    std::size_t publishedRounds = 0; ///< steps not below the cut
    std::size_t cleanRounds = 0; ///< of them, after the first
    double calc = unknown; ///< s, after the first round
    double comm = unknown;
    std::vector<PeerRound> rounds; ///< measured: where the global epoch increases
    PeerLedger ledger;
    std::size_t systemRows = 0;
    double interval = 1; ///< s between two system rows
    double sent = unknown; ///< B, 1 s for each row
    double received = unknown;
    double publishedLoading = unknown; ///< B received before averagings
    double loading = unknown; ///< B received outside averagings, measured
    double trainingSent = unknown; ///< B, from the first to the last step
    double publishedPeakSent = unknown; ///< bit/s, mean over rounds
    double publishedPeakReceived = unknown;

    /// Rounded to two digits, as in the study; NaN: no averaging was found.
    [[nodiscard]] double publishedGranularity() const;
    /// Mean over the rounds after the first; over all if there is only one.
    [[nodiscard]] double averagingTime() const;
};

[[nodiscard]] PeerValues peerValues(const WandbLog& log);

} // namespace millrace::studies::multi_cloud
