// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/explanation.h"
#include "core/planner/search.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <vector>

namespace millrace::report {

/// Candidates, the best first; with their all-reduces where they were searched. `simulated`: of each, for two more
/// columns; empty: without them.
[[nodiscard]] Table candidateTable(const planner::Planner& planner, const std::vector<planner::Candidate>& candidates,
                                   const std::string& title,
                                   const std::vector<planner::SimulatedRound>& simulated = {});
/// Every number of a candidate with its formula, and its remarks as notes.
[[nodiscard]] Table explanationTable(const planner::Planner& planner, const planner::Candidate& candidate);
/// A candidate against each single machine.
[[nodiscard]] Table breakEvenTable(const planner::Planner& planner, const planner::Candidate& candidate);
/// What interruptions of spot machines make of a candidate: by the formula, and over many replays of drawn ones. Empty
/// if the plan does not count them.
[[nodiscard]] Table interruptionTable(const planner::Planner& planner, const planner::Candidate& candidate);
/// What a candidate would have cost by the day of its start, over the dates of its machines' prices. Without rows if
/// there are none, or if they are shorter than the training, with a note that says so.
[[nodiscard]] Table startTable(const planner::Planner& planner, const planner::Candidate& candidate);
/// A candidate with other all-reduces, the cheapest first; those without a price by time. Empty if there are none.
[[nodiscard]] Table strategyTable(const planner::Planner& planner, const planner::Candidate& candidate,
                                  std::vector<planner::Candidate> strategies);
/// Cost and time of the training: the best candidates, and those that no other one beats in both.
[[nodiscard]] FigureSpec planFigure(const planner::Planner& planner, const planner::SearchResult& result);
/// What was searched: "3 124 choices of machines, all forecast; 12 do not meet budget, deadline or granularity." Where
/// none does, also the cheapest and the fastest of them. One sentence each.
[[nodiscard]] std::vector<std::string> choiceSentences(const planner::Planner& planner,
                                                       const planner::SearchResult& result);
/// These, and how sure the result is; also prices that are not known and rates that are estimated. `simulation`: the
/// stamp of simulated columns; empty: there are none.
[[nodiscard]] std::vector<std::string>
planSentences(const planner::Planner& planner, const planner::SearchResult& result, const std::string& simulation = {});

} // namespace millrace::report
