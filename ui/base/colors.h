// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/run_state.h"

#include <QColor>

namespace millrace::ui {

/// Colours that mean something, chosen after Okabe and Ito ("Color Universal Design", 2008) so that readers with any
/// kind of colour vision can tell them apart; the same hues as in reports. `dark`: on a dark ground, see isDark().

inline constexpr int seriesColorCount = 8;
/// Of a series; repeats after seriesColorCount, where dashes, hatches or markers must tell more series apart.
[[nodiscard]] QColor seriesColor(int index, bool dark);
/// Always shown next to the word.
[[nodiscard]] QColor stateColor(store::RunState state, bool dark);
[[nodiscard]] QColor goodColor(bool dark);
[[nodiscard]] QColor warningColor(bool dark);
[[nodiscard]] QColor errorColor(bool dark);
/// Lines of a plot's grid.
[[nodiscard]] QColor gridLineColor(bool dark);

/// The contrast of two colours after WCAG 2.1, from 1 to 21; 3 is enough for lines and signs, 4.5 for text.
[[nodiscard]] double contrastRatio(const QColor& first, const QColor& second);

} // namespace millrace::ui
