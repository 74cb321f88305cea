// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/published_report.h"

#include "core/base/clock.h"
#include "core/base/json_fields.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

Json numberOrNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

/// Quantities usually shown with a prefix; units with a prefix are unchanged.
Cell quantity(double value, const std::string& unit)
{
    return std::isfinite(value) ? Cell(Quantity{value, unit}) : Cell();
}

} // namespace

Table publishedTable(std::string title, const PublishedFigures& figures)
{
    Table table;
    table.title = std::move(title);
    table.keys = 2;
    table.columns = {{"figure"},
                     {"subject", "of"},
                     {"published", "as published"},
                     {"right"},
                     {"difference", "difference", "", "as published minus right"},
                     {"relative", "relative", "share", "difference by the right number"}};
    const bool anySubject = std::ranges::any_of(figures, [](const auto& each) { return !each.subject.empty(); });
    for (const PublishedFigure& figure : figures) {
        const double relative = figure.relative();
        table.rows.push_back({figure.name, figure.subject, quantity(figure.asPublished, figure.unit),
                              quantity(figure.right, figure.unit), quantity(figure.difference(), figure.unit),
                              std::isfinite(relative) ? Cell(relative) : Cell()});
    }
    if (!anySubject) {
        table.columns.erase(table.columns.begin() + 1);
        for (auto& row : table.rows)
            row.erase(row.begin() + 1);
        table.keys = 1;
    }
    return table;
}

std::string publishedText(std::string title, const PublishedFigures& figures, std::size_t width)
{
    TextOptions options;
    options.width = width;
    std::string text = toText(publishedTable(std::move(title), figures), options);
    // Figures with the same text share one paragraph.
    std::vector<std::pair<std::string, std::string>> paragraphs; // words, names
    for (const PublishedFigure& figure : figures) {
        std::string words;
        if (!figure.definition.empty())
            words += fmt::format("  as published: {}\n", figure.definition);
        if (!figure.rightDefinition.empty())
            words += fmt::format("  right: {}\n", figure.rightDefinition);
        if (!figure.remark.empty())
            words += fmt::format("  {}\n", figure.remark);
        const auto known = std::ranges::find(paragraphs, words, &std::pair<std::string, std::string>::first);
        if (known == paragraphs.end())
            paragraphs.emplace_back(std::move(words), figure.name);
        else if (fmt::format(", {},", known->second).find(fmt::format(", {},", figure.name)) == std::string::npos)
            known->second += ", " + figure.name;
    }
    for (const auto& [words, names] : paragraphs)
        text += fmt::format("\n{}\n{}", names, words);
    return text;
}

Json publishedJson(const PublishedFigures& figures)
{
    Json list = Json::array();
    for (const PublishedFigure& figure : figures)
        list.push_back({{"name", validUtf8(figure.name)},
                        {"subject", validUtf8(figure.subject)},
                        {"unit", figure.unit},
                        {"published", numberOrNull(figure.asPublished)},
                        {"right", numberOrNull(figure.right)},
                        {"difference", numberOrNull(figure.difference())},
                        {"relative", numberOrNull(figure.relative())},
                        {"definition", figure.definition},
                        {"right_definition", figure.rightDefinition},
                        {"remark", validUtf8(figure.remark)}});
    return list;
}

} // namespace millrace::report
