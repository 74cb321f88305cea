// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/link_model.h"

#include "core/base/units.h"
#include "ui/base/format.h"
#include "ui/cluster/cluster_fields.h"

namespace millrace::ui {
namespace {

template <typename Value, typename Write>
QString optionalText(const std::optional<Value>& value, Write write)
{
    return value ? toQString(write(*value)) : QString();
}

} // namespace

LinkModel::LinkModel(ProjectEditor& editor, QObject* parent)
    : ListTableModel(
        editor, {tr("From"), tr("To"), tr("Both ways"), tr("Rate"), tr("Delay"), tr("Jitter"), tr("Loss"), tr("Queue")},
        parent)
{
    reread();
}

void LinkModel::setIndex(std::size_t index)
{
    m_index = index;
    reread();
}

std::vector<cluster::Link>* LinkModel::rows(project::Project& project) const
{
    cluster::Cluster* cluster = clusterAt(project, m_index);
    return cluster ? &cluster->links : nullptr;
}

std::string LinkModel::field(int row, int column) const
{
    static constexpr const char* names[] = {"from", "to", "both_ways", "rate", "delay", "jitter", "loss", "queue"};
    return "clusters[" + std::to_string(m_index) + "].links[" + std::to_string(row) + "]." + names[column];
}

cluster::Link LinkModel::newRow(const std::vector<cluster::Link>&, int) const
{
    return {};
}

QStringList LinkModel::cells(const cluster::Link& link) const
{
    const cluster::LinkSettings& settings = link.settings;
    return {toQString(link.from),
            toQString(link.to),
            switchText(link.bothWays),
            optionalText(settings.bitsPerSecond, rateText),
            optionalText(settings.delay, durationText),
            optionalText(settings.jitter, durationText),
            optionalText(settings.loss, fractionText),
            optionalText(settings.queueBytes, sizeText)};
}

Result<void> LinkModel::writeCell(project::Project& project, int row, int column, const QString& text) const
{
    cluster::Link& link = project.clusters[m_index].links[static_cast<std::size_t>(row)];
    const QString words = text.trimmed();
    const std::string end = words.isEmpty() ? "*" : words.toStdString();
    switch (column) {
    case FromColumn: link.from = end; return {};
    case ToColumn: link.to = end; return {};
    case BothWaysColumn: {
        MR_TRY(on, parseSwitch(words));
        link.bothWays = on;
        return {};
    }
    case RateColumn: {
        MR_TRY(rate, optionalRate(words));
        link.settings.bitsPerSecond = rate;
        return {};
    }
    case DelayColumn:
    case JitterColumn: {
        MR_TRY(time, optionalDuration(words));
        (column == DelayColumn ? link.settings.delay : link.settings.jitter) = time;
        return {};
    }
    case LossColumn: {
        MR_TRY(loss, optionalShare(words));
        link.settings.loss = loss;
        return {};
    }
    default: {
        MR_TRY(queue, optionalSize(words));
        link.settings.queueBytes = queue;
        return {};
    }
    }
}

Issues LinkModel::quickCheck(const project::Project& project) const
{
    return clusterIssues(project, m_index);
}

QString LinkModel::changeText(Change change, int count) const
{
    switch (change) {
    case Change::Edit: return tr("Edit %n link(s)", nullptr, count);
    case Change::Paste: return tr("Paste %n link(s)", nullptr, count);
    case Change::Add: return tr("Add %n link(s)", nullptr, count);
    case Change::Duplicate: return tr("Duplicate %n link(s)", nullptr, count);
    case Change::Move: return tr("Move %n link(s)", nullptr, count);
    default: return tr("Remove %n link(s)", nullptr, count);
    }
}

QString LinkModel::placeholder(int, int column) const
{
    return column >= RateColumn ? QStringLiteral("–") : QString();
}

QStringList LinkModel::suggestions(int, int column) const
{
    const cluster::Cluster* cluster = clusterAt(editor().project(), m_index);
    return cluster && (column == FromColumn || column == ToColumn) ? endNames(*cluster) : QStringList();
}

} // namespace millrace::ui
