// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/failure_model.h"

#include "core/run/failure_signature.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"
#include "ui/run/step_text.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPalette>

#include <map>

namespace millrace::ui {

void FailureModel::setFailures(const std::vector<const QueueRow*>& failures)
{
    std::map<std::string, FailureGroup> groups;
    for (const QueueRow* row : failures) {
        std::string signature = run::failureSignature(row->errorCode, row->errorText);
        FailureGroup& group = groups[signature];
        group.signature = std::move(signature);
        group.code = row->errorCode;
        group.text = row->errorText;
        group.positions.push_back(row->position);
        group.runs.push_back(row->run);
        group.invalid = row->state == store::RunState::Invalid;
    }
    std::vector<FailureGroup> sorted;
    for (auto& [signature, group] : groups)
        sorted.push_back(std::move(group));
    for (FailureGroup& group : sorted) {
        std::vector<std::pair<int, store::RunId>> both;
        for (std::size_t i = 0; i < group.positions.size(); ++i)
            both.emplace_back(group.positions[i], group.runs[i]);
        std::ranges::sort(both, {}, &std::pair<int, store::RunId>::first);
        for (std::size_t i = 0; i < both.size(); ++i)
            std::tie(group.positions[i], group.runs[i]) = both[i];
    }
    std::ranges::stable_sort(sorted, std::ranges::greater(), [](const FailureGroup& each) { return each.runs.size(); });
    if (sorted == m_groups)
        return;
    beginResetModel();
    m_groups = std::move(sorted);
    m_runCount = static_cast<int>(failures.size());
    endResetModel();
}

const FailureGroup* FailureModel::groupAt(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : &m_groups[static_cast<std::size_t>(row)];
}

int FailureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

int FailureModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FailureModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const FailureGroup& group = m_groups[static_cast<std::size_t>(index.row())];
    const auto count = static_cast<int>(group.runs.size());
    if (role == SortRole && index.column() == CountColumn)
        return count;
    if (role == Qt::TextAlignmentRole && index.column() == CountColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && index.column() == KindColumn)
        return stateColor(group.invalid ? store::RunState::Invalid : store::RunState::Failed,
                          isDark(QGuiApplication::palette()));
    if (role == Qt::ToolTipRole)
        return toQString(group.text);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case CountColumn: return m_locale.toString(count) + QStringLiteral(" ×");
    case KindColumn: return (group.invalid ? QStringLiteral("! ") : QStringLiteral("✗ ")) + failureKindText(group.code);
    case SentenceColumn: return toQString(group.text);
    case RunsColumn: return positionsText(group.positions);
    default: return {};
    }
}

QVariant FailureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case CountColumn: return tr("Runs");
    case KindColumn: return tr("Kind");
    case SentenceColumn: return tr("What happened");
    case RunsColumn: return tr("Which runs");
    default: return {};
    }
}

QString positionsText(const std::vector<int>& ascending, std::size_t most)
{
    QStringList parts;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < ascending.size() && static_cast<std::size_t>(parts.size()) < most;) {
        std::size_t last = i;
        while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1)
            ++last;
        const QString first = QString::number(ascending[i]);
        parts.append(last == i           ? first
                         : last == i + 1 ? first + QStringLiteral(", ") + QString::number(ascending[last])
                                         : first + QStringLiteral("–") + QString::number(ascending[last]));
        shown += last - i + 1;
        i = last + 1;
    }
    const QString list = parts.join(QStringLiteral(", "));
    if (shown == ascending.size())
        return list;
    return QCoreApplication::translate("FailureModel", "%1 and %n more", nullptr,
                                       static_cast<int>(ascending.size() - shown))
        .arg(list);
}

} // namespace millrace::ui

#include "moc_failure_model.cpp"
