// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"

namespace millrace::report {

/// A metric as a column or axis.
struct ChosenMetric
{
    std::string name;
    std::string unit;
    std::string how;
    bool plain = false; ///< the usual table shows no interval
};

/// The requested metrics; without a request, the usual ones that the campaign has.
[[nodiscard]] std::vector<ChosenMetric> chooseMetrics(const CampaignData& data, const std::vector<std::string>& wanted);
/// The results of benchmarks, whose names the workload chooses: at most six.
[[nodiscard]] std::vector<std::string> printedMetrics(const CampaignData& data);
[[nodiscard]] ChosenMetric chosenMetric(const CampaignData& data, std::string_view metric);
[[nodiscard]] bool hasMetric(const CampaignData& data, std::string_view metric);
/// The value in a run, including "payload_ratio", which is computed here; NaN when unknown.
[[nodiscard]] double valueOf(const store::ResultRow& row, std::string_view metric);

} // namespace millrace::report
