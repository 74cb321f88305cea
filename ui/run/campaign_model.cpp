// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_model.h"

#include "core/report/usual_metrics.h"
#include "core/store/metric_kinds.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/run_text.h"
#include "ui/base/theme.h"
#include "ui/run/run_bridge.h"
#include "ui/run/step_text.h"

#include <QGuiApplication>
#include <QPalette>

#include <unordered_set>

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

using store::RunState;

void CampaignModel::setSnapshot(CampaignSnapshot snapshot)
{
    beginResetModel();
    m_factors = snapshot.factors;
    m_active = 0;
    m_step.reset();
    replace(std::move(snapshot.rows));
    endResetModel();
    count();
}

void CampaignModel::replace(std::vector<QueueRow> rows)
{
    m_rows = std::move(rows);
    m_byPosition.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_byPosition[m_rows[i].position] = i;
    m_queuePlace.assign(m_rows.size(), -1);
    m_order.resize(m_rows.size());
    m_place.resize(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_order[i] = i;
        m_place[i] = static_cast<int>(i);
    }
}

void CampaignModel::apply(const RunBatch& batch)
{
    if (batch.started) {
        std::unordered_map<int, QueueRow> before; // keeps results of earlier executions
        for (QueueRow& row : m_rows)
            before.emplace(row.position, std::move(row));
        std::vector<QueueRow> rows;
        for (const store::RunRecord& run : batch.started->runs) {
            QueueRow row = queueRow(run, m_factors);
            if (const auto found = before.find(run.position); found != before.end()) {
                row.conditional = found->second.conditional;
                if (found->second.run == run.id) {
                    row.stepTime = found->second.stepTime;
                    row.isLoaded = found->second.isLoaded;
                    row.samplesPerSecond = found->second.samplesPerSecond;
                }
            }
            rows.push_back(std::move(row));
        }
        beginResetModel();
        replace(std::move(rows));
        endResetModel();
    }
    if (batch.queue)
        setQueue(*batch.queue);
    applyMoves(batch);
    if (batch.iteration && batch.iteration->heading.key == m_active) {
        const auto& heading = batch.iteration->heading;
        m_iteration = batch.iteration->iteration + 1 + (batch.iteration->warmup ? 0 : heading.warmupSteps);
        m_iterations = heading.steps > 0 ? heading.steps + heading.warmupSteps : 0;
        rowChanged(m_active);
    }
    if (batch.queue || batch.started || !batch.moves.empty()) {
        rearrange();
        count();
    }
}

void CampaignModel::applyMoves(const RunBatch& batch)
{
    for (const RunBatch::Move& move : batch.moves) {
        const auto found = m_byPosition.find(move.heading.key);
        if (found == m_byPosition.end())
            continue;
        QueueRow& row = m_rows[found->second];
        if (row.run != move.heading.run) { // a new attempt
            row.run = move.heading.run;
            row.started = Nanoseconds(0);
            row.duration = Nanoseconds(0);
            row.stepTime = row.samplesPerSecond = std::numeric_limits<double>::quiet_NaN();
            row.errorCode.clear();
            row.errorText.clear();
        }
        row.cancelling = false;
        row.attempt = move.heading.attempt;
        row.state = move.state;
        row.notNeeded = !move.skipped.empty();
        if (move.state == RunState::Preparing) {
            row.started = wallNow();
            m_iteration = m_iterations = 0;
            m_step.reset();
        }
        if (store::isActive(move.state))
            m_active = row.position;
        else if (m_active == row.position)
            m_active = 0;
        if (store::isFinal(move.state) && row.started.count() > 0 && row.duration.count() == 0)
            row.duration = wallNow() - row.started;
        if (move.outcome) {
            row.setStep(report::shownStep(move.outcome->metrics));
            for (const store::Metric& metric : move.outcome->metrics) {
                if (metric.subject.empty() && metric.name == store::metrics::samplesPerSecond.name)
                    row.samplesPerSecond = metric.value;
            }
            if (move.state != RunState::Done) {
                row.errorCode = errorCodeName(move.outcome->error.code);
                row.errorText = move.outcome->error.text();
            }
        }
        rowChanged(row.position);
    }
    if (!batch.steps.empty()) {
        m_step = batch.steps.back().now;
        rowChanged(batch.steps.back().heading.key);
    }
}

void CampaignModel::setQueue(const run::CampaignQueue& queue)
{
    m_queuePlace.assign(m_rows.size(), -1);
    int place = 0;
    for (const int position : queue.waiting)
        if (const auto found = m_byPosition.find(position); found != m_byPosition.end())
            m_queuePlace[found->second] = place++;
    for (QueueRow& row : m_rows)
        row.heldBack = false;
    for (const int position : queue.heldBack)
        if (const auto found = m_byPosition.find(position); found != m_byPosition.end())
            m_rows[found->second].heldBack = true;
}

