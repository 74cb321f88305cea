// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/so_far_model.h"

#include "core/base/statistics.h"
#include "ui/base/format.h"
#include "ui/run/campaign_model.h"

namespace millrace::ui {

SoFarModel::SoFarModel(CampaignModel& campaign, QObject* parent) : QAbstractTableModel(parent), m_campaign(campaign)
{
    connect(&m_campaign, &CampaignModel::countsChanged, this, &SoFarModel::refresh);
}

void SoFarModel::refresh()
{
    std::vector<const QueueRow*> rows;
    for (int row = 0; row < m_campaign.rowCount(); ++row)
        if (const QueueRow* each = m_campaign.rowAt(row); !each->warmup && !each->notNeeded)
            rows.push_back(each);
    std::ranges::sort(rows, {}, &QueueRow::position);
    std::vector<Cell> cells;
    std::map<QStringList, std::size_t> places;
    for (const QueueRow* row : rows) {
        const auto [place, isNew] = places.try_emplace(row->levels, cells.size());
        if (isNew)
            cells.push_back({row->levels, 0, {}, {}});
        Cell& cell = cells[place->second];
        ++cell.planned;
        if (row->state != store::RunState::Done)
            continue;
        if (!std::isnan(row->stepTime))
            cell.stepTimes.push_back(row->stepTime);
        if (!std::isnan(row->samplesPerSecond))
            cell.throughputs.push_back(row->samplesPerSecond);
    }
    const bool sameCells =
        m_factors == m_campaign.factors() && std::ranges::equal(cells, m_cells, {}, &Cell::levels, &Cell::levels);
    if (sameCells) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (cells[i] != m_cells[i]) {
                m_cells[i] = std::move(cells[i]);
                const int row = static_cast<int>(i);
                Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
            }
        return;
    }
    beginResetModel();
    m_factors = m_campaign.factors();
    m_cells = std::move(cells);
    endResetModel();
}

int SoFarModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_cells.size());
}

int SoFarModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount + static_cast<int>(m_factors.size());
}

QString SoFarModel::meanText(const std::vector<double>& values, const char* unit) const
{
    const Summary summary = summarise(values);
    if (summary.count == 0)
        return QStringLiteral("–");
    const QString text = formatQuantity(summary.mean, unit, m_locale);
    const double half = (summary.interval.high - summary.interval.low) / 2;
    return std::isnan(half) ? text : tr("%1 ± %2").arg(text, formatQuantity(half, unit, m_locale));
}

QVariant SoFarModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Cell& cell = m_cells[static_cast<std::size_t>(index.row())];
    const int factors = static_cast<int>(m_factors.size());
    const int column = index.column() - factors;
    if (role == Qt::TextAlignmentRole)
        return QVariant((column < 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    if (column < 0)
        return cell.levels.value(index.column());
    const bool isText = role == Qt::DisplayRole;
    const int done = static_cast<int>(cell.stepTimes.size());
    switch (column) {
    case RunsColumn: return isText ? QVariant(tr("%1 of %2").arg(done).arg(cell.planned)) : QVariant(done);
    case StepTimeColumn:
        return isText ? QVariant(meanText(cell.stepTimes, "s")) : QVariant(summarise(cell.stepTimes).mean);
    default:
        return isText ? QVariant(meanText(cell.throughputs, "samples/s")) : QVariant(summarise(cell.throughputs).mean);
    }
}

QVariant SoFarModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const int column = section - static_cast<int>(m_factors.size());
    if (orientation != Qt::Horizontal || column >= ColumnCount)
        return {};
    if (role == Qt::ToolTipRole && column > RunsColumn)
        return tr("Mean of the runs that are done ± half of its 95 % confidence interval (Student's t)");
    if (role != Qt::DisplayRole)
        return {};
    if (column < 0)
        return m_factors.value(section);
    switch (column) {
    case RunsColumn: return tr("Runs");
    case StepTimeColumn: return tr("Step time");
    default: return tr("Throughput");
    }
}

} // namespace millrace::ui

#include "moc_so_far_model.cpp"
