// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QIcon>
#include <QString>

namespace millrace::ui {

/// The drawing resources/icons/<name>.svg in the text colour of the window's palette at the time of painting, so that
/// it is right in light and dark and after a change between them; paler where it is disabled, sharp at any scale. A
/// name that there is no drawing for gives an icon that isNull().
[[nodiscard]] QIcon icon(const QString& name);
/// The same drawing in one colour, for signs that mean something: errorColor(), stateColor().
[[nodiscard]] QIcon icon(const QString& name, const QColor& color);

} // namespace millrace::ui
