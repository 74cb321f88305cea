// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/time_range.h"

#include <QObject>
#include <QPointer>

#include <optional>
#include <vector>

namespace millrace::ui {

class TimelinePlot;

/// Makes plots that stand above each other move together: the same view, cursor and following in all of them.
class PlotLink : public QObject
{
    Q_OBJECT
public:
    explicit PlotLink(QObject* parent = nullptr) : QObject(parent) { }

    /// The plot takes over the view of those that are linked already. Plots may be deleted at any time.
    void add(TimelinePlot* plot);
    void remove(TimelinePlot* plot);

    /// All of these act on every plot.
    void fit();
    void setFollowing(bool following);
    void setPaused(bool paused);
    void setTimeCursor(std::optional<std::int64_t> time);

private:
    template <typename Action>
    void apply(TimelinePlot* from, Action action);

    std::vector<QPointer<TimelinePlot>> m_plots;
    bool m_applying = false;
};

} // namespace millrace::ui
