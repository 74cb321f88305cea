// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"
#include "core/studies/figure_marks.h"

#include <string>
#include <vector>

namespace millrace::studies {

/// Positions along the axis and the series, shared by both variants of a figure.
struct FigurePlaces
{
    std::vector<FigureLevel> levels; ///< of x, in order
    std::vector<std::string> series; ///< names, in order
    bool numeric = false; ///< x is a numeric axis

    [[nodiscard]] double placeOf(const FigureLevel& level) const noexcept; ///< NaN: it has none
};
[[nodiscard]] FigurePlaces figurePlaces(const Recipe& recipe, const std::vector<const VariantMarks*>& variants);

/// Draws one variant; the caller sets name, title and provenance. Reads series for figures over time.
[[nodiscard]] Result<report::FigureSpec> drawVariant(store::Database& database, const Recipe& recipe,
                                                     const RecipeVariant& variant, VariantFormulas& formulas,
                                                     const VariantMarks& marks, const FigurePlaces& places,
                                                     const std::vector<FigureRun>& runs, const JobContext& job);

/// Description of the intervals; empty when none is drawn.
[[nodiscard]] std::string intervalSentence(const Recipe& recipe, const RecipeVariant& variant,
                                           const VariantMarks& marks);

// The kinds that need more than one mark for each level, in figure_curves.cpp.
[[nodiscard]] Result<void> drawTime(report::FigureSpec& figure, store::Database& database, const Recipe& recipe,
                                    const RecipeVariant& variant, VariantFormulas& formulas,
                                    const std::vector<FigureRun>& runs, const VariantMarks& marks,
                                    const JobContext& job);
void drawResponse(report::FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks);
void drawHistogram(report::FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks);
void drawCdf(report::FigureSpec& figure, const Recipe& recipe, const VariantMarks& marks);
void addNote(report::FigureSpec& figure, const std::string& sentence);

inline constexpr std::size_t mostCurves = 12; ///< of distributions and over time

} // namespace millrace::studies
