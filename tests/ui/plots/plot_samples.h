// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/live_series.h"
#include "ui/plots/timeline_series.h"

#include <functional>
#include <memory>

namespace millrace::test {

inline constexpr std::int64_t plotSecond = 1'000'000'000;
/// When the samples begin, so that times are as large as real ones.
inline constexpr std::int64_t plotStart = 1'790'000'000 * plotSecond;

/// `count` samples at `rate` per second from plotStart on; finished unless `growing`.
std::shared_ptr<ui::LiveSeries> samples(std::size_t count, double rate, const std::function<double(std::size_t)>& value,
                                        bool growing = false);
ui::TimelineSeries line(const QString& name, std::shared_ptr<ui::SeriesSource> source, int color = 0,
                        const QString& unit = QStringLiteral("bit/s"));

} // namespace millrace::test
