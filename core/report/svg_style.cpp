// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_style.h"

#include "core/report/svg_figure.h"

#include <array>
#include <fmt/format.h>

namespace millrace::report {

namespace {

/// Okabe and Ito's, in an order in which neighbours differ in lightness too. Their black is a grey here, because black
/// is not seen on a dark ground, and their yellow is darker, because a yellow line is not seen on a white one.
constexpr std::array colors = {"#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C", "#B3A200"};
constexpr std::array dashes = {"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "9 3 2 3 2 3", "1 4"};
constexpr int markerCount = 8;

/// Lines of the hatches in a tile of 8 × 8 px. None is of upright lines alone: in narrow bars they would come and go.
constexpr std::array hatches = {"",
                                "M-2 2L2 -2M0 8L8 0M6 10L10 6",
                                "M-2 6L2 10M0 0L8 8M6 -2L10 2",
                                "M0 4H8",
                                "M-2 2L2 -2M0 8L8 0M6 10L10 6M-2 6L2 10M0 0L8 8M6 -2L10 2",
                                "M0 2H8M0 6H8",
                                "M-1 1L1 -1M0 4L4 0M0 8L8 0M4 8L8 4M7 9L9 7",
                                "M-1 7L1 9M0 4L4 8M0 0L8 8M4 0L8 4M7 -1L9 1"};

std::size_t variant(std::size_t series, std::size_t count)
{
    return (series + series / count) % count;
}

std::string markerPath(int marker, double r)
{
    const double t = r * 1.15;
    switch (marker) {
    case 1: return fmt::format("M-{0} -{0}h{1}v{1}h-{1}z", coordinate(r * 0.88), coordinate(r * 1.76));
    case 2: return fmt::format("M0 -{0}L{0} {1}H-{0}z", coordinate(t), coordinate(t * 0.8));
    case 3: return fmt::format("M0 -{0}L{0} 0L0 {0}L-{0} 0z", coordinate(r * 1.25));
    case 4: return fmt::format("M0 {0}L{0} -{1}H-{0}z", coordinate(t), coordinate(t * 0.8));
    case 5:
        return fmt::format("M-{0} -{1}h{2}v-{3}h{2}v{3}h{2}v{2}h-{2}v{3}h-{2}v-{3}h-{2}z", coordinate(r),
                           coordinate(r / 3), coordinate(r * 2 / 3), coordinate(r * 2 / 3));
    case 6: return fmt::format("M0 -{0}L{1} 0L0 {0}L-{1} 0z", coordinate(r * 1.4), coordinate(r * 0.7));
    case 7:
        return fmt::format("M-{0} -{1}h{2}v{3}h-{2}z", coordinate(r * 1.3), coordinate(r * 0.5), coordinate(r * 2.6),
                           coordinate(r));
    default: return {};
    }
}

} // namespace

SeriesStyle seriesStyle(std::size_t series, const std::string& idPrefix)
{
    return {colors[series % colors.size()], fmt::format("url(#{}-h{})", idPrefix, series),
            dashes[variant(series, dashes.size())],
            static_cast<int>(variant(series, static_cast<std::size_t>(markerCount)))};
}

void writeHatches(XmlWriter& xml, std::size_t series, const std::string& idPrefix)
{
    xml.open("defs");
    for (std::size_t i = 0; i < series; ++i) {
        xml.open("pattern",
                 {{"id", fmt::format("{}-h{}", idPrefix, i)},
                  {"width", 8},
                  {"height", 8},
                  {"patternUnits", "userSpaceOnUse"}});
        xml.leaf("rect", {{"width", 8}, {"height", 8}, {"fill", colors[i % colors.size()]}});
        const char* hatch = hatches[variant(i, hatches.size())];
        if (*hatch != '\0')
            xml.leaf("path",
                     {{"d", hatch},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", "0.75"},
                      {"stroke-width", 1.6},
                      {"fill", "none"}});
        xml.close();
    }
    xml.close();
}

void writeMarker(XmlWriter& xml, double x, double y, const SeriesStyle& style, double radius)
{
    if (style.marker == 0) {
        xml.leaf(
            "circle",
            {{"cx", x}, {"cy", y}, {"r", radius}, {"fill", style.color}, {"class", "mr-halo"}, {"stroke", paperColor}});
        return;
    }
    xml.leaf("path",
             {{"d", markerPath(style.marker, radius)},
              {"transform", fmt::format("translate({} {})", coordinate(x), coordinate(y))},
              {"fill", style.color},
              {"class", "mr-halo"},
              {"stroke", paperColor}});
}

std::string svgStyle()
{
    return "@media screen and (prefers-color-scheme:dark){"
           ".mr-ink{fill:#ececec}.mr-line{stroke:#ececec}.mr-soft{fill:#b0b0b0}.mr-grid{stroke:#3d3d3d}"
           ".mr-paper{fill:#1c1c1c}.mr-halo{stroke:#1c1c1c}}";
}

} // namespace millrace::report
