// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/cluster/topology_view.h"

#include "ui/base/colors.h"
#include "ui/base/format.h"
#include "ui/base/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

namespace millrace::ui {
namespace {

QColor mixed(const QColor& a, const QColor& b, float share)
{
    const auto part = [share](float x, float y) { return x + (y - x) * share; };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

} // namespace

TopologyView::TopologyView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("topologyView"));
    setAccessibleName(tr("Drawing of the cluster"));
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TopologyView::setCluster(const cluster::Cluster& cluster)
{
    m_cluster = cluster;
    setAccessibleDescription(topologySummary(cluster));
    layOut();
}

void TopologyView::layOut()
{
    m_layout = layoutTopology(m_cluster, width(), QFontMetricsF(font()));
    m_current.reset();
    setMinimumHeight(static_cast<int>(m_layout.size.height()));
    updateGeometry();
    update();
}

int TopologyView::heightForWidth(int width) const
{
    return static_cast<int>(layoutTopology(m_cluster, width, QFontMetricsF(font())).size.height());
}

QSize TopologyView::sizeHint() const
{
    return m_layout.size.toSize();
}

void TopologyView::setSelectedNodes(const QList<int>& nodes)
{
    m_nodes = {nodes.begin(), nodes.end()};
    update();
}

void TopologyView::setSelectedLinks(const QList<int>& links)
{
    m_links = {links.begin(), links.end()};
    update();
}

void TopologyView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

std::optional<TopologyView::Item> TopologyView::itemAt(const QPointF& point) const
{
    for (std::size_t i = 0; i < m_layout.nodes.size(); ++i) {
        if (m_layout.nodes[i].rect.adjusted(-2, -2, 2, 2).contains(point))
            return Item{false, i};
    }
    for (std::size_t i = 0; i < m_layout.lanes.size(); ++i) {
        const TopologyLayout::Lane& lane = m_layout.lanes[i];
        const QRectF line(std::min(lane.from.left, lane.to.left), lane.y - 5,
                          std::abs(lane.to.right - lane.from.left) + 1, 10);
        if (lane.label.rect.contains(point) || line.contains(point))
            return Item{true, i};
    }
    return {};
}

QString TopologyView::tipOf(const Item& item) const
{
    if (!item.isLane)
        return toQString(m_cluster.nodes[m_layout.nodes[item.position].node].name);
    return m_layout.lanes[item.position].label.text;
}

void TopologyView::pick(const Item& item)
{
    m_current = item;
    update();
    if (!item.isLane)
        Q_EMIT nodePicked(static_cast<int>(m_layout.nodes[item.position].node));
    else if (const auto link = m_layout.lanes[item.position].link)
        Q_EMIT linkPicked(static_cast<int>(*link));
    else
        Q_EMIT bottleneckPicked();
}

void TopologyView::mousePressEvent(QMouseEvent* event)
{
    if (const auto item = itemAt(event->position()); item && event->button() == Qt::LeftButton)
        pick(*item);
}

void TopologyView::keyPressEvent(QKeyEvent* event)
{
    const auto step = [this](bool lanes, int by) {
        const std::size_t count = lanes ? m_layout.lanes.size() : m_layout.nodes.size();
        if (count == 0)
            return;
        if (!m_current || m_current->isLane != lanes)
            return pick({lanes, by > 0 ? 0 : count - 1});
        pick({lanes, (m_current->position + count + static_cast<std::size_t>(by + static_cast<int>(count))) % count});
    };
    switch (event->key()) {
    case Qt::Key_Left: return step(false, -1);
    case Qt::Key_Right: return step(false, 1);
    case Qt::Key_Up: return step(true, -1);
    case Qt::Key_Down: return step(true, 1);
    default: QWidget::keyPressEvent(event);
    }
}

bool TopologyView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto item = itemAt(help->pos());
        QToolTip::showText(help->globalPos(), item ? tipOf(*item) : QString(), this);
        return true;
    }
    if (event->type() == QEvent::FontChange)
        layOut();
    return QWidget::event(event);
}

void TopologyView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    paintZones(painter);
    paintLanes(painter);
    paintSwitch(painter);
    paintNodes(painter);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(m_layout.more.rect, Qt::AlignCenter, m_layout.more.text);
    paintFocus(painter);
}

void TopologyView::paintZones(QPainter& painter) const
{
    const QColor line = mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.35F);
    for (const TopologyLayout::ZoneFrame& zone : m_layout.zones) {
        painter.setPen(QPen(line, 1, Qt::DashLine));
        painter.setBrush(palette().color(QPalette::AlternateBase));
        painter.drawRoundedRect(zone.rect, 6, 6);
    }
    painter.setPen(QPen(line, 1.5));
    for (const QLineF& wire : m_layout.wires)
        painter.drawLine(wire);
}

