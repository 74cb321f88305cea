// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"

#include <QLocale>
#include <QString>

namespace millrace::ui {

/// "RING, 1%".
[[nodiscard]] QString placeText(const report::FigureSpec& figure, const report::FigureSeries& series, double x,
                                const QLocale& locale);
/// "RING, 1%: 12.3 ms (95 % interval 11.9 ms to 12.7 ms, n = 3), predicted 12 ms".
[[nodiscard]] QString pointText(const report::FigureSpec& figure, const report::FigureSeries& series,
                                const report::FigurePoint& point, const QLocale& locale);
[[nodiscard]] QString boxText(const report::FigureSpec& figure, const report::FigureSeries& series,
                              const report::FigureBox& box, const QLocale& locale);
/// A value in the unit of an axis, with its prefix; shares as per cent.
[[nodiscard]] QString valueText(double value, const std::string& unit, const QLocale& locale);
[[nodiscard]] QString kindText(report::FigureKind kind);
/// Why there is nothing to see, as a sentence.
[[nodiscard]] QString emptyText(const report::FigureSpec& figure);

} // namespace millrace::ui
