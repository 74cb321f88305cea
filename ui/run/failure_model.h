// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/run/campaign_source.h"

#include <QAbstractTableModel>
#include <QLocale>

namespace millrace::ui {

/// Failures that are equal except for numbers.
struct FailureGroup
{
    std::string signature;
    std::string code;
    std::string text; ///< of the latest
    std::vector<int> positions; ///< of the runs, ascending
    std::vector<store::RunId> runs; ///< in the same order
    bool invalid = false; ///< the runs ended, but did not meet a gate

    bool operator==(const FailureGroup&) const = default;
};

/// Stored details of the first run of a group.
struct FailureDetails
{
    struct Process
    {
        QString node;
        QString name;
        QString exit;
        QString command;
        QString errors; ///< the end of its stderr
    };
    std::vector<Process> processes;
};
[[nodiscard]] Result<FailureDetails> readFailureDetails(const std::filesystem::path& store, store::RunId run);

/// Failures of a campaign: equal ones are one line with a counter.
class FailureModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        CountColumn,
        KindColumn,
        SentenceColumn,
        RunsColumn,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Failed and invalid runs, in any order.
    void setFailures(const std::vector<const QueueRow*>& failures);
    [[nodiscard]] const FailureGroup* groupAt(int row) const;
    /// Runs in all groups.
    [[nodiscard]] int runCount() const noexcept { return m_runCount; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QLocale m_locale;
    std::vector<FailureGroup> m_groups; ///< the largest first
    int m_runCount = 0;
};

/// Returns "3, 5–9 and 12 more".
[[nodiscard]] QString positionsText(const std::vector<int>& ascending, std::size_t most = 8);

} // namespace millrace::ui
