// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/audit.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace millrace::ui {

/// A recipe, and its number of runs in an import.
struct ShelfRecipe
{
    studies::Recipe recipe;
    std::int64_t runs = 0;
};

/// One import in a store, with its possible recipes.
struct ShelfStudy
{
    studies::StoredStudy stored; ///< study empty: the store holds no study, its runs are its own
    std::vector<ShelfRecipe> recipes;
};

/// The published studies in a store.
struct StudyShelf
{
    std::vector<ShelfStudy> studies; ///< newest first
    Issues issues; ///< recipes of the user that cannot be read
};

/// Computations for a StudyPage; each is called on a pool thread and opens its own connection.
struct StudyReader
{
    std::function<Result<StudyShelf>(const JobContext&)> shelf;
    std::function<Result<studies::StudyFigure>(const studies::Recipe&, const std::string& campaign, const JobContext&)>
        figure;
    std::function<Result<studies::Audit>(const std::string& study, const std::string& campaign, const JobContext&)>
        audit;
};

/// Over a store. `recipes`: folders with recipes of the user.
[[nodiscard]] StudyReader storeReader(const std::filesystem::path& store, std::vector<std::filesystem::path> recipes);

} // namespace millrace::ui
