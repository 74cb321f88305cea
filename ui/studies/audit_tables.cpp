// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/audit_tables.h"

#include "ui/figures/sentence_text.h"
#include "ui/studies/study_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <variant>

namespace millrace::ui {
namespace {

struct AuditText
{
    Q_DECLARE_TR_FUNCTIONS(AuditText)
};

QString words(const std::string& text)
{
    return QCoreApplication::translate("AuditText", text.c_str());
}

void translateCells(report::Table& table, std::size_t column)
{
    for (auto& row : table.rows)
        if (auto* text = std::get_if<std::string>(&row[column]))
            *text = auditWord(*text).toStdString();
}

} // namespace

report::Table shownAuditTable(report::Table table)
{
    table.title = words(table.title).toStdString();
    for (report::Column& column : table.columns)
        column.label = words(column.label).toStdString();
    for (std::string& note : table.notes)
        note = sentenceText(note).toStdString();
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == "severity" || table.columns[i].name == "verdict")
            translateCells(table, i);
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
        parts.append(AuditText::tr("%n error(s)", nullptr, errors));
    if (const int warnings = count(Severity::Warning); warnings > 0)
        parts.append(AuditText::tr("%n warning(s)", nullptr, warnings));
    if (const int notes = count(Severity::Note); notes > 0)
        parts.append(AuditText::tr("%n note(s)", nullptr, notes));
    if (parts.isEmpty())
        parts.append(AuditText::tr("nothing found"));
    if (!audit.claims.empty())
        parts.append(AuditText::tr("%n claim(s): %1 match, %2 do not, %3 not decided", nullptr,
                                   static_cast<int>(audit.claims.size()))
                         .arg(verdicts[0])
                         .arg(verdicts[1])
                         .arg(verdicts[2]));
    return parts.join(QStringLiteral(" · "));
}

} // namespace millrace::ui
