// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

#include <optional>

namespace millrace {

/// What the program was started with.
struct DesktopOptions
{
    QStringList files;
    bool clean = false; ///< the files of last time are not opened
};

/// The exit code of a start that needs no window: --help and --version, and one sentence where there is no display.
/// Nothing where the window is to be opened.
[[nodiscard]] std::optional<int> runWithoutWindow(int argc, char* argv[]);
/// Of the application that is there; ends the program with a message where they are wrong.
[[nodiscard]] DesktopOptions desktopOptions();

} // namespace millrace
