// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_multiples.h"
#include "core/report/svg_style.h"
#include "core/report/svg_text.h"
#include "core/report/xml_writer.h"
#include "core/studies/study_figure.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

constexpr int singleWidth = 720;
constexpr int doubleWidth = 560;

struct Panel
{
    std::string svg;
    double height = 0;
};

std::vector<Panel> panelsOf(const StudyFigure& figure, int width)
{
    std::vector<Panel> panels;
    for (const auto* each : {&figure.published, &figure.measured}) {
        if (!*each)
            continue;
        report::FigureSpec spec = **each;
        if (!report::isEmpty(spec))
            spec.note.clear(); // notes are below both, once
        report::SvgOptions options;
        options.width = width;
        options.standalone = false;
        options.idPrefix = each == &figure.published ? "p" : "m";
        Panel& panel = panels.emplace_back();
        panel.svg = report::toSvgMultiples(spec, options);
        panel.height = report::heightOfSvg(panel.svg);
    }
    return panels;
}

std::vector<std::string> linesOf(const StudyFigure& figure, double width)
{
    std::vector<std::string> sentences;
    if (!figure.recipe.source.empty())
        sentences.push_back(fmt::format("Source: {}.", figure.recipe.source));
    sentences.insert(sentences.end(), figure.definitions.begin(), figure.definitions.end());
    for (const auto* each : {&figure.published, &figure.measured})
        if (*each && !report::isEmpty(**each)) {
            const std::size_t at = (*each)->caption.find("Intervals: ");
            if (at != std::string::npos)
                sentences.push_back(fmt::format("{}: {}", each == &figure.published ? "As published" : "As measured",
                                                (*each)->caption.substr(at)));
        }
    sentences.insert(sentences.end(), figure.notes.begin(), figure.notes.end());
    std::vector<std::string> lines;
    for (const std::string& sentence : sentences)
        for (std::string& line : report::wrapText(sentence, width, report::figureNoteSize))
            lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::string studyFigureSvg(const StudyFigure& figure)
{
    const bool both = figure.published && figure.measured;
    const int panelWidth = both ? doubleWidth : singleWidth;
    const std::vector<Panel> panels = panelsOf(figure, panelWidth);
    const double width = panelWidth * static_cast<double>(std::max<std::size_t>(panels.size(), 1));
    double plotHeight = panels.empty() ? report::figureEdge + 20 : 0;
    for (const Panel& panel : panels)
        plotHeight = std::max(plotHeight, panel.height);
    const std::vector<std::string> lines = linesOf(figure, width - 2 * report::figureEdge);
    const double height = plotHeight + report::figureNoteLine * static_cast<double>(lines.size()) + report::figureEdge;

    report::XmlWriter xml;
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    report::openSvg(xml, width, height, "group", "s-title");
    xml.text("title", {{"id", "s-title"}}, figure.recipe.title);
    report::writePaper(xml, width, height);
    double left = 0;
    for (const Panel& panel : panels) {
        xml.open("g", {{"transform", fmt::format("translate({} 0)", report::coordinate(left))}});
        xml.raw(report::asSvgGroup(panel.svg));
        xml.close();
        left += panelWidth;
    }
    if (panels.empty())
        report::writeText(xml, report::figureEdge, report::figureEdge + 8, {13},
                          figure.recipe.title + ": a table, which has no drawing");
    double y = plotHeight + report::figureNoteLine - 4;
    for (const std::string& line : lines) {
        report::writeText(xml, report::figureEdge, y, {report::figureNoteSize, true}, line);
        y += report::figureNoteLine;
    }
    return xml.take();
}

} // namespace millrace::studies
