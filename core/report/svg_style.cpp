// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_style.h"

#include "core/report/series_style.h"
#include "core/report/svg_figure.h"

#include <fmt/format.h>

namespace millrace::report {

std::string hatchReference(std::size_t series, const std::string& idPrefix)
{
    return fmt::format("url(#{}-h{})", idPrefix, series);
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
        const SeriesStyle style = seriesStyle(i);
        xml.leaf("rect", {{"width", 8}, {"height", 8}, {"fill", style.color}});
        if (const Hatch& hatch = hatchOf(style); !hatch.lines.empty())
            xml.leaf("path",
                     {{"d", hatch.tile},
                      {"stroke", "#ffffff"},
                      {"stroke-opacity", "0.75"},
                      {"stroke-width", hatchWidth},
                      {"fill", "none"}});
        xml.close();
    }
    xml.close();
}

void writeText(XmlWriter& xml, double x, double y, const TextStyle& style, std::string_view text)
{
    std::vector<Attribute> attributes{{"x", x}, {"y", y}, {"font-size", style.size}};
    if (style.weight != nullptr)
        attributes.emplace_back("font-weight", style.weight);
    if (style.anchor != nullptr)
        attributes.emplace_back("text-anchor", style.anchor);
    attributes.emplace_back("class", style.soft ? "mr-soft" : "mr-ink");
    attributes.emplace_back("fill", style.soft ? softColor : inkColor);
    xml.text("text", attributes, text);
}

void openSvg(XmlWriter& xml, double width, double height, const char* role, const std::string& labelledBy)
{
    xml.open("svg",
             {{"xmlns", "http://www.w3.org/2000/svg"},
              {"width", width},
              {"height", height},
              {"viewBox", fmt::format("0 0 {} {}", coordinate(width), coordinate(height))},
              {"role", role},
              {"aria-labelledby", labelledBy},
              {"font-family", figureFonts}});
}

void writePaper(XmlWriter& xml, double width, double height)
{
    xml.text("style", {}, svgStyle());
    xml.leaf("rect", {{"width", width}, {"height", height}, {"class", "mr-paper"}, {"fill", paperColor}});
}

std::string svgStyle()
{
    return "@media screen and (prefers-color-scheme:dark){"
           ".mr-ink{fill:#ececec}.mr-line{stroke:#ececec}.mr-soft{fill:#b0b0b0}.mr-grid{stroke:#3d3d3d}"
           ".mr-paper{fill:#1c1c1c}.mr-halo{stroke:#1c1c1c}}";
}

} // namespace millrace::report
