// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/traffic/node_choice.h"

#include "ui/base/format.h"

#include <QEvent>
#include <QGuiApplication>
#include <QScopedValueRollback>

#include <algorithm>

namespace millrace::ui {

namespace {

constexpr int mostRows = 4;
const QString nodesInText = QStringLiteral(", ");

} // namespace

NodeChoice::NodeChoice(QWidget* parent) : QListWidget(parent)
{
    setFlow(QListView::LeftToRight);
    setWrapping(true);
    setResizeMode(QListView::Adjust);
    setSelectionMode(QAbstractItemView::NoSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSpacing(2);
    applyColors();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        if (!m_showing)
            Q_EMIT ticked(item->text(), item->checkState() == Qt::Checked);
    });
}

void NodeChoice::setNodes(const QStringList& known, const std::vector<std::string>& chosen)
{
    const QScopedValueRollback showing(m_showing, true);
    QStringList there;
    for (int row = 0; row < count(); ++row)
        there.append(item(row)->text());
    if (there != known) {
        clear();
        addItems(known);
    }
    for (int row = 0; row < count(); ++row) {
        const bool on = std::ranges::find(chosen, item(row)->text().toStdString()) != chosen.end();
        item(row)->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled);
        item(row)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
    fitHeight();
}

QSize NodeChoice::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, height()};
}

QSize NodeChoice::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 12, height()};
}

void NodeChoice::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    fitHeight();
}

void NodeChoice::changeEvent(QEvent* event)
{
    QListWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_coloring)
        applyColors();
}

/// The style draws the frames of check boxes in a darker Window, which does not show on a dark ground.
void NodeChoice::applyColors()
{
    const QScopedValueRollback coloring(m_coloring, true);
    QPalette colors;
    colors.setColor(QPalette::Window, QGuiApplication::palette().color(QPalette::PlaceholderText));
    setPalette(colors);
}

void NodeChoice::fitHeight()
{
    if (count() == 0)
        return;
    doItemsLayout();
    const int row = visualItemRect(item(0)).height() + spacing();
    const int needed = visualItemRect(item(count() - 1)).bottom() - visualItemRect(item(0)).top() + 1;
    const int most = mostRows * row + row / 2;
    const int height = std::min(needed, most) + 2 * (frameWidth() + spacing());
    if (height != this->height() || height != minimumHeight())
        setFixedHeight(height);
}

std::vector<std::string> withTick(std::vector<std::string> chosen, const std::string& node, bool on)
{
    std::erase(chosen, node);
    if (on)
        chosen.push_back(node);
    return chosen;
}

QString otherNodes(const std::vector<std::string>& chosen, const QStringList& known)
{
    QStringList others;
    for (const std::string& node : chosen)
        if (!known.contains(toQString(node)))
            others.append(toQString(node));
    return others.join(nodesInText);
}

std::vector<std::string> withOthers(const std::vector<std::string>& chosen, const QStringList& known,
                                    const QString& others)
{
    std::vector<std::string> nodes = chosen;
    std::erase_if(nodes, [&known](const std::string& node) { return !known.contains(toQString(node)); });
    for (const QString& part : others.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const std::string name = part.trimmed().toStdString();
        if (!name.empty() && std::ranges::find(nodes, name) == nodes.end())
            nodes.push_back(name);
    }
    return nodes;
}

} // namespace millrace::ui

#include "moc_node_choice.cpp"
