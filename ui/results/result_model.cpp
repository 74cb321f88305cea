// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_model.h"

#include "core/report/summary_tables.h"
#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/run_words.h"
#include "ui/base/theme.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>
#include <limits>

namespace millrace::ui {
namespace {

using ColumnKind = ResultColumn::Kind;

constexpr std::array usualMetrics = {"step_mean", "communication_mean", "samples_per_second", "bus_bandwidth"};

std::vector<ResultColumn> columnsOf(const ResultOverview& overview, bool onlyDiffering)
{
    const auto isSame = [&](const store::FactorSummary& factor) {
        return factor.levels.size() == 1 && factor.levels.front().runs == overview.runCount;
    };
    std::vector<ResultColumn> columns{{ColumnKind::Position, {}, {}}, {ColumnKind::State, {}, {}}};
    for (const store::FactorSummary& factor : overview.factors)
        if (!onlyDiffering || !isSame(factor))
            columns.push_back({ColumnKind::Factor, factor.name, {}});
    columns.push_back({ColumnKind::Repetition, {}, {}});
    // The usual metrics first, in the order of the report; then the others by name.
    std::vector<ResultColumn> others;
    for (const char* usual : usualMetrics)
        for (const store::MetricSummary& metric : overview.metrics)
            if (metric.name == usual)
                columns.push_back({ColumnKind::Metric, metric.name, metric.unit});
    for (const store::MetricSummary& metric : overview.metrics)
        if (std::ranges::find(columns, metric.name, &ResultColumn::name) == columns.end())
            others.push_back({ColumnKind::Metric, metric.name, metric.unit});
    columns.insert(columns.end(), others.begin(), others.end());
    columns.push_back({ColumnKind::Duration, {}, {}});
    columns.push_back({ColumnKind::Started, {}, {}});
    return columns;
}

QVariant alignment(const ResultColumn& column)
{
    const bool isText =
        column.kind == ColumnKind::State || column.kind == ColumnKind::Factor || column.kind == ColumnKind::Started;
    return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

template <typename Values>
auto findNamed(const Values& values, const std::string& name)
{
    const auto found = std::ranges::find_if(values, [&](const auto& value) { return value.name == name; });
    return found == values.end() ? nullptr : &*found;
}

} // namespace

ResultModel::ResultModel(QString file, QObject* parent) : QAbstractTableModel(parent), m_file(toPath(file)) { }

void ResultModel::reload()
{
    read(true, pageSize, false);
}

void ResultModel::refresh()
{
    if (!m_job.isRunning())
        read(false, std::max(pageSize, m_rows.size()), true);
}

void ResultModel::setFilter(store::ResultFilter filter)
{
    const bool sameCampaigns = filter.campaigns == m_filter.campaigns;
    m_filter = std::move(filter);
    read(!m_loaded || !sameCampaigns, pageSize, false);
}

void ResultModel::setOnlyDiffering(bool only)
{
    if (m_onlyDiffering == only)
        return;
    beginResetModel();
    m_onlyDiffering = only;
    m_columns = columnsOf(m_overview, m_onlyDiffering);
    endResetModel();
    Q_EMIT loaded();
}

void ResultModel::read(bool withOverview, std::size_t rows, bool keepsRows)
{
    m_overviewMissing = m_overviewMissing || withOverview;
    m_job.start(
        [file = m_file, filter = m_filter, order = m_order, rows, keepsRows, before = m_states,
         withOverview = m_overviewMissing](const JobContext& job) -> Result<Everything> {
            Everything all;
            if (withOverview) {
                MR_TRY(overview, readOverview(file, filter.campaigns, job));
                all.overview = std::move(overview);
            }
            MR_TRY(read, readRows(file, filter, order, rows, job));
            // New columns come with new runs or with runs that have ended; looking for them takes longer than the rows.
            if (!withOverview && keepsRows && read.states != before) {
                MR_TRY(overview, readOverview(file, filter.campaigns, job));
                all.overview = std::move(overview);
            }
            all.rows = std::move(read);
            return all;
        },
        [this, keepsRows](Result<Everything> all) {
            if (!all) {
                Q_EMIT failed(all.error());
                return;
            }
            take(*std::move(all), keepsRows);
            Q_EMIT loaded();
        });
}

void ResultModel::take(Everything all, bool keepsRows)
{
    std::vector<ResultColumn> columns = m_columns;
    if (all.overview) {
        m_overview = *std::move(all.overview);
        m_overviewMissing = false;
        columns = columnsOf(m_overview, m_onlyDiffering);
    }
    m_states = std::move(all.rows.states);
    m_runCount = all.rows.runCount;
    const bool mended = keepsRows && columns == m_columns && mend(all.rows.page.rows);
    if (!mended) {
        beginResetModel();
        m_rows = std::move(all.rows.page.rows);
        m_columns = std::move(columns);
    }
    m_next = std::move(all.rows.page.next);
    m_loaded = true;
    if (!mended)
        endResetModel();
}

/// Puts in what has changed where the runs are the same in the same order, and appends what is new.
bool ResultModel::mend(std::vector<store::ResultRow>& rows)
{
    const auto same = [](const store::ResultRow& a, const store::ResultRow& b) { return a.run.id == b.run.id; };
    if (rows.size() < m_rows.size() || !std::equal(m_rows.begin(), m_rows.end(), rows.begin(), same))
        return false;
    const auto before = m_rows.size();
    for (std::size_t i = 0; i < before; ++i)
        if (!(rows[i].run == m_rows[i].run && rows[i].metrics == m_rows[i].metrics)) {
            m_rows[i] = std::move(rows[i]);
            const int row = static_cast<int>(i);
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    if (rows.size() == before)
        return true;
    beginInsertRows({}, static_cast<int>(before), static_cast<int>(rows.size()) - 1);
    std::move(rows.begin() + static_cast<std::ptrdiff_t>(before), rows.end(), std::back_inserter(m_rows));
    endInsertRows();
    return true;
}

const store::ResultRow* ResultModel::rowAt(int row) const noexcept
{
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int ResultModel::rowOf(store::RunId run) const noexcept
{
    const auto found = std::ranges::find_if(m_rows, [run](const store::ResultRow& row) { return row.run.id == run; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool ResultModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && m_next.has_value();
}

void ResultModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent) || m_job.isRunning())
        return;
    m_job.start([file = m_file, filter = m_filter, order = m_order,
                 after = *m_next](const JobContext&) { return readPage(file, filter, order, pageSize, after); },
                [this](Result<store::ResultPage> page) {
                    if (!page) {
                        m_next.reset();
                        Q_EMIT failed(page.error());
                        return;
                    }
                    append(*std::move(page));
                });
}

void ResultModel::append(store::ResultPage page)
{
    m_next = std::move(page.next);
    if (page.rows.empty())
        return;
    const int first = static_cast<int>(m_rows.size());
    beginInsertRows({}, first, first + static_cast<int>(page.rows.size()) - 1);
    std::ranges::move(page.rows, std::back_inserter(m_rows));
    endInsertRows();
}

int ResultModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ResultModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ResultModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const store::ResultRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const ResultColumn& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case SortRole: return number(row, column);
    case RunIdRole: return static_cast<qint64>(row.run.id.value);
    case Qt::DecorationRole:
        return column.kind == ColumnKind::State
            ? QVariant(stateColor(row.run.state, isDark(QGuiApplication::palette())))
            : QVariant();
    case Qt::ForegroundRole:
        return row.run.excluded ? QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText)) : QVariant();
    case Qt::ToolTipRole:
        return column.kind == ColumnKind::State && !row.run.errorText.empty() ? QVariant(toQString(row.run.errorText))
                                                                              : QVariant();
    case Qt::TextAlignmentRole: return alignment(column);
    default: return {};
    }
}

