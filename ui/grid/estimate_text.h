// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/plan.h"
#include "core/run/campaign_estimate.h"
#include "core/run/spending.h"

#include <QLocale>
#include <QString>

namespace millrace::ui {

/// An estimate for people; "unknown" where it is.

/// "about 3.2 min" with its interval on a second line: "3.0 min to 3.4 min".
[[nodiscard]] QString timeWords(const run::CampaignEstimate& estimate, const QLocale& locale);
[[nodiscard]] QString intervalWords(const run::CampaignEstimate& estimate, const QLocale& locale);
[[nodiscard]] QString wireWords(const run::CampaignEstimate& estimate, const QLocale& locale);
[[nodiscard]] QString storeWords(const run::CampaignEstimate& estimate, const QLocale& locale);
/// One sentence for each source of the numbers.
[[nodiscard]] QString basisWords(const run::CampaignEstimate& estimate, const QLocale& locale);
/// What the runs cost by the prices of the project, and why they exceed a limit of the grid; empty: nothing is rented.
[[nodiscard]] QString costWords(const run::Spending& spending, const run::CampaignEstimate& estimate);
/// Of one run: "12 s", and where that comes from.
[[nodiscard]] QString cellTimeWords(const plan::CellEstimate& cell, const QLocale& locale);
[[nodiscard]] QString cellBasisWords(const plan::CellEstimate& cell, const QLocale& locale);

/// "20 runs: 10 cells × 2, 2 warm-ups; 4 of 14 combinations left out".
[[nodiscard]] QString countWords(const grid::DryRun& counts, const grid::GridSpec& grid, const QLocale& locale);

} // namespace millrace::ui
