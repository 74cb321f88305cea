// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/hosts/host_list.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <set>
#include <vector>

namespace millrace::ui {

/// The hosts of a list with a tick each, from which nodes are made.
class HostModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        DestinationColumn,
        SlotsColumn,
        AddressColumn,
        GroupsColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// All are ticked but jump hosts, and those whose ssh destination is one of `known`.
    void setList(hosts::HostList list, const std::set<std::string>& known);
    [[nodiscard]] const hosts::HostList& list() const noexcept { return m_list; }
    /// The list with the ticked hosts only.
    [[nodiscard]] hosts::HostList tickedList() const;
    [[nodiscard]] int tickedCount() const;
    /// Each once, in the order of the list.
    [[nodiscard]] QStringList groups() const;
    void tickAll(bool on);
    /// Ticks the hosts of this group, and no other.
    void tickGroup(const QString& group);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void ticksChanged();

private:
    template <typename Wanted>
    void tickThose(Wanted wanted);

    hosts::HostList m_list;
    std::vector<bool> m_ticks;
};

} // namespace millrace::ui
