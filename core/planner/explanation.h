// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/candidate.h"

#include <string>
#include <vector>

namespace millrace::planner {

/// A number of a forecast, and how it is made.
struct Explanation
{
    std::string what; ///< "averaging"
    std::string value; ///< "9.12 s"
    std::string how; ///< the formula with its numbers; for prices their date and source
};

/// Every number of a candidate, from the machines' rates to the cost of the training.
[[nodiscard]] std::vector<Explanation> explain(const Planner& planner, const Candidate& candidate);

/// A choice of machines against the cheapest single machine of the plan.
struct BreakEven
{
    std::size_t site = 0; ///< of the single machine
    Forecast alone; ///< of it
    /// $ an hour of the single machine at which a sample costs the same as with the choice; NaN: not known.
    double hourlyDollars = unknown;
};
/// The single machines among the sites, ascending by what the training costs on them; those of `candidate` itself too.
[[nodiscard]] std::vector<BreakEven> breakEven(const Planner& planner, const Candidate& candidate);

} // namespace millrace::planner
