// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/matrix_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"

#include <algorithm>
#include <cmath>

namespace millrace::ui {

double TrafficMatrix::value(std::size_t cell, MatrixValue value) const
{
    switch (value) {
    case MatrixValue::Bytes: return static_cast<double>(bytes[cell]);
    case MatrixValue::Packets: return static_cast<double>(packets[cell]);
    case MatrixValue::Rate: break;
    }
    return length > 0 ? static_cast<double>(bytes[cell]) * 8e9 / static_cast<double>(length) : 0;
}

TrafficMatrix makeMatrix(std::shared_ptr<const Trace> trace, const TraceFocus& focus)
{
    TrafficMatrix matrix;
    // Cells are pairs: selected pairs do not restrict them.
    const PairTable pairs(trace, focus);
    matrix.trace = std::move(trace);
    const auto time = timeInFocus(*matrix.trace, focus);
    matrix.length = time ? time->length() : matrix.trace->range().length();
    std::vector<std::uint64_t> traffic(matrix.trace->addresses.size(), 0);
    for (std::uint32_t row = 0; row < pairs.rowCount(); ++row) {
        traffic[matrix.trace->pairs[row].source] += pairs.sum(row).wireBytes;
        traffic[matrix.trace->pairs[row].destination] += pairs.sum(row).wireBytes;
    }
    for (std::uint32_t address = 0; address < traffic.size(); ++address)
        if (traffic[address] > 0)
            matrix.nodes.push_back(address);
    std::ranges::stable_sort(matrix.nodes, std::ranges::greater(), [&](std::uint32_t a) { return traffic[a]; });
    if (matrix.nodes.size() > TrafficMatrix::mostNodes) {
        matrix.left = matrix.nodes.size() - TrafficMatrix::mostNodes;
        matrix.nodes.resize(TrafficMatrix::mostNodes);
    }
    std::ranges::sort(matrix.nodes, {}, [&](std::uint32_t a) { return matrix.trace->addressRank[a]; });
    std::vector<std::size_t> place(traffic.size(), matrix.nodes.size());
    for (std::size_t i = 0; i < matrix.nodes.size(); ++i)
        place[matrix.nodes[i]] = i;
    const std::size_t count = matrix.nodes.size();
    matrix.pairs.assign(count * count, analysis::noRow);
    matrix.bytes.assign(count * count, 0);
    matrix.packets.assign(count * count, 0);
    for (std::uint32_t row = 0; row < pairs.rowCount(); ++row) {
        const std::size_t from = place[matrix.trace->pairs[row].source];
        const std::size_t to = place[matrix.trace->pairs[row].destination];
        if (from >= count || to >= count || pairs.sum(row).packets == 0)
            continue;
        matrix.pairs[from * count + to] = row;
        matrix.bytes[from * count + to] = pairs.sum(row).wireBytes;
        matrix.packets[from * count + to] = pairs.sum(row).packets;
    }
    return matrix;
}

void MatrixModel::setMatrix(TrafficMatrix matrix)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    findLargest();
    endResetModel();
}

void MatrixModel::setValue(MatrixValue value)
{
    if (value == m_value)
        return;
    beginResetModel();
    m_value = value;
    findLargest();
    endResetModel();
}

void MatrixModel::setPalette(const QPalette& palette)
{
    m_palette = palette;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1),
                           {Qt::BackgroundRole, Qt::ForegroundRole});
}

void MatrixModel::findLargest()
{
    m_largest = 0;
    for (std::size_t cell = 0; cell < m_matrix.bytes.size(); ++cell)
        m_largest = std::max(m_largest, m_matrix.value(cell, m_value));
}

std::size_t MatrixModel::cellOf(const QModelIndex& index) const
{
    return static_cast<std::size_t>(index.row()) * m_matrix.nodes.size() + static_cast<std::size_t>(index.column());
}

std::uint32_t MatrixModel::pairAt(const QModelIndex& index) const
{
    return checkIndex(index, CheckIndexOption::IndexIsValid) ? m_matrix.pairs[cellOf(index)] : analysis::noRow;
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.nodes.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.nodes.size());
}

QString MatrixModel::cellText(double value) const
{
    switch (m_value) {
    case MatrixValue::Bytes: return formatSize(value, m_locale);
    case MatrixValue::Packets: return formatCount(static_cast<qint64>(value), m_locale);
    case MatrixValue::Rate: break;
    }
    return formatRate(value, m_locale);
}

QColor MatrixModel::shade(double share) const
{
    const QColor ground = m_palette.color(QPalette::Base), full = m_palette.color(QPalette::Highlight);
    const auto between = [share](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * share));
    };
    return {between(ground.red(), full.red()), between(ground.green(), full.green()),
            between(ground.blue(), full.blue())};
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::size_t cell = cellOf(index);
    const double value = m_matrix.value(cell, m_value);
    const bool known = m_matrix.pairs[cell] != analysis::noRow;
    const double share = m_largest > 0 ? value / m_largest : 0;
    switch (role) {
    case Qt::DisplayRole: return known ? cellText(value) : QString();
    case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::BackgroundRole: return known ? QBrush(shade(share)) : QVariant();
    case Qt::ForegroundRole: {
        const QColor ground = shade(share);
        const QColor text = m_palette.color(QPalette::Text), other = m_palette.color(QPalette::HighlightedText);
        return QBrush(contrastRatio(text, ground) >= contrastRatio(other, ground) ? text : other);
    }
    case Qt::ToolTipRole:
        return known ? tr("%1: %2, %3 of the largest")
                           .arg(pairWithAddresses(*m_matrix.trace, m_matrix.pairs[cell]), cellText(value),
                                formatFraction(share, m_locale))
                     : QVariant();
    case SortRole: return value;
    case ShareRole: return share;
    default: return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= rowCount())
        return {};
    const std::uint32_t node = m_matrix.nodes[static_cast<std::size_t>(section)];
    const QString& name = m_matrix.trace->names[node];
    if (role == Qt::DisplayRole)
        return orientation == Qt::Horizontal ? QStringLiteral("→ ") + name : name + QStringLiteral(" →");
    if (role == Qt::ToolTipRole) {
        const QString whole = nameWithAddress(*m_matrix.trace, node);
        return orientation == Qt::Horizontal ? tr("%1 receives").arg(whole) : tr("%1 sends").arg(whole);
    }
    return {};
}

} // namespace millrace::ui

#include "moc_matrix_model.cpp"
