// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/audit_tables.h"

#include "core/base/text.h"
#include "core/base/version.h"
#include "core/report/html_style.h"
#include "core/report/safe_text.h"
#include "core/studies/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

report::Cell cellOf(double value, const std::string& unit)
{
    return std::isfinite(value) ? report::Cell(report::Quantity{value, unit}) : report::Cell();
}

} // namespace

std::string_view severityWord(Severity severity) noexcept
{
    static constexpr std::array<std::string_view, 3> words = {"note", "warning", "error"};
    return words[static_cast<std::size_t>(severity)];
}

std::string placeText(const studies::Evidence& evidence)
{
    if (evidence.file.empty())
        return evidence.node;
    return evidence.line > 0 ? fmt::format("{}:{}", evidence.file, evidence.line) : evidence.file;
}

std::string summaryText(const studies::Audit& audit)
{
    const auto findings = [&audit](Severity severity) {
        return std::ranges::count(audit.findings, severity, &studies::Finding::severity);
    };
    const auto claims = [&audit](studies::ClaimVerdict verdict) {
        return std::ranges::count(audit.claims, verdict, &studies::Claim::verdict);
    };
    std::string text =
        fmt::format("{}: {} findings ({} errors, {} warnings, {} notes)", audit.study, audit.findings.size(),
                    findings(Severity::Error), findings(Severity::Warning), findings(Severity::Note));
    if (!audit.claims.empty())
        text += fmt::format("; of {} printed numbers {} match, {} do not, {} could not be decided", audit.claims.size(),
                            claims(studies::ClaimVerdict::Match), claims(studies::ClaimVerdict::Mismatch),
                            claims(studies::ClaimVerdict::NotDecided));
    return text;
}

report::Table figureTable(const studies::Finding& finding)
{
    report::Table table;
    table.title = "As published beside right";
    table.columns = {{"what"}, {"of"}, {"published"}, {"right"}, {"times"}};
    for (const analysis::PublishedFigure& figure : finding.figures)
        table.rows.push_back({figure.name, figure.subject, cellOf(figure.asPublished, figure.unit),
                              cellOf(figure.right, figure.unit),
                              figure.right != 0 && std::isfinite(figure.asPublished / figure.right)
                                  ? report::Cell(figure.asPublished / figure.right)
                                  : report::Cell()});
    return table;
}

report::Table evidenceTable(const studies::Finding& finding)
{
    report::Table table;
    table.columns = {{"run"}, {"node"}, {"place"}, {"text"}};
    for (const studies::Evidence& each : finding.evidence)
        table.rows.push_back({each.runName, each.node, each.file.empty() ? std::string() : placeText(each), each.text});
    if (finding.evidenceCount > finding.evidence.size())
        table.notes.push_back(fmt::format("{} more are not listed.", finding.evidenceCount - finding.evidence.size()));
    return table;
}

report::Table claimTable(const studies::Audit& audit)
{
    report::Table table;
    table.title = "Numbers of the publication";
    table.columns = {{"claim"},
                     {"text"},
                     {"verdict"},
                     {"stated"},
                     {"computed", "computed", "", "by the study's own definition"},
                     {"measured", "measured", "", "by the right definition, where it is another one"},
                     {"unit"},
                     {"runs"},
                     {"remark"}};
    const auto text = [](double value) {
        return std::isfinite(value) ? report::Cell(fmt::format("{:.6g}", value)) : report::Cell();
    };
    for (const studies::Claim& claim : audit.claims)
        table.rows.push_back({claim.name, claim.text, std::string(studies::verdictName(claim.verdict)),
                              text(claim.stated), text(claim.computed), text(claim.measured), claim.unit,
                              join(claim.runs, ", "), claim.remark});
    return table;
}

std::string auditPage(const studies::Audit& audit, const std::string& body)
{
    const studies::StudyInfo* info = studies::findStudy(audit.study);
    const std::string title = report::escapeXml(info == nullptr ? std::string_view(audit.study) : info->title);
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                       "<meta name=\"generator\" content=\"Millrace {}\">\n<title>Audit: {}</title>\n"
                       "<style>{}</style>\n</head>\n<body>\n<header>\n<h1>Audit: {}</h1>\n<p class=\"lead\">{}</p>\n"
                       "<p>{}</p>\n</header>\n{}</body>\n</html>\n",
                       report::escapeXml(programVersion), title, report::pageStyle, title,
                       report::escapeXml(info == nullptr ? std::string_view() : info->publication),
                       report::escapeXml(summaryText(audit)), body);
}

} // namespace millrace::headless
