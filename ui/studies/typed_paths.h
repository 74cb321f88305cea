// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace millrace::ui {

/// Absolute paths from typed or pasted text: quoted, as "file://" URLs, with "~" for the home folder, several on
/// separate lines.
[[nodiscard]] QStringList typedPaths(const QString& text);

} // namespace millrace::ui
