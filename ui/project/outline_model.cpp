// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/outline_model.h"

#include <QFont>

namespace millrace::ui {

/// Where an item stands; the tree of branches has the shape of the tree of items.
struct OutlineModel::Branch
{
    const OutlineItem* item = nullptr;
    const Branch* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Branch>> children;

    void grow(const std::vector<OutlineItem>& items)
    {
        for (const OutlineItem& child : items) {
            auto branch = std::make_unique<Branch>();
            branch->item = &child;
            branch->parent = this;
            branch->row = static_cast<int>(children.size());
            branch->grow(child.children);
            children.push_back(std::move(branch));
        }
    }
};

OutlineModel::OutlineModel(QObject* parent) : QAbstractItemModel(parent), m_root(std::make_unique<Branch>()) { }

OutlineModel::~OutlineModel() = default;

void OutlineModel::setItems(std::vector<OutlineItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    m_root = std::make_unique<Branch>();
    m_root->grow(m_items);
    endResetModel();
}

const OutlineItem* OutlineModel::item(const QModelIndex& index) const
{
    return index.isValid() ? branch(index)->item : nullptr;
}

const OutlineModel::Branch* OutlineModel::branch(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<const Branch*>(index.constInternalPointer()) : m_root.get();
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, branch(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const Branch* parent = branch(child)->parent;
    return parent == m_root.get() ? QModelIndex() : createIndex(parent->row, 0, parent);
}

int OutlineModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(branch(parent)->children.size());
}

int OutlineModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutlineItem& item = *branch(index)->item;
    switch (role) {
    case Qt::DisplayRole: return index.column() == NameColumn ? item.name : item.summary;
    case Qt::ToolTipRole: return item.summary.isEmpty() ? item.name : item.summary;
    case Qt::FontRole:
        if (index.column() == NameColumn && !index.parent().isValid()) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    default: return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("Summary");
}

} // namespace millrace::ui
