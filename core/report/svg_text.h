// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

/// Upper estimate of the width in px of a text in an ordinary sans-serif font, from the widths of Helvetica's
/// characters (Adobe's core font metrics): the font of the viewer is unknown.
[[nodiscard]] double textWidth(std::string_view utf8, double fontSize);
/// Lines no wider than `width`, broken at spaces, after '_', '-', '/', ',' and '=', and inside a word only when it does
/// not fit by itself.
[[nodiscard]] std::vector<std::string> wrapText(std::string_view utf8, double width, double fontSize);
/// Elides the middle until the text fits.
[[nodiscard]] std::string fitText(std::string_view utf8, double width, double fontSize);

} // namespace millrace::report
