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

/// What tells series apart: a colour, and a hatch, a dash pattern and a marker that say the same without colour. The
/// colours repeat after eight series, combined with other hatches, dashes and markers.
struct SeriesStyle
{
    std::string color; ///< "#0072B2"
    std::string fill; ///< "url(#f-h0)", the hatch in that colour
    std::string dash; ///< of stroke-dasharray
    int marker = 0;
};
[[nodiscard]] SeriesStyle seriesStyle(std::size_t series, const std::string& idPrefix);

/// The hatches of that many series, as a <defs> element.
void writeHatches(XmlWriter& xml, std::size_t series, const std::string& idPrefix);
void writeMarker(XmlWriter& xml, double x, double y, const SeriesStyle& style, double radius = 3.6);

/// Colours of everything else on a light ground; the classes change them on a dark one.
inline constexpr const char* inkColor = "#222222"; ///< class mr-ink (fill), mr-line (stroke)
inline constexpr const char* softColor = "#595959"; ///< class mr-soft
inline constexpr const char* gridColor = "#e2e2e2"; ///< class mr-grid
inline constexpr const char* paperColor = "#ffffff"; ///< class mr-paper (fill), mr-halo (stroke)

} // namespace millrace::report
