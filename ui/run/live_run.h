// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/interference/run_marks.h"
#include "ui/plots/live_series.h"
#include "ui/plots/timeline_series.h"
#include "ui/run/run_bridge.h"

#include <map>

namespace millrace::ui {

/// Displayed series of a run.
struct MonitorSeries
{
    std::string name; ///< "net.sent"
    std::string subject; ///< "node0"; empty: the whole run
    std::string unit;
    std::shared_ptr<SeriesSource> source;
};

/// Data of the current run, in bounded memory.
class LiveRun
{
public:
    static constexpr std::size_t mostSeries = 512;

    explicit LiveRun(run::RunRef heading) : m_heading(std::move(heading)) { }

    /// Returns true if there is a new series.
    bool add(const RunBatch::Samples& samples);
    /// Returns true if it is to be drawn.
    bool add(const store::Event& event);
    void addMark(TimelineEvent mark);
    /// Marks the end of the data.
    void finish();
    [[nodiscard]] bool isFinished() const noexcept { return m_finished; }

    [[nodiscard]] const run::RunRef& heading() const noexcept { return m_heading; }
    [[nodiscard]] std::vector<MonitorSeries> series() const;
    [[nodiscard]] const RunMarks& marks() const noexcept { return m_marks; }
    /// Returns the memory of the series in bytes.
    [[nodiscard]] std::size_t memory() const;

private:
    struct Entry
    {
        std::string unit;
        std::shared_ptr<LiveSeries> series;
    };
    LiveSeries* find(const std::string& name, const std::string& subject, const std::string& unit, bool& isNew);

    run::RunRef m_heading;
    bool m_finished = false;
    std::map<std::pair<std::string, std::string>, Entry> m_series; ///< by name and subject
    RunMarks m_marks;
};

} // namespace millrace::ui
