// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_axes.h"

#include "core/report/safe_text.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr double lineHeight = 14;
constexpr std::size_t mostLines = 3;
constexpr double longestTurned = 260; ///< px, of a label that is turned
constexpr double turn = 35; ///< degrees

/// Layout of category labels: horizontal in lines, or rotated.
struct CategoryLabels
{
    bool turned = false;
    std::size_t every = 1;
    std::vector<std::vector<std::string>> lines; ///< by category
    double height = 0;
};

CategoryLabels arrangeLabels(const Plot& plot)
{
    CategoryLabels labels;
    const double slot = plot.slotWidth() - 6;
    for (const std::string& category : plot.figure.x.categories) {
        auto lines = wrapText(category, slot, labelSize);
        const bool broken = std::ranges::any_of(lines, [&](const std::string& line) {
            return &line != &lines.back() && !line.empty()
                && std::string_view("_-/,=").find(line.back()) == std::string_view::npos
                && category.find(line + " ") == std::string::npos;
        });
        labels.turned = labels.turned || lines.size() > mostLines || broken;
        labels.height = std::max(labels.height, lineHeight * static_cast<double>(lines.size()) + 6);
        labels.lines.push_back(std::move(lines));
    }
    if (!labels.turned)
        return labels;
    labels.every = static_cast<std::size_t>(std::ceil(lineHeight * 1.2 / std::max(plot.slotWidth(), 0.1)));
    const double radians = turn * M_PI / 180;
    double widest = 0;
    for (std::size_t i = 0; i < labels.lines.size(); ++i) {
        const double room = (plot.xPixel(static_cast<double>(i)) - 6) / std::cos(radians);
        const double longest = std::min(longestTurned, room);
        labels.lines[i] = {fitText(plot.figure.x.categories[i], longest, labelSize)};
        widest = std::max(widest, textWidth(labels.lines[i][0], labelSize));
    }
    labels.height = widest * std::sin(radians) + 18;
    return labels;
}

/// How far the left edge must move so that no rotated label exceeds that of the drawing.
double roomForLabels(const Plot& plot)
{
    if (!plot.isCategorical() || !arrangeLabels(plot).turned)
        return 0;
    double room = 0;
    const auto count = static_cast<double>(plot.figure.x.categories.size());
    for (std::size_t i = 0; i < plot.figure.x.categories.size(); ++i) {
        const auto place = static_cast<double>(i);
        const double width = std::min(textWidth(plot.figure.x.categories[i], labelSize) + 2, longestTurned);
        const double beyond = width * std::cos(turn * M_PI / 180) + 6 - plot.xPixel(place);
        room = std::max(room, beyond / (1 - (place + 0.5) / count)); // the slots become narrower as well
    }
    return std::min(room, (plot.right - plot.left) / 4);
}

void writeLabel(XmlWriter& xml, double x, double y, const char* anchor, std::string_view text)
{
    writeText(xml, x, y, {labelSize, false, nullptr, anchor}, text);
}

void writeCategories(XmlWriter& xml, const Plot& plot)
{
    const CategoryLabels labels = arrangeLabels(plot);
    for (std::size_t i = 0; i < labels.lines.size(); i += labels.every) {
        const double x = plot.xPixel(static_cast<double>(i));
        if (labels.turned) {
            xml.open("text",
                     {{"transform",
                       fmt::format("translate({} {}) rotate(-{})", coordinate(x + 4), coordinate(plot.bottom + 15),
                                   coordinate(turn))},
                      {"font-size", labelSize},
                      {"text-anchor", "end"},
                      {"class", "mr-ink"},
                      {"fill", inkColor}});
            xml.text("title", {}, plot.figure.x.categories[i]);
            xml.raw(escapeXml(labels.lines[i][0]));
            xml.close();
            continue;
        }
        for (std::size_t line = 0; line < labels.lines[i].size(); ++line)
            writeLabel(xml, x, plot.bottom + 17 + lineHeight * static_cast<double>(line), "middle",
                       labels.lines[i][line]);
    }
}

void writeRule(XmlWriter& xml, double x1, double y1, double x2, double y2, bool isAxis)
{
    xml.leaf("line",
             {{"x1", x1},
              {"y1", y1},
              {"x2", x2},
              {"y2", y2},
              {"class", isAxis ? "mr-line" : "mr-grid"},
              {"stroke", isAxis ? inkColor : gridColor}});
}

} // namespace

void makeRoomForLabels(Plot& plot)
{
    if (const double room = roomForLabels(plot); room > 0)
        plot.place(plot.left + room, plot.top, plot.right, plot.bottom);
}

double xAxisHeight(const Plot& plot)
{
    const double labels = plot.isCategorical() ? arrangeLabels(plot).height : lineHeight + 6;
    const bool titled = !plot.x.title().empty();
    return labels + (titled ? 20 : 4);
}

double yAxisWidth(const Plot& plot)
{
    double width = 0;
    for (const Tick& tick : plot.y.ticks())
        width = std::max(width, textWidth(tick.label, labelSize));
    return width + 10;
}

double writeXAxis(XmlWriter& xml, const Plot& plot)
{
    if (plot.isCategorical()) {
        writeCategories(xml, plot);
    } else {
        for (const Tick& tick : plot.x.ticks()) {
            const double x = plot.xPixel(tick.value);
            writeRule(xml, x, plot.bottom, x, plot.bottom + 4, true);
            writeLabel(xml, x, plot.bottom + 18, "middle", tick.label);
        }
    }
    // Bars below 0 hang from the axis.
    const bool below = plot.figure.kind == FigureKind::Bars && plot.y.low() < 0 && plot.y.high() > 0;
    const double axis = below ? plot.yPixel(0) : plot.bottom;
    writeRule(xml, plot.left, axis, plot.right, axis, true);
    const double height = xAxisHeight(plot);
    if (!plot.x.title().empty())
        writeLabel(xml, (plot.left + plot.right) / 2, plot.bottom + height - 3, "middle",
                   fitText(plot.x.title(), plot.right, labelSize));
    return height;
}

void writeYAxis(XmlWriter& xml, const Plot& plot)
{
    for (const Tick& tick : plot.y.ticks()) {
        const double y = plot.yPixel(tick.value);
        writeRule(xml, plot.left, y, plot.right, y, false);
        writeLabel(xml, plot.left - 7, y + 4, "end", tick.label);
    }
}

} // namespace millrace::report
