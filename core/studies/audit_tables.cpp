// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/audit_tables.h"

#include "core/base/text.h"
#include "core/base/text_marks.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

report::Cell numberCell(double value, const std::string& unit)
{
    return unit.empty() ? report::Cell(value) : report::Cell(report::Quantity{value, unit});
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

report::Table findingTable(const Audit& audit)
{
    report::Table table;
    table.title = MR_TEXT("AuditText", "Findings");
    table.columns = {{"title", MR_TEXT("AuditText", "Finding")},
                     {"severity", MR_TEXT("AuditText", "Severity")},
                     {"evidence", MR_TEXT("AuditText", "Evidence")},
                     {"sentence", MR_TEXT("AuditText", "What was found")}};
    table.columns[2].digits = 12;
    for (const Finding& each : audit.findings)
        table.rows.push_back({each.title, std::string(severityWord(each.severity)),
                              static_cast<double>(each.evidenceCount), each.sentence});
    return table;
}

report::Table findingFigureTable(const Finding& finding)
{
    report::Table table;
    table.title = MR_TEXT("AuditText", "Published vs corrected");
    table.columns = {{"name", MR_TEXT("AuditText", "Number")},
                     {"subject", MR_TEXT("AuditText", "Of")},
                     {"published", MR_TEXT("AuditText", "As published")},
                     {"right", MR_TEXT("AuditText", "Right")},
                     {"relative", MR_TEXT("AuditText", "Difference"), "%"},
                     {"remark", MR_TEXT("AuditText", "Why")}};
    for (const report::PublishedFigure& each : finding.figures)
        table.rows.push_back({each.name, each.subject, numberCell(each.asPublished, each.unit),
                              numberCell(each.right, each.unit), 100 * each.relative(), each.remark});
    return table;
}

report::Table evidenceTable(const Finding& finding)
{
    report::Table table;
    table.columns = {{"run", MR_TEXT("AuditText", "Run")},
                     {"node", MR_TEXT("AuditText", "Node")},
                     {"file", MR_TEXT("AuditText", "File")},
                     {"line", MR_TEXT("AuditText", "Line")},
                     {"text", MR_TEXT("AuditText", "Text")}};
    table.columns[3].digits = 12;
    for (const Evidence& each : finding.evidence)
        table.rows.push_back({each.runName, each.node, each.file,
                              each.line == 0 ? report::Cell() : report::Cell(static_cast<double>(each.line)),
                              each.text});
    if (finding.evidenceCount > finding.evidence.size())
        table.notes.push_back(
            fmt::format(report::sentences::furtherEvidence, finding.evidenceCount - finding.evidence.size()));
    return table;
}

report::Table claimTable(const Audit& audit, std::optional<ClaimVerdict> verdict, std::vector<std::size_t>* kept)
{
    report::Table table;
    table.title = MR_TEXT("AuditText", "Claims");
    table.columns = {
        {"name", MR_TEXT("AuditText", "No.")},
        {"text", MR_TEXT("AuditText", "Claim")},
        {"verdict", MR_TEXT("AuditText", "Verdict")},
        {"stated", MR_TEXT("AuditText", "Stated")},
        {"computed", MR_TEXT("AuditText", "Computed"), "", "by the study's own definition"},
        {"measured", MR_TEXT("AuditText", "As measured"), "", "by the right definition, where it is another one"},
        {"source", MR_TEXT("AuditText", "Source")},
        {"remark", MR_TEXT("AuditText", "Remark")},
        {"runs", MR_TEXT("AuditText", "Runs")}};
    for (std::size_t i = 0; i < audit.claims.size(); ++i) {
        const Claim& each = audit.claims[i];
        if (verdict && each.verdict != *verdict)
            continue;
        if (kept != nullptr)
            kept->push_back(i);
        table.rows.push_back({each.name, each.text, std::string(verdictName(each.verdict)),
                              numberCell(each.stated, each.unit), numberCell(each.computed, each.unit),
                              numberCell(each.measured, each.unit), each.source, each.remark, join(each.runs, ", ")});
    }
    return table;
}

report::Table auditTable(const Audit& audit)
{
    report::Table table;
    for (const char* name : {"kind", "name", "title", "outcome", "sentence", "effect", "unit", "stated", "computed",
                             "measured", "source", "evidence", "remark"})
        table.columns.push_back({name});
    for (const Finding& each : audit.findings)
        table.rows.push_back({"finding",
                              each.name,
                              each.title,
                              std::string(severityWord(each.severity)),
                              each.sentence,
                              each.effect,
                              std::string(),
                              {},
                              {},
                              {},
                              std::string(),
                              static_cast<double>(each.evidenceCount),
                              std::string()});
    for (const Claim& each : audit.claims)
        table.rows.push_back({"claim", each.name, each.text, std::string(verdictName(each.verdict)), std::string(),
                              std::string(), each.unit, each.stated, each.computed, each.measured, each.source,
                              join(each.runs, ", "), each.remark});
    return table;
}

} // namespace millrace::studies
