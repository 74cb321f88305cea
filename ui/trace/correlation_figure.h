// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/periodicity.h"
#include "core/report/figure_spec.h"

namespace millrace::ui {

/// Returns the autocorrelation as a line over eight periods, or over all lags without a period, with markers on its
/// peaks at multiples of the period. Without caption and provenance.
[[nodiscard]] report::FigureSpec correlationFigure(const analysis::Periodicity& found);

} // namespace millrace::ui
