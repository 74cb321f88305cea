// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_columns.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <functional>
#include <map>

namespace millrace::ui {

/// The runs of a store, filtered and sorted by the store: one row for each run that matches. The ids of all of them are
/// here; what the rows show is read in pages around those that are looked at.
class ResultModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number, or the text
        RunIdRole, ///< qint64
    };
    static constexpr std::size_t pageSize = 100;

    explicit ResultModel(QString file, QObject* parent = nullptr);

    /// Reads columns, counts and the first page; the rows shown stay until they have arrived.
    void reload();
    /// Reads again what is shown, as another process may have written. Rows that are still there stay where they are.
    void refresh();
    void setFilter(store::ResultFilter filter);
    [[nodiscard]] const store::ResultFilter& filter() const noexcept { return m_filter; }
    [[nodiscard]] const store::ResultOrder& order() const noexcept { return m_order; }
    /// Leaves out factors that have the same level in all runs.
    void setOnlyDiffering(bool only);
    /// Number of runs that match.
    [[nodiscard]] std::int64_t runCount() const noexcept { return static_cast<std::int64_t>(m_index.runs.size()); }
    [[nodiscard]] const std::vector<std::pair<store::RunState, std::int64_t>>& states() const noexcept
    {
        return m_index.states;
    }
    [[nodiscard]] const ResultOverview& overview() const noexcept { return m_overview; }
    [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept { return m_columns; }
    [[nodiscard]] bool isLoaded() const noexcept { return m_loaded; }
    /// No id for a row that does not exist.
    [[nodiscard]] store::RunId runAt(int row) const noexcept;
    /// Nothing until it was read.
    [[nodiscard]] const store::ResultRow* rowAt(int row) const noexcept;
    /// The row of a run, or -1.
    [[nodiscard]] int rowOf(store::RunId run) const noexcept;
    /// Reads these rows, as many as they are, and hands them over; an earlier wish that is not fulfilled yet is
    /// dropped.
    void readRows(const std::vector<int>& rows, std::function<void(const std::vector<store::ResultRow>&)> take);
    [[nodiscard]] QString text(const store::ResultRow& row, int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Keeps the former order among equal rows: a click on one header and then on another sorts by both.
    void sort(int column, Qt::SortOrder order) override;

Q_SIGNALS:
    void loaded();
    /// Rows that were looked at have arrived.
    void pagesRead();
    void failed(const millrace::Error& error);

private:
    using Pages = std::map<std::size_t, std::vector<store::ResultRow>>; ///< by number
    struct Everything
    {
        std::optional<ResultOverview> overview;
        store::ResultIndex index;
        Pages pages;
    };
    void read(bool withOverview, std::vector<std::size_t> pages, bool keepsRows);
    void take(Everything read, bool keepsRows);
    [[nodiscard]] bool canKeepRows(const Everything& read, const std::vector<ResultColumn>& columns) const;
    void replaceRows(Everything read);
    void want(std::size_t row) const;
    void wantPage(std::size_t page) const;
    void fetch();
    void insert(Pages pages);
    [[nodiscard]] QVariant number(const store::ResultRow& row, const ResultColumn& column) const;

    std::filesystem::path m_file;
    JobRunner m_job;
    JobRunner m_pageJob;
    JobRunner m_copyJob;
    QLocale m_locale;
    store::ResultFilter m_filter;
    store::ResultOrder m_order;
    ResultOverview m_overview;
    std::vector<ResultColumn> m_columns;
    store::ResultIndex m_index;
    Pages m_pages;
    // Views ask for data while they draw: what is missing is noted, and read when they are done.
    mutable std::vector<std::size_t> m_wanted; ///< pages, the latest last
    mutable std::vector<std::size_t> m_recent; ///< pages that were looked at last, the latest last
    mutable QTimer m_fetch;
    bool m_loaded = false;
    bool m_onlyDiffering = false;
    bool m_overviewMissing = false; ///< a read with an overview was overtaken
};

} // namespace millrace::ui
