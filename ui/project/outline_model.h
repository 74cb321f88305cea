// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/project/outline_item.h"

#include <QAbstractItemModel>

#include <memory>

namespace millrace::ui {

/// A tree of OutlineItems: name and summary. Replacing it is one reset.
class OutlineModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        SummaryColumn,
        ColumnCount
    };

    explicit OutlineModel(QObject* parent = nullptr);
    ~OutlineModel() override;

    void setItems(std::vector<OutlineItem> items);
    /// nullptr for an invalid index.
    [[nodiscard]] const OutlineItem* item(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Branch;
    [[nodiscard]] const Branch* branch(const QModelIndex& index) const;

    std::vector<OutlineItem> m_items;
    std::unique_ptr<Branch> m_root;
};

} // namespace millrace::ui