void TopologyView::paintSwitch(QPainter& painter) const
{
    const QColor ground = mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.14F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(m_layout.switchBar.rect, 5, 5);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(m_layout.switchBar.rect, Qt::AlignCenter, m_layout.switchBar.text);
    // Above the lines that come from nodes below.
    for (const TopologyLayout::ZoneFrame& zone : m_layout.zones) {
        painter.fillRect(zone.title.rect, palette().color(QPalette::AlternateBase));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(zone.title.rect, Qt::AlignCenter, zone.title.text);
    }
}

void TopologyView::paintNodes(QPainter& painter) const
{
    for (const TopologyLayout::NodeBox& box : m_layout.nodes) {
        const bool selected = m_nodes.contains(static_cast<int>(box.node));
        const QColor text = palette().color(selected ? QPalette::HighlightedText : QPalette::Text);
        painter.setPen(QPen(palette().color(selected ? QPalette::Text : QPalette::PlaceholderText), selected ? 2 : 1));
        painter.setBrush(palette().color(selected ? QPalette::Highlight : QPalette::Window));
        painter.drawRoundedRect(box.rect, m_layout.compact ? 3 : 5, m_layout.compact ? 3 : 5);
        painter.setPen(text);
        painter.drawText(box.name.rect, Qt::AlignCenter, box.name.text);
        painter.setPen(selected ? text : palette().color(QPalette::PlaceholderText));
        painter.drawText(box.detail.rect, Qt::AlignCenter, box.detail.text);
    }
}

void TopologyView::paintLanes(QPainter& painter) const
{
    for (const TopologyLayout::Lane& lane : m_layout.lanes)
        paintLane(painter, lane, lane.link && m_links.contains(static_cast<int>(*lane.link)));
    for (const TopologyLayout::Lane& lane : m_layout.lanes) {
        const bool selected = lane.link && m_links.contains(static_cast<int>(*lane.link));
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(selected ? QPalette::Highlight : QPalette::Base));
        painter.drawRoundedRect(lane.label.rect.adjusted(0, -1, 0, 1), 4, 4);
        painter.setPen(palette().color(selected ? QPalette::HighlightedText : QPalette::Text));
        painter.drawText(lane.label.rect, Qt::AlignCenter, lane.label.text);
    }
}

void TopologyView::paintLane(QPainter& painter, const TopologyLayout::Lane& lane, bool selected) const
{
    const bool dark = isDark(palette());
    const QColor color = selected ? palette().color(QPalette::Highlight)
        : lane.link               ? seriesColor(0, dark)
                                  : warningColor(dark);
    painter.setPen(QPen(color, lane.link ? (selected ? 3 : 1.5) : 3));
    const double left = std::min(lane.from.left, lane.to.left);
    const double right = std::max(lane.from.right, lane.to.right);
    painter.drawLine(QPointF(left, lane.y), QPointF(right, lane.y));
    const auto rise = [&](const TopologyLayout::End& end, bool arrow) {
        for (const double x : {end.left, end.right}) {
            const double top = end.isAll ? lane.y - 6 : end.top + 1;
            painter.setPen(QPen(color, lane.link ? 1.2 : 2));
            painter.drawLine(QPointF(x, lane.y), QPointF(x, top));
            if (!arrow)
                continue;
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawPolygon(QPolygonF({{x, top - 1}, {x - 4, top + 7}, {x + 4, top + 7}}));
        }
    };
    rise(lane.from, lane.bothWays);
    rise(lane.to, true);
    if (lane.link)
        return;
    // The bottleneck's symbol, a narrow place in a pipe, next to its label.
    const double x = lane.label.rect.left() > right ? (left + right) / 2 : lane.label.rect.left() - 12;
    painter.setPen(QPen(palette().color(QPalette::Text), 1));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({{x - 9, lane.y - 8},
                                   {x, lane.y - 2},
                                   {x + 9, lane.y - 8},
                                   {x + 9, lane.y + 8},
                                   {x, lane.y + 2},
                                   {x - 9, lane.y + 8}}));
}

void TopologyView::paintFocus(QPainter& painter) const
{
    if (!hasFocus())
        return;
    QRectF place = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (m_current)
        place = m_current->isLane ? m_layout.lanes[m_current->position].label.rect.adjusted(-3, -2, 3, 2)
                                  : m_layout.nodes[m_current->position].rect.adjusted(-3, -3, 3, 3);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(place, 4, 4);
}

} // namespace millrace::ui

#include "moc_topology_view.cpp"
