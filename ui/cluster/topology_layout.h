// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/cluster/cluster.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace millrace::ui {

/// Where everything of a cluster's drawing goes: the switch above, the nodes below it in frames by zone, and under them
/// one lane for each link, in the order in which they override each other, and one for the bottleneck.
struct TopologyLayout
{
    struct Text
    {
        QRectF rect;
        QString text; ///< cut to fit
    };
    struct NodeBox
    {
        std::size_t node = 0;
        QRectF rect;
        Text name;
        Text detail; ///< slots and rate; empty where there is no room
    };
    struct ZoneFrame
    {
        QRectF rect;
        Text title;
    };
    /// One end of a link: a place on the lane, or all nodes between two places.
    struct End
    {
        double left = 0;
        double right = 0;
        double top = 0; ///< where its line to the node or frame ends
        bool isAll = false;
    };
    struct Lane
    {
        std::optional<std::size_t> link; ///< nothing: the bottleneck
        double y = 0;
        End from;
        End to;
        bool bothWays = true;
        Text label;
    };

    bool compact = false; ///< nodes are squares without names
    QSizeF size;
    Text switchBar;
    std::vector<QLineF> wires;
    std::vector<ZoneFrame> zones;
    std::vector<NodeBox> nodes;
    std::vector<Lane> lanes;
    Text more; ///< links that have no lane of their own

    /// All texts that are shown, with where they stand.
    [[nodiscard]] std::vector<Text> texts() const;
};

inline constexpr std::size_t mostNamedNodes = 16;

[[nodiscard]] TopologyLayout layoutTopology(const cluster::Cluster& cluster, double width,
                                            const QFontMetricsF& metrics);
/// The drawing in words, a line for each zone, link and the bottleneck.
[[nodiscard]] QString topologySummary(const cluster::Cluster& cluster);

} // namespace millrace::ui
