// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/node_model.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "ui/base/format.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/edit/cell_number.h"
#include "ui/edit/project_changes.h"

#include <algorithm>

namespace millrace::ui {

namespace {

using Columns = std::vector<NodeModel::Column>;

const Columns emulatedColumns{NodeModel::NameColumn,   NodeModel::ZoneColumn,    NodeModel::SlotsColumn,
                              NodeModel::RateColumn,   NodeModel::QueueColumn,   NodeModel::ProviderColumn,
                              NodeModel::RegionColumn, NodeModel::MachineColumn, NodeModel::SpotColumn};
const Columns remoteColumns{NodeModel::NameColumn,     NodeModel::HostColumn,    NodeModel::ZoneColumn,
                            NodeModel::SlotsColumn,    NodeModel::AddressColumn, NodeModel::InterfaceColumn,
                            NodeModel::ProviderColumn, NodeModel::RegionColumn,  NodeModel::MachineColumn,
                            NodeModel::SpotColumn};

QString headingOf(NodeModel::Column column)
{
    switch (column) {
    case NodeModel::NameColumn: return NodeModel::tr("Name");
    case NodeModel::ZoneColumn: return NodeModel::tr("Zone");
    case NodeModel::SlotsColumn: return NodeModel::tr("Slots");
    case NodeModel::RateColumn: return NodeModel::tr("Interface rate");
    case NodeModel::QueueColumn: return NodeModel::tr("Interface queue");
    case NodeModel::HostColumn: return NodeModel::tr("Reached by ssh as");
    case NodeModel::AddressColumn: return NodeModel::tr("Address for the experiment");
    case NodeModel::ProviderColumn: return NodeModel::tr("Provider");
    case NodeModel::RegionColumn: return NodeModel::tr("Region");
    case NodeModel::MachineColumn: return NodeModel::tr("Machine");
    case NodeModel::SpotColumn: return NodeModel::tr("Spot");
    default: return NodeModel::tr("Interface");
    }
}

cluster::Nic firstNic(const cluster::Node& node)
{
    return node.nics.empty() ? cluster::Nic{} : node.nics.front();
}

QString textOfCell(const cluster::Node& node, NodeModel::Column column)
{
    const cluster::Nic nic = firstNic(node);
    switch (column) {
    case NodeModel::NameColumn: return toQString(node.name);
    case NodeModel::ZoneColumn: return toQString(node.zone);
    case NodeModel::SlotsColumn: return QString::number(node.slots);
    case NodeModel::RateColumn: return nic.bitsPerSecond == 0 ? QString() : toQString(rateText(nic.bitsPerSecond));
    case NodeModel::QueueColumn: return nic.queueBytes == 0 ? QString() : toQString(sizeText(nic.queueBytes));
    case NodeModel::HostColumn: return toQString(node.host);
    case NodeModel::AddressColumn: return toQString(nic.address);
    case NodeModel::ProviderColumn: return toQString(node.provider);
    case NodeModel::RegionColumn: return toQString(node.region);
    case NodeModel::MachineColumn: return toQString(node.machine);
    case NodeModel::SpotColumn: return node.spot ? NodeModel::tr("yes") : QString();
    default: return toQString(nic.name);
    }
}

} // namespace

QStringList NodeModel::rentalHeadings()
{
    QStringList headings;
    for (const Column column : {ProviderColumn, RegionColumn, MachineColumn, SpotColumn})
        headings.append(headingOf(column));
    return headings;
}

NodeModel::NodeModel(ProjectEditor& editor, QObject* parent) : ListTableModel(editor, {}, parent)
{
    reread();
}

bool NodeModel::isRemote(const project::Project& project) const
{
    const cluster::Cluster* cluster = clusterAt(project, m_index);
    return cluster && cluster->kind == cluster::ClusterKind::Remote;
}

NodeModel::Column NodeModel::columnAt(int position) const
{
    const Columns& columns = isRemote(editor().project()) ? remoteColumns : emulatedColumns;
    return columns.at(static_cast<std::size_t>(position));
}

QStringList NodeModel::headingsFor(const project::Project& project) const
{
    QStringList headings;
    for (const Column column : isRemote(project) ? remoteColumns : emulatedColumns)
        headings.append(headingOf(column));
    return headings;
}

bool NodeModel::isNumeric(int column) const
{
    const Column meant = columnAt(column);
    return meant == SlotsColumn || meant == RateColumn || meant == QueueColumn;
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
    static constexpr const char* names[] = {"name",          "zone",   "slots",           "nics[0].rate",
                                            "nics[0].queue", "host",   "nics[0].address", "nics[0].name",
                                            "provider",      "region", "machine",         "spot"};
    return "clusters[" + std::to_string(m_index) + "].nodes[" + std::to_string(row) + "]." + names[columnAt(column)];
}

cluster::Node NodeModel::newRow(const std::vector<cluster::Node>& rows, int row) const
{
    cluster::Node node;
    if (row > 0) {
        node = rows[static_cast<std::size_t>(row) - 1];
        node.host.clear();
    } else if (isRemote(editor().project())) {
        node.nics.front().name.clear();
    }
    for (cluster::Nic& nic : node.nics)
        nic.address.clear();
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
    QStringList texts;
    for (const Column column : isRemote(editor().project()) ? remoteColumns : emulatedColumns)
        texts.append(textOfCell(node, column));
    return texts;
}

Result<void> NodeModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    cluster::Cluster& cluster = project.clusters[m_index];
    cluster::Node& node = cluster.nodes[static_cast<std::size_t>(row)];
    const std::string words = text.trimmed().toStdString();
    const Column meant = columnAt(column);
    const bool ofNic =
        meant == AddressColumn || meant == InterfaceColumn || meant == RateColumn || meant == QueueColumn;
    if (node.nics.empty() && ofNic)
        node.nics.emplace_back();
    switch (meant) {
    case NameColumn: renameNode(cluster, static_cast<std::size_t>(row), words); return {};
    case ZoneColumn: node.zone = words; return {};
    case HostColumn: node.host = words; return {};
    case AddressColumn: node.nics.front().address = words; return {};
    case InterfaceColumn: node.nics.front().name = words; return {};
    case ProviderColumn: node.provider = words; return {};
    case RegionColumn: node.region = words; return {};
    case MachineColumn: node.machine = words; return {};
    case SpotColumn: {
        const QString answer = text.trimmed().toLower();
        const bool isYes = answer == tr("yes") || answer == QLatin1String("true") || answer == QLatin1String("1");
        if (!isYes && !answer.isEmpty() && answer != tr("no") && answer != QLatin1String("false")
            && answer != QLatin1String("0"))
            return fail(ErrorCode::InvalidInput, tr("“%1”: write yes or no.").arg(text).toStdString());
        node.spot = isYes;
        return {};
    }
    case SlotsColumn: {
        const auto count = parseQuantity(Quantity::Count, words);
        if (!count || !findField(cluster::nodeFields, "slots")->range.contains(*count))
            return fail(ErrorCode::InvalidInput,
                        tr("“%1” is not a number of slots; write 0 or more.").arg(text).toStdString());
        node.slots = static_cast<int>(*count);
        return {};
    }
    case RateColumn: {
        MR_TRY(rate, optionalNumber(Quantity::Rate, text));
        node.nics.front().bitsPerSecond = rate.value_or(0);
        return {};
    }
    default: {
        MR_TRY(size, optionalNumber(Quantity::Size, text));
        node.nics.front().queueBytes = static_cast<std::uint64_t>(size.value_or(0));
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
    switch (columnAt(column)) {
    case ZoneColumn: return tr("none");
    case ProviderColumn: return tr("own machine");
    case RegionColumn: return tr("the zone");
    case SpotColumn: return tr("no");
    case HostColumn: return cluster && cluster->access.slurm ? tr("given by Slurm") : tr("needed");
    case RateColumn: return tr("not limited");
    case QueueColumn: return tr("by rule");
    case AddressColumn:
    case InterfaceColumn: return tr("found out");
    default: return {};
    }
}

QStringList NodeModel::suggestions(int, int column) const
{
    QStringList texts;
    const Column meant = columnAt(column);
    const cluster::Cluster* cluster = clusterAt(editor().project(), m_index);
    const bool repeats = meant == ZoneColumn || meant == InterfaceColumn || meant == ProviderColumn
        || meant == RegionColumn || meant == MachineColumn;
    if (!repeats || !cluster)
        return texts;
    for (const cluster::Node& node : cluster->nodes) {
        if (const QString text = textOfCell(node, meant); !text.isEmpty() && !texts.contains(text))
            texts.append(text);
    }
    return texts;
}

QVariant NodeModel::sortValue(int row, int column) const
{
    const std::vector<cluster::Node>* nodes = rowsOf(editor().project());
    if (!nodes || row >= static_cast<int>(nodes->size()) || !isNumeric(column))
        return text(row, column);
    const cluster::Node& node = (*nodes)[static_cast<std::size_t>(row)];
    const Column meant = columnAt(column);
    return meant == SlotsColumn ? QVariant(node.slots)
        : meant == RateColumn   ? QVariant(firstNic(node).bitsPerSecond)
                                : QVariant(static_cast<qulonglong>(firstNic(node).queueBytes));
}

} // namespace millrace::ui

#include "moc_node_model.cpp"
