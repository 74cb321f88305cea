// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit_page.h"

#include "core/report/html_page.h"
#include "core/report/safe_text.h"
#include "core/report/table_writers.h"
#include "core/studies/audit_tables.h"
#include "core/studies/study.h"

#include <fmt/format.h>

namespace millrace::studies {

namespace {

using report::escapeXml;

std::string findingHtml(const Finding& finding)
{
    std::string html =
        fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"note\">{}</p>\n<p>{}</p>\n", escapeXml(finding.name),
                    escapeXml(finding.title), severityWord(finding.severity), escapeXml(finding.sentence));
    if (!finding.effect.empty())
        html += fmt::format("<p class=\"lead\">{}</p>\n", escapeXml(finding.effect));
    if (!finding.figures.empty())
        html += report::toHtml(findingFigureTable(finding));
    html += fmt::format("<details><summary>{} {}</summary>\n{}</details>\n</section>\n", finding.evidenceCount,
                        finding.evidenceCount == 1 ? "place" : "places", report::toHtml(evidenceTable(finding)));
    return html;
}

} // namespace

std::string auditHtml(const Audit& audit)
{
    std::string body = "<nav>";
    for (const Finding& finding : audit.findings)
        body += fmt::format("<a href=\"#{}\">{}</a> ", escapeXml(finding.name), escapeXml(finding.title));
    if (!audit.claims.empty())
        body += "<a href=\"#claims\">Numbers of the publication</a>";
    body += "</nav>\n";
    for (const Finding& finding : audit.findings)
        body += findingHtml(finding);
    if (!audit.claims.empty())
        body += report::htmlSection("claims", "Numbers of the publication", report::toHtml(claimTable(audit)));
    for (const std::string& note : audit.notes)
        body += report::htmlNote(note);
    const StudyInfo* info = findStudy(audit.study);
    report::HtmlPage page;
    page.title = fmt::format("Audit: {}", info == nullptr ? std::string_view(audit.study) : info->title);
    page.header = fmt::format("<p class=\"lead\">{}</p>\n<p>{}</p>\n",
                              escapeXml(info == nullptr ? std::string_view() : info->publication),
                              escapeXml(auditSummaryText(audit)));
    page.body = std::move(body);
    return report::toHtml(page);
}

} // namespace millrace::studies
