// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/report/heat_scale.h"
#include "core/report/svg_plot.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr std::size_t fewPoints = 40; ///< up to here every point has a marker and a text of its own, and lines dashes
constexpr std::size_t sparseMarkers = 7;
constexpr double leastBoxHeight = 8;

bool isPlaced(const FigurePoint& point) noexcept
{
    return !std::isnan(point.x) && !std::isnan(point.y);
}

std::string xText(const Plot& plot, double x)
{
    const auto& categories = plot.figure.x.categories;
    if (!plot.isCategorical())
        return quantityText(x, plot.figure.x.unit);
    return x >= 0 && x < static_cast<double>(categories.size()) ? categories[static_cast<std::size_t>(x)] : "";
}

std::string headingText(const Plot& plot, const FigureSeries& series, double x)
{
    return series.name.empty() ? xText(plot, x) : xText(plot, x) + ", " + series.name;
}

/// "RING, 1%: 12.3 ms (11.9 ms to 12.7 ms, n = 3), predicted 12 ms".
std::string pointText(const Plot& plot, const FigureSeries& series, const FigurePoint& point)
{
    const std::string& unit = plot.figure.y.unit;
    std::string text = headingText(plot, series, point.x) + ": " + quantityText(point.y, unit);
    const bool interval = !std::isnan(point.low) && !std::isnan(point.high);
    if (interval)
        text += fmt::format(" ({} to {}", quantityText(point.low, unit), quantityText(point.high, unit));
    if (point.count > 0)
        text += fmt::format("{}n = {}", interval ? ", " : " (", point.count);
    if (interval || point.count > 0)
        text += ")";
    if (!point.values.empty()) {
        std::vector<std::string> values;
        for (const double value : point.values)
            values.push_back(quantityText(value, unit));
        text += ": " + join(values, ", ");
    }
    if (!std::isnan(point.target))
        text += fmt::format(", {} {}", plot.figure.targetLabel, quantityText(point.target, unit));
    return text;
}

void writeStroke(XmlWriter& xml, const std::string& path, double width)
{
    xml.leaf("path",
             {{"d", path}, {"fill", "none"}, {"class", "mr-line"}, {"stroke", inkColor}, {"stroke-width", width}});
}

/// In `color`, or in ink where that is empty.
void writeInterval(XmlWriter& xml, const Plot& plot, double x, const FigurePoint& point, double cap,
                   const std::string& color = {})
{
    if (std::isnan(point.low) || std::isnan(point.high))
        return;
    const std::string low = coordinate(plot.yPixel(point.low)), high = coordinate(plot.yPixel(point.high));
    const std::string from = coordinate(x - cap), width = coordinate(2 * cap);
    // An end beyond the axis is open.
    const std::string lowCap = point.low < plot.y.low() ? "" : fmt::format("M{} {}h{}", from, low, width);
    const std::string path = lowCap + fmt::format("M{0} {1}V{2}M{3} {2}h{4}", coordinate(x), low, high, from, width);
    if (color.empty()) {
        // On a dark ground the ink is light, and so are some bars.
        xml.leaf("path",
                 {{"d", path},
                  {"fill", "none"},
                  {"class", "mr-halo"},
                  {"stroke", paperColor},
                  {"stroke-opacity", "0.5"},
                  {"stroke-width", 3}});
        writeStroke(xml, path, 1.2);
    } else
        xml.leaf("path", {{"d", path}, {"fill", "none"}, {"stroke", color}, {"stroke-width", 1.2}});
}

/// The values behind a mean, each as a ring: seen on a bar and beside it.
void writeValues(XmlWriter& xml, const Plot& plot, double x, const FigurePoint& point, const std::string& color = {})
{
    for (const double value : point.values) {
        const std::string y = coordinate(plot.yPixel(value));
        if (color.empty()) {
            xml.leaf("circle", {{"cx", x}, {"cy", y}, {"r", 3.2}, {"class", "mr-paper"}, {"fill", paperColor}});
            xml.leaf("circle",
                     {{"cx", x},
                      {"cy", y},
                      {"r", 2.6},
                      {"fill", "none"},
                      {"class", "mr-line"},
                      {"stroke", inkColor},
                      {"stroke-width", 1.1}});
        } else
            xml.leaf("circle",
                     {{"cx", x}, {"cy", y}, {"r", 2.2}, {"fill", "none"}, {"stroke", color}, {"stroke-width", 1.2}});
    }
}

