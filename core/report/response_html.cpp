// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/html_page.h"
#include "core/report/response_report.h"
#include "core/report/table_writers.h"

namespace millrace::report {

std::string responseSection(const ResponseReport& report, std::size_t rows)
{
    std::string body = htmlFigures(report.figures, "response");
    for (const Table& table : report.tables)
        if (!table.rows.empty())
            body += toHtml(table, rows);
    for (const std::string& note : report.notes)
        body += htmlNote(note);
    return body;
}

std::string responsePage(const CampaignData& data, const ResponseReport& report)
{
    HtmlPage page;
    page.title = data.campaign.projectName + ": " + data.campaign.gridName + ", under cross traffic";
    page.body = "<section>\n" + responseSection(report, 0) + "</section>\n";
    page.withFigures = true;
    return toHtml(page);
}

} // namespace millrace::report
