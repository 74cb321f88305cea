// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/node_model.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "ui/base/format.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/edit/project_changes.h"

namespace millrace::ui {

NodeModel::NodeModel(ProjectEditor& editor, QObject* parent)
    : ListTableModel(
        editor, {tr("Name"), tr("Zone"), tr("Host"), tr("Slots"), tr("Interface rate"), tr("Interface queue")}, parent)
{
    reread();
}

void NodeModel::setIndex(std::size_t index)
{
    m_index = index;
    reread();
}

std::vector<cluster::Node>* NodeModel::rows(project::Project& project) const
{
    cluster::Cluster* cluster = clusterAt(project, m_index);
    return cluster ? &cluster->nodes : nullptr;
}

std::string NodeModel::field(int row, int column) const
{
    static constexpr const char* names[] = {"name", "zone", "host", "slots", "nics[0].rate", "nics[0].queue"};
    return "clusters[" + std::to_string(m_index) + "].nodes[" + std::to_string(row) + "]." + names[column];
}

cluster::Node NodeModel::newRow(const std::vector<cluster::Node>& rows, int row) const
{
    cluster::Node node;
    if (row > 0) {
        node = rows[static_cast<std::size_t>(row) - 1];
        node.host.clear();
    }
    node.name = freeName(namesOf(rows), row > 0 ? node.name : "node0");
    return node;
}

cluster::Node NodeModel::copyOf(const std::vector<cluster::Node>& rows, int row) const
{
    cluster::Node node = rows[static_cast<std::size_t>(row)];
    const bool numbered = !node.name.empty() && node.name.back() >= '0' && node.name.back() <= '9';
    node.name = freeName(namesOf(rows), numbered ? node.name : node.name + "-2");
    return node;
}

QStringList NodeModel::cells(const cluster::Node& node) const
{
    const cluster::Nic nic = node.nics.empty() ? cluster::Nic{} : node.nics.front();
    return {toQString(node.name),
            toQString(node.zone),
            toQString(node.host),
            QString::number(node.slots),
            nic.bitsPerSecond == 0 ? QString() : toQString(rateText(nic.bitsPerSecond)),
            nic.queueBytes == 0 ? QString() : toQString(sizeText(nic.queueBytes))};
}

Result<void> NodeModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    cluster::Cluster& cluster = project.clusters[m_index];
    cluster::Node& node = cluster.nodes[static_cast<std::size_t>(row)];
    const std::string words = text.trimmed().toStdString();
    if (node.nics.empty() && column >= RateColumn)
        node.nics.emplace_back();
    switch (column) {
    case NameColumn: renameNode(cluster, static_cast<std::size_t>(row), words); return {};
    case ZoneColumn: node.zone = words; return {};
    case HostColumn: node.host = words; return {};
    case SlotsColumn: {
        const auto count = parseInteger(words);
        if (!count || *count < 0 || *count > 1'000'000)
            return fail(ErrorCode::InvalidInput,
                        tr("“%1” is not a number of slots; write 1 or more.").arg(text).toStdString());
        node.slots = static_cast<int>(*count);
        return {};
    }
    case RateColumn: {
        MR_TRY(rate, optionalRate(text));
        node.nics.front().bitsPerSecond = rate.value_or(0);
        return {};
    }
    default: {
        MR_TRY(size, optionalSize(text));
        node.nics.front().queueBytes = size.value_or(0);
        return {};
    }
    }
}

Issues NodeModel::quickCheck(const project::Project& project) const
{
    return clusterIssues(project, m_index);
}

QString NodeModel::changeText(Change change, int count) const
{
    switch (change) {
    case Change::Edit: return tr("Edit %n node(s)", nullptr, count);
    case Change::Paste: return tr("Paste %n node(s)", nullptr, count);
    case Change::Add: return tr("Add %n node(s)", nullptr, count);
    case Change::Duplicate: return tr("Duplicate %n node(s)", nullptr, count);
    case Change::Move: return tr("Move %n node(s)", nullptr, count);
    default: return tr("Remove %n node(s)", nullptr, count);
    }
}

QString NodeModel::placeholder(int, int column) const
{
    const cluster::Cluster* cluster = clusterAt(editor().project(), m_index);
    const bool remote = cluster && cluster->kind == cluster::ClusterKind::Remote;
    switch (column) {
    case ZoneColumn: return tr("none");
    case HostColumn: return remote ? tr("needed") : tr("this machine");
    case RateColumn: return tr("not limited");
    case QueueColumn: return tr("by rule");
    default: return {};
    }
}

QStringList NodeModel::suggestions(int, int column) const
{
    QStringList zones;
    const cluster::Cluster* cluster = clusterAt(editor().project(), m_index);
    if (column != ZoneColumn || !cluster)
        return zones;
    for (const cluster::Node& node : cluster->nodes) {
        if (const QString zone = toQString(node.zone); !zone.isEmpty() && !zones.contains(zone))
            zones.append(zone);
    }
    return zones;
}

QVariant NodeModel::sortValue(int row, int column) const
{
    const std::vector<cluster::Node>* nodes = rowsOf(editor().project());
    if (!nodes || row >= static_cast<int>(nodes->size()) || column < SlotsColumn)
        return text(row, column);
    const cluster::Node& node = (*nodes)[static_cast<std::size_t>(row)];
    const cluster::Nic nic = node.nics.empty() ? cluster::Nic{} : node.nics.front();
    return column == SlotsColumn ? QVariant(node.slots)
        : column == RateColumn   ? QVariant(nic.bitsPerSecond)
                                 : QVariant(static_cast<qulonglong>(nic.queueBytes));
}

} // namespace millrace::ui
