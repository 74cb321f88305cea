// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/settings.h"

#include <QPalette>

class QApplication;

namespace millrace::ui {

[[nodiscard]] QPalette paletteFor(Theme theme);
/// Fusion style with the palette of the theme, for all windows.
void applyTheme(QApplication& application, Theme theme);
/// Whether text is light on dark here.
[[nodiscard]] bool isDark(const QPalette& palette);

} // namespace millrace::ui
