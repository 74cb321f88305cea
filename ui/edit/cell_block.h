// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace millrace::ui {

/// Rows of cells as on a spreadsheet's clipboard: separated by tabs; in text without tabs, by semicolons or otherwise
/// commas. Cells may be quoted, with quotes doubled inside. Cells are trimmed, empty lines at the end dropped.
[[nodiscard]] std::vector<QStringList> parseCells(const QString& text);
/// The reverse, separated by tabs.
[[nodiscard]] QString cellText(const std::vector<QStringList>& rows);

} // namespace millrace::ui
