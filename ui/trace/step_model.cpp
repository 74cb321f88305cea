// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/step_model.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"

#include <cmath>

namespace millrace::ui {
namespace {

} // namespace

void StepModel::setSteps(std::vector<analysis::TrafficStep> steps, std::int64_t origin)
{
    beginResetModel();
    m_steps = std::move(steps);
    m_origin = origin;
    endResetModel();
}

int StepModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_steps.size());
}

int StepModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

double StepModel::number(std::size_t row, int column) const
{
    const analysis::TrafficStep& step = m_steps[row];
    switch (column) {
    case NumberColumn: return static_cast<double>(row + 1);
    case BeginColumn: return seconds(step.begin - m_origin);
    case LengthColumn: return seconds(step.end - step.begin);
    case DistanceColumn: return row == 0 ? unknown : seconds(step.begin - m_steps[row - 1].begin);
    case BytesColumn: return step.bytes;
    case PacketsColumn: return static_cast<double>(step.packets);
    case RateColumn: return step.end > step.begin ? step.bytes * 8 / seconds(step.end - step.begin) : unknown;
    default: return unknown;
    }
}

QVariant StepModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const double value = number(static_cast<std::size_t>(index.row()), index.column());
    if (role == SortRole)
        return value;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (std::isnan(value))
        return QStringLiteral("–");
    switch (index.column()) {
    case BeginColumn:
    case LengthColumn:
    case DistanceColumn: return m_locale.toString(value, 'f', 3);
    case RateColumn: return m_locale.toString(value / 1e6, 'f', 3);
    default: return m_locale.toString(static_cast<qlonglong>(value));
    }
}

QVariant StepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == DistanceColumn)
        return tr("From the start of the step before");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NumberColumn: return tr("Step");
    case BeginColumn: return tr("Begin (s)");
    case LengthColumn: return tr("Traffic for (s)");
    case DistanceColumn: return tr("Distance (s)");
    case BytesColumn: return tr("Bytes");
    case PacketsColumn: return tr("Packets");
    case RateColumn: return tr("Rate (Mbit/s)");
    default: return {};
    }
}

} // namespace millrace::ui

#include "moc_step_model.cpp"
