// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace millrace::ui {

class Settings;

/// A file dialog as all of Millrace's are: not blocking (call open()), deleted when it is closed, in the folder that
/// was last used for this purpose, which it remembers. Without settings it begins in the user's documents.
[[nodiscard]] QFileDialog* makeFileDialog(QWidget* parent, Settings* settings, const QString& purpose,
                                          const QString& title);

} // namespace millrace::ui
