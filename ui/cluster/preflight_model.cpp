// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/preflight_model.h"

#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QBrush>
#include <QFont>
#include <QGuiApplication>

#include <algorithm>

namespace millrace::ui {
namespace {

using cluster::Finding;
using cluster::Light;

/// Grounds that the window's text can be read on, far apart in lightness and hue.
QColor groundOf(Light light)
{
    const bool dark = isDark(QGuiApplication::palette());
    switch (light) {
    case Light::Green: return dark ? QColor(0x1d, 0x45, 0x38) : QColor(0xd3, 0xec, 0xe2);
    case Light::Yellow: return dark ? QColor(0x6e, 0x57, 0x00) : QColor(0xff, 0xe2, 0x7a);
    case Light::Red: return dark ? QColor(0x9a, 0x2a, 0x36) : QColor(0xff, 0xa8, 0xa0);
    default: return dark ? QColor(0x3c, 0x3f, 0x46) : QColor(0xe2, 0xe4, 0xe8);
    }
}

std::string topicAt(int column)
{
    const auto& topics = cluster::preflightTopics();
    return column > 0 && column <= static_cast<int>(topics.size()) ? topics[static_cast<std::size_t>(column) - 1]
                                                                   : std::string();
}

DetailSection sectionOf(const std::string& topic, const std::vector<Finding>& findings)
{
    DetailSection section;
    for (const Finding& finding : findings) {
        if (finding.topic != topic)
            continue;
        if (section.title.isEmpty())
            section.title =
                PreflightModel::tr("%1: %2").arg(topicText(topic), PreflightModel::word(lightOf(findings, topic)));
        section.rows.emplace_back(PreflightModel::word(finding.light), toQString(finding.sentence));
        if (!finding.remedy.empty())
            section.rows.emplace_back(PreflightModel::tr("What to do"), toQString(finding.remedy));
    }
    return section;
}

} // namespace

QString topicText(std::string_view topic)
{
    static const std::map<std::string, const char*, std::less<>> words{
        {"reach", QT_TRANSLATE_NOOP("PreflightTopic", "Reach")},
        {"rights", QT_TRANSLATE_NOOP("PreflightTopic", "Rights")},
        {"tools", QT_TRANSLATE_NOOP("PreflightTopic", "Tools")},
        {"disk", QT_TRANSLATE_NOOP("PreflightTopic", "Disk")},
        {"clock", QT_TRANSLATE_NOOP("PreflightTopic", "Clock")},
        {"nic", QT_TRANSLATE_NOOP("PreflightTopic", "NIC")},
        {"queue", QT_TRANSLATE_NOOP("PreflightTopic", "Queue")},
        {"tcp", QT_TRANSLATE_NOOP("PreflightTopic", "TCP")},
        {"load", QT_TRANSLATE_NOOP("PreflightTopic", "Load")},
        {"ports", QT_TRANSLATE_NOOP("PreflightTopic", "Ports")},
        {"peers", QT_TRANSLATE_NOOP("PreflightTopic", "Peers")},
        {"kernel", QT_TRANSLATE_NOOP("PreflightTopic", "Kernel")},
        {"versions", QT_TRANSLATE_NOOP("PreflightTopic", "Versions")}};
    const auto found = words.find(topic);
    return found == words.end() ? toQString(topic) : QCoreApplication::translate("PreflightTopic", found->second);
}

PreflightModel::PreflightModel(QObject* parent) : QAbstractTableModel(parent) { }

QString PreflightModel::letter(Light light)
{
    switch (light) {
    case Light::Green: return tr("G", "green");
    case Light::Yellow: return tr("Y", "yellow");
    case Light::Red: return tr("R", "red");
    default: return QStringLiteral("?");
    }
}

QString PreflightModel::word(Light light)
{
    switch (light) {
    case Light::Green: return tr("green");
    case Light::Yellow: return tr("yellow");
    case Light::Red: return tr("red");
    default: return tr("not known");
    }
}

void PreflightModel::begin(const cluster::Cluster& cluster, bool waiting)
{
    beginResetModel();
    m_waiting = waiting;
    m_rows.clear();
    for (const cluster::Node& node : cluster.nodes)
        m_rows.push_back({toQString(node.name), toQString(node.host), {}});
    m_nodeCount = static_cast<int>(m_rows.size());
    endResetModel();
}

void PreflightModel::end()
{
    m_waiting = false;
    if (m_nodeCount > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_nodeCount - 1, columnCount() - 1));
}

