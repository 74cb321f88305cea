// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/base/job_runner.h"
#include "ui/results/result_source.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace millrace::ui {

/// What a column of the table of runs shows.
struct ResultColumn
{
    enum class Kind
    {
        Position,
        State,
        Factor,
        Repetition,
        Metric,
        Duration,
        Started
    };
    Kind kind = Kind::Position;
    std::string name; ///< of the factor or metric
    std::string unit;

    bool operator==(const ResultColumn&) const = default;
};

/// The runs of a store, filtered and sorted by the store, fetched in pages as the view asks for more.
class ResultModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number, or the text
        RunIdRole, ///< qint64
    };
    static constexpr std::size_t pageSize = 200;

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
    /// Number of runs that match, fetched or not.
    [[nodiscard]] std::int64_t runCount() const noexcept { return m_runCount; }
    [[nodiscard]] const std::vector<std::pair<store::RunState, std::int64_t>>& states() const noexcept
    {
        return m_states;
    }
    [[nodiscard]] const ResultOverview& overview() const noexcept { return m_overview; }
    [[nodiscard]] const std::vector<ResultColumn>& columns() const noexcept { return m_columns; }
    [[nodiscard]] bool isLoaded() const noexcept { return m_loaded; }
    [[nodiscard]] const store::ResultRow* rowAt(int row) const noexcept;
    /// The row of a run among those that were fetched, or -1.
    [[nodiscard]] int rowOf(store::RunId run) const noexcept;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

Q_SIGNALS:
    void loaded();
    void failed(const millrace::Error& error);

private:
    struct Everything
    {
        std::optional<ResultOverview> overview;
        ResultRows rows;
    };
    void read(bool withOverview, std::size_t rows, bool keepsRows);
    void take(Everything read, bool keepsRows);
    [[nodiscard]] bool mend(std::vector<store::ResultRow>& rows);
    void append(store::ResultPage page);
    [[nodiscard]] QString text(const store::ResultRow& row, const ResultColumn& column) const;
    [[nodiscard]] QVariant number(const store::ResultRow& row, const ResultColumn& column) const;

    std::filesystem::path m_file;
    JobRunner m_job;
    QLocale m_locale;
    store::ResultFilter m_filter;
    store::ResultOrder m_order;
    ResultOverview m_overview;
    std::vector<std::pair<store::RunState, std::int64_t>> m_states;
    std::int64_t m_runCount = 0;
    std::vector<ResultColumn> m_columns;
    std::vector<store::ResultRow> m_rows;
    std::optional<store::ResultCursor> m_next;
    bool m_loaded = false;
    bool m_onlyDiffering = false;
    bool m_overviewMissing = false; ///< a read with an overview was overtaken
};

} // namespace millrace::ui
