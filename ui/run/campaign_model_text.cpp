// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/run_words.h"
#include "ui/base/theme.h"
#include "ui/run/campaign_model.h"
#include "ui/run/step_words.h"

#include <QGuiApplication>
#include <QPalette>

namespace millrace::ui {
namespace {

/// Returns a symbol for each state, so that colour is not the only difference.
QString stateMark(const QueueRow& row)
{
    using store::RunState;
    if (row.notNeeded)
        return QStringLiteral("–");
    switch (row.state) {
    case RunState::Planned: return row.heldBack ? QStringLiteral("‖") : QStringLiteral("○");
    case RunState::Done: return QStringLiteral("✓");
    case RunState::Failed: return QStringLiteral("✗");
    case RunState::Invalid: return QStringLiteral("!");
    case RunState::Cancelled: return QStringLiteral("⊘");
    default: return QStringLiteral("▶");
    }
}

} // namespace

QString CampaignModel::stateText(const QueueRow& row) const
{
    if (row.notNeeded)
        return tr("not needed");
    if (row.cancelling)
        return tr("cancelling");
    if (row.heldBack && row.state == store::RunState::Planned)
        return tr("held back");
    const QString progress = progressText(row);
    return progress.isEmpty() ? runStateText(row.state, row.errorCode) : progress;
}

QString CampaignModel::progressText(const QueueRow& row) const
{
    if (row.position != m_active || !m_step)
        return {};
    if (*m_step != run::RunStep::Run || m_iteration == 0)
        return stepText(*m_step);
    return m_iterations > 0 ? tr("step %1 of %2").arg(m_iteration).arg(m_iterations) : tr("step %1").arg(m_iteration);
}

Nanoseconds CampaignModel::durationOf(const QueueRow& row) const
{
    if (row.position == m_active && row.started.count() > 0)
        return std::chrono::duration_cast<std::chrono::seconds>(wallNow() - row.started);
    return row.duration;
}

QString CampaignModel::tip(const QueueRow& row) const
{
    QStringList lines{tr("Run %1: %2").arg(row.position).arg(label(row))};
    if (row.warmup)
        lines.append(tr("A warm-up run: its results do not count."));
    if (row.conditional && row.state == store::RunState::Planned)
        lines.append(tr("Made only if the stop rule still asks for it."));
    if (row.notNeeded)
        lines.append(tr("The stop rule was met before."));
    if (!row.errorText.empty())
        lines.append(toQString(row.errorText));
    return lines.join(QLatin1Char('\n'));
}

QString CampaignModel::text(const QueueRow& row, int column) const
{
    if (const int factor = factorOf(column); factor >= 0)
        return row.levels.value(factor);
    switch (column) {
    case PositionColumn: return QString::number(row.position);
    case StateColumn: return stateMark(row) + QLatin1Char(' ') + stateText(row);
    case RepetitionColumn: return row.warmup ? tr("warm-up") : QString::number(row.repetition);
    case AttemptColumn: return QString::number(row.attempt);
    case ProgressColumn: return progressText(row);
    case DurationColumn: return durationOf(row).count() == 0 ? QString() : formatDuration(durationOf(row), m_locale);
    case StepTimeColumn: {
        if (std::isnan(row.stepTime))
            return {};
        const QString time = formatQuantity(row.stepTime, "s", m_locale);
        return row.isLoaded ? tr("%1 under load").arg(time) : time;
    }
    case ThroughputColumn:
        return std::isnan(row.samplesPerSecond) ? QString()
                                                : formatQuantity(row.samplesPerSecond, "samples/s", m_locale);
    case ErrorColumn: return toQString(row.errorText);
    default: return {};
    }
}

QVariant CampaignModel::number(const QueueRow& row, int column) const
{
    if (const int factor = factorOf(column); factor >= 0)
        return row.levels.value(factor);
    switch (column) {
    case PositionColumn: return row.position;
    case StateColumn: return static_cast<int>(row.state);
    case RepetitionColumn: return row.repetition;
    case AttemptColumn: return row.attempt;
    case DurationColumn: return static_cast<qlonglong>(durationOf(row).count());
    case StepTimeColumn: return row.stepTime;
    case ThroughputColumn: return row.samplesPerSecond;
    case ErrorColumn: return toQString(row.errorText);
    default: return progressText(row);
    }
}

QVariant CampaignModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QueueRow& row = m_rows[m_order[static_cast<std::size_t>(index.row())]];
    int column = index.column();
    const bool isFactor = factorOf(column) >= 0;
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case SortRole: return number(row, index.column());
    case PositionRole: return row.position;
    case Qt::ToolTipRole: return tip(row);
    case Qt::TextAlignmentRole: {
        const bool isNumber = !isFactor && column != StateColumn && column != ErrorColumn && column != ProgressColumn;
        return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    case Qt::ForegroundRole:
        if (!isFactor && column == StateColumn && row.state != store::RunState::Planned && !row.notNeeded)
            return stateColor(row.state, isDark(QGuiApplication::palette()));
        return row.heldBack || row.notNeeded
            ? QVariant(QGuiApplication::palette().color(QPalette::Disabled, QPalette::Text))
            : QVariant();
    default: return {};
    }
}

QVariant CampaignModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const int factor = factorOf(section);
    if (role == Qt::ToolTipRole && factor < 0 && section == PositionColumn)
        return tr("Position in the plan. Rows are in the order of execution.");
    if (role == Qt::ToolTipRole && factor < 0 && section - static_cast<int>(m_factors.size()) == RepetitionColumn)
        return tr("Repetition");
    if (role != Qt::DisplayRole)
        return {};
    if (factor >= 0)
        return m_factors[factor];
    switch (section) {
    case PositionColumn: return tr("Run");
    case StateColumn: return tr("State");
    case RepetitionColumn: return tr("Rep.");
    case AttemptColumn: return tr("Attempt");
    case ProgressColumn: return tr("Progress");
    case DurationColumn: return tr("Duration");
    case StepTimeColumn: return tr("Step time");
    case ThroughputColumn: return tr("Throughput");
    default: return tr("Error");
    }
}

} // namespace millrace::ui
