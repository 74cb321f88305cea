// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace millrace::report {

/// Names of projects, nodes and levels and error texts come from anywhere. All output of this module passes through one
/// of these functions.

/// Well-formed UTF-8: each byte that is not part of a valid character (RFC 3629) becomes U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view bytes);
/// For the content and the attributes of HTML, SVG and XML 1.0: valid, & < > " ' escaped, control characters other than
/// tab and line ends replaced by U+FFFD.
[[nodiscard]] std::string escapeXml(std::string_view bytes);
/// For one line of a terminal: line ends and tabs become spaces, other control characters U+FFFD, so that no text can
/// move the cursor or change colours.
[[nodiscard]] std::string oneLine(std::string_view bytes);

/// Columns of a terminal that valid UTF-8 takes: 2 for East Asian wide characters, 0 for combining ones.
[[nodiscard]] std::size_t displayWidth(std::string_view utf8) noexcept;
/// Replaces the middle by "…" so that at most `width` columns remain; names often differ at both ends.
[[nodiscard]] std::string elideMiddle(std::string_view utf8, std::size_t width);

/// The first character of a non-empty valid text, in bytes.
[[nodiscard]] std::size_t characterLength(std::string_view utf8) noexcept;

} // namespace millrace::report
