// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/scaling/law.h"

#include <array>
#include <span>
#include <string>

namespace millrace::planner {

/// What one averaging of all peers moves. Each peer owns an equal part of the vector (a butterfly): it sends to every
/// other peer that peer's part, and its own averaged part.
struct AveragingLoad
{
    double peers = 0;
    double megabits = 0; ///< 10⁶ bit that a peer sends: 16 P b (N - 1) / N / 10⁶ for P parameters of b bytes
    double slowestPair = 0; ///< s, for what a peer sends to one other, 16 P b / N bit, on the slowest connection

    /// `secondsPerBit`: of the slowest connection.
    [[nodiscard]] static AveragingLoad of(double vectorBytes, double peers, double secondsPerBit) noexcept;
};

/// Time of an averaging: fixed + perMegabit × megabits + perPeer × peers + slowestPart × slowestPair. The constants are
/// those of 30 set-ups of Hivemind on T4s of three clouds and four continents (Isenko, Mayer, Jacobsen, PVLDB 17(6),
/// 2024; fitted to its logs), until others are fitted to own runs.
struct AveragingLaw
{
    double fixed = 2.02; ///< s
    double perMegabit = 0.97e-3; ///< s
    double perPeer = 0.473; ///< s
    double slowestPart = 0.785;
    double band = 0.147; ///< |ln(measured ÷ predicted)| that 90 % of held-out set-ups are below
    std::string source = "30 set-ups of the multi-cloud study";
    double leastPeers = 2; ///< what it was fitted to …
    double mostPeers = 8;
    double leastMegabits = 3164;
    double mostMegabits = 15684;
    double mostSlowest = 79; ///< … s; beyond it is an extrapolation

    [[nodiscard]] bool covers(const AveragingLoad& load) const noexcept
    {
        return load.peers < 2
            || (load.peers >= leastPeers && load.peers <= mostPeers && load.megabits >= 0.99 * leastMegabits
                && load.megabits <= 1.01 * mostMegabits && load.slowestPair <= 1.01 * mostSlowest);
    }
    [[nodiscard]] double seconds(const AveragingLoad& load) const noexcept
    {
        return load.peers < 2
            ? 0
            : fixed + perMegabit * load.megabits + perPeer * load.peers + slowestPart * load.slowestPair;
    }
    bool operator==(const AveragingLaw&) const = default;
};

inline constexpr std::array averagingFields = {
    field("fixed_s", &AveragingLaw::fixed, Quantity::Number, {0, 1e6}),
    field("per_megabit_s", &AveragingLaw::perMegabit, Quantity::Number, {0, 1e3}),
    field("per_peer_s", &AveragingLaw::perPeer, Quantity::Number, {0, 1e6}),
    field("slowest_part", &AveragingLaw::slowestPart, Quantity::Number, {0, 1e3}),
    field("band", &AveragingLaw::band, Quantity::Number, {0, 10}),
    field("source", &AveragingLaw::source),
    field("least_peers", &AveragingLaw::leastPeers, Quantity::Number, {0, 1e6}),
    field("most_peers", &AveragingLaw::mostPeers, Quantity::Number, {0, 1e6}),
    field("least_megabits", &AveragingLaw::leastMegabits, Quantity::Number, {0, 1e12}),
    field("most_megabits", &AveragingLaw::mostMegabits, Quantity::Number, {0, 1e12}),
    field("most_slowest_s", &AveragingLaw::mostSlowest, Quantity::Number, {0, 1e9}),
};

/// A measured averaging.
struct MeasuredAveraging
{
    AveragingLoad load;
    double seconds = 0;
};

/// Fits the law to measured averagings, with the band of held-out ones from ten on; constants that they do not
/// determine stay near those of the study. InvalidInput for fewer than three.
[[nodiscard]] Result<AveragingLaw> fitAveraging(std::span<const MeasuredAveraging> rows, const std::string& source,
                                                const JobContext& job = {});

} // namespace millrace::planner
