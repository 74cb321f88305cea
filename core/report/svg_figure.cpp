// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_figure.h"

#include "core/report/figure_legend.h"
#include "core/report/figure_marks.h"
#include "core/report/svg_axes.h"
#include "core/report/svg_painter.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

constexpr double titleSize = 15;
constexpr double titleLine = 20;
constexpr double heatRow = 30;

/// All vertical positions of a drawing.
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
        layout.legend = arrangeLegend(figure, inner, SvgFont());
    layout.legendTop = y + 4;
    if (!layout.legend.empty())
        y += (layout.legend.back().row + 1) * SvgFont().line() + 6;
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
    const auto lines = wrapText("No data: " + reason, plot.right - plot.left - 40, 13);
    double y = (plot.top + plot.bottom) / 2 - 9 * (static_cast<double>(lines.size()) - 1) + 4;
    for (const std::string& line : lines) {
        writeText(xml, plot.left + 20, y, {13, true}, line);
        y += 18;
    }
}

void writeHead(XmlWriter& xml, const FigureSpec& figure, const SvgOptions& options, double width, double height)
{
    const std::string& id = options.idPrefix;
    openSvg(xml, width, height, "img", fmt::format("{0}-title {0}-desc", id));
    xml.text("title", {{"id", id + "-title"}}, figure.title);
    xml.text("desc", {{"id", id + "-desc"}}, figure.caption);
    using Json = nlohmann::ordered_json;
    xml.text("metadata", {}, toJson(figure.provenance).dump(-1, ' ', false, Json::error_handler_t::replace));
    if (options.standalone)
        writePaper(xml, width, height);
    writeHatches(xml, figure.series.size(), id);
}

} // namespace

std::string toSvg(const FigureSpec& figure, const SvgOptions& options)
{
    const double width = options.width;
    Plot plot(figure);
    const Layout layout = arrange(figure, plot, width, options.plotHeight);
    XmlWriter xml;
    if (options.standalone)
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    writeHead(xml, figure, options, width, layout.height);
    double y = figureEdge + titleLine - 6;
    for (const std::string& line : layout.title) {
        writeText(xml, figureEdge, y, {titleSize, false, "600"}, line);
        y += titleLine;
    }
    if (isEmpty(figure)) {
        writeEmpty(xml, figure, plot);
        return xml.take();
    }
    SvgPainter painter(xml, options.idPrefix);
    drawLegend(painter, figure, layout.legend, figureEdge, layout.legendTop + painter.font().line() / 2);
    writeText(xml, figureEdge, layout.yTitle, {labelSize}, fitText(plot.y.title(), width - 2 * figureEdge, labelSize));
    writeYAxis(xml, plot);
    drawMarks(painter, plot);
    writeXAxis(xml, plot);
    y = layout.noteTop + figureNoteLine;
    for (const std::string& line : layout.note) {
        writeText(xml, figureEdge, y, {figureNoteSize, true}, line);
        y += figureNoteLine;
    }
    return xml.take();
}

} // namespace millrace::report