void writeTarget(XmlWriter& xml, double left, double width, double y)
{
    const std::string path = fmt::format("M{} {}h{}", coordinate(left - 4), coordinate(y), coordinate(width + 8));
    xml.leaf("path", {{"d", path}, {"class", "mr-halo"}, {"stroke", paperColor}, {"stroke-width", 3.6}});
    writeStroke(xml, path, 1.8);
}

/// Above the bar and its interval.
void writeBarLabel(XmlWriter& xml, const Plot& plot, double middle, const FigurePoint& point)
{
    const double top = std::isnan(point.y) ? point.base : point.base + point.y;
    double highest = std::isnan(point.high) ? top : std::max(top, point.high);
    for (const double value : point.values)
        highest = std::max(highest, value);
    const double y = plot.yPixel(highest);
    xml.text("text",
             {{"x", middle},
              {"y", std::max(y - 4, plot.top + 9)},
              {"font-size", labelSize - 1},
              {"text-anchor", "middle"},
              {"class", "mr-ink"},
              {"fill", inkColor}},
             point.label);
}

void writeCell(XmlWriter& xml, const Plot& plot, const HeatScale& scale, std::size_t row, const FigurePoint& point)
{
    const double width = plot.slotWidth();
    const double height = (plot.bottom - plot.top) / static_cast<double>(plot.figure.series.size());
    const double left = plot.xPixel(point.x) - width / 2, top = plot.top + height * static_cast<double>(row);
    xml.open("g");
    xml.text("title", {}, pointText(plot, plot.figure.series[row], point));
    if (!std::isnan(point.y))
        xml.leaf("rect",
                 {{"x", left + 1},
                  {"y", top + 1},
                  {"width", std::max(width - 2, 0.5)},
                  {"height", std::max(height - 2, 0.5)},
                  {"fill", scale.colorOf(point.y)}});
    const std::string text = fitText(scale.textOf(point.y), std::max(width - 4, 10.0), labelSize);
    if (std::isnan(point.y))
        xml.text("text",
                 {{"x", left + width / 2},
                  {"y", top + height / 2 + 4},
                  {"font-size", labelSize},
                  {"text-anchor", "middle"},
                  {"class", "mr-soft"},
                  {"fill", softColor}},
                 text);
    else
        xml.text("text",
                 {{"x", left + width / 2},
                  {"y", top + height / 2 + 4},
                  {"font-size", labelSize},
                  {"text-anchor", "middle"},
                  {"fill", scale.inkOf(point.y)}},
                 text);
    xml.close();
}

void writeBar(XmlWriter& xml, const Plot& plot, std::size_t index, const FigurePoint& point)
{
    const double gap = std::min(1.0, plot.barWidth() / 8);
    const double left = plot.barLeft(point.x, index) + gap, width = std::max(plot.barWidth() - 2 * gap, 0.5);
    const double middle = left + width / 2, zero = plot.yPixel(point.base);
    const SeriesStyle style = seriesStyle(index, plot.idPrefix);
    xml.open("g");
    xml.text("title", {}, pointText(plot, plot.figure.series[index], point));
    if (std::isnan(point.y)) {
        xml.text("text",
                 {{"x", middle},
                  {"y", zero - 4},
                  {"font-size", labelSize},
                  {"text-anchor", "middle"},
                  {"class", "mr-soft"},
                  {"fill", softColor}},
                 unknownText);
    } else {
        const double y = plot.yPixel(point.base + point.y);
        xml.leaf("rect",
                 {{"x", left},
                  {"y", std::min(y, zero)},
                  {"width", width},
                  {"height", std::abs(zero - y)},
                  {"fill", style.fill}});
    }
    if (!point.label.empty())
        writeBarLabel(xml, plot, middle, point);
    if (!std::isnan(point.target))
        writeTarget(xml, left, width, plot.yPixel(point.target));
    if (!std::isnan(point.y)) {
        writeInterval(xml, plot, middle, point, std::min(4.0, width / 3));
        writeValues(xml, plot, middle, point);
    }
    xml.close();
}

