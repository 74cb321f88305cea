// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/results/result_model.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <limits>

namespace millrace::ui {
namespace {

using ColumnKind = ResultColumn::Kind;

constexpr std::size_t mostPages = 64; ///< that are kept
constexpr std::size_t pagesAtOnce = 3; ///< that one fetch reads
constexpr std::size_t recentPages = 3; ///< that a refresh reads again
constexpr std::size_t nearEdge = 30; ///< rows from the edge of a page where its neighbour is read as well
constexpr std::size_t furtherKeys = 2;

/// Moves `page` to the end and forgets the oldest beyond `most`.
void noteLatest(std::vector<std::size_t>& pages, std::size_t page, std::size_t most)
{
    std::erase(pages, page);
    pages.push_back(page);
    if (pages.size() > most)
        pages.erase(pages.begin());
}

std::span<const store::RunId> idsOf(const store::ResultIndex& index, std::size_t page)
{
    const std::size_t first = std::min(page * ResultModel::pageSize, index.runs.size());
    return std::span(index.runs).subspan(first, std::min(ResultModel::pageSize, index.runs.size() - first));
}

} // namespace

ResultModel::ResultModel(QString file, QObject* parent) : QAbstractTableModel(parent), m_file(toPath(file))
{
    m_fetch.setSingleShot(true);
    m_fetch.setInterval(0);
    connect(&m_fetch, &QTimer::timeout, this, &ResultModel::fetch);
}

void ResultModel::reload()
{
    read(true, {0}, false);
}

void ResultModel::refresh()
{
    if (!m_job.isRunning())
        read(false, m_recent.empty() ? std::vector<std::size_t>{0} : m_recent, true);
}

void ResultModel::setFilter(store::ResultFilter filter)
{
    const bool sameCampaigns = filter.campaigns == m_filter.campaigns;
    m_filter = std::move(filter);
    read(!m_loaded || !sameCampaigns, {0}, false);
}

void ResultModel::setOnlyDiffering(bool only)
{
    if (m_onlyDiffering == only)
        return;
    beginResetModel();
    m_onlyDiffering = only;
    m_columns = resultColumns(m_overview, m_onlyDiffering);
    endResetModel();
    Q_EMIT loaded();
}

void ResultModel::read(bool withOverview, std::vector<std::size_t> pages, bool keepsRows)
{
    m_overviewMissing = m_overviewMissing || withOverview;
    m_pageJob.cancel();
    m_job.start(
        [file = m_file, filter = m_filter, order = m_order, pages = std::move(pages), keepsRows,
         before = m_index.states, withOverview = m_overviewMissing](const JobContext& job) -> Result<Everything> {
            Everything all;
            if (withOverview) {
                MR_TRY(overview, readOverview(file, filter.campaigns, job));
                all.overview = std::move(overview);
            }
            MR_TRY(index, readIndex(file, filter, order, job));
            all.index = std::move(index);
            for (const std::size_t page : pages) {
                MR_TRY(rows, ui::readRows(file, idsOf(all.index, page), job));
                if (!rows.empty())
                    all.pages.emplace(page, std::move(rows));
            }
            // New columns come with new runs or with runs that have ended; looking for them takes longer than the rows.
            if (!withOverview && keepsRows && all.index.states != before) {
                MR_TRY(overview, readOverview(file, filter.campaigns, job));
                all.overview = std::move(overview);
            }
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

void ResultModel::take(Everything read, bool keepsRows)
{
    std::vector<ResultColumn> columns = m_columns;
    if (read.overview) {
        m_overview = *std::move(read.overview);
        m_overviewMissing = false;
        columns = resultColumns(m_overview, m_onlyDiffering);
    }
    m_loaded = true;
    if (keepsRows && canKeepRows(read, columns)) {
        replaceRows(std::move(read));
        return;
    }
    beginResetModel();
    m_index = std::move(read.index);
    m_pages = std::move(read.pages);
    m_columns = std::move(columns);
    m_wanted.clear();
    m_recent.clear();
    endResetModel();
}

bool ResultModel::canKeepRows(const Everything& read, const std::vector<ResultColumn>& columns) const
{
    const auto &before = m_index.runs, &now = read.index.runs;
    return columns == m_columns && now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin());
}

/// Puts in what has changed, and appends what is new. Pages that were not read again are read when they are looked at.
void ResultModel::replaceRows(Everything read)
{
    const auto before = m_index.runs.size(), now = read.index.runs.size();
    std::vector<int> changed;
    for (const auto& [page, rows] : read.pages) {
        const auto old = m_pages.find(page);
        for (std::size_t i = 0; i < rows.size() && page * pageSize + i < before; ++i)
            if (old == m_pages.end() || i >= old->second.size() || !(rows[i].run == old->second[i].run)
                || rows[i].metrics != old->second[i].metrics)
                changed.push_back(static_cast<int>(page * pageSize + i));
    }
    m_index.states = std::move(read.index.states);
    m_pages = std::move(read.pages);
    for (const int row : changed)
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    if (now == before)
        return;
    beginInsertRows({}, static_cast<int>(before), static_cast<int>(now) - 1);
    m_index.runs = std::move(read.index.runs);
    endInsertRows();
}

store::RunId ResultModel::runAt(int row) const noexcept
{
    return row >= 0 && row < rowCount() ? m_index.runs[static_cast<std::size_t>(row)] : store::RunId();
}

const store::ResultRow* ResultModel::rowAt(int row) const noexcept
{
    if (row < 0 || row >= rowCount())
        return nullptr;
    const auto place = static_cast<std::size_t>(row);
    const auto page = m_pages.find(place / pageSize);
    return page == m_pages.end() || place % pageSize >= page->second.size() ? nullptr : &page->second[place % pageSize];
}

int ResultModel::rowOf(store::RunId run) const noexcept
{
    const auto found = std::ranges::find(m_index.runs, run);
    return found == m_index.runs.end() ? -1 : static_cast<int>(found - m_index.runs.begin());
}

void ResultModel::readRows(const std::vector<int>& rows, std::function<void(const std::vector<store::ResultRow>&)> take)
{
    std::vector<store::RunId> runs;
    for (const int row : rows)
        if (const store::RunId run = runAt(row))
            runs.push_back(run);
    m_copyJob.start([file = m_file, runs](const JobContext& job) { return ui::readRows(file, runs, job); },
                    [this, take = std::move(take)](Result<std::vector<store::ResultRow>> read) {
                        if (read)
                            take(*read);
                        else
                            Q_EMIT failed(read.error());
                    });
}

/// Notes that a view shows a row. Its neighbours are read as well, so that they are present when scrolling.
void ResultModel::want(std::size_t row) const
{
    const std::size_t page = row / pageSize, inside = row % pageSize;
    noteLatest(m_recent, page, recentPages);
    if (inside < nearEdge && page > 0)
        wantPage(page - 1);
    if (inside + nearEdge >= pageSize && (page + 1) * pageSize < m_index.runs.size())
        wantPage(page + 1);
    wantPage(page);
}

void ResultModel::wantPage(std::size_t page) const
{
    if (m_pages.contains(page))
        return;
    noteLatest(m_wanted, page, pagesAtOnce);
    if (!m_fetch.isActive())
        m_fetch.start();
}

void ResultModel::fetch()
{
    if (m_wanted.empty() || m_job.isRunning() || m_pageJob.isRunning())
        return;
    std::vector<std::pair<std::size_t, std::vector<store::RunId>>> wanted;
    for (const std::size_t page : std::exchange(m_wanted, {}))
        if (const auto ids = idsOf(m_index, page); !ids.empty() && !m_pages.contains(page))
            wanted.emplace_back(page, std::vector(ids.begin(), ids.end()));
    if (wanted.empty())
        return;
    m_pageJob.start(
        [file = m_file, wanted = std::move(wanted)](const JobContext& job) -> Result<Pages> {
            Pages pages;
            for (const auto& [page, runs] : wanted) {
                MR_TRY(rows, ui::readRows(file, runs, job));
                pages.emplace(page, std::move(rows));
            }
            return pages;
        },
        [this](Result<Pages> pages) {
            if (pages)
                insert(*std::move(pages));
            else
                Q_EMIT failed(pages.error());
            fetch();
        });
}

void ResultModel::insert(Pages pages)
{
    const std::size_t latest = m_recent.empty() ? 0 : m_recent.back();
    std::vector<std::size_t> added;
    for (auto& [page, rows] : pages) {
        added.push_back(page);
        m_pages.insert_or_assign(page, std::move(rows));
    }
    while (m_pages.size() > mostPages) { // the farthest from what is looked at
        const auto first = m_pages.begin(), last = std::prev(m_pages.end());
        const bool firstIsFarther =
            latest > first->first && latest - first->first > last->first - std::min(latest, last->first);
        m_pages.erase(firstIsFarther ? first : last);
    }
    for (const std::size_t page : added) {
        const int first = static_cast<int>(page * pageSize);
        const int last = std::min(rowCount(), first + static_cast<int>(pageSize)) - 1;
        Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    }
    Q_EMIT pagesRead();
}

int ResultModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::size_t most = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_index.runs.size(), most));
}

int ResultModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ResultModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto place = static_cast<std::size_t>(index.row());
    const ResultColumn& column = m_columns[static_cast<std::size_t>(index.column())];
    if (role == RunIdRole)
        return static_cast<qint64>(m_index.runs[place].value);
    if (role == Qt::TextAlignmentRole)
        return QVariant(columnAlignment(column));
    if (role == Qt::DisplayRole)
        want(place);
    const store::ResultRow* row = rowAt(index.row());
    if (row == nullptr) // on its way
        return role == Qt::DisplayRole && column.kind == ColumnKind::Position ? QVariant(QStringLiteral("…"))
                                                                              : QVariant();
    switch (role) {
    case Qt::DisplayRole: return columnText(*row, column, m_overview.campaigns, m_locale);
    case SortRole: return number(*row, column);
    case Qt::DecorationRole:
        return column.kind == ColumnKind::State
            ? QVariant(stateColor(row->run.state, isDark(QGuiApplication::palette())))
            : QVariant();
    case Qt::ForegroundRole:
        return row->run.excluded ? QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText)) : QVariant();
    case Qt::ToolTipRole:
        return column.kind == ColumnKind::State && !row->run.errorText.empty() ? QVariant(toQString(row->run.errorText))
                                                                               : QVariant();
    default: return {};
    }
}

