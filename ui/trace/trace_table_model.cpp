// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/trace_table_model.h"

#include <QThreadPool>

#include <utility>

namespace millrace::ui {
namespace {

/// Whether values are identifiers, which are left-aligned.
bool isName(ValueKind kind)
{
    return kind == ValueKind::Text || kind == ValueKind::Number;
}

} // namespace

TraceTableModel::TraceTableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns))
{
    connect(&m_job, &JobRunner::runningChanged, this, &TraceTableModel::arrangingChanged);
}

void TraceTableModel::show(Maker make)
{
    m_make = std::move(make);
    arrangeAgain();
}

void TraceTableModel::setFilter(const QString& text)
{
    m_filterText = text;
    auto filter = RowFilter::parse(text, m_columns, m_problem);
    Q_EMIT problemChanged(m_problem);
    if (!filter)
        return;
    m_filter = *std::move(filter);
    arrangeAgain();
}

void TraceTableModel::sort(int column, Qt::SortOrder order)
{
    if (column == m_sortColumn && order == m_sortOrder)
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    arrangeAgain();
}

void TraceTableModel::arrangeAgain()
{
    if (!m_make && !m_arranged)
        return;
    TableArrangement arrangement;
    arrangement.filter = m_filter;
    arrangement.column = m_sortColumn;
    arrangement.direction =
        m_sortOrder == Qt::AscendingOrder ? analysis::SortDirection::Ascending : analysis::SortDirection::Descending;
    m_job.start([make = m_make, shown = m_arranged, arrangement](
                    const JobContext& job) { return arrange(make ? make() : shown->table, arrangement, job); },
                [this](Result<ArrangedTable> arranged) { take(std::move(arranged)); });
}

void TraceTableModel::take(Result<ArrangedTable> arranged)
{
    if (!arranged)
        return;
    m_make = {};
    beginResetModel();
    auto before = std::exchange(m_arranged, std::make_shared<const ArrangedTable>(*std::move(arranged)));
    endResetModel();
    // Freeing millions of rows would block the GUI thread.
    QThreadPool::globalInstance()->start([before = std::move(before)] { Q_UNUSED(before); });
    Q_EMIT arrangedChanged();
}

int TraceTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_arranged ? 0 : static_cast<int>(m_arranged->order.size());
}

int TraceTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TraceTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ValueKind kind = m_columns[static_cast<std::size_t>(index.column())].kind;
    const std::uint32_t row = traceRow(index.row());
    const TraceTable& table = *m_arranged->table;
    switch (role) {
    case Qt::DisplayRole: return table.cellText(row, index.column(), m_locale);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter) | (isName(kind) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole: {
        const std::uint32_t address = table.addressIn(row, index.column());
        const bool named =
            address != analysis::noRow && table.trace().names[address] != table.trace().addresses[address];
        return named ? QVariant(nameWithAddress(table.trace(), address)) : QVariant();
    }
    case SortRole:
        if (kind == ValueKind::Text)
            return table.words(row, index.column());
        if (isReal(kind))
            return table.real(row, index.column());
        return static_cast<qlonglong>(table.integer(row, index.column()));
    default: return {};
    }
}

QVariant TraceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.heading;
    case Qt::ToolTipRole: return column.tip.isEmpty() ? QVariant() : column.tip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter)
                                   | (isName(column.kind) ? Qt::AlignLeft : Qt::AlignRight));
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_trace_table_model.cpp"
