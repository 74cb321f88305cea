// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/observation.h"

#include <span>
#include <vector>

namespace millrace::policy {

/// Expected time of an all-reduce under every strategy and root, while one worker has less capacity than before.
///
/// The law: an all-reduce takes as long as the worker that needs most, max over the ranks of bytes ÷ capacity, where
/// the bytes are the larger of those sent and received (collective::predictTraffic). In the undisturbed time all
/// workers have the same capacity, the largest number of bytes ÷ that time. Who has lost capacity is not known: taken
/// for the cause is the worker that has to lose least for the present strategy to take its present time, which is the
/// one with most bytes; of several, each in turn, and the time is their mean. That is a guess to be tried, not a
/// diagnosis. The law knows bytes only: no latencies, no processors.
struct Choice
{
    collective::Strategy strategy = collective::Strategy::Auto;
    int root = 0;
    double time = 0; ///< s, expected
};

/// Times of one interference.
struct Disturbance
{
    int workers = 0; ///< one per host
    std::uint64_t payload = 0;
    Setting setting; ///< in use
    double before = 0; ///< s of communication per step
    double now = 0;
};

/// Sorted by time, for equal times in the order of the enumeration; without the strategy in use.
[[nodiscard]] std::vector<Choice> chooseStrategy(const Disturbance& disturbance);

} // namespace millrace::policy
