// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/run_marks.h"
#include "ui/plots/live_series.h"
#include "ui/plots/timeline_series.h"
#include "ui/run/run_bridge.h"

#include <map>

namespace millrace::ui {

/// One series of a run that is shown.
struct MonitorSeries
{
    std::string name; ///< "net.sent"
    std::string subject; ///< "node0"; empty: the whole run
    std::string unit;
    std::shared_ptr<SeriesSource> source;
};

/// What a run under way gives, in bounded memory.
class LiveRun
{
public:
    static constexpr std::size_t mostSeries = 512;

    explicit LiveRun(run::RunHeading heading) : m_heading(std::move(heading)) { }

    /// True when there is a series that was not there before.
    bool add(const RunBatch::Samples& samples);
    /// True when it is to be drawn.
    bool add(const store::Event& event);
    void addMark(TimelineEvent mark);
    /// Nothing more will come.
    void finish();
    [[nodiscard]] bool isFinished() const noexcept { return m_finished; }

    [[nodiscard]] const run::RunHeading& heading() const noexcept { return m_heading; }
    [[nodiscard]] std::vector<MonitorSeries> series() const;
    [[nodiscard]] const RunMarks& marks() const noexcept { return m_marks; }
    /// Bytes that the series take.
    [[nodiscard]] std::size_t memory() const;

private:
    struct Entry
    {
        std::string unit;
        std::shared_ptr<LiveSeries> series;
    };
    LiveSeries* find(const std::string& name, const std::string& subject, const std::string& unit, bool& isNew);

    run::RunHeading m_heading;
    bool m_finished = false;
    std::map<std::pair<std::string, std::string>, Entry> m_series; ///< by name and subject
    RunMarks m_marks;
};

} // namespace millrace::ui