void CampaignModel::setOrder(const std::vector<int>& order)
{
    run::CampaignQueue queue{order, {}};
    const std::unordered_set<int> waiting(order.begin(), order.end());
    for (const QueueRow& row : m_rows)
        if (row.state == RunState::Planned && !waiting.contains(row.position))
            queue.heldBack.push_back(row.position);
    setQueue(queue);
    rearrange();
    count();
}

void CampaignModel::setCancelling(const std::vector<int>& positions)
{
    for (const int position : positions)
        if (const auto found = m_byPosition.find(position); found != m_byPosition.end()) {
            QueueRow& row = m_rows[found->second];
            row.cancelling = row.state == RunState::Planned || store::isActive(row.state);
            rowChanged(position);
        }
}

void CampaignModel::rearrange()
{
    // Ended ones by time, then the current one, then the queue, then those held back.
    struct Rank
    {
        int group = 0;
        std::int64_t place = 0;
        int position = 0;

        auto operator<=>(const Rank&) const = default;
    };
    constexpr auto never = std::numeric_limits<std::int64_t>::max();
    std::vector<Rank> ranks;
    ranks.reserve(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QueueRow& row = m_rows[i];
        if (store::isFinal(row.state))
            ranks.push_back({0, row.started.count() > 0 ? row.started.count() : never, row.position});
        else if (store::isActive(row.state))
            ranks.push_back({1, 0, row.position});
        else
            ranks.push_back({row.heldBack ? 3 : 2, m_queuePlace[i] < 0 ? row.position : m_queuePlace[i], row.position});
    }
    const auto before = [&ranks](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; };
    if (std::ranges::is_sorted(m_order, before))
        return;
    std::vector<std::size_t> order = m_order;
    std::ranges::sort(order, before);
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    std::vector<std::size_t> shown;
    for (const QModelIndex& index : old)
        shown.push_back(m_order[static_cast<std::size_t>(index.row())]);
    m_order = std::move(order);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_place[m_order[i]] = static_cast<int>(i);
    QModelIndexList after;
    for (qsizetype i = 0; i < old.size(); ++i)
        after.append(index(m_place[shown[static_cast<std::size_t>(i)]], old[i].column()));
    changePersistentIndexList(old, after);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void CampaignModel::count()
{
    Counts counts;
    counts.total = static_cast<int>(m_rows.size());
    for (const QueueRow& row : m_rows) {
        counts.done += row.state == RunState::Done;
        counts.failed += row.state == RunState::Failed;
        counts.invalid += row.state == RunState::Invalid;
        counts.cancelled += row.state == RunState::Cancelled && !row.notNeeded;
        counts.notNeeded += row.state == RunState::Cancelled && row.notNeeded;
        counts.active += store::isActive(row.state);
        counts.heldBack += row.state == RunState::Planned && row.heldBack;
        counts.waiting += row.state == RunState::Planned && !row.heldBack;
    }
    m_counts = counts;
    Q_EMIT countsChanged();
}

void CampaignModel::tick()
{
    if (m_active != 0)
        rowChanged(m_active);
}

void CampaignModel::rowChanged(int position)
{
    const int row = rowOf(position);
    if (row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
}

const QueueRow* CampaignModel::rowAt(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : &m_rows[m_order[static_cast<std::size_t>(row)]];
}

const QueueRow* CampaignModel::find(int position) const
{
    const auto found = m_byPosition.find(position);
    return found == m_byPosition.end() ? nullptr : &m_rows[found->second];
}

int CampaignModel::rowOf(int position) const
{
    const auto found = m_byPosition.find(position);
    return found == m_byPosition.end() ? -1 : m_place[found->second];
}

std::vector<int> CampaignModel::waiting() const
{
    std::vector<int> positions;
    for (const std::size_t place : m_order)
        if (m_rows[place].state == RunState::Planned && !m_rows[place].heldBack && !m_rows[place].cancelling)
            positions.push_back(m_rows[place].position);
    return positions;
}

std::vector<const QueueRow*> CampaignModel::failures() const
{
    std::vector<const QueueRow*> failed;
    for (const std::size_t place : m_order)
        if (m_rows[place].state == RunState::Failed || m_rows[place].state == RunState::Invalid)
            failed.push_back(&m_rows[place]);
    return failed;
}

QString CampaignModel::label(const QueueRow& row) const
{
    QStringList parts;
    for (qsizetype i = 0; i < std::min(m_factors.size(), row.levels.size()); ++i)
        parts.append(m_factors[i] + QLatin1Char('=') + row.levels[i]);
    return parts.join(QLatin1Char(' '));
}

int CampaignModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CampaignModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount + static_cast<int>(m_factors.size());
}

int CampaignModel::section(Column column) const noexcept
{
    return column < FirstFactorColumn ? column : column + static_cast<int>(m_factors.size());
}

int CampaignModel::factorOf(int& column) const noexcept
{
    const int factors = static_cast<int>(m_factors.size());
    if (column < FirstFactorColumn)
        return -1;
    if (column < FirstFactorColumn + factors)
        return column - FirstFactorColumn;
    column -= factors;
    return -1;
}

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

#include "moc_campaign_model.cpp"
