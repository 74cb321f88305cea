// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <string>
#include <vector>

namespace millrace::ui {

/// The words of a command as one line, quoted where needed, and back.
[[nodiscard]] QString commandText(const std::vector<std::string>& words);
[[nodiscard]] std::vector<std::string> commandWords(const QString& text);

} // namespace millrace::ui
