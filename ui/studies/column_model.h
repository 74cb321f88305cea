// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/table_mapping.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QStyledItemDelegate>

#include <vector>

namespace millrace::ui {

/// The columns of an imported table: role, name and unit of each.
class ColumnModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn, ///< in the file
        RoleColumn,
        StoredColumn, ///< name in the store
        UnitColumn,
        FactorColumn, ///< factor of the values
        ExampleColumn,
        ColumnCount
    };
    enum class Part
    {
        Unused,
        Time,
        Series,
        Metric,
        Factor,
        Node,
        Run
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// `examples`: the first values of each column, as text.
    void setColumns(const QStringList& names, const QStringList& examples, const importers::TableMapping& mapping);
    /// Writes the columns into a mapping; time kind, unit and zone are unchanged.
    void writeTo(importers::TableMapping& mapping) const;
    void setPart(int row, Part part);
    [[nodiscard]] Part part(int row) const { return m_rows[static_cast<std::size_t>(row)].part; }
    [[nodiscard]] static QStringList partTexts();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void edited();

private:
    struct Row
    {
        QString name;
        QString example;
        Part part = Part::Unused;
        QString stored;
        QString unit;
        double factor = 1;
        importers::TableMapping::Value kept; ///< node and reduce
    };
    [[nodiscard]] QString text(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

/// Edits the role of a column with a list of roles.
class ColumnPartDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

} // namespace millrace::ui
