// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/run_comparison.h"

#include <QLocale>
#include <QString>

namespace millrace::ui {

/// What a comparison says: "The step time of RING is 12 % lower than that of TREE (95 % interval −15 % to −9 %)."
[[nodiscard]] QString comparisonSentence(const report::RunComparison& comparison, const QLocale& locale);

} // namespace millrace::ui
