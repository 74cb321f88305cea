// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace millrace::ui {

/// Absolute paths from a line as people type or paste it: in quotes, as "file://" addresses, with "~" for the home
/// folder, several on lines of their own.
[[nodiscard]] QStringList typedPaths(const QString& text);

} // namespace millrace::ui
