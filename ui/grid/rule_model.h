// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/list_table_model.h"

#include <cstdint>
#include <optional>

namespace millrace::ui {

/// What conditions and exclusions have in common: the expression, what it says in words, how many combinations it
/// leaves out, and why.
enum RuleColumn
{
    RuleExpressionColumn,
    RuleLeavesOutColumn, ///< cannot be edited
    RuleWordsColumn, ///< cannot be edited
    RuleReasonColumn
};

using RuleCounts = std::vector<std::optional<std::uint64_t>>;

/// "1 200", "–" where it is not known, and its alignment and sort value.
[[nodiscard]] QVariant ruleCountData(const RuleCounts& counts, int row, int role);

/// A table of rules whose words and counts cannot be edited.
template <typename Row>
class RuleModel : public ListTableModel<Row>
{
public:
    using ListTableModel<Row>::ListTableModel;

    /// The position of the grid in the project.
    void setIndex(int grid)
    {
        m_index = grid;
        m_counts.clear();
        this->reread();
    }
    /// Combinations that each rule leaves out alone; nothing: not known.
    void setCounts(RuleCounts counts)
    {
        m_counts = std::move(counts);
        if (this->rowCount() > 0)
            Q_EMIT this->dataChanged(this->index(0, RuleLeavesOutColumn),
                                     this->index(this->rowCount() - 1, RuleLeavesOutColumn));
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        const bool valid = this->checkIndex(index, QAbstractItemModel::CheckIndexOption::IndexIsValid);
        if (valid && index.column() == RuleLeavesOutColumn
            && (role == Qt::DisplayRole || role == Qt::TextAlignmentRole || role == EditTableModel::SortRole))
            return ruleCountData(m_counts, index.row(), role);
        if (valid && index.column() == RuleWordsColumn && role == Qt::ToolTipRole)
            return ListTableModel<Row>::data(index, Qt::DisplayRole);
        return ListTableModel<Row>::data(index, role);
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        const Qt::ItemFlags flags = ListTableModel<Row>::flags(index);
        const bool fixed = index.column() == RuleWordsColumn || index.column() == RuleLeavesOutColumn;
        return index.isValid() && fixed ? flags & ~Qt::ItemIsEditable : flags;
    }

protected:
    [[nodiscard]] int grid() const noexcept { return m_index; }

private:
    int m_index = 0;
    RuleCounts m_counts;
};

/// The conditions of one grid.
class ConditionModel : public RuleModel<grid::Condition>
{
    Q_OBJECT
public:
    explicit ConditionModel(ProjectEditor& editor, QObject* parent = nullptr);
    [[nodiscard]] std::string field(int row, int column) const override;

protected:
    [[nodiscard]] std::vector<grid::Condition>* rows(project::Project& project) const override;
    [[nodiscard]] grid::Condition newRow(const std::vector<grid::Condition>& rows, int row) const override;
    [[nodiscard]] QStringList cells(const grid::Condition& condition) const override;
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override;
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override;
    [[nodiscard]] QString changeText(Change change, int count) const override;
    [[nodiscard]] QString placeholder(int row, int column) const override;
};

/// The exclusions of one grid. One that names levels is shown as the expression that means the same, and becomes one
/// when it is edited.
class ExclusionModel : public RuleModel<grid::Exclusion>
{
    Q_OBJECT
public:
    explicit ExclusionModel(ProjectEditor& editor, QObject* parent = nullptr);
    [[nodiscard]] std::string field(int row, int column) const override;

protected:
    [[nodiscard]] std::vector<grid::Exclusion>* rows(project::Project& project) const override;
    [[nodiscard]] grid::Exclusion newRow(const std::vector<grid::Exclusion>& rows, int row) const override;
    [[nodiscard]] QStringList cells(const grid::Exclusion& exclusion) const override;
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override;
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override;
    [[nodiscard]] QString changeText(Change change, int count) const override;
    [[nodiscard]] QString placeholder(int row, int column) const override;
};

} // namespace millrace::ui
