// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/host_model.h"

#include "ui/base/format.h"

#include <algorithm>

namespace millrace::ui {

void HostModel::setList(hosts::HostList list, const std::set<std::string>& known)
{
    beginResetModel();
    m_list = std::move(list);
    m_ticks.clear();
    for (const hosts::HostEntry& host : m_list.hosts)
        m_ticks.push_back(!host.isJump && !known.contains(hosts::sshDestination(host)));
    endResetModel();
    Q_EMIT ticksChanged();
}

hosts::HostList HostModel::tickedList() const
{
    hosts::HostList ticked = m_list;
    ticked.hosts.clear();
    for (std::size_t i = 0; i < m_ticks.size(); ++i) {
        if (m_ticks[i])
            ticked.hosts.push_back(m_list.hosts[i]);
    }
    return ticked;
}

int HostModel::tickedCount() const
{
    return static_cast<int>(std::ranges::count(m_ticks, true));
}

QStringList HostModel::groups() const
{
    QStringList names;
    std::set<std::string> seen;
    for (const hosts::HostEntry& host : m_list.hosts) {
        for (const std::string& group : host.groups) {
            if (seen.insert(group).second)
                names.append(toQString(group));
        }
    }
    return names;
}

template <typename Wanted>
void HostModel::tickThose(Wanted wanted)
{
    for (std::size_t i = 0; i < m_ticks.size(); ++i)
        m_ticks[i] = wanted(m_list.hosts[i]);
    if (!m_ticks.empty())
        Q_EMIT dataChanged(index(0, NameColumn), index(rowCount() - 1, NameColumn), {Qt::CheckStateRole});
    Q_EMIT ticksChanged();
}

void HostModel::tickAll(bool on)
{
    tickThose([on](const hosts::HostEntry&) { return on; });
}

void HostModel::tickGroup(const QString& group)
{
    tickThose([name = group.toStdString()](const hosts::HostEntry& host) {
        return std::ranges::find(host.groups, name) != host.groups.end();
    });
}

int HostModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_list.hosts.size());
}

int HostModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HostModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const hosts::HostEntry& host = m_list.hosts[row];
    if (role == Qt::CheckStateRole && index.column() == NameColumn)
        return m_ticks[row] ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((index.column() == SlotsColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn: return toQString(host.name);
    case DestinationColumn: return toQString(hosts::sshDestination(host));
    case SlotsColumn: return host.slots;
    case AddressColumn: return toQString(host.nicAddress);
    default: {
        QStringList groups;
        for (const std::string& group : host.groups)
            groups.append(toQString(group));
        return groups.join(QStringLiteral(", "));
    }
    }
}

bool HostModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid)
        || index.column() != NameColumn)
        return false;
    m_ticks[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT ticksChanged();
    return true;
}

QVariant HostModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn: return tr("Host");
    case DestinationColumn: return tr("Reached by ssh as");
    case SlotsColumn: return tr("Slots");
    case AddressColumn: return tr("Address for the experiment");
    default: return tr("Groups");
    }
}

Qt::ItemFlags HostModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == NameColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace millrace::ui

#include "moc_host_model.cpp"
