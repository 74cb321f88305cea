// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_geometry.h"

#include <QLocale>
#include <QString>

#include <vector>

namespace millrace::ui {

/// What a mark shows: "RING, 1%: 12.3 ms (95 % interval 11.9 ms to 12.7 ms, n = 3), predicted 12 ms".
[[nodiscard]] QString markText(const report::FigureSpec& figure, const report::MarkRef& mark, const QLocale& locale);
/// A value in the unit of an axis, with its prefix; shares as per cent.
[[nodiscard]] QString valueText(double value, const std::string& unit, const QLocale& locale);
[[nodiscard]] QString kindText(report::FigureKind kind);
/// The name of a drawing of ui/base/icons.
[[nodiscard]] QString kindIcon(report::FigureKind kind);
/// Those that a view of runs can have, in the order of the window's lists.
[[nodiscard]] std::vector<report::FigureKind> shownKinds();
/// Why there is nothing to see, as a sentence.
[[nodiscard]] QString emptyText(const report::FigureSpec& figure);

} // namespace millrace::ui
