// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/detail_view.h"
#include "ui/results/result_source.h"

#include <QLocale>

namespace millrace::ui {

/// Everything about one run, as text.
[[nodiscard]] Details runDetailsText(const RunDetails& run, const QLocale& locale);

} // namespace millrace::ui
