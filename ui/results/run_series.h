// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/timeline_series.h"
#include "ui/results/result_source.h"

#include <QScrollArea>

class QBoxLayout;

namespace millrace::ui {

class PlotLink;
class Settings;
class TimelinePlot;

/// The series of one run as plots below each other, one for each kind of series, all on one clock.
class RunSeries : public QScrollArea
{
    Q_OBJECT
public:
    RunSeries(QString file, Settings& settings, QWidget* parent = nullptr);
    ~RunSeries() override;

    void show(const RunDetails& run);
    void clear();
    [[nodiscard]] const std::vector<TimelinePlot*>& plots() const noexcept { return m_plots; }

private:
    void readEvents(const RunDetails& run);
    void addPlot(const std::string& name, const RunDetails& run);

    std::filesystem::path m_file;
    Settings& m_settings;
    PlotLink* m_link;
    QBoxLayout* m_column;
    std::vector<TimelinePlot*> m_plots;
    std::vector<store::SeriesRecord> m_shown;
    std::vector<TimelineEvent> m_events;
    std::vector<TimelineBand> m_phases;
    store::RunId m_run;
};

} // namespace millrace::ui
