// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/pair_matrix_model.h"

#include "core/base/units.h"
#include "core/base/unknown.h"
#include "ui/base/format.h"

#include <QApplication>
#include <QColor>
#include <QPalette>

#include <algorithm>
#include <cmath>

namespace millrace::ui {

namespace {

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto part = [share](int a, int b) { return static_cast<int>(std::lround(a + share * (b - a))); };
    return {part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue())};
}

} // namespace

PairMatrixModel::PairMatrixModel(ProjectEditor& editor, QObject* parent) : QAbstractTableModel(parent), m_editor(editor)
{
    connect(&editor, &ProjectEditor::changed, this, &PairMatrixModel::refresh);
}

void PairMatrixModel::setIndex(std::size_t index)
{
    m_index = index;
    refresh();
}

void PairMatrixModel::setValue(Value value)
{
    m_value = value;
    refresh();
}

void PairMatrixModel::refresh()
{
    beginResetModel();
    m_nodes.clear();
    m_matrix.clear();
    m_tooLarge = false;
    const auto& clusters = m_editor.project().clusters;
    if (m_index < clusters.size()) {
        m_tooLarge = clusters[m_index].nodes.size() > mostNodes;
        if (!m_tooLarge) {
            for (const cluster::Node& node : clusters[m_index].nodes)
                m_nodes.push_back(node.name);
            m_matrix = cluster::matrixOf(clusters[m_index]);
        }
    }
    m_low = m_high = unknown;
    for (const cluster::PairEntry& entry : m_matrix)
        if (const double value = number(entry); value > 0) {
            m_low = std::isnan(m_low) ? value : std::min(m_low, value);
            m_high = std::isnan(m_high) ? value : std::max(m_high, value);
        }
    endResetModel();
}

int PairMatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_nodes.size());
}

int PairMatrixModel::columnCount(const QModelIndex& parent) const
{
    return rowCount(parent);
}

const cluster::PairEntry* PairMatrixModel::entry(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() == index.column())
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const std::size_t place = row * (m_nodes.size() - 1) + (column > row ? column - 1 : column);
    return place < m_matrix.size() ? &m_matrix[place] : nullptr;
}

double PairMatrixModel::number(const cluster::PairEntry& entry) const
{
    switch (m_value) {
    case Value::Rate: return entry.bitsPerSecond.value_or(unknown);
    case Value::RoundTrip: return entry.roundTrip ? static_cast<double>(entry.roundTrip->count()) : unknown;
    case Value::Loss: return entry.loss.value_or(unknown);
    }
    return unknown;
}

QString PairMatrixModel::text(const cluster::PairEntry& entry, bool written) const
{
    if (std::isnan(number(entry)))
        return QStringLiteral("–");
    switch (m_value) {
    case Value::Rate:
        return (entry.source.starts_with(cluster::estimateMark) ? QStringLiteral("≈ ") : QString())
            + toQString(written ? rateText(*entry.bitsPerSecond) : humanRate(*entry.bitsPerSecond));
    case Value::RoundTrip: return toQString(written ? durationText(*entry.roundTrip) : humanDuration(*entry.roundTrip));
    case Value::Loss: return toQString(fractionText(*entry.loss));
    }
    return {};
}

QVariant PairMatrixModel::data(const QModelIndex& index, int role) const
{
    const cluster::PairEntry* pair = entry(index);
    if (pair == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole: return text(*pair, false);
    case Qt::EditRole: return std::isnan(number(*pair)) ? QString() : text(*pair, true).remove(QStringLiteral("≈ "));
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return tr("%1 → %2: %3")
            .arg(toQString(pair->from), toQString(pair->to),
                 pair->source.empty() ? tr("by the links of the cluster") : toQString(pair->source));
    case Qt::BackgroundRole: {
        const double value = number(*pair);
        if (!(value > 0) || !(m_high > m_low))
            return {};
        // What is better for a training is darker.
        double share = std::log(value / m_low) / std::log(m_high / m_low);
        if (m_value != Value::Rate)
            share = 1 - share;
        return mixed(QApplication::palette().color(QPalette::Base), QApplication::palette().color(QPalette::Highlight),
                     0.08 + 0.42 * share);
    }
    default: return {};
    }
}

QVariant PairMatrixModel::headerData(int section, Qt::Orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0 || section >= rowCount())
        return {};
    return toQString(m_nodes[static_cast<std::size_t>(section)]);
}

Qt::ItemFlags PairMatrixModel::flags(const QModelIndex& index) const
{
    if (entry(index) == nullptr)
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

bool PairMatrixModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const cluster::PairEntry* pair = entry(index);
    if (pair == nullptr || role != Qt::EditRole)
        return false;
    const std::string written = value.toString().trimmed().toStdString();
    cluster::PairEntry changed;
    changed.from = pair->from;
    changed.to = pair->to;
    changed.source = tr("typed").toStdString();
    const auto take = [this](const auto& parsed, auto& member) {
        if (!parsed) {
            Q_EMIT refused(toQString(parsed.error().text()));
            return false;
        }
        member = *parsed;
        return true;
    };
    // A pair has one rule of a matrix, so what the rule said before stays.
    for (const cluster::Link& link : m_editor.project().clusters[m_index].links)
        if (!link.note.empty() && !link.bothWays && link.from == pair->from && link.to == pair->to) {
            changed.bitsPerSecond = link.settings.bitsPerSecond;
            if (link.settings.delay)
                changed.roundTrip = 2 * *link.settings.delay;
            changed.loss = link.settings.loss;
        }
    const bool taken = m_value == Value::Rate ? take(parseRate(written), changed.bitsPerSecond)
        : m_value == Value::RoundTrip         ? take(parseDuration(written), changed.roundTrip)
                                              : take(parseFraction(written), changed.loss);
    if (!taken)
        return false;
    m_editor.change(tr("Change the conditions of a pair"),
                    [&](project::Project& project) { (void)cluster::putMatrix(project.clusters[m_index], {changed}); });
    return true;
}

} // namespace millrace::ui

#include "moc_pair_matrix_model.cpp"
