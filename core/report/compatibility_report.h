// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/phase_circle.h"
#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace millrace::report {

struct CompatibilityChoice
{
    double capacity = 0; ///< bit/s; 0: the smaller `cross_capacity` of the two runs
    std::string node; ///< whose sent rate is looked at; empty: the first one
};

/// What a run asks of a link in one step, and how that was found out.
struct RunPattern
{
    std::string label;
    analysis::TrafficPattern pattern;
    std::string source;
};

/// Two runs on one link.
struct CompatibilityReport
{
    RunPattern first;
    RunPattern second;
    analysis::PhaseCircle circle;
    std::vector<FigureSpec> figures; ///< the two patterns on the common period, the score over the shift
    Table table;
    std::vector<std::string> notes;
};

/// The position in CampaignData::rows of a run by its number in the campaign or the beginning of its id; NotFound.
[[nodiscard]] Result<std::size_t> findRun(const CampaignData& data, const std::string& name);

/// The pattern of a run: its series net.sent folded at the median step where a step has 8 samples or more, else nothing
/// while computing and then the bus bandwidth while communicating; of the baseline phase where there is one.
/// InvalidInput when neither is known. How well the period is known comes from the steps of the run and from what the
/// repetitions of its cell differ by.
[[nodiscard]] Result<RunPattern> runPattern(store::Database& database, const CampaignData& data, std::size_t row,
                                            const std::string& node);

[[nodiscard]] Result<CompatibilityReport> compatibilityReport(store::Database& database, const CampaignData& data,
                                                              std::size_t first, std::size_t second,
                                                              const CompatibilityChoice& choice);

} // namespace millrace::report
