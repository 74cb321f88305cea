// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_multiples.h"

#include "core/report/figure_geometry.h"
#include "core/report/series_style.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"
#include "core/report/xml_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <regex>

namespace millrace::report {

namespace {

constexpr double widestPanel = 360;
constexpr double panelPlot = 130; ///< px, height of the data
constexpr double groupTitleSize = 15;
constexpr double groupTitleLine = 20;

bool isDrawnByPoints(const FigureSeries& series)
{
    return !series.curve && !series.points.empty();
}

bool needsPanels(const FigureSpec& figure)
{
    const bool lines =
        figure.kind == FigureKind::Lines || figure.kind == FigureKind::Scatter || figure.kind == FigureKind::Cdf;
    return lines && static_cast<std::size_t>(std::ranges::count_if(figure.series, isDrawnByPoints)) > mostTogether;
}

/// One series with its curves, on the axes of the whole figure.
FigureSpec oneSeriesPanel(const FigureSpec& figure, std::size_t index, const Plot& whole)
{
    FigureSpec panel = figure;
    panel.title = figure.series[index].name;
    panel.seriesLabel.clear();
    panel.note.clear();
    panel.series = {figure.series[index]};
    panel.series.front().name.clear();
    for (const FigureSeries& curve : figure.series)
        if (curve.curve && (!curve.like || *curve.like == index)) {
            panel.series.push_back(curve);
            panel.series.back().like.reset(); // its law is in the legend
        }
    if (panel.series.size() == 1)
        panel.targetLabel.clear();
    panel.y.low = whole.y.low();
    panel.y.high = whole.y.high();
    if (figure.x.categories.empty()) {
        panel.x.low = whole.x.low();
        panel.x.high = whole.x.high();
    }
    return panel;
}

std::vector<std::string> seriesPanels(const FigureSpec& figure, const SvgOptions& options, int width)
{
    const Plot whole(figure);
    std::vector<std::string> panels;
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
        if (!isDrawnByPoints(figure.series[i]))
            continue;
        SvgOptions own = options;
        own.width = width;
        own.standalone = false;
        own.plotHeight = panelPlot;
        own.idPrefix = fmt::format("{}{}-", options.idPrefix, i);
        panels.push_back(toSvg(oneSeriesPanel(figure, i, whole), own));
    }
    return panels;
}

} // namespace

double heightOfSvg(const std::string& svg)
{
    const std::string_view mark = " height=\"";
    const std::size_t at = svg.find(mark);
    double height = 0;
    if (at != std::string::npos)
        std::from_chars(svg.data() + at + mark.size(), svg.data() + svg.size(), height);
    return height;
}

std::string forSvgTiny(const std::string& svg)
{
    static const std::regex hatch("url\\(#[^()\"]*-h([0-9]{1,4})\\)");
    std::string plain;
    auto end = svg.cbegin();
    for (std::sregex_iterator each(svg.begin(), svg.end(), hatch), none; each != none; ++each) {
        plain.append(end, svg.cbegin() + each->position());
        plain += seriesStyle(std::stoul((*each)[1].str())).color;
        end = svg.cbegin() + each->position() + each->length();
    }
    plain.append(end, svg.cend());
    static const std::regex title("(<text [^<>]*>)\\s*<title>[^<>]*</title>\\s*");
    return std::regex_replace(plain, title, "$1");
}

std::string asSvgGroup(std::string svg)
{
    const std::size_t begin = svg.find("<svg "), end = svg.rfind("</svg>");
    if (begin == std::string::npos || end == std::string::npos)
        return svg;
    svg.replace(end, 6, "</g>");
    const std::size_t tag = svg.find('>', begin);
    std::string attributes;
    for (const std::string_view name : {"role", "aria-labelledby", "font-family"}) {
        const std::size_t at = svg.find(fmt::format(" {}=\"", name), begin);
        if (at < tag)
            attributes += svg.substr(at, svg.find('"', at + name.size() + 3) + 1 - at);
    }
    return svg.replace(begin, tag - begin, "<g" + attributes);
}

std::string toSvgMultiples(const FigureSpec& figure, const SvgOptions& options)
{
    if (!needsPanels(figure))
        return toSvg(figure, options);
    const double width = options.width;
    const int columns = std::max(1, static_cast<int>(std::ceil(width / widestPanel)));
    const std::vector<std::string> panels = seriesPanels(figure, options, options.width / columns);
    double row = 0;
    for (const std::string& panel : panels)
        row = std::max(row, heightOfSvg(panel));
    const double rows = std::ceil(static_cast<double>(panels.size()) / columns);
    const auto title = wrapText(figure.title, (width - 2 * figureEdge) / 1.08, groupTitleSize);
    const auto note = wrapText(figure.note, width - 2 * figureEdge, figureNoteSize);
    const double top = figureEdge + groupTitleLine * static_cast<double>(title.size());
    const double height = top + rows * row + figureEdge
        + (figure.note.empty() ? 0 : figureNoteLine * static_cast<double>(note.size()) + 4);

    XmlWriter xml;
    if (options.standalone)
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    openSvg(xml, width, height, "group", options.idPrefix + "-title");
    xml.text("title", {{"id", options.idPrefix + "-title"}}, figure.title);
    if (options.standalone)
        writePaper(xml, width, height);
    double y = figureEdge + groupTitleLine - 6;
    for (const std::string& line : title) {
        writeText(xml, figureEdge, y, {groupTitleSize, false, "600"}, line);
        y += groupTitleLine;
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const auto column = static_cast<double>(i % static_cast<std::size_t>(columns));
        const auto line = static_cast<double>(i / static_cast<std::size_t>(columns));
        xml.open(
            "g",
            {{"transform",
              fmt::format("translate({} {})", coordinate(column * width / columns), coordinate(top + line * row))}});
        xml.raw(asSvgGroup(panels[i]));
        xml.close();
    }
    y = top + rows * row + figureNoteLine;
    for (const std::string& line : note) {
        if (figure.note.empty())
            break;
        writeText(xml, figureEdge, y, {figureNoteSize, true, "400"}, line);
        y += figureNoteLine;
    }
    return xml.take();
}

} // namespace millrace::report
