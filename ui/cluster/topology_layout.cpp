// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/topology_layout.h"

#include "core/base/units.h"
#include "ui/base/format.h"
#include "ui/cluster/cluster_fields.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace millrace::ui {
namespace {

constexpr double margin = 10;
constexpr double gap = 8;
constexpr double tile = 14;
constexpr double tileGap = 4;
constexpr double narrowest = 46;
constexpr double widest = 132;
constexpr std::size_t mostLanes = 12;

/// Nodes that share a zone, in the order of the table.
struct Group
{
    std::string zone;
    std::vector<std::size_t> nodes;
};

std::vector<Group> groupsOf(const cluster::Cluster& cluster)
{
    std::vector<Group> groups;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const std::string& zone = cluster.nodes[i].zone;
        auto found = std::ranges::find(groups, zone, &Group::zone);
        if (found == groups.end())
            found = groups.insert(groups.end(), {zone, {}});
        found->nodes.push_back(i);
    }
    return groups;
}

class Layouter
{
    Q_DECLARE_TR_FUNCTIONS(Topology)

public:
    Layouter(const cluster::Cluster& cluster, double width, const QFontMetricsF& metrics)
        : m_cluster(cluster), m_groups(groupsOf(cluster)), m_width(std::max(width, 240.0)), m_metrics(metrics),
          m_line(std::ceil(metrics.height()))
    {
    }

    TopologyLayout run()
    {
        placeNodes();
        placeSwitch();
        placeLanes();
        m_result.size = QSizeF(m_width, m_bottom + margin);
        return std::move(m_result);
    }

    [[nodiscard]] static QString zoneText(const cluster::Cluster& cluster, const Group& group)
    {
        int slotCount = 0;
        for (const std::size_t node : group.nodes)
            slotCount += cluster.nodes[node].slots;
        return tr("%n node(s)", nullptr, static_cast<int>(group.nodes.size())) + QStringLiteral(", ")
            + tr("%n slot(s)", nullptr, slotCount);
    }
    [[nodiscard]] static QString bottleneckText(const cluster::Bottleneck& port)
    {
        return tr("Bottleneck, %1: %2, queue %3")
            .arg(pairText(port.from, port.to, port.bothWays), toQString(rateText(port.bitsPerSecond)),
                 port.queueBytes == 0 ? tr("by rule") : toQString(sizeText(port.queueBytes)));
    }
    [[nodiscard]] static QString linkText(const cluster::Link& link)
    {
        const QString settings = settingsText(link.settings);
        return tr("%1: %2").arg(pairText(link.from, link.to, link.bothWays),
                                settings.isEmpty() ? tr("nothing set") : settings);
    }

private:
    [[nodiscard]] double barHeight() const { return m_line + 8; }
    [[nodiscard]] double top() const { return margin + barHeight() + 22; }
    [[nodiscard]] double padding(const Group& group) const { return group.zone.empty() ? 0 : gap; }
    TopologyLayout::Text fitted(const QRectF& rect, const QString& text) const
    {
        return {rect, m_metrics.elidedText(text, Qt::ElideMiddle, rect.width())};
    }
    void placeNodes();
    void placeNamed(double each);
    void placeTiles();
    void addZone(const Group& group, const QRectF& rect);
    void placeSwitch();
    void placeLanes();
    TopologyLayout::Lane laneOf(const std::string& from, const std::string& to, bool bothWays, const QString& text);
    [[nodiscard]] TopologyLayout::End endOf(const std::string& end) const;
    void placeLabel(TopologyLayout::Lane& lane, const QString& text) const;

    const cluster::Cluster& m_cluster;
    std::vector<Group> m_groups;
    double m_width;
    QFontMetricsF m_metrics;
    double m_line;
    double m_bottom = 0;
    std::vector<std::pair<std::string, QRectF>> m_zoneRects;
    TopologyLayout m_result;
};

void Layouter::placeNodes()
{
    const auto count = static_cast<double>(m_cluster.nodes.size());
    m_bottom = top();
    if (m_cluster.nodes.empty())
        return;
    double used = 2 * margin + gap * (count - 1);
    for (const Group& group : m_groups)
        used += 2 * padding(group);
    const double each = std::min(widest, std::floor((m_width - used) / count));
    m_result.compact = m_cluster.nodes.size() > mostNamedNodes || each < narrowest;
    if (m_result.compact)
        placeTiles();
    else
        placeNamed(each);
}

