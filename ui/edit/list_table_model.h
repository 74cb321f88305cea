// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/edit_table_model.h"

#include <algorithm>

namespace millrace::ui {

/// An EditTableModel over a std::vector<Row> somewhere in the project.
template <typename Row>
class ListTableModel : public EditTableModel
{
public:
    using EditTableModel::EditTableModel;

protected:
    /// nullptr if the list no longer exists, for example after the removal of its owner.
    [[nodiscard]] virtual std::vector<Row>* rows(project::Project& project) const = 0;
    /// An initial row for this position.
    [[nodiscard]] virtual Row newRow(const std::vector<Row>& rows, int row) const = 0;
    [[nodiscard]] virtual Row copyOf(const std::vector<Row>& rows, int row) const
    {
        return rows[static_cast<std::size_t>(row)];
    }
    [[nodiscard]] virtual QStringList cells(const Row& row) const = 0;

    [[nodiscard]] const std::vector<Row>* rowsOf(const project::Project& project) const
    {
        return rows(const_cast<project::Project&>(project));
    }
    [[nodiscard]] std::vector<QStringList> readRows(const project::Project& project) const override
    {
        std::vector<QStringList> texts;
        if (const auto* list = rowsOf(project)) {
            for (const Row& row : *list)
                texts.push_back(cells(row));
        }
        return texts;
    }
    void insertInto(project::Project& project, int row) const override
    {
        if (auto* list = rows(project))
            list->insert(list->begin() + row, newRow(*list, row));
    }
    void duplicateIn(project::Project& project, int row) const override
    {
        if (auto* list = rows(project))
            list->insert(list->begin() + row + 1, copyOf(*list, row));
    }
    void removeFrom(project::Project& project, int row) const override
    {
        if (auto* list = rows(project))
            list->erase(list->begin() + row);
    }
    void moveIn(project::Project& project, int from, int to) const override
    {
        auto* list = rows(project);
        if (!list)
            return;
        Row row = std::move((*list)[static_cast<std::size_t>(from)]);
        list->erase(list->begin() + from);
        list->insert(list->begin() + to, std::move(row));
    }
};

} // namespace millrace::ui
