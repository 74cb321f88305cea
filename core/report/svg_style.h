// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/xml_writer.h"

#include <cstddef>
#include <string>

namespace millrace::report {

/// Around a figure, and of the notes below it, in px.
inline constexpr double figureEdge = 12;
inline constexpr double figureNoteSize = 11;
inline constexpr double figureNoteLine = 15;
inline constexpr const char* figureFonts =
    "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', Helvetica, Arial, sans-serif";

/// The hatches of that many series, as a <defs> element.
void writeHatches(XmlWriter& xml, std::size_t series, const std::string& idPrefix);
/// "url(#f-h0)".
[[nodiscard]] std::string hatchReference(std::size_t series, const std::string& idPrefix);

struct TextStyle
{
    double size = 12; ///< px
    bool soft = false;
    const char* weight = nullptr; ///< absent: that of the drawing
    const char* anchor = nullptr; ///< absent: the text starts at x
};
/// `y` is the baseline.
void writeText(XmlWriter& xml, double x, double y, const TextStyle& style, std::string_view text);

/// The root element of a drawing; `role` is "img", or "group" for several drawings in one.
void openSvg(XmlWriter& xml, double width, double height, const char* role, const std::string& labelledBy);
/// Header of a standalone drawing: the rules for dark screens, and the background.
void writePaper(XmlWriter& xml, double width, double height);

/// Colours of everything else on a light background; the classes change them on a dark one.
inline constexpr const char* inkColor = "#222222"; ///< class mr-ink (fill), mr-line (stroke)
inline constexpr const char* softColor = "#595959"; ///< class mr-soft
inline constexpr const char* gridColor = "#e2e2e2"; ///< class mr-grid
inline constexpr const char* paperColor = "#ffffff"; ///< class mr-paper (fill), mr-halo (stroke)

} // namespace millrace::report
