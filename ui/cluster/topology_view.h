// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/cluster/topology_layout.h"

#include <QWidget>

#include <set>

namespace millrace::ui {

/// A drawing of a cluster. Nodes and links can be picked with the mouse and the arrow keys.
class TopologyView : public QWidget
{
    Q_OBJECT
public:
    explicit TopologyView(QWidget* parent = nullptr);

    void setCluster(const cluster::Cluster& cluster);
    /// Highlights without picked().
    void setSelectedNodes(const QList<int>& nodes);
    void setSelectedLinks(const QList<int>& links);
    [[nodiscard]] const TopologyLayout& topology() const noexcept { return m_layout; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void nodePicked(int node);
    void linkPicked(int link);
    void bottleneckPicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// The item with keyboard focus: nodes in drawing order, then lanes.
    struct Item
    {
        bool isLane = false;
        std::size_t position = 0;
    };
    void layOut();
    [[nodiscard]] std::optional<Item> itemAt(const QPointF& point) const;
    [[nodiscard]] QString tipOf(const Item& item) const;
    void pick(const Item& item);
    void paintZones(QPainter& painter) const;
    void paintSwitch(QPainter& painter) const;
    void paintNodes(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    void paintLane(QPainter& painter, const TopologyLayout::Lane& lane, bool selected) const;
    void paintFocus(QPainter& painter) const;

    cluster::Cluster m_cluster;
    TopologyLayout m_layout;
    std::set<int> m_nodes;
    std::set<int> m_links;
    std::optional<Item> m_current;
};

} // namespace millrace::ui
