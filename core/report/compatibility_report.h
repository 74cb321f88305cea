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
    std::string node; ///< node whose send rate is used; empty: the first one
};

/// Link demand of a run during one step, and its source.
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

/// The index in CampaignData::rows of a run, by its number in the campaign or the prefix of its id; NotFound.
[[nodiscard]] Result<std::size_t> findRun(const CampaignData& data, const std::string& name);

/// The pattern of a run: its series net.sent folded at the median step if a step has at least 8 samples, otherwise zero
/// while computing and then the bus bandwidth while communicating; of the baseline phase if there is one. InvalidInput
/// when neither is known. The uncertainty of the period comes from the steps of the run and the differences between the
/// repetitions of its cell.
[[nodiscard]] Result<RunPattern> runPattern(store::Database& database, const CampaignData& data, std::size_t row,
                                            const std::string& node);

[[nodiscard]] Result<CompatibilityReport> compatibilityReport(store::Database& database, const CampaignData& data,
                                                              std::size_t first, std::size_t second,
                                                              const CompatibilityChoice& choice);

} // namespace millrace::report
