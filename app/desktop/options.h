// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

#include <optional>

namespace millrace {

/// Command-line options of the window.
struct DesktopOptions
{
    QStringList files;
    bool clean = false; ///< do not open the files of last time
};

/// Returns the exit code if no window is needed: --help and --version, and one sentence without a display. Nothing if
/// the window is to be opened.
[[nodiscard]] std::optional<int> runWithoutWindow(int argc, char* argv[]);
/// Parses the options of the current application; exits with a message if they are wrong.
[[nodiscard]] DesktopOptions desktopOptions();

} // namespace millrace
