// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/studies/audit_models.h"

#include "core/studies/audit_tables.h"
#include "ui/base/icons.h"
#include "ui/base/theme.h"
#include "ui/studies/study_text.h"

#include <QGuiApplication>
#include <QPalette>

namespace millrace::ui {
namespace {

bool onDark()
{
    return isDark(QGuiApplication::palette());
}

QString verdictIcon(studies::ClaimVerdict verdict)
{
    switch (verdict) {
    case studies::ClaimVerdict::Match: return QStringLiteral("ok");
    case studies::ClaimVerdict::Mismatch: return QStringLiteral("error");
    case studies::ClaimVerdict::NotDecided: break;
    }
    return QStringLiteral("help");
}

} // namespace

void FindingModel::setFindings(const std::vector<studies::Finding>& findings)
{
    m_severities.clear();
    for (const studies::Finding& finding : findings)
        m_severities.push_back(finding.severity);
}

QVariant FindingModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.isValid() && row < m_severities.size()) {
        if (role == Qt::DecorationRole && index.column() == 0)
            return severityIcon(m_severities[row], onDark());
        if (role == SortRole && index.column() == studies::severityColumn)
            return static_cast<int>(m_severities[row]);
    }
    return ReportTableModel::data(index, role);
}

QVariant ClaimModel::data(const QModelIndex& index, int role) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.isValid() && index.column() == studies::verdictColumn && row < m_verdicts.size()) {
        if (role == Qt::DecorationRole)
            return icon(verdictIcon(m_verdicts[row]), verdictColor(m_verdicts[row], onDark()));
        if (role == SortRole)
            return static_cast<int>(m_verdicts[row]);
    }
    return ReportTableModel::data(index, role);
}

} // namespace millrace::ui

#include "moc_audit_models.cpp"
