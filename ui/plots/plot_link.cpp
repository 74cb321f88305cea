// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_link.h"

#include "ui/plots/timeline_plot.h"

#include <algorithm>

namespace millrace::ui {

template <typename Action>
void PlotLink::apply(TimelinePlot* from, Action action)
{
    if (m_applying)
        return;
    m_applying = true;
    for (const QPointer<TimelinePlot>& plot : m_plots)
        if (plot && plot != from)
            action(*plot);
    m_applying = false;
}

void PlotLink::add(TimelinePlot* plot)
{
    remove(plot);
    if (!m_plots.empty()) {
        plot->setView(m_plots.front()->view(), m_plots.front()->viewMode());
        plot->setPaused(m_plots.front()->isPaused());
    }
    m_plots.emplace_back(plot);
    const QPointer<PlotLink> self(this);
    plot->setSharedRange([self, plot] {
        TimeRange all;
        if (!self)
            return plot->dataRange();
        for (const QPointer<TimelinePlot>& one : self->m_plots)
            if (one)
                all = united(all, one->dataRange());
        return all;
    });
    const auto adopt = [this, plot] {
        apply(plot, [plot](TimelinePlot& other) { other.setView(plot->view(), plot->viewMode()); });
    };
    connect(plot, &TimelinePlot::viewChanged, this, adopt);
    connect(plot, &TimelinePlot::followingChanged, this, adopt);
    connect(plot, &TimelinePlot::pausedChanged, this,
            [this, plot](bool paused) { apply(plot, [paused](TimelinePlot& other) { other.setPaused(paused); }); });
    connect(plot, &TimelinePlot::cursorMoved, this, [this, plot](std::optional<std::int64_t> time) {
        apply(plot, [time](TimelinePlot& other) { other.setTimeCursor(time); });
    });
}

void PlotLink::remove(TimelinePlot* plot)
{
    disconnect(plot, nullptr, this, nullptr);
    plot->setSharedRange({});
    std::erase_if(m_plots, [plot](const QPointer<TimelinePlot>& other) { return !other || other == plot; });
}

void PlotLink::fit()
{
    apply(nullptr, [](TimelinePlot& plot) { plot.fit(); });
}

void PlotLink::setFollowing(bool following)
{
    apply(nullptr, [following](TimelinePlot& plot) { plot.setFollowing(following); });
}

void PlotLink::setPaused(bool paused)
{
    apply(nullptr, [paused](TimelinePlot& plot) { plot.setPaused(paused); });
}

void PlotLink::setTimeCursor(std::optional<std::int64_t> time)
{
    apply(nullptr, [time](TimelinePlot& plot) { plot.setTimeCursor(time); });
}

} // namespace millrace::ui

#include "moc_plot_link.cpp"
