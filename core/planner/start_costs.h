// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/candidate.h"

#include <vector>

namespace millrace::planner {

/// A training that begins at a time.
struct StartCost
{
    Nanoseconds start; ///< since the epoch
    double dollars = 0; ///< of the training

    bool operator==(const StartCost&) const = default;
};

/// What the training of a candidate would have cost, begun whenever a price of one of its machines changed: machines by
/// the prices in force at each moment of it, traffic and reading as in the forecast. Ascending by time; without starts
/// at which a price is not known, and without those after which the history ends before the training does.
[[nodiscard]] std::vector<StartCost> costsByStart(const Planner& planner, const Candidate& candidate);

} // namespace millrace::planner
