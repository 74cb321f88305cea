// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/grid/dry_run_model.h"

#include "ui/base/format.h"
#include "ui/grid/estimate_text.h"

#include <QLocale>

namespace millrace::ui {

namespace {

QString kindText(const grid::PlannedRun& run)
{
    return run.warmup     ? DryRunModel::tr("warm-up")
        : run.conditional ? DryRunModel::tr("if needed")
                          : DryRunModel::tr("planned");
}

QString kindTip(const grid::PlannedRun& run)
{
    return run.warmup     ? DryRunModel::tr("Its results do not count.")
        : run.conditional ? DryRunModel::tr("Made only if the stop rule still asks for it.")
                          : QString();
}

} // namespace

void DryRunModel::setLines(std::vector<grid::DryRunLine> lines, const grid::GridSpec& grid,
                           const run::CampaignEstimate& estimate)
{
    beginResetModel();
    m_lines = std::move(lines);
    m_sections.clear();
    m_headings.clear();
    m_estimates.clear();
    const auto add = [this](Column column, const QString& heading, int factor = 0) {
        m_sections.push_back({column, factor});
        m_headings.append(heading);
    };
    if (m_kind == Runs)
        add(PositionColumn, tr("Position"));
    for (std::size_t i = 0; i < grid.factors.size(); ++i)
        add(FactorColumn, toQString(grid.factors[i].name), static_cast<int>(i));
    if (m_kind == Runs) {
        add(RepetitionColumn, tr("Repetition"));
        add(KindColumn, tr("Kind"));
        add(TimeColumn, tr("Takes"));
        add(SeedColumn, tr("Seed"));
    } else {
        add(ReasonColumn, tr("Reason"));
    }
    for (std::size_t i = 0; i < estimate.cells.size(); ++i)
        m_estimates.emplace(estimate.cells[i], estimate.total.cells[i]);
    endResetModel();
}

int DryRunModel::sectionOf(Column column) const
{
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        if (m_sections[i].column == column)
            return static_cast<int>(i);
    return -1;
}

int DryRunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int DryRunModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sections.size());
}

const plan::CellEstimate* DryRunModel::estimateOf(const grid::DryRunLine& line) const
{
    const auto found = m_estimates.find(line.run.cell);
    return found == m_estimates.end() ? nullptr : &found->second;
}

QString DryRunModel::textOf(const grid::DryRunLine& line, const Section& section) const
{
    const QLocale locale;
    switch (section.column) {
    case PositionColumn: return formatCount(line.run.position, locale);
    case FactorColumn: return toQString(line.cell.levels[static_cast<std::size_t>(section.factor)].second.text);
    case RepetitionColumn: return formatCount(line.run.repetition, locale);
    case KindColumn: return kindText(line.run);
    case TimeColumn: {
        const plan::CellEstimate* estimate = estimateOf(line);
        return estimate ? cellTimeWords(*estimate, locale) : QStringLiteral("–");
    }
    case SeedColumn: return QString::number(line.run.seed);
    default: return toQString(line.reason);
    }
}

QVariant DryRunModel::sortValue(const grid::DryRunLine& line, const Section& section) const
{
    switch (section.column) {
    case PositionColumn: return line.run.position;
    case RepetitionColumn: return line.run.repetition;
    case SeedColumn: return static_cast<qulonglong>(line.run.seed);
    case TimeColumn: {
        const plan::CellEstimate* estimate = estimateOf(line);
        return estimate && !std::isnan(estimate->seconds) ? QVariant(estimate->seconds) : QVariant(-1.0);
    }
    case FactorColumn: {
        const grid::Level& level = line.cell.levels[static_cast<std::size_t>(section.factor)].second;
        return std::holds_alternative<double>(level.value) ? QVariant(level.number()) : QVariant(toQString(level.text));
    }
    default: return textOf(line, section);
    }
}

bool DryRunModel::isNumber(int column) const
{
    const Section& section = m_sections[static_cast<std::size_t>(column)];
    if (section.column != FactorColumn)
        return section.column != KindColumn && section.column != ReasonColumn;
    const auto factor = static_cast<std::size_t>(section.factor);
    return !m_lines.empty() && std::holds_alternative<double>(m_lines.front().cell.levels[factor].second.value);
}

QVariant DryRunModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const grid::DryRunLine& line = m_lines[static_cast<std::size_t>(index.row())];
    const Section& section = m_sections[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return textOf(line, section);
    case SortRole: return sortValue(line, section);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (section.column == KindColumn)
            return kindTip(line.run);
        if (section.column == TimeColumn)
            if (const plan::CellEstimate* estimate = estimateOf(line))
                return cellBasisWords(*estimate, QLocale());
        return {};
    default: return {};
    }
}

QVariant DryRunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? m_headings.at(section) : QVariant();
}

} // namespace millrace::ui

#include "moc_dry_run_model.cpp"
