// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/launch/frameworks.h"
#include "core/predict/sample.h"
#include "core/project/effective.h"
#include "core/store/database.h"

namespace millrace::run {

/// Facts of a run for a predictor of its use of the network. The rate is the lowest on any way between two nodes, the
/// round trip the longest; a fixed compute time gives the rate of the device. Models come from the lists of the
/// built-in worker and the table of the scripts' models; others, and a user's program, stay without facts.
[[nodiscard]] predict::Setting usageSetting(const project::EffectiveSettings& settings);

/// What the measured runs of a store say.
struct UsageSamples
{
    std::vector<predict::Sample> samples; ///< one for each run: labels are means over its nodes
    std::size_t fromCaptures = 0; ///< of all runs, those whose labels are from packets
    std::size_t runs = 0; ///< finished and measured ones
    std::size_t withoutSeries = 0; ///< of them, those without received or sent bytes over time
    std::size_t withoutBursts = 0; ///< of them, those in which no whole burst was detected
    std::size_t withCrossTraffic = 0; ///< of them, those whose nodes sent something else too
    std::size_t unreadable = 0; ///< of them, those whose settings cannot be read
    std::size_t contradicting = 0; ///< of them, those with values that their settings do not allow
};
/// Detects bursts in the sent and received bytes of every node. The rate of the device is that of the measured compute
/// time, where a framework reports it.
[[nodiscard]] Result<UsageSamples> readUsageSamples(store::Database& database, const launch::Frameworks& frameworks,
                                                    const JobContext& job = {});

} // namespace millrace::run
