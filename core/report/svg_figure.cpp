// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_figure.h"

#include "core/report/svg_plot.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

constexpr double titleSize = 15;
constexpr double titleLine = 20;
constexpr double legendLine = 20;
constexpr double heatRow = 30;
constexpr double swatch = 22;
constexpr double longestEntry = 520;

struct LegendEntry
{
    std::string text;
    int series = -1; ///< -1: the heading; -2: the target mark
    double x = 0;
    double row = 0;
};

/// Heading and entries in rows, each entry whole; they stand above the plot, so they can cover nothing.
std::vector<LegendEntry> arrangeLegend(const FigureSpec& figure, double width)
{
    std::vector<LegendEntry> entries;
    if (figure.kind == FigureKind::Heat) // its rows have their names beside them
        return entries;
    const bool several = figure.series.size() > 1 || (figure.series.size() == 1 && !figure.series[0].name.empty());
    if (several && !figure.seriesLabel.empty())
        entries.push_back({figure.seriesLabel + ":"});
    for (std::size_t i = 0; several && i < figure.series.size(); ++i)
        if (!figure.series[i].like)
            entries.push_back({figure.series[i].name, static_cast<int>(i)});
    if (!figure.targetLabel.empty())
        entries.push_back({figure.targetLabel, -2});
    double x = 0, row = 0;
    for (LegendEntry& entry : entries) {
        entry.text = fitText(entry.text, std::min(longestEntry, width - swatch - 8), labelSize);
        const double needed = textWidth(entry.text, labelSize) + (entry.series == -1 ? 0 : swatch + 6);
        if (x > 0 && x + needed > width) {
            x = 0;
            ++row;
        }
        entry.x = x;
        entry.row = row;
        x += needed + (entry.series == -1 ? 8 : 16);
    }
    return entries;
}

/// All vertical places of a drawing.
struct Layout
{
    std::vector<std::string> title;
    std::vector<LegendEntry> legend;
    std::vector<std::string> note;
    double legendTop = 0;
    double yTitle = 0; ///< base line
    double plotTop = 0;
    double plotBottom = 0;
    double noteTop = 0;
    double height = 0;
};

Layout arrange(const FigureSpec& figure, Plot& plot, double width, double plotHeight)
{
    Layout layout;
    const double inner = width - 2 * figureEdge;
    if (!figure.title.empty())
        layout.title = wrapText(figure.title, inner / 1.08, titleSize);
    const bool empty = isEmpty(figure);
    if (!figure.note.empty() && !empty)
        layout.note = wrapText(figure.note, inner, figureNoteSize);
    double y = figureEdge + titleLine * static_cast<double>(layout.title.size());
    if (!empty)
        layout.legend = arrangeLegend(figure, inner);
    layout.legendTop = y + 4;
    if (!layout.legend.empty())
        y += (layout.legend.back().row + 1) * legendLine + 6;
    layout.yTitle = y + 16;
    layout.plotTop = y + (empty ? 8 : 28);
    const double rows = figure.kind == FigureKind::Heat ? static_cast<double>(figure.series.size()) : 0;
    layout.plotBottom = layout.plotTop + (empty ? plotHeight / 2 : rows > 0 ? rows * heatRow : plotHeight);
    const double left = figureEdge + (empty ? 0 : yAxisWidth(plot));
    plot.place(left, layout.plotTop, width - figureEdge - (plot.isCategorical() || empty ? 0 : 14), layout.plotBottom);
    if (!empty)
        makeRoomForLabels(plot);
    layout.noteTop = layout.plotBottom + (empty ? 0 : xAxisHeight(plot));
    layout.height = layout.noteTop + figureEdge;
    if (!layout.note.empty())
        layout.height += figureNoteLine * static_cast<double>(layout.note.size()) + 4;
    return layout;
}

void writeText(XmlWriter& xml, double x, double y, double size, bool soft, std::string_view text)
{
    xml.text("text",
             {{"x", x},
              {"y", y},
              {"font-size", size},
              {"class", soft ? "mr-soft" : "mr-ink"},
              {"fill", soft ? softColor : inkColor}},
             text);
}

