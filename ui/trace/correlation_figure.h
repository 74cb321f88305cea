// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/periodicity.h"
#include "core/report/figure_spec.h"

namespace millrace::ui {

/// The autocorrelation as a line over eight periods, or over all lags without a period, and marks on its peaks at the
/// multiples of the period. Without caption and provenance.
[[nodiscard]] report::FigureSpec correlationFigure(const analysis::Periodicity& found);

} // namespace millrace::ui
