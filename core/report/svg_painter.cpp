// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_painter.h"

#include "core/report/figure_marks.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace millrace::report {

namespace {

void append(std::vector<Attribute>& attributes, std::initializer_list<Attribute> more)
{
    attributes.insert(attributes.end(), more);
}

const Look markerLook{{}, Pen{{Tint::Paper}}};

std::string pathData(const Path& path)
{
    std::string data;
    for (const Path::Step& step : path.steps()) {
        data += step.letter;
        if (step.letter != 'z')
            data += coordinate(step.first);
        if (step.letter == 'M' || step.letter == 'L')
            data.append(" ").append(coordinate(step.second));
    }
    return data;
}

std::string dashText(const Pen& pen)
{
    if (pen.dash == Dash::Dots)
        return "3 3";
    const auto dash = seriesStyle(pen.paint.series).dash;
    return pen.dash == Dash::Solid || dash.empty() ? "none" : fmt::format("{}", fmt::join(dash, " "));
}

const char* anchorName(Anchor anchor)
{
    return anchor == Anchor::Middle ? "middle" : "end";
}

} // namespace

double SvgFont::width(std::string_view utf8) const
{
    return textWidth(utf8, labelSize);
}

std::string SvgFont::fitted(std::string_view utf8, double width) const
{
    return fitText(utf8, width, labelSize);
}

void SvgPainter::beginMark(const FigureSpec& figure, const MarkRef& mark)
{
    m_xml.open("g");
    m_xml.text("title", {}, markText(figure, mark));
}

void SvgPainter::addFill(std::vector<Attribute>& attributes, const Paint& paint) const
{
    switch (paint.tint) {
    case Tint::None: attributes.emplace_back("fill", "none"); break;
    case Tint::Ink: append(attributes, {{"class", "mr-ink"}, {"fill", inkColor}}); break;
    case Tint::Soft: append(attributes, {{"class", "mr-soft"}, {"fill", softColor}}); break;
    case Tint::Paper: append(attributes, {{"class", "mr-paper"}, {"fill", paperColor}}); break;
    case Tint::Series: attributes.emplace_back("fill", seriesStyle(paint.series).color); break;
    case Tint::Hatch: attributes.emplace_back("fill", hatchReference(paint.series, m_idPrefix)); break;
    case Tint::Given: attributes.emplace_back("fill", paint.color); break;
    }
}

void SvgPainter::addPen(std::vector<Attribute>& attributes, const Pen& pen) const
{
    if (pen.paint.tint == Tint::Series)
        attributes.emplace_back("stroke", seriesStyle(pen.paint.series).color);
    else if (pen.paint.tint == Tint::Paper)
        append(attributes, {{"class", "mr-halo"}, {"stroke", paperColor}});
    else
        append(attributes, {{"class", "mr-line"}, {"stroke", inkColor}});
    if (pen.opacity < 1)
        attributes.emplace_back("stroke-opacity", fmt::format("{}", pen.opacity));
    if (pen.width)
        attributes.emplace_back("stroke-width", *pen.width);
    if (pen.dash != Dash::Unsaid)
        attributes.emplace_back("stroke-dasharray", dashText(pen));
    if (pen.roundJoin)
        attributes.emplace_back("stroke-linejoin", "round");
}

void SvgPainter::write(std::string_view tag, std::vector<Attribute> attributes, const Look& look)
{
    if (look.fill)
        addFill(attributes, *look.fill);
    if (look.fillOpacity < 1)
        attributes.emplace_back("fill-opacity", fmt::format("{}", look.fillOpacity));
    if (look.pen)
        addPen(attributes, *look.pen);
    m_xml.leaf(tag, attributes);
}

void SvgPainter::line(double x1, double y1, double x2, double y2, const Pen& pen)
{
    write("line", {{"x1", x1}, {"y1", y1}, {"x2", x2}, {"y2", y2}}, {{}, pen});
}

void SvgPainter::rect(const Rect& rect, const Look& look)
{
    write("rect", {{"x", rect.left}, {"y", rect.top}, {"width", rect.width}, {"height", rect.height}}, look);
}

void SvgPainter::circle(double x, double y, double radius, const Look& look)
{
    write("circle", {{"cx", x}, {"cy", y}, {"r", radius}}, look);
}

void SvgPainter::path(const Path& path, const Look& look)
{
    write("path", {{"d", pathData(path)}}, look);
}

void SvgPainter::marker(double x, double y, std::size_t series)
{
    const Path outline = markerOutline(seriesStyle(series));
    Look look = markerLook;
    look.fill = seriesPaint(series);
    if (outline.isEmpty())
        return circle(x, y, markerRadius, look);
    write("path",
          {{"d", pathData(outline)}, {"transform", fmt::format("translate({} {})", coordinate(x), coordinate(y))}},
          look);
}

void SvgPainter::text(double x, double y, const Label& label)
{
    std::vector<Attribute> attributes{{"x", x}, {"y", y}, {"font-size", label.size}};
    if (label.anchor != Anchor::Start)
        attributes.emplace_back("text-anchor", anchorName(label.anchor));
    addFill(attributes, label.paint);
    m_xml.text("text", attributes, label.text);
}

} // namespace millrace::report
