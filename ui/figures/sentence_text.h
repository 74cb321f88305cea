// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"

#include <QString>

#include <string_view>

namespace millrace::ui {

/// Sentences of the report (core/report/sentences.h) in the user's language; what is none of them stays as it is.
[[nodiscard]] QString sentenceText(std::string_view sentences);
/// A figure as it is shown: the names of metrics at its axes in the user's language. Exports have the report's.
[[nodiscard]] report::FigureSpec shownFigure(report::FigureSpec figure);

} // namespace millrace::ui
