// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/safe_text.h"
#include "core/report/table_view.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>

namespace millrace::report {

namespace {

/// Words that a page colours; the colour repeats what the word says.
std::string_view markOf(const std::string& text)
{
    if (text == "pass" || text == "done")
        return " good";
    if (text == "fail" || text == "failed" || text == "invalid")
        return " bad";
    return text == "unknown" || text == "cancelled" ? " unsure" : "";
}

std::string headOf(const ColumnView& view)
{
    const std::string how = view.how.empty() ? "" : fmt::format(" title=\"{}\"", escapeXml(view.how));
    const std::string unit =
        view.unit.empty() ? "" : fmt::format(" <span class=\"unit\">{}</span>", escapeXml(view.unit));
    return fmt::format("<th scope=\"col\"{}{}>{}{}</th>", view.numeric ? " class=\"n\"" : "", how,
                       escapeXml(view.heading), unit);
}

void appendCell(std::string& html, const ColumnView& view, const Cell& cell)
{
    const std::string text = view.text(cell);
    const std::string_view mark = std::holds_alternative<std::string>(cell) ? markOf(text) : "";
    if (view.numeric)
        html += "<td class=\"n\">";
    else if (mark.empty())
        html += "<td>";
    else
        html.append("<td class=\"mark").append(mark).append("\">");
    html.append(escapeXml(text)).append("</td>");
}

} // namespace

std::string toHtml(const Table& table, std::size_t limit)
{
    const auto views = viewColumns(table);
    std::string html = "<div class=\"table\"><table>\n";
    if (!table.title.empty())
        html += fmt::format("<caption>{}</caption>\n", escapeXml(table.title));
    html += "<thead><tr>";
    for (const ColumnView& view : views)
        html += headOf(view);
    html += "</tr></thead>\n<tbody>\n";
    const std::size_t shown = limit == 0 ? table.rows.size() : std::min(limit, table.rows.size());
    for (std::size_t row = 0; row < shown; ++row) {
        html += "<tr>";
        for (const ColumnView& view : views)
            appendCell(html, view, table.rows[row][view.index]);
        html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
    if (shown < table.rows.size())
        html += fmt::format("<p class=\"note\">The first {} of {} rows are shown; <code>millrace-cli export</code> "
                            "exports all of them.</p>\n",
                            shown, table.rows.size());
    for (const std::string& note : table.notes)
        html += fmt::format("<p class=\"note\">{}</p>\n", escapeXml(note));
    return html;
}

} // namespace millrace::report
