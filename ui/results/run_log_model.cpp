// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/run_log_model.h"

#include "ui/base/format.h"

#include <QDateTime>

namespace millrace::ui {

RunLogModel::RunLogModel(QString file, QObject* parent) : QAbstractTableModel(parent), m_file(toPath(file)) { }

void RunLogModel::show(store::RunId run, const store::LogQuery& query)
{
    clear();
    m_run = run;
    m_query = query;
    read();
}

void RunLogModel::clear()
{
    m_job.cancel();
    beginResetModel();
    m_lines.clear();
    m_atEnd = true;
    endResetModel();
}

void RunLogModel::read()
{
    m_job.start(
        [file = m_file, run = m_run, query = m_query](const JobContext& job) { return readLog(file, run, query, job); },
        [this](Result<store::LogPage> page) {
            if (!page) {
                m_atEnd = true;
                Q_EMIT failed(page.error());
                return;
            }
            m_atEnd = page->atEnd;
            m_query.from = page->next;
            if (!page->entries.empty()) {
                const int first = static_cast<int>(m_lines.size());
                beginInsertRows({}, first, first + static_cast<int>(page->entries.size()) - 1);
                std::ranges::move(page->entries, std::back_inserter(m_lines));
                endInsertRows();
            }
            Q_EMIT loaded();
        });
}

bool RunLogModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && !m_atEnd;
}

void RunLogModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent) && !m_job.isRunning())
        read();
}

int RunLogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int RunLogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunLogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const store::LogPage::Entry& entry = m_lines[static_cast<std::size_t>(index.row())];
    if (role == SortRole)
        return static_cast<qint64>(entry.number);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case TimeColumn:
        return QDateTime::fromMSecsSinceEpoch(entry.line.wall.count() / 1'000'000)
            .toString(QStringLiteral("HH:mm:ss.zzz"));
    case NodeColumn: return toQString(entry.line.node);
    case ProcessColumn:
        return entry.line.stream == "stderr" ? tr("%1, errors").arg(toQString(entry.line.process))
                                             : toQString(entry.line.process);
    default: return toQString(entry.line.text);
    }
}

QVariant RunLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case NodeColumn: return tr("Node");
    case ProcessColumn: return tr("Process");
    case TextColumn: return tr("Line");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_run_log_model.cpp"