QString ResultModel::text(const store::ResultRow& row, const ResultColumn& column) const
{
    switch (column.kind) {
    case ColumnKind::Position: return formatCount(row.run.position, m_locale);
    case ColumnKind::State:
        return row.run.warmup  ? tr("%1, warm-up").arg(runStateText(row.run.state, row.run.errorCode))
            : row.run.excluded ? tr("%1, left out").arg(runStateText(row.run.state, row.run.errorCode))
                               : runStateText(row.run.state, row.run.errorCode);
    case ColumnKind::Factor: {
        const store::Factor* factor = findNamed(row.run.factors, column.name);
        return factor ? toQString(factor->level) : QString();
    }
    case ColumnKind::Repetition: return formatCount(row.run.repetition, m_locale);
    case ColumnKind::Metric: {
        const store::Metric* metric = findNamed(row.metrics, column.name);
        return metric ? formatQuantity(metric->value, metric->unit, m_locale) : QString();
    }
    case ColumnKind::Duration:
        return row.run.duration.count() > 0 ? formatDuration(row.run.duration, m_locale) : QString();
    case ColumnKind::Started: return formatInstant(row.run.started, m_locale);
    }
    return {};
}

QVariant ResultModel::number(const store::ResultRow& row, const ResultColumn& column) const
{
    switch (column.kind) {
    case ColumnKind::Position: return row.run.position;
    case ColumnKind::Repetition: return row.run.repetition;
    case ColumnKind::Duration: return static_cast<qint64>(row.run.duration.count());
    case ColumnKind::Started: return static_cast<qint64>(row.run.started.count());
    case ColumnKind::Metric: {
        const store::Metric* metric = findNamed(row.metrics, column.name);
        return metric ? QVariant(metric->value) : QVariant();
    }
    case ColumnKind::Factor: {
        const store::Factor* factor = findNamed(row.run.factors, column.name);
        return factor && factor->number ? QVariant(*factor->number) : QVariant(text(row, column));
    }
    default: return text(row, column);
    }
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ResultColumn& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole && column.kind == ColumnKind::Repetition)
        return tr("Sorting by this column brings the repetitions of each cell together");
    if (role == Qt::ToolTipRole && column.kind == ColumnKind::Metric)
        return toQString(report::metricLabel(column.name));
    if (role == Qt::TextAlignmentRole)
        return alignment(column);
    if (role != Qt::DisplayRole)
        return {};
    switch (column.kind) {
    case ColumnKind::Position: return tr("Run");
    case ColumnKind::State: return tr("State");
    case ColumnKind::Repetition: return tr("Repetition");
    case ColumnKind::Duration: return tr("Duration");
    case ColumnKind::Started: return tr("Started");
    default: return toQString(column.name);
    }
}

void ResultModel::sort(int column, Qt::SortOrder order)
{
    if (column >= static_cast<int>(m_columns.size()))
        return;
    using By = store::ResultOrder::By;
    store::ResultOrder wanted;
    if (column >= 0) {
        const ResultColumn& chosen = m_columns[static_cast<std::size_t>(column)];
        switch (chosen.kind) {
        case ColumnKind::State: wanted.by = By::State; break;
        case ColumnKind::Factor: wanted.by = By::Factor; break;
        case ColumnKind::Repetition: wanted.by = By::Cell; break;
        case ColumnKind::Metric: wanted.by = By::Metric; break;
        case ColumnKind::Duration: wanted.by = By::Duration; break;
        case ColumnKind::Started: wanted.by = By::Started; break;
        case ColumnKind::Position: break;
        }
        wanted.name = chosen.name;
        wanted.descending = order == Qt::DescendingOrder;
    }
    if (wanted.by == m_order.by && wanted.name == m_order.name && wanted.descending == m_order.descending)
        return;
    m_order = std::move(wanted);
    read(!m_loaded, pageSize, false);
}

} // namespace millrace::ui
