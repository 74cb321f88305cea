// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace millrace::headless {

/// Options of `figure STUDY NAME`: the figures of a study that are recipes.
struct StudyFigureOptions
{
    std::string place; ///< a study or a store; set by `figure`
    std::string name; ///< of the recipe
    std::filesystem::path store; ///< empty: of the study's name, in the current directory
    std::filesystem::path svg;
    std::filesystem::path csv;
    std::filesystem::path all; ///< folder for every figure
    std::filesystem::path recipes; ///< replaces the user's folder
    std::string variant = "both";
    std::string campaign;
    bool list = false;

    /// Whether a recipe is requested, not a view of a store.
    [[nodiscard]] bool isMeant() const;
};

void addStudyFigureOptions(CLI::App& command, StudyFigureOptions& options);
[[nodiscard]] Result<int> drawStudyFigure(const StudyFigureOptions& options, const Environment& environment);

} // namespace millrace::headless
