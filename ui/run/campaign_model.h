// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_observer.h"
#include "ui/run/campaign_source.h"

#include <QAbstractTableModel>
#include <QLocale>

#include <unordered_map>

namespace millrace::ui {

struct RunBatch;

/// Runs of a campaign in the order of execution: ended ones, the current one, waiting ones, those held back.
class CampaignModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The columns of the factors are between StateColumn and RepetitionColumn.
    enum Column
    {
        PositionColumn,
        StateColumn,
        FirstFactorColumn,
        RepetitionColumn = FirstFactorColumn,
        AttemptColumn,
        ProgressColumn,
        DurationColumn,
        StepTimeColumn,
        ThroughputColumn,
        ErrorColumn,
        ColumnCount ///< without factors
    };
    enum Role
    {
        SortRole = Qt::UserRole, ///< the raw number, or the text
        PositionRole, ///< int
    };
    struct Counts
    {
        int total = 0;
        int done = 0;
        int failed = 0;
        int invalid = 0;
        int cancelled = 0;
        int notNeeded = 0;
        int waiting = 0;
        int heldBack = 0;
        int active = 0;

        /// Number of runs of this execution, without those held back.
        [[nodiscard]] int wanted() const noexcept { return total - heldBack; }
        [[nodiscard]] int ended() const noexcept { return done + failed + invalid + cancelled + notNeeded; }
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setSnapshot(CampaignSnapshot snapshot);
    /// Applies changes.
    void apply(const RunBatch& batch);
    /// Sets the order of planned runs before a campaign has begun; those left out are held back.
    void setOrder(const std::vector<int>& order);
    /// Marks runs as being cancelled by the user, until the campaign removes them from its queue, between two runs.
    void setCancelling(const std::vector<int>& positions);
    /// Updates the duration of the current run.
    void tick();

    [[nodiscard]] const QueueRow* rowAt(int row) const;
    /// Returns nullptr if not found.
    [[nodiscard]] const QueueRow* find(int position) const;
    /// Returns -1 if not found.
    [[nodiscard]] int rowOf(int position) const;
    /// Returns the planned runs that are not held back, in order.
    [[nodiscard]] std::vector<int> waiting() const;
    [[nodiscard]] const Counts& counts() const noexcept { return m_counts; }
    [[nodiscard]] const QStringList& factors() const noexcept { return m_factors; }
    [[nodiscard]] std::vector<const QueueRow*> failures() const;
    /// Returns the logical index of a column; factors shift later ones.
    [[nodiscard]] int section(Column column) const noexcept;
    /// Returns "strategy=RING loss=1%".
    [[nodiscard]] QString label(const QueueRow& row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void countsChanged();

private:
    void replace(std::vector<QueueRow> rows);
    void applyMoves(const RunBatch& batch);
    void setQueue(const run::CampaignQueue& queue);
    /// Sorts the rows into the order of execution; selections follow.
    void rearrange();
    void count();
    void rowChanged(int position);
    [[nodiscard]] QString text(const QueueRow& row, int column) const;
    [[nodiscard]] QVariant number(const QueueRow& row, int column) const;
    [[nodiscard]] QString stateText(const QueueRow& row) const;
    [[nodiscard]] QString progressText(const QueueRow& row) const;
    [[nodiscard]] QString tip(const QueueRow& row) const;
    [[nodiscard]] Nanoseconds durationOf(const QueueRow& row) const;
    /// Returns the factor, or -1; `column` becomes the one of enum Column.
    [[nodiscard]] int factorOf(int& column) const noexcept;

    QLocale m_locale;
    QStringList m_factors;
    std::vector<QueueRow> m_rows; ///< by position
    std::unordered_map<int, std::size_t> m_byPosition;
    std::vector<std::size_t> m_order; ///< of execution: indices into m_rows
    std::vector<int> m_place; ///< in m_order, of each of m_rows
    std::vector<int> m_queuePlace; ///< of each of m_rows; -1: not queued, so by position
    Counts m_counts;
    int m_active = 0; ///< position; 0: none
    std::optional<run::RunStep> m_step;
    std::int64_t m_iteration = 0;
    std::int64_t m_iterations = 0; ///< warm-up included; 0: not known
};

} // namespace millrace::ui