void writeBox(XmlWriter& xml, const Plot& plot, std::size_t index, const FigureBox& box)
{
    const double left = plot.barLeft(box.x, index) + 2, width = std::max(plot.barWidth() - 4, 1.0);
    const double middle = left + width / 2, cap = width / 4;
    const SeriesStyle style = seriesStyle(index, plot.idPrefix);
    const auto y = [&plot](double value) { return coordinate(plot.yPixel(value)); };
    const std::string& unit = plot.figure.y.unit;
    xml.open("g");
    xml.text("title", {},
             fmt::format("{}: median {}, quartiles {} and {}, n = {}",
                         headingText(plot, plot.figure.series[index], box.x), quantityText(box.median, unit),
                         quantityText(box.lowerQuartile, unit), quantityText(box.upperQuartile, unit), box.count));
    writeStroke(xml,
                fmt::format("M{0} {1}h{2}M{3} {1}V{4}M{3} {5}V{6}M{0} {6}h{2}", coordinate(middle - cap), y(box.low),
                            coordinate(2 * cap), coordinate(middle), y(box.lowerQuartile), y(box.upperQuartile),
                            y(box.high)),
                1.2);
    const double upper = plot.yPixel(box.upperQuartile), height = plot.yPixel(box.lowerQuartile) - upper;
    const double grown = std::max(height, leastBoxHeight); // its hatch must be seen
    xml.leaf("rect",
             {{"x", left},
              {"y", upper - (grown - height) / 2},
              {"width", width},
              {"height", grown},
              {"fill", style.fill},
              {"class", "mr-line"},
              {"stroke", inkColor}});
    const std::string median = fmt::format("M{} {}h{}", coordinate(left), y(box.median), coordinate(width));
    if (height > leastBoxHeight)
        xml.leaf("path", {{"d", median}, {"class", "mr-halo"}, {"stroke", paperColor}, {"stroke-width", 4}});
    writeStroke(xml, median, height > leastBoxHeight ? 2 : 1);
    std::string last;
    for (const double value : box.outliers)
        if (const std::string at = coordinate(std::round(plot.yPixel(value))); at != last) {
            xml.leaf("circle", {{"cx", middle}, {"cy", at}, {"r", 2}, {"fill", "none"}, {"stroke", style.color}});
            last = at;
        }
    xml.close();
}

/// The place of a point; intervals of series at the same category are set beside each other.
double lineX(const Plot& plot, std::size_t series, double x)
{
    const double shift = static_cast<double>(series) - static_cast<double>(plot.figure.series.size() - 1) / 2;
    const double step = plot.isCategorical() ? std::min(6.0, plot.slotWidth() / 12) : 0;
    return plot.xPixel(x) + shift * step;
}

void writeBand(XmlWriter& xml, const Plot& plot, std::size_t index, const std::vector<FigurePoint>& points)
{
    std::string upper, lower;
    for (const FigurePoint& point : points) {
        if (std::isnan(point.x) || std::isnan(point.low) || std::isnan(point.high))
            continue;
        const std::string x = coordinate(lineX(plot, index, point.x));
        upper += fmt::format("{}{} {}", upper.empty() ? "M" : "L", x, coordinate(plot.yPixel(point.high)));
        lower.insert(0, fmt::format("L{} {}", x, coordinate(plot.yPixel(point.low))));
    }
    if (!upper.empty())
        xml.leaf(
            "path",
            {{"d", upper + lower + "z"}, {"fill", seriesStyle(index, plot.idPrefix).color}, {"fill-opacity", "0.25"}});
}

std::string linePath(const Plot& plot, std::size_t index, const std::vector<FigurePoint>& points)
{
    std::string path;
    bool pen = false;
    for (const FigurePoint& point : points) {
        if (!isPlaced(point)) { // a gap
            pen = false;
            continue;
        }
        path += fmt::format("{}{} {}", pen ? "L" : "M", coordinate(lineX(plot, index, point.x)),
                            coordinate(plot.yPixel(point.y)));
        pen = true;
    }
    return path;
}

std::string stepPath(const Plot& plot, const std::vector<FigurePoint>& points)
{
    std::string path;
    for (const FigurePoint& point : points) {
        if (!isPlaced(point))
            continue;
        const std::string x = coordinate(plot.xPixel(point.x)), y = coordinate(plot.yPixel(point.y));
        path += path.empty() ? fmt::format("M{} {}V{}", x, coordinate(plot.yPixel(0)), y) : fmt::format("H{}V{}", x, y);
    }
    return path;
}

