// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/link_model.h"

#include "core/base/field_value.h"
#include "ui/base/format.h"
#include "ui/cluster/cluster_fields.h"
#include "ui/edit/cell_number.h"

namespace millrace::ui {

namespace {

/// What a column from the rate on shows.
const Field<cluster::LinkSettings>& fieldOf(int column)
{
    return cluster::linkFields[static_cast<std::size_t>(column - LinkModel::RateColumn)];
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
    static constexpr std::string_view ends[] = {"from", "to", "both_ways"};
    const std::string_view key = column < RateColumn ? ends[column] : fieldOf(column).key;
    return "clusters[" + std::to_string(m_index) + "].links[" + std::to_string(row) + "]." + std::string(key);
}

cluster::Link LinkModel::newRow(const std::vector<cluster::Link>&, int) const
{
    return {};
}

QStringList LinkModel::cells(const cluster::Link& link) const
{
    QStringList texts{toQString(link.from), toQString(link.to), switchText(link.bothWays)};
    for (const auto& field : cluster::linkFields) {
        const auto number = numberOf(field, link.settings);
        texts.append(number ? toQString(quantityText(field.quantity, *number)) : QString());
    }
    return texts;
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
    default: {
        const auto& field = fieldOf(column);
        MR_TRY(number, optionalNumber(field.quantity, words));
        setNumber(cluster::linkFields, field, link.settings, number);
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

#include "moc_link_model.cpp"
