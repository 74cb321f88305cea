// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/report/figure_spec.h"
#include "core/report/table.h"
#include "core/store/database.h"
#include "core/studies/recipe.h"

#include <optional>
#include <string>
#include <vector>

namespace millrace::studies {

/// A figure of a study, as published and corrected.
struct StudyFigure
{
    Recipe recipe;
    std::optional<report::FigureSpec> published; ///< absent: the study has none, or it is a table
    std::optional<report::FigureSpec> measured;
    /// One row for each mark: x, series, published, measured, their ratio, n and the interval.
    report::Table table;
    std::vector<std::string> definitions; ///< how values were computed, by variant
    std::vector<std::string> notes; ///< what was left out and why
};

/// Computes a figure from a store. `campaign`: uuid; empty: all runs of the recipe's study. Without such runs the
/// figures are empty and say why; errors are those of the store, of a formula, and Cancelled.
[[nodiscard]] Result<StudyFigure> makeStudyFigure(store::Database& database, const Recipe& recipe,
                                                  const std::string& campaign, const JobContext& job = {});

/// Both variants side by side in one drawing, with the definitions below.
[[nodiscard]] std::string studyFigureSvg(const StudyFigure& figure);

} // namespace millrace::studies
