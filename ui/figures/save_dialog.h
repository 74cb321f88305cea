// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace millrace::ui {

class Settings;

/// Asks for a file to write, in the folder of the last export; `chosen` gets its path with the suffix. Does not block.
void askForExport(QWidget* parent, Settings& settings, const QString& proposedName, const QString& filter,
                  const QString& suffix, std::function<void(const QString& file)> chosen);

} // namespace millrace::ui
