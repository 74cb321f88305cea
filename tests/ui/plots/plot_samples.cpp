// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/plots/plot_samples.h"

namespace millrace::test {

std::shared_ptr<ui::LiveSeries> samples(std::size_t count, double rate, const std::function<double(std::size_t)>& value,
                                        bool growing)
{
    auto series = std::make_shared<ui::LiveSeries>();
    std::vector<std::int64_t> times(count);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        times[i] = plotStart + static_cast<std::int64_t>(static_cast<double>(i) * 1e9 / rate);
        values[i] = value(i);
    }
    series->append(times, values);
    if (!growing)
        series->finish();
    return series;
}

ui::TimelineSeries line(const QString& name, std::shared_ptr<ui::SeriesSource> source, int color, const QString& unit)
{
    return {name, unit, std::move(source), color, true};
}

} // namespace millrace::test
