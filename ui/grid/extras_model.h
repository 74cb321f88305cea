// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/edit/project_editor.h"

#include <QAbstractTableModel>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace millrace::ui {

/// Further options of a workload, by name, without those that have a field of their own. A row whose name is empty or
/// occurs twice is marked and not in the project.
class ExtrasModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        ValueColumn,
        ColumnCount
    };
    static constexpr int SortRole = Qt::UserRole;

    explicit ExtrasModel(ProjectEditor& editor, QObject* parent = nullptr);

    /// The position of the workload in the project.
    void setIndex(int workload);
    /// Names that are edited elsewhere.
    void setOwnFields(std::set<std::string> names);
    void addRow();
    void removeRowAt(int row);
    /// Why the row is not in the project; empty if it is.
    [[nodiscard]] QString problemOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    using Options = std::map<std::string, std::string>;
    [[nodiscard]] const Options* stored() const;
    [[nodiscard]] Options shown() const; ///< the stored ones without those that have a field
    [[nodiscard]] Options wanted() const;
    void sync();
    void apply(const QString& undo);

    ProjectEditor& m_editor;
    int m_index = -1;
    std::set<std::string> m_ownFields;
    std::vector<std::pair<QString, QString>> m_rows;
};

} // namespace millrace::ui