void writePoints(XmlWriter& xml, const Plot& plot, std::size_t index, const std::vector<FigurePoint>& points)
{
    const SeriesStyle style = seriesStyle(index, plot.idPrefix);
    const bool curve = plot.figure.kind == FigureKind::Cdf;
    const bool all = points.size() <= (curve ? sparseMarkers : fewPoints) || plot.figure.kind == FigureKind::Scatter;
    const std::size_t every = all ? 1 : points.size() / sparseMarkers;
    // Sparse markers of different series do not lie on top of each other.
    const std::size_t begin = all ? 0 : every * (index % 8) / 8;
    for (std::size_t i = begin; i < points.size(); i += every) {
        if (!isPlaced(points[i]))
            continue;
        const double x = lineX(plot, index, points[i].x);
        if (!all) {
            writeMarker(xml, x, plot.yPixel(points[i].y), style);
            continue;
        }
        xml.open("g");
        xml.text("title", {}, pointText(plot, plot.figure.series[index], points[i]));
        if (!plot.figure.band)
            writeInterval(xml, plot, x, points[i], 3, style.color);
        writeValues(xml, plot, x, points[i], style.color);
        writeMarker(xml, x, plot.yPixel(points[i].y), style);
        xml.close();
    }
}

void writeCurve(XmlWriter& xml, const Plot& plot, std::size_t index)
{
    const FigureSeries& series = plot.figure.series[index];
    const std::string path = linePath(plot, index, series.points);
    if (path.empty())
        return;
    xml.open("g");
    xml.text("title", {}, series.name);
    xml.leaf("path",
             {{"d", path},
              {"fill", "none"},
              {"stroke", seriesStyle(series.like.value_or(index), plot.idPrefix).color},
              {"stroke-width", 1.8},
              {"stroke-linejoin", "round"}});
    xml.close();
}

void writeLine(XmlWriter& xml, const Plot& plot, std::size_t index)
{
    const FigureSeries& series = plot.figure.series[index];
    const SeriesStyle style = seriesStyle(index, plot.idPrefix);
    if (plot.figure.band)
        writeBand(xml, plot, index, series.points);
    const bool steps = plot.figure.kind == FigureKind::Cdf;
    const std::string path = steps ? stepPath(plot, series.points) : linePath(plot, index, series.points);
    if (!path.empty())
        xml.leaf("path",
                 {{"d", path},
                  {"fill", "none"},
                  {"stroke", style.color},
                  {"stroke-width", 1.8},
                  {"stroke-dasharray", usesDashes(plot.figure) ? style.dash : "none"},
                  {"stroke-linejoin", "round"}});
    writePoints(xml, plot, index, series.points);
}

void writeIdentity(XmlWriter& xml, const Plot& plot)
{
    const double low = std::max(plot.x.low(), plot.y.low()), high = std::min(plot.x.high(), plot.y.high());
    if (low < high)
        xml.leaf("line",
                 {{"x1", plot.xPixel(low)},
                  {"y1", plot.yPixel(low)},
                  {"x2", plot.xPixel(high)},
                  {"y2", plot.yPixel(high)},
                  {"class", "mr-line"},
                  {"stroke", inkColor},
                  {"stroke-dasharray", "3 3"}});
}

} // namespace

bool usesDashes(const FigureSpec& figure) noexcept
{
    return figure.kind == FigureKind::Cdf || std::ranges::all_of(figure.series, [](const FigureSeries& series) {
               return series.points.size() <= fewPoints;
           });
}

void writeMarks(XmlWriter& xml, const Plot& plot)
{
    if (plot.figure.identity)
        writeIdentity(xml, plot);
    const HeatScale scale(plot.figure);
    for (std::size_t i = 0; i < plot.figure.series.size(); ++i) {
        const FigureSeries& series = plot.figure.series[i];
        switch (plot.figure.kind) {
        case FigureKind::Bars:
            for (const FigurePoint& point : series.points)
                if (!std::isnan(point.x))
                    writeBar(xml, plot, i, point);
            break;
        case FigureKind::Box:
            for (const FigureBox& box : series.boxes)
                writeBox(xml, plot, i, box);
            break;
        case FigureKind::Heat:
            for (const FigurePoint& point : series.points)
                writeCell(xml, plot, scale, i, point);
            break;
        case FigureKind::Lines:
        case FigureKind::Cdf: writeLine(xml, plot, i); break;
        case FigureKind::Scatter:
            series.curve ? writeCurve(xml, plot, i) : writePoints(xml, plot, i, series.points);
            break;
        }
    }
}

} // namespace millrace::report