void PreflightModel::setFindings(std::size_t node, std::vector<Finding> findings)
{
    if (node >= static_cast<std::size_t>(m_nodeCount))
        return;
    m_rows[node].findings = std::move(findings);
    const int row = static_cast<int>(node);
    Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
}

void PreflightModel::setShared(std::vector<Finding> findings)
{
    const int row = m_nodeCount;
    if (rowCount() > row) {
        beginRemoveRows({}, row, row);
        m_rows.pop_back();
        endRemoveRows();
    }
    if (findings.empty())
        return;
    beginInsertRows({}, row, row);
    m_rows.push_back({tr("All together"), {}, std::move(findings)});
    endInsertRows();
}

int PreflightModel::settledCount() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.begin() + m_nodeCount, [](const Row& row) { return bool(row.findings); }));
}

int PreflightModel::countOf(Light light) const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.begin() + m_nodeCount, [light](const Row& row) {
        return row.findings && worst(*row.findings) == light;
    }));
}

const PreflightModel::Row* PreflightModel::rowAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

std::optional<Light> PreflightModel::lightAt(const Row& row, int column) const
{
    if (!row.findings)
        return std::nullopt;
    const std::string topic = topicAt(column);
    const bool said = std::ranges::find(*row.findings, topic, &Finding::topic) != row.findings->end();
    return said ? std::optional(lightOf(*row.findings, topic)) : std::nullopt;
}

Details PreflightModel::details(const QModelIndex& index) const
{
    const Row* row = rowAt(index.row());
    if (!row || !row->findings)
        return {};
    Details details{row->name, row->destination, {}};
    std::vector<std::string> topics = cluster::preflightTopics();
    // The topic that was chosen, then the worst.
    const std::string chosen = topicAt(index.column());
    std::ranges::stable_sort(topics, [&](const std::string& a, const std::string& b) {
        if ((a == chosen) != (b == chosen))
            return a == chosen;
        return lightOf(*row->findings, a) > lightOf(*row->findings, b);
    });
    for (const std::string& topic : topics) {
        if (DetailSection section = sectionOf(topic, *row->findings); !section.rows.empty())
            details.sections.push_back(std::move(section));
    }
    return details;
}

int PreflightModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PreflightModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(cluster::preflightTopics().size()) + 1;
}

QVariant PreflightModel::data(const QModelIndex& index, int role) const
{
    const Row* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    if (index.column() == 0) {
        if (role == Qt::DisplayRole)
            return row->name;
        return role == Qt::ToolTipRole && !row->destination.isEmpty() ? QVariant(row->destination) : QVariant();
    }
    const std::optional<Light> light = lightAt(*row, index.column());
    switch (role) {
    case Qt::DisplayRole: return light ? letter(*light) : m_waiting && !row->findings ? QStringLiteral("…") : QString();
    case Qt::TextAlignmentRole: return int(Qt::AlignCenter);
    case Qt::BackgroundRole: return light ? QVariant(QBrush(groundOf(*light))) : QVariant();
    case Qt::FontRole: {
        QFont font = QGuiApplication::font();
        font.setBold(light && *light >= Light::Yellow);
        return font;
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        if (!light)
            return {};
        QStringList sentences;
        for (const Finding& finding : *row->findings) {
            if (finding.topic == topicAt(index.column()))
                sentences.append(toQString(finding.sentence));
        }
        return tr("%1: %2").arg(word(*light), sentences.join(QStringLiteral("; ")));
    }
    default: return {};
    }
}

QVariant PreflightModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == 0 ? tr("Node") : topicText(topicAt(section));
}

} // namespace millrace::ui

#include "moc_preflight_model.cpp"
