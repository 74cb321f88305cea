// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_campaign.h"
#include "core/analysis/published_figure.h"
#include "core/analysis/published_series.h"
#include "core/analysis/published_training.h"
#include "core/report/table.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace millrace::report {

/// Numbers as a study's own tool gives them beside the right ones, one row each.
[[nodiscard]] Table publishedTable(std::string title, const analysis::PublishedFigures& figures);
/// The table for people, and below it how each figure is defined and why they differ. `width`: columns of the terminal,
/// 0: no limit.
[[nodiscard]] std::string publishedText(std::string title, const analysis::PublishedFigures& figures,
                                        std::size_t width = 0);
/// [{"name", "subject", "unit", "published", "right", "difference", "relative", "definition", "right_definition",
/// "remark"}]; unknown numbers are null.
[[nodiscard]] nlohmann::ordered_json publishedJson(const analysis::PublishedFigures& figures);

/// Figure 4 of the traffic study: GB from each host to each other, as published and right.
[[nodiscard]] Table patternTable(const analysis::PatternMap& map);
/// The regression of its section VI, coefficients as published beside the right ones.
[[nodiscard]] Table regressionTable(const analysis::StudyRegression& regression);
[[nodiscard]] nlohmann::ordered_json regressionJson(const analysis::StudyRegression& regression);
/// Its figure 8, one point for each step.
[[nodiscard]] nlohmann::ordered_json accuracyJson(const analysis::AccuracyCurve& curve);
/// Its figures 7 and 9: rates of links in Gbit/s, one value for each window.
[[nodiscard]] nlohmann::ordered_json seriesJson(const std::vector<analysis::PublishedSeries>& series);
[[nodiscard]] nlohmann::ordered_json patternJson(const analysis::PatternMap& map);

} // namespace millrace::report
