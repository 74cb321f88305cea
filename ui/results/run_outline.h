// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/table.h"
#include "ui/base/detail_view.h"
#include "ui/results/result_source.h"

#include <QLocale>

namespace millrace::ui {

/// What a run is: state, error, levels, times.
[[nodiscard]] Details runDetailsText(const RunDetails& run, const QLocale& locale);

/// Its numbers with their formulas: of the whole run first, then of nodes and ranks.
[[nodiscard]] report::Table runMetricTable(const RunDetails& run);
/// Requested against achieved, with a mark for the verdict.
[[nodiscard]] report::Table runGateTable(const RunDetails& run);
/// One row for each node whose packets were recorded.
[[nodiscard]] report::Table runRecordingTable(const RunDetails& run);
/// Moves of the run and events during it, by time.
[[nodiscard]] report::Table runHistoryTable(const RunDetails& run, const QLocale& locale);

} // namespace millrace::ui
