// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"

#include <span>
#include <string>
#include <string_view>

namespace millrace::report {

/// One self-contained page: head, style sheet, header and body. Markup is passed as it is, everything else as plain
/// text.
struct HtmlPage
{
    std::string title; ///< of the window and the heading
    std::string header; ///< markup below the heading
    std::string body; ///< markup
    bool withFigures = false; ///< contains drawings
};
[[nodiscard]] std::string toHtml(const HtmlPage& page);

/// A part of a page with an anchor.
[[nodiscard]] std::string htmlSection(std::string_view id, std::string_view heading, std::string_view body);
/// Drawings with their captions, two side by side on an ordinary screen. Ids: the prefix and a number from 1.
[[nodiscard]] std::string htmlFigures(std::span<const FigureSpec> figures, std::string_view prefix);
/// Small print.
[[nodiscard]] std::string htmlNote(std::string_view text);

} // namespace millrace::report