QString ResultModel::text(const store::ResultRow& row, int column) const
{
    return columnText(row, m_columns[static_cast<std::size_t>(column)], m_overview.campaigns, m_locale);
}

QVariant ResultModel::number(const store::ResultRow& row, const ResultColumn& column) const
{
    if (column.kind == ColumnKind::Started)
        return static_cast<qint64>(row.run.started.count());
    if (column.kind == ColumnKind::Factor) {
        const auto factor = std::ranges::find(row.run.factors, column.name, &store::Factor::name);
        if (factor != row.run.factors.end() && factor->number)
            return *factor->number;
    }
    const report::Cell cell = exportCell(row, column, m_overview.campaigns);
    if (const auto* value = std::get_if<double>(&cell))
        return *value;
    return columnText(row, column, m_overview.campaigns, m_locale);
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const ResultColumn& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole)
        return columnTip(column);
    if (role == Qt::TextAlignmentRole)
        return QVariant(columnAlignment(column));
    return role == Qt::DisplayRole ? QVariant(columnHeading(column)) : QVariant();
}

void ResultModel::sort(int column, Qt::SortOrder order)
{
    if (column >= static_cast<int>(m_columns.size()))
        return;
    store::ResultOrder wanted;
    if (column >= 0)
        wanted = columnOrder(m_columns[static_cast<std::size_t>(column)], order == Qt::DescendingOrder);
    const auto isSameKey = [](const store::ResultOrder& a, const store::ResultOrder& b) {
        return a.by == b.by && a.name == b.name;
    };
    if (isSameKey(wanted, m_order) && wanted.descending == m_order.descending)
        return;
    store::ResultOrder former = m_order;
    std::vector<store::ResultOrder> then = std::exchange(former.then, {});
    then.insert(then.begin(), std::move(former));
    std::erase_if(then, [&](const store::ResultOrder& each) { return isSameKey(each, wanted); });
    then.resize(std::min(then.size(), furtherKeys));
    if (wanted.by != store::ResultOrder::By::Position) // which leaves no equal rows
        wanted.then = std::move(then);
    m_order = std::move(wanted);
    read(!m_loaded, {0}, false);
}

} // namespace millrace::ui

#include "moc_result_model.cpp"
