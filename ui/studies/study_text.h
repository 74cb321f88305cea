// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"
#include "core/studies/recipe.h"

#include <QColor>
#include <QIcon>
#include <QString>

#include <string_view>

namespace millrace::ui {

/// Texts on studies, their recipes and their audits.

/// "Training across clouds and continents"; for an unknown study its name.
[[nodiscard]] QString studyTitle(std::string_view study);
/// Authors, where, year; empty for files of other tools.
[[nodiscard]] QString studyPublication(std::string_view study);
/// Structure of its folder, as a sentence.
[[nodiscard]] QString studyFolder(std::string_view study);
/// The heading of a recipe in the list: figures and tables of the publication, others.
[[nodiscard]] QString recipeGroup(const studies::Recipe& recipe);
/// The name of a drawing of ui/base/icons.
[[nodiscard]] QString recipeIcon(studies::RecipeKind kind);
/// The title with its place in the publication before it: "Fig. 7, left · Scalability".
[[nodiscard]] QString recipeText(const studies::Recipe& recipe);
/// "experiment=A-8" as a sentence on the required runs.
[[nodiscard]] QString neededRuns(const studies::Recipe& recipe, const std::string& study);
[[nodiscard]] QColor verdictColor(studies::ClaimVerdict verdict, bool dark);
/// For a severity or a verdict as in the tables of an audit: "error", "not-decided".
[[nodiscard]] QString auditWord(std::string_view word);
/// The sign of a severity in its colour.
[[nodiscard]] QIcon severityIcon(Severity severity, bool dark);

} // namespace millrace::ui
