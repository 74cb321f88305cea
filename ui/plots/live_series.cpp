// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/live_series.h"

namespace millrace::ui {

void LiveSeries::append(std::span<const std::int64_t> times, std::span<const double> values)
{
    if (times.empty())
        return;
    const std::lock_guard lock(m_mutex);
    m_series.append(times, values);
    ++m_revision;
}

void LiveSeries::append(std::int64_t time, double value)
{
    append(std::span<const std::int64_t>(&time, 1), std::span<const double>(&value, 1));
}

void LiveSeries::finish()
{
    m_growing = false;
}

TimeRange LiveSeries::range() const
{
    const std::lock_guard lock(m_mutex);
    return m_series.empty() ? TimeRange{} : TimeRange{m_series.firstTime(), m_series.lastTime() + 1};
}

std::vector<analysis::SeriesColumn> LiveSeries::columns(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    const std::lock_guard lock(m_mutex);
    return m_series.columnsAround(begin, end, width);
}

std::size_t LiveSeries::memory() const
{
    const std::lock_guard lock(m_mutex);
    return m_series.memory();
}

} // namespace millrace::ui
