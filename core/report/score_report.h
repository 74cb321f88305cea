// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector_score.h"
#include "core/report/campaign_data.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace millrace::report {

/// The score card of the detectors over the runs of campaigns with known cross traffic.
struct ScoreReport
{
    std::vector<monitor::ScoredJob> jobs; ///< without steps and links
    std::vector<monitor::DetectorScore> scores;
    std::vector<FigureSpec> figures; ///< F1, delay and false alarms by level and detector
    std::vector<Table> tables;
    std::vector<std::string> notes; ///< runs that could not be scored, and why
};

/// `detectors`: names, empty for all; also PolicyDetector's names of policies. Runs without phases count as clean
/// controls. InvalidInput when no run has iterations.
[[nodiscard]] Result<ScoreReport> scoreReport(store::Database& database, const CampaignData& data,
                                              const std::vector<std::string>& detectors, const JobContext& job);

} // namespace millrace::report
