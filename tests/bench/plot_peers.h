// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPointF>
#include <QSize>
#include <QVector>
#include <QWidget>

#include <memory>
#include <string>
#include <vector>

namespace millrace::bench {

/// Another library's plot with lines of one pixel, no antialiasing and no legend. Times are seconds.
class PeerPlot
{
public:
    virtual ~PeerPlot() = default;
    virtual QWidget& widget() = 0;
    /// Adds points at the end of a line.
    virtual void append(int series, const QVector<QPointF>& points) = 0;
    /// Shows this stretch and paints it before it returns.
    virtual void show(double begin, double end, double low, double high) = 0;
};

struct PeerKind
{
    std::string name;
    std::unique_ptr<PeerPlot> (*make)(int series, QSize size);
};
/// Those that this program was built with.
std::vector<PeerKind> peerKinds();

} // namespace millrace::bench
