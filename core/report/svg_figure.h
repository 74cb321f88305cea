// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/figure_spec.h"

#include <string>

namespace millrace::report {

struct SvgOptions
{
    int width = 720; ///< in px; the height follows from the content
    std::string idPrefix = "f"; ///< of all ids in the drawing; must differ between drawings of one page
    bool standalone = true; ///< a standalone file: XML declaration, background, style for dark screens
    double plotHeight = 250; ///< px, of the data; a heat map has its own
};

/// Draws a figure. The same figure gives the same text, byte by byte. Colours are those of Okabe and Ito ("Color
/// Universal Design", 2008), which are distinct for any kind of colour vision; hatches, dashes and markers repeat the
/// distinction. Light by its attributes, dark by a media query; the provenance is in <metadata> as JSON.
[[nodiscard]] std::string toSvg(const FigureSpec& figure, const SvgOptions& options = {});

/// The rules for dark screens, for a page with drawings that are not standalone.
[[nodiscard]] std::string svgStyle();

} // namespace millrace::report