void writeSwatch(XmlWriter& xml, const FigureSpec& figure, const LegendEntry& entry, double x, double y,
                 const std::string& prefix)
{
    const std::string line = fmt::format("M{} {}h{}", coordinate(x), coordinate(y), coordinate(swatch));
    if (entry.series == -2) {
        xml.leaf("path", {{"d", line}, {"class", "mr-line"}, {"stroke", inkColor}, {"stroke-width", 2}});
        return;
    }
    const SeriesStyle style = seriesStyle(static_cast<std::size_t>(entry.series), prefix);
    if (figure.kind == FigureKind::Bars || figure.kind == FigureKind::Box) {
        xml.leaf("rect", {{"x", x}, {"y", y - 6}, {"width", swatch}, {"height", 12}, {"fill", style.fill}});
        return;
    }
    const bool curve = figure.series[static_cast<std::size_t>(entry.series)].curve;
    if (figure.kind != FigureKind::Scatter || curve)
        xml.leaf("path",
                 {{"d", line},
                  {"stroke", style.color},
                  {"stroke-width", 1.8},
                  {"stroke-dasharray", usesDashes(figure) && !curve ? style.dash : "none"}});
    if (!curve)
        writeMarker(xml, x + swatch / 2, y, style);
}

void writeLegend(XmlWriter& xml, const FigureSpec& figure, const Layout& layout, const std::string& prefix)
{
    for (const LegendEntry& entry : layout.legend) {
        const double x = figureEdge + entry.x, y = layout.legendTop + entry.row * legendLine + legendLine / 2;
        const bool heading = entry.series == -1;
        if (!heading)
            writeSwatch(xml, figure, entry, x, y, prefix);
        writeText(xml, heading ? x : x + swatch + 6, y + 4, labelSize, heading, entry.text);
    }
}

void writeEmpty(XmlWriter& xml, const FigureSpec& figure, const Plot& plot)
{
    xml.leaf("rect",
             {{"x", plot.left},
              {"y", plot.top},
              {"width", plot.right - plot.left},
              {"height", plot.bottom - plot.top},
              {"fill", "none"},
              {"class", "mr-grid-box"},
              {"stroke", "#8c8c8c"},
              {"stroke-dasharray", "4 4"}});
    const std::string reason = figure.note.empty() ? "there are no values" : figure.note;
    const auto lines = wrapText("Nothing to show: " + reason, plot.right - plot.left - 40, 13);
    double y = (plot.top + plot.bottom) / 2 - 9 * (static_cast<double>(lines.size()) - 1) + 4;
    for (const std::string& line : lines) {
        writeText(xml, plot.left + 20, y, 13, true, line);
        y += 18;
    }
}

void writeHead(XmlWriter& xml, const FigureSpec& figure, const SvgOptions& options, double width, double height)
{
    const std::string& id = options.idPrefix;
    xml.open("svg",
             {{"xmlns", "http://www.w3.org/2000/svg"},
              {"width", width},
              {"height", height},
              {"viewBox", fmt::format("0 0 {} {}", coordinate(width), coordinate(height))},
              {"role", "img"},
              {"aria-labelledby", fmt::format("{0}-title {0}-desc", id)},
              {"font-family", figureFonts}});
    xml.text("title", {{"id", id + "-title"}}, figure.title);
    xml.text("desc", {{"id", id + "-desc"}}, figure.caption);
    using Json = nlohmann::ordered_json;
    xml.text("metadata", {}, toJson(figure.provenance).dump(-1, ' ', false, Json::error_handler_t::replace));
    if (options.standalone) {
        xml.text("style", {}, svgStyle());
        xml.leaf("rect", {{"width", width}, {"height", height}, {"class", "mr-paper"}, {"fill", paperColor}});
    }
    writeHatches(xml, figure.series.size(), id);
}

} // namespace

std::string toSvg(const FigureSpec& figure, const SvgOptions& options)
{
    const double width = options.width;
    Plot plot(figure, options.idPrefix);
    const Layout layout = arrange(figure, plot, width, options.plotHeight);
    XmlWriter xml;
    if (options.standalone)
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    writeHead(xml, figure, options, width, layout.height);
    double y = figureEdge + titleLine - 6;
    for (const std::string& line : layout.title) {
        xml.text("text",
                 {{"x", figureEdge},
                  {"y", y},
                  {"font-size", titleSize},
                  {"font-weight", "600"},
                  {"class", "mr-ink"},
                  {"fill", inkColor}},
                 line);
        y += titleLine;
    }
    if (isEmpty(figure)) {
        writeEmpty(xml, figure, plot);
        return xml.take();
    }
    writeLegend(xml, figure, layout, options.idPrefix);
    writeText(xml, figureEdge, layout.yTitle, labelSize, false,
              fitText(plot.y.title(), width - 2 * figureEdge, labelSize));
    writeYAxis(xml, plot);
    writeMarks(xml, plot);
    writeXAxis(xml, plot);
    y = layout.noteTop + figureNoteLine;
    for (const std::string& line : layout.note) {
        writeText(xml, figureEdge, y, figureNoteSize, true, line);
        y += figureNoteLine;
    }
    return xml.take();
}

} // namespace millrace::report
