// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/list_table_model.h"

namespace millrace::ui {

/// The factors of one grid, each with its levels as one line of text.
class FactorModel : public ListTableModel<grid::Factor>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        LevelsColumn,
        UnitColumn,
        FormerColumn,
        ColumnCount
    };

    explicit FactorModel(ProjectEditor& editor, QObject* parent = nullptr);

    /// The position of the grid in the project.
    void setIndex(int grid);
    [[nodiscard]] std::string field(int row, int column) const override;
    /// Replaces a factor's levels by a pasted column, one level in each line. One undoable edit; text that cannot be
    /// used stays as a draft.
    void pasteLevels(int row, const QString& text);
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

protected:
    [[nodiscard]] std::vector<grid::Factor>* rows(project::Project& project) const override;
    [[nodiscard]] grid::Factor newRow(const std::vector<grid::Factor>& rows, int row) const override;
    [[nodiscard]] grid::Factor copyOf(const std::vector<grid::Factor>& rows, int row) const override;
    [[nodiscard]] QStringList cells(const grid::Factor& factor) const override;
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override;
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override;
    [[nodiscard]] QString changeText(Change change, int count) const override;
    [[nodiscard]] QString placeholder(int row, int column) const override;
    [[nodiscard]] QStringList suggestions(int row, int column) const override;
    [[nodiscard]] bool isList(int column) const override { return column == LevelsColumn; }

private:
    int m_index = 0;
};

/// The levels that a known factor can have, where they are a fixed list: of the workload's framework and of the
/// cluster.
[[nodiscard]] QStringList possibleLevels(const project::Project& project, const grid::GridSpec& grid,
                                         const std::string& factor);

} // namespace millrace::ui
