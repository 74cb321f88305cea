// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "core/studies/tum/published_campaign.h"
#include "core/studies/tum/published_series.h"
#include "core/studies/tum/published_training.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace millrace::studies::tum {

/// Figure 4 of the study: GB from each host to each other, published and corrected.
[[nodiscard]] report::Table patternTable(const PatternMap& map);
/// The regression of section VI, published and corrected coefficients.
[[nodiscard]] report::Table regressionTable(const StudyRegression& regression);
[[nodiscard]] nlohmann::ordered_json regressionJson(const StudyRegression& regression);
/// Figure 8, one point for each step.
[[nodiscard]] nlohmann::ordered_json accuracyJson(const AccuracyCurve& curve);
/// Figures 7 and 9: rates of links in Gbit/s, one value for each window.
[[nodiscard]] nlohmann::ordered_json seriesJson(const std::vector<PublishedSeries>& series);
[[nodiscard]] nlohmann::ordered_json patternJson(const PatternMap& map);

} // namespace millrace::studies::tum
