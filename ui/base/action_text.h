// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace millrace::ui {

/// The text of an action or a button as it is read out or listed: without mnemonic and ellipsis.
[[nodiscard]] QString plainActionText(QString text);
/// Any text, such as a file's name, for an action or a tab: no part of it becomes a mnemonic.
[[nodiscard]] QString asActionText(QString text);

} // namespace millrace::ui
