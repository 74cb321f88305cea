// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/report/response_report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace millrace::report {

/// Input of the response curves.

/// One run that counts, with values from its metrics.
struct ResponseRun
{
    std::size_t row = 0; ///< index in CampaignData::rows
    std::string others; ///< levels of all factors that are not the load
    std::string profile; ///< of the cross traffic; empty: none
    std::string level; ///< of the load, for display: "cross_rate=4 Gbit/s"
    double offered = unknown; ///< bit/s
    double achieved = unknown; ///< bit/s
    double capacity = unknown; ///< bit/s
    double requirement = unknown; ///< bit
    double time = unknown; ///< the chosen value, s
    double baseline = unknown; ///< the same without load; p99: the median
    double count = unknown; ///< iterations averaged in `time`
    double baselineCount = unknown;
};
[[nodiscard]] std::vector<ResponseRun> responseRuns(const CampaignData& data, const ResponseChoice& choice);
/// Whether the run has cross traffic.
[[nodiscard]] bool isLoaded(const store::ResultRow& row) noexcept;

/// Runs of one curve.
struct ResponseGroup
{
    std::string label;
    std::vector<ResponseRun> loaded;
    std::vector<ResponseRun> clean; ///< runs without cross traffic under the same other factors
};
/// By other factors and profile; runs without cross traffic belong to every curve of their other factors.
[[nodiscard]] std::vector<ResponseGroup> responseGroups(const CampaignData& data, const std::vector<ResponseRun>& runs,
                                                        std::vector<std::string>& notes);

/// Data on the phases of a run, from its series.
struct PhaseValues
{
    std::vector<double> baseline; ///< times of the iterations, s; the slowest rank's
    std::vector<double> loaded;
    std::vector<double> rates; ///< cross traffic received in the loaded phase, bit/s, by node and time
    std::vector<double> weights; ///< s that each rate holds
    std::vector<double> first; ///< rates of the first node alone
    double spacing = unknown; ///< s between those, in the middle
};
/// Phases by the events "phase" of the whole run; a run without them is entirely baseline. A step belongs to the phase
/// in which it both starts and ends.
[[nodiscard]] Result<PhaseValues> readPhases(store::Database& database, const store::RunRecord& run, Issues& issues);

} // namespace millrace::report
