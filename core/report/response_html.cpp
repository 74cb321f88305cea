// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/version.h"
#include "core/report/html_style.h"
#include "core/report/response_report.h"
#include "core/report/safe_text.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"

#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr int responseFigureWidth = 560; ///< px; two stand side by side on an ordinary screen

} // namespace

std::string responseSection(const ResponseReport& report, std::size_t rows)
{
    std::string body = "<div class=\"figures\">\n";
    for (std::size_t i = 0; i < report.figures.size(); ++i) {
        const std::string prefix = fmt::format("response{}", i + 1);
        body += fmt::format("<figure id=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n", prefix,
                            toSvg(report.figures[i], {responseFigureWidth, prefix, false}),
                            escapeXml(report.figures[i].caption));
    }
    body += "</div>\n";
    for (const Table& table : report.tables)
        if (!table.rows.empty())
            body += toHtml(table, rows);
    for (const std::string& note : report.notes)
        body += "<p class=\"note\">" + escapeXml(note) + "</p>\n";
    return body;
}

std::string responsePage(const CampaignData& data, const ResponseReport& report)
{
    const std::string title = escapeXml(data.campaign.projectName + ": " + data.campaign.gridName);
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                       "<meta name=\"generator\" content=\"Millrace {}\">\n<title>{}, under cross traffic</title>\n"
                       "<style>{}{}</style>\n</head>\n<body>\n<header>\n<h1>{}, under cross traffic</h1>\n</header>\n"
                       "<section>\n{}</section>\n</body>\n</html>\n",
                       escapeXml(programVersion), title, pageStyle, svgStyle(), title, responseSection(report, 0));
}

} // namespace millrace::report
