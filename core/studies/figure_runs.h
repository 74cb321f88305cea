// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/store/run_values.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

using FigureRun = store::RunValues;

/// The level of a factor, or of several joined factors.
struct FigureLevel
{
    std::string text; ///< empty: the run has none
    std::optional<double> number; ///< of a single factor, in s, bit/s, B, …
    std::string unit;
};

/// The campaigns that a recipe of this study covers (study_selection.h); empty `study`: the whole store, returned as an
/// empty list. `campaign` is a uuid or empty. None: the store has no run of the study.
[[nodiscard]] Result<std::optional<std::vector<store::CampaignId>>>
figureCampaigns(store::Database& database, std::string_view study, const std::string& campaign);

/// Runs that count (study_selection.h) and match, in order of position; imported ones by name.
[[nodiscard]] Result<std::vector<FigureRun>>
readFigureRuns(store::Database& database, const std::vector<store::CampaignId>& campaigns, const std::string& where,
               const std::set<std::string>& factors, const std::set<std::string>& metrics);

/// Factors in which those runs differ, as "strategy+loss"; without "run_name" where there are others.
[[nodiscard]] Result<std::string>
differingFactors(store::Database& database, const std::vector<store::CampaignId>& campaigns, const std::string& where);

/// The value of a metric; NaN where the run has none.
[[nodiscard]] double metricOf(const FigureRun& run, std::string_view name, std::string_view subject) noexcept;
/// NaN for a factor that is not a number.
[[nodiscard]] double numberOf(const FigureRun& run, std::string_view factor) noexcept;

/// The names in "model+gpus".
[[nodiscard]] std::vector<std::string> joinedFactors(const std::string& text);
/// "subject", "subject.1", …
[[nodiscard]] bool isSubject(std::string_view factor) noexcept;
[[nodiscard]] FigureLevel levelOf(const FigureRun& run, const std::vector<std::string>& factors,
                                  std::string_view subject);
/// Numbers by value, then texts in natural order: "A-2" before "A-10".
[[nodiscard]] bool isBefore(const FigureLevel& a, const FigureLevel& b) noexcept;

} // namespace millrace::studies
