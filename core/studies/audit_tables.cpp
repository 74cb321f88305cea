// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit_tables.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

report::Cell quantityCell(double value, const std::string& unit)
{
    return std::isfinite(value) ? report::Cell(report::Quantity{value, unit}) : report::Cell();
}

} // namespace

std::string_view severityWord(Severity severity) noexcept
{
    static constexpr std::array<std::string_view, 3> words = {"note", "warning", "error"};
    return words[static_cast<std::size_t>(severity)];
}

std::string evidencePlace(const Evidence& evidence)
{
    if (evidence.file.empty())
        return evidence.node;
    return evidence.line > 0 ? fmt::format("{}:{}", evidence.file, evidence.line) : evidence.file;
}

std::string auditSummaryText(const Audit& audit)
{
    const auto findings = [&audit](Severity severity) {
        return std::ranges::count(audit.findings, severity, &Finding::severity);
    };
    const auto claims = [&audit](ClaimVerdict verdict) {
        return std::ranges::count(audit.claims, verdict, &Claim::verdict);
    };
    std::string text =
        fmt::format("{}: {} findings ({} errors, {} warnings, {} notes)", audit.study, audit.findings.size(),
                    findings(Severity::Error), findings(Severity::Warning), findings(Severity::Note));
    if (!audit.claims.empty())
        text +=
            fmt::format("; of {} printed numbers {} match, {} do not, {} could not be decided", audit.claims.size(),
                        claims(ClaimVerdict::Match), claims(ClaimVerdict::Mismatch), claims(ClaimVerdict::NotDecided));
    return text;
}

report::Table auditFigureTable(const Finding& finding)
{
    report::Table table;
    table.title = "Published vs corrected";
    table.columns = {{"what"}, {"of"}, {"published"}, {"right"}, {"times"}};
    for (const report::PublishedFigure& figure : finding.figures)
        table.rows.push_back({figure.name, figure.subject, quantityCell(figure.asPublished, figure.unit),
                              quantityCell(figure.right, figure.unit),
                              figure.right != 0 && std::isfinite(figure.asPublished / figure.right)
                                  ? report::Cell(figure.asPublished / figure.right)
                                  : report::Cell()});
    return table;
}

report::Table evidenceTable(const Finding& finding)
{
    report::Table table;
    table.columns = {{"run"}, {"node"}, {"place"}, {"text"}};
    for (const Evidence& each : finding.evidence)
        table.rows.push_back(
            {each.runName, each.node, each.file.empty() ? std::string() : evidencePlace(each), each.text});
    if (finding.evidenceCount > finding.evidence.size())
        table.notes.push_back(fmt::format("{} more are not listed.", finding.evidenceCount - finding.evidence.size()));
    return table;
}

report::Table claimTable(const Audit& audit)
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
    for (const Claim& claim : audit.claims)
        table.rows.push_back({claim.name, claim.text, std::string(verdictName(claim.verdict)), text(claim.stated),
                              text(claim.computed), text(claim.measured), claim.unit, join(claim.runs, ", "),
                              claim.remark});
    return table;
}

} // namespace millrace::studies