void Layouter::placeNamed(double each)
{
    double total =
        gap * static_cast<double>(m_cluster.nodes.size() - 1) + each * static_cast<double>(m_cluster.nodes.size());
    for (const Group& group : m_groups)
        total += 2 * padding(group);
    double x = std::max(margin, std::floor((m_width - total) / 2));
    const double height = 2 * m_line + 8;
    for (const Group& group : m_groups) {
        const double pad = padding(group);
        const double left = x;
        x += pad;
        for (const std::size_t index : group.nodes) {
            const cluster::Node& node = m_cluster.nodes[index];
            const QRectF box(x, top() + pad, each, height);
            const QRectF inner = box.adjusted(2, 4, -2, -4);
            QString detail = tr("%n slot(s)", nullptr, node.slots);
            if (!node.nics.empty() && node.nics.front().bitsPerSecond > 0)
                detail = toQString(rateText(node.nics.front().bitsPerSecond));
            m_result.nodes.push_back({index, box,
                                      fitted({inner.topLeft(), QSizeF(inner.width(), m_line)}, toQString(node.name)),
                                      fitted({inner.left(), inner.top() + m_line, inner.width(), m_line}, detail)});
            m_result.wires.emplace_back(box.center().x(), margin + barHeight(), box.center().x(), box.top());
            x += each + gap;
        }
        x += pad - gap;
        addZone(group, QRectF(left, top(), x - left, height + 2 * pad + (pad > 0 ? m_line : 0)));
        x += gap;
    }
}

void Layouter::placeTiles()
{
    const double step = tile + tileGap;
    std::size_t rows = 2;
    const auto widthAt = [&](std::size_t rowCount) {
        double width = 2 * margin;
        for (const Group& group : m_groups)
            width += static_cast<double>((group.nodes.size() + rowCount - 1) / rowCount) * step + 2 * gap;
        return width;
    };
    while (rows < m_cluster.nodes.size() && widthAt(rows) > m_width)
        ++rows;
    double x = std::max(margin, std::floor((m_width - widthAt(rows)) / 2 + margin));
    const double height = static_cast<double>(rows) * step + 2 * gap + m_line;
    for (const Group& group : m_groups) {
        const double left = x;
        const auto columns = (group.nodes.size() + rows - 1) / rows;
        for (std::size_t i = 0; i < group.nodes.size(); ++i) {
            const QRectF box(left + gap + static_cast<double>(i % columns) * step,
                             top() + gap + static_cast<double>(i / columns) * step, tile, tile);
            m_result.nodes.push_back({group.nodes[i], box, {}, {}});
        }
        const QRectF frame(left, top(), static_cast<double>(columns) * step + 2 * gap - tileGap, height);
        addZone(group, frame);
        m_result.wires.emplace_back(frame.center().x(), margin + barHeight(), frame.center().x(), frame.top());
        x = frame.right() + gap;
    }
}

void Layouter::addZone(const Group& group, const QRectF& rect)
{
    m_bottom = std::max(m_bottom, rect.bottom());
    m_zoneRects.emplace_back(group.zone, rect);
    if (group.zone.empty() && !m_result.compact)
        return;
    const QString title = group.zone.empty() ? zoneText(m_cluster, group)
                                             : tr("%1: %2").arg(toQString(group.zone), zoneText(m_cluster, group));
    const QRectF place(rect.left() + 4, rect.bottom() - m_line - 2, rect.width() - 8, m_line);
    m_result.zones.push_back({rect, place.width() < 24 ? TopologyLayout::Text{} : fitted(place, title)});
}

void Layouter::placeSwitch()
{
    double left = m_width / 2 - 100;
    double right = m_width / 2 + 100;
    for (const auto& [zone, rect] : m_zoneRects) {
        left = std::min(left, rect.left());
        right = std::max(right, rect.right());
    }
    const QString text = m_cluster.nodes.empty()                ? tr("No nodes yet: add some in the table below.")
        : m_cluster.kind == cluster::ClusterKind::Remote        ? tr("Network between the machines")
        : m_cluster.kind == cluster::ClusterKind::Simulated     ? tr("Simulated network")
        : m_cluster.backend == cluster::EmulationBackend::Netem ? tr("Bridge with the kernel's netem")
                                                                : tr("Millrace's switch");
    m_result.switchBar = fitted(QRectF(left, margin, right - left, barHeight()), text);
}

TopologyLayout::End Layouter::endOf(const std::string& end) const
{
    for (const TopologyLayout::NodeBox& box : m_result.nodes) {
        if (m_cluster.nodes[box.node].name == end)
            return {box.rect.center().x(), box.rect.center().x(), box.rect.bottom(), false};
    }
    for (const auto& [zone, rect] : m_zoneRects) {
        if (!zone.empty() && zone == end)
            return {rect.center().x(), rect.center().x(), rect.bottom(), false};
    }
    if (end != "*")
        return {m_width / 2, m_width / 2, m_bottom, true}; // names nothing; its cell in the table says so
    double left = m_width;
    double right = 0;
    for (const TopologyLayout::NodeBox& box : m_result.nodes) {
        left = std::min(left, box.rect.center().x());
        right = std::max(right, box.rect.center().x());
    }
    return {std::min(left, right), right, m_bottom, true};
}

