// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace millrace::ui {

/// The levels of a factor as one line of text: "0%, 1%, 5%". Texts that hold commas or spaces at their ends stand in
/// quotes.
[[nodiscard]] QString levelsText(const std::vector<grid::Level>& levels);
[[nodiscard]] QString levelText(const grid::Level& level);

struct LevelReading
{
    std::vector<grid::Level> levels;
    QStringList problems; ///< one sentence for each part that is no level; names it
};

/// Reads "0, 1%, 5%", lines of a pasted column, and ranges of quantities: "1..5", "10ms..50ms step 10ms". A known
/// factor's name gives the quantity; the levels of another one are all numbers, all true and false, or texts.
[[nodiscard]] LevelReading readLevels(const QString& factor, const QString& text);

} // namespace millrace::ui
