// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/project/cluster_outline.h"

#include "ui/base/format.h"

#include <QCoreApplication>

namespace millrace::ui {
namespace {

class Cluster
{
    Q_DECLARE_TR_FUNCTIONS(ClusterOutline)

public:
    explicit Cluster(const QLocale& locale) : m_locale(locale) { }

    [[nodiscard]] OutlineItem whole(const cluster::Cluster& cluster) const;

private:
    [[nodiscard]] QString rateText(double bitsPerSecond) const
    {
        return bitsPerSecond == 0 ? tr("not limited") : formatRate(bitsPerSecond, m_locale);
    }
    [[nodiscard]] QString queueText(std::uint64_t bytes) const
    {
        return bytes == 0 ? tr("by rule") : formatSize(static_cast<double>(bytes), m_locale);
    }
    [[nodiscard]] static QString pairText(const std::string& from, const std::string& to, bool bothWays)
    {
        const auto end = [](const std::string& name) { return name == "*" ? tr("all nodes") : toQString(name); };
        return end(from) + (bothWays ? QStringLiteral(" ↔ ") : QStringLiteral(" → ")) + end(to);
    }
    [[nodiscard]] static QString modeText(cluster::SwitchMode mode);
    [[nodiscard]] static QString backendText(cluster::EmulationBackend backend);
    [[nodiscard]] OutlineItem node(const cluster::Node& node) const;
    [[nodiscard]] OutlineItem link(const cluster::Link& link) const;
    [[nodiscard]] OutlineItem bottleneck(const cluster::Bottleneck& bottleneck) const;
    [[nodiscard]] std::vector<std::pair<QString, QString>> settings(const cluster::LinkSettings& settings) const;

    QLocale m_locale;
};

QString Cluster::modeText(cluster::SwitchMode mode)
{
    switch (mode) {
    case cluster::SwitchMode::Fast: return tr("fast, large frames");
    case cluster::SwitchMode::Packet: return tr("every packet by itself");
    default: return tr("automatic");
    }
}

QString Cluster::backendText(cluster::EmulationBackend backend)
{
    switch (backend) {
    case cluster::EmulationBackend::Switch: return tr("Millrace's switch");
    case cluster::EmulationBackend::Netem: return tr("the kernel's netem");
    default: return tr("automatic");
    }
}

OutlineItem Cluster::node(const cluster::Node& node) const
{
    OutlineItem item;
    item.name = toQString(node.name);
    item.summary = tr("%n slot(s)", nullptr, node.slots);
    std::vector<std::pair<QString, QString>> rows{{tr("Slots for workers"), formatCount(node.slots, m_locale)}};
    if (!node.zone.empty()) {
        rows.emplace_back(tr("Zone"), toQString(node.zone));
        item.summary += QStringLiteral(", ") + toQString(node.zone);
    }
    if (!node.host.empty())
        rows.emplace_back(tr("Host"), toQString(node.host));
    std::vector<DetailSection> sections{{{}, std::move(rows)}};
    for (const cluster::Nic& nic : node.nics) {
        sections.push_back({tr("Network interface %1").arg(toQString(nic.name)),
                            {{tr("Address"), nic.address.empty() ? tr("chosen by Millrace") : toQString(nic.address)},
                             {tr("Rate"), rateText(nic.bitsPerSecond)},
                             {tr("Queue"), queueText(nic.queueBytes)}}});
    }
    item.details = {item.name, tr("Node"), std::move(sections)};
    return item;
}

std::vector<std::pair<QString, QString>> Cluster::settings(const cluster::LinkSettings& settings) const
{
    std::vector<std::pair<QString, QString>> rows;
    if (settings.bitsPerSecond)
        rows.emplace_back(tr("Rate"), rateText(*settings.bitsPerSecond));
    if (settings.delay)
        rows.emplace_back(tr("Delay, one way"), formatDuration(*settings.delay, m_locale));
    if (settings.jitter)
        rows.emplace_back(tr("Jitter"), QStringLiteral("± ") + formatDuration(*settings.jitter, m_locale));
    if (settings.loss)
        rows.emplace_back(tr("Loss"), formatFraction(*settings.loss, m_locale));
    if (settings.queueBytes)
        rows.emplace_back(tr("Queue"), queueText(*settings.queueBytes));
    return rows;
}

OutlineItem Cluster::link(const cluster::Link& link) const
{
    OutlineItem item;
    item.name = pairText(link.from, link.to, link.bothWays);
    auto rows = settings(link.settings);
    QStringList parts;
    for (const auto& [name, value] : rows)
        parts.append(name + QLatin1Char(' ') + value);
    item.summary = parts.isEmpty() ? tr("nothing set") : parts.join(QStringLiteral(", "));
    item.details = {item.name, tr("Link; later links override earlier ones field by field"), {{{}, std::move(rows)}}};
    return item;
}

OutlineItem Cluster::bottleneck(const cluster::Bottleneck& bottleneck) const
{
    OutlineItem item;
    item.name = pairText(bottleneck.from, bottleneck.to, bottleneck.bothWays);
    item.summary = tr("shared, %1").arg(rateText(bottleneck.bitsPerSecond));
    item.details = {
        item.name,
        tr("Bottleneck: one queue for all these pairs"),
        {{{}, {{tr("Rate"), rateText(bottleneck.bitsPerSecond)}, {tr("Queue"), queueText(bottleneck.queueBytes)}}}}};
    return item;
}

OutlineItem Cluster::whole(const cluster::Cluster& cluster) const
{
    const bool emulated = cluster.kind == cluster::ClusterKind::Emulated;
    int slotCount = 0;
    for (const cluster::Node& each : cluster.nodes)
        slotCount += each.slots;
    OutlineItem item;
    item.name = toQString(cluster.name);
    item.summary = tr("%n node(s)", nullptr, static_cast<int>(cluster.nodes.size())) + QStringLiteral(", ")
        + (emulated ? tr("emulated") : tr("remote"));
    std::vector<std::pair<QString, QString>> rows{
        {tr("Kind"), emulated ? tr("emulated on this machine") : tr("remote machines")},
        {tr("Nodes"), formatCount(static_cast<qint64>(cluster.nodes.size()), m_locale)},
        {tr("Slots for workers"), formatCount(slotCount, m_locale)},
        {tr("Congestion control"), toQString(cluster.congestionControl)},
        {tr("MTU"), formatSize(cluster.mtu, m_locale)}};
    if (emulated) {
        rows.emplace_back(tr("Switch mode"), modeText(cluster.mode));
        rows.emplace_back(tr("Emulated by"), backendText(cluster.backend));
    }
    item.details = {item.name, tr("Cluster"), {{{}, std::move(rows)}}};

    OutlineItem nodes{tr("Nodes"), formatCount(static_cast<qint64>(cluster.nodes.size()), m_locale), {}, {}};
    for (const cluster::Node& each : cluster.nodes)
        nodes.children.push_back(node(each));
    OutlineItem links{tr("Links"), {}, {}, {}};
    for (const cluster::Link& each : cluster.links)
        links.children.push_back(link(each));
    if (cluster.bottleneck)
        links.children.push_back(bottleneck(*cluster.bottleneck));
    links.summary = links.children.empty() ? tr("none: nothing is slowed down")
                                           : formatCount(static_cast<qint64>(links.children.size()), m_locale);
    item.children = {std::move(nodes), std::move(links)};
    return item;
}

} // namespace

OutlineItem clusterOutline(const cluster::Cluster& cluster, const QLocale& locale)
{
    return Cluster(locale).whole(cluster);
}

} // namespace millrace::ui