TopologyLayout::Lane Layouter::laneOf(const std::string& from, const std::string& to, bool bothWays,
                                      const QString& text)
{
    TopologyLayout::Lane lane;
    lane.from = endOf(from);
    lane.to = endOf(to);
    lane.bothWays = bothWays;
    lane.y = m_bottom + 10 + (static_cast<double>(m_result.lanes.size()) + 0.5) * (m_line + 8);
    placeLabel(lane, text);
    return lane;
}

/// In the middle of a line that is long enough, otherwise next to it.
void Layouter::placeLabel(TopologyLayout::Lane& lane, const QString& text) const
{
    const double left = std::min(lane.from.left, lane.to.left);
    const double right = std::max(lane.from.right, lane.to.right);
    const double wanted = std::min(m_metrics.horizontalAdvance(text) + 12, m_width - 2 * margin);
    double x = (left + right - wanted) / 2;
    if (wanted + 40 > right - left) {
        if (right + 14 + wanted < m_width - margin)
            x = right + 14;
        else if (left - 14 - wanted > margin)
            x = left - 14 - wanted;
    }
    x = std::clamp(x, margin, std::max(margin, m_width - margin - wanted));
    lane.label = fitted(QRectF(x, lane.y - m_line / 2, wanted, m_line), text);
}

void Layouter::placeLanes()
{
    if (m_cluster.nodes.empty())
        return;
    for (std::size_t i = 0; i < m_cluster.links.size() && i < mostLanes; ++i) {
        const cluster::Link& link = m_cluster.links[i];
        m_result.lanes.push_back(laneOf(link.from, link.to, link.bothWays, linkText(link)));
        m_result.lanes.back().link = i;
    }
    if (m_cluster.bottleneck) {
        const cluster::Bottleneck& port = *m_cluster.bottleneck;
        m_result.lanes.push_back(laneOf(port.from, port.to, port.bothWays, bottleneckText(port)));
    }
    if (!m_result.lanes.empty())
        m_bottom = m_result.lanes.back().y + m_line / 2 + 4;
    if (m_cluster.links.size() > mostLanes) {
        const auto rest = static_cast<int>(m_cluster.links.size() - mostLanes);
        m_result.more = fitted(QRectF(margin, m_bottom + 4, m_width - 2 * margin, m_line),
                               tr("… and %n more link(s), which the table shows", nullptr, rest));
        m_bottom = m_result.more.rect.bottom();
    }
}

} // namespace

std::vector<TopologyLayout::Text> TopologyLayout::texts() const
{
    std::vector<Text> all{switchBar, more};
    for (const ZoneFrame& zone : zones)
        all.push_back(zone.title);
    for (const NodeBox& node : nodes) {
        all.push_back(node.name);
        all.push_back(node.detail);
    }
    for (const Lane& lane : lanes)
        all.push_back(lane.label);
    std::erase_if(all, [](const Text& text) { return text.text.isEmpty(); });
    return all;
}

TopologyLayout layoutTopology(const cluster::Cluster& cluster, double width, const QFontMetricsF& metrics)
{
    return Layouter(cluster, width, metrics).run();
}

QString topologySummary(const cluster::Cluster& cluster)
{
    QStringList lines;
    for (const Group& group : groupsOf(cluster)) {
        QStringList names;
        for (const std::size_t node : group.nodes)
            names.append(toQString(cluster.nodes[node].name));
        QString line = Layouter::zoneText(cluster, group);
        if (!group.zone.empty())
            line = Layouter::tr("%1: %2").arg(toQString(group.zone), line);
        lines.append(Layouter::tr("%1: %2").arg(line, names.join(QStringLiteral(", "))));
    }
    if (cluster.nodes.empty())
        lines.append(Layouter::tr("No nodes yet"));
    for (const cluster::Link& link : cluster.links)
        lines.append(Layouter::linkText(link));
    if (cluster.links.empty() && !cluster.nodes.empty())
        lines.append(Layouter::tr("No links: the network is not limited"));
    if (cluster.bottleneck)
        lines.append(Layouter::bottleneckText(*cluster.bottleneck));
    return lines.join(QLatin1Char('\n'));
}

} // namespace millrace::ui
