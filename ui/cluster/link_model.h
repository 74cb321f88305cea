// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/list_table_model.h"

namespace millrace::ui {

/// The links of one cluster, which are rules: later ones override earlier ones field by field. An empty cell is a field
/// that the link leaves alone.
class LinkModel : public ListTableModel<cluster::Link>
{
    Q_OBJECT
public:
    enum Column
    {
        FromColumn,
        ToColumn,
        BothWaysColumn,
        RateColumn,
        DelayColumn,
        JitterColumn,
        LossColumn,
        QueueColumn,
        ColumnCount
    };

    explicit LinkModel(ProjectEditor& editor, QObject* parent = nullptr);

    /// The position of the cluster in the project.
    void setIndex(std::size_t index);
    [[nodiscard]] std::string field(int row, int column) const override;

protected:
    [[nodiscard]] std::vector<cluster::Link>* rows(project::Project& project) const override;
    [[nodiscard]] cluster::Link newRow(const std::vector<cluster::Link>& rows, int row) const override;
    [[nodiscard]] QStringList cells(const cluster::Link& link) const override;
    [[nodiscard]] Result<void> writeCell(project::Project& project, int row, int column,
                                         const QString& text) const override;
    [[nodiscard]] Issues quickCheck(const project::Project& project) const override;
    [[nodiscard]] QString changeText(Change change, int count) const override;
    [[nodiscard]] bool isNumeric(int column) const override { return column >= RateColumn; }
    [[nodiscard]] bool isSwitch(int column) const override { return column == BothWaysColumn; }
    [[nodiscard]] QString placeholder(int row, int column) const override;
    [[nodiscard]] QStringList suggestions(int row, int column) const override;

private:
    std::size_t m_index = 0;
};

} // namespace millrace::ui
