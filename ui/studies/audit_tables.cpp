// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/audit_tables.h"

#include "core/base/text.h"
#include "ui/base/format.h"
#include "ui/studies/study_words.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

struct AuditWords
{
    Q_DECLARE_TR_FUNCTIONS(AuditWords)
};

report::Column column(const char* name, const QString& label)
{
    report::Column made;
    made.name = name;
    made.label = label.toStdString();
    return made;
}

report::Cell number(double value, const std::string& unit)
{
    return unit.empty() ? report::Cell(value) : report::Cell(report::Quantity{value, unit});
}

} // namespace

report::Table findingTable(const studies::Audit& audit)
{
    report::Table table;
    table.title = AuditWords::tr("Findings").toStdString();
    table.columns = {column("title", AuditWords::tr("Finding")), column("severity", AuditWords::tr("Severity")),
                     column("evidence", AuditWords::tr("Evidence")),
                     column("sentence", AuditWords::tr("What was found"))};
    table.columns[2].digits = 12;
    for (const studies::Finding& each : audit.findings)
        table.rows.push_back({each.title, severityText(each.severity).toStdString(),
                              static_cast<double>(each.evidenceCount), each.sentence});
    return table;
}

report::Table valueTable(const studies::Finding& finding)
{
    report::Table table;
    table.title = finding.title;
    table.columns = {column("name", AuditWords::tr("Number")),
                     column("subject", AuditWords::tr("Of")),
                     column("published", AuditWords::tr("As published")),
                     column("right", AuditWords::tr("Right")),
                     column("relative", AuditWords::tr("Difference")),
                     column("remark", AuditWords::tr("Why"))};
    table.columns[4].unit = "%";
    for (const report::PublishedFigure& each : finding.figures)
        table.rows.push_back({each.name, each.subject, number(each.asPublished, each.unit),
                              number(each.right, each.unit), 100 * each.relative(), each.remark});
    return table;
}

report::Table evidenceTable(const studies::Finding& finding)
{
    report::Table table;
    table.title = finding.title;
    table.columns = {column("run", AuditWords::tr("Run")), column("node", AuditWords::tr("Node")),
                     column("file", AuditWords::tr("File")), column("line", AuditWords::tr("Line")),
                     column("text", AuditWords::tr("Text"))};
    for (const studies::Evidence& each : finding.evidence)
        table.rows.push_back({each.runName, each.node, each.file,
                              each.line == 0 ? report::Cell() : report::Cell(static_cast<double>(each.line)),
                              each.text});
    table.columns[3].digits = 12;
    const std::size_t missing = finding.evidenceCount - std::min(finding.evidenceCount, finding.evidence.size());
    if (missing > 0)
        table.notes.push_back(
            AuditWords::tr("%n more are not listed.", nullptr, static_cast<int>(missing)).toStdString());
    return table;
}

report::Table claimTable(const studies::Audit& audit, std::optional<studies::ClaimVerdict> verdict,
                         std::vector<std::size_t>* kept)
{
    report::Table table;
    table.title = AuditWords::tr("Claims").toStdString();
    table.columns = {column("name", AuditWords::tr("No.")),          column("text", AuditWords::tr("Claim")),
                     column("verdict", AuditWords::tr("Verdict")),   column("stated", AuditWords::tr("Stated")),
                     column("computed", AuditWords::tr("Computed")), column("measured", AuditWords::tr("As measured")),
                     column("source", AuditWords::tr("Source")),     column("remark", AuditWords::tr("Remark")),
                     column("runs", AuditWords::tr("Runs"))};
    for (std::size_t i = 0; i < audit.claims.size(); ++i) {
        const studies::Claim& each = audit.claims[i];
        if (verdict && each.verdict != *verdict)
            continue;
        if (kept != nullptr)
            kept->push_back(i);
        table.rows.push_back({each.name, each.text, verdictText(each.verdict).toStdString(),
                              number(each.stated, each.unit), number(each.computed, each.unit),
                              number(each.measured, each.unit), each.source, each.remark, join(each.runs, ", ")});
    }
    return table;
}

std::array<int, 3> verdictCounts(const studies::Audit& audit)
{
    std::array<int, 3> counts{};
    for (const studies::Claim& claim : audit.claims)
        ++counts[static_cast<std::size_t>(claim.verdict)];
    return counts;
}

QString auditSummary(const studies::Audit& audit)
{
    const auto count = [&audit](Severity severity) {
        return static_cast<int>(std::ranges::count(audit.findings, severity, &studies::Finding::severity));
    };
    const auto verdicts = verdictCounts(audit);
    QStringList parts;
    if (const int errors = count(Severity::Error); errors > 0)
        parts.append(AuditWords::tr("%n error(s)", nullptr, errors));
    if (const int warnings = count(Severity::Warning); warnings > 0)
        parts.append(AuditWords::tr("%n warning(s)", nullptr, warnings));
    if (const int notes = count(Severity::Note); notes > 0)
        parts.append(AuditWords::tr("%n note(s)", nullptr, notes));
    if (parts.isEmpty())
        parts.append(AuditWords::tr("nothing found"));
    if (!audit.claims.empty())
        parts.append(AuditWords::tr("%n claim(s): %1 match, %2 do not, %3 not decided", nullptr,
                                    static_cast<int>(audit.claims.size()))
                         .arg(verdicts[0])
                         .arg(verdicts[1])
                         .arg(verdicts[2]));
    return parts.join(QStringLiteral(" · "));
}

report::Table auditTable(const studies::Audit& audit)
{
    report::Table table;
    table.title = AuditWords::tr("Audit · %1").arg(studyTitle(audit.study)).toStdString();
    for (const char* name : {"kind", "name", "title", "outcome", "sentence", "effect", "unit", "stated", "computed",
                             "measured", "source", "evidence", "remark"})
        table.columns.push_back(column(name, {}));
    for (const studies::Finding& each : audit.findings)
        table.rows.push_back({"finding",
                              each.name,
                              each.title,
                              severityText(each.severity).toStdString(),
                              each.sentence,
                              each.effect,
                              std::string(),
                              {},
                              {},
                              {},
                              std::string(),
                              static_cast<double>(each.evidenceCount),
                              std::string()});
    for (const studies::Claim& each : audit.claims)
        table.rows.push_back({"claim", each.name, each.text, std::string(studies::verdictName(each.verdict)),
                              std::string(), std::string(), each.unit, each.stated, each.computed, each.measured,
                              each.source, join(each.runs, ", "), each.remark});
    return table;
}

} // namespace millrace::ui
