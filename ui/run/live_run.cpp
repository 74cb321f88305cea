// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/live_run.h"

namespace millrace::ui {

LiveSeries* LiveRun::find(const std::string& name, const std::string& subject, const std::string& unit, bool& isNew)
{
    const auto found = m_series.find({name, subject});
    if (found != m_series.end())
        return found->second.series.get();
    if (m_series.size() >= mostSeries)
        return nullptr;
    isNew = true;
    auto series = std::make_shared<LiveSeries>();
    m_series.emplace(std::pair(name, subject), Entry{unit, series});
    return series.get();
}

bool LiveRun::add(const RunBatch::Samples& samples)
{
    bool isNew = false;
    LiveSeries* series = find(samples.name, samples.subject, samples.unit, isNew);
    if (series == nullptr)
        return false;
    series->append(samples.times, samples.values);
    return isNew;
}

bool LiveRun::add(const store::Event& event)
{
    return m_marks.add(event);
}

void LiveRun::addMark(TimelineEvent mark)
{
    if (m_marks.events.size() < RunMarks::most)
        m_marks.events.push_back(std::move(mark));
}

void LiveRun::finish()
{
    m_finished = true;
    for (auto& [key, entry] : m_series)
        entry.series->finish();
}

std::vector<MonitorSeries> LiveRun::series() const
{
    std::vector<MonitorSeries> all;
    for (const auto& [key, entry] : m_series)
        all.push_back({key.first, key.second, entry.unit, entry.series});
    return all;
}

std::size_t LiveRun::memory() const
{
    std::size_t bytes = 0;
    for (const auto& [key, entry] : m_series)
        bytes += entry.series->memory();
    return bytes;
}

} // namespace millrace::ui
