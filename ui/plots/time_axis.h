// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/plots/time_range.h"

#include <QString>

#include <functional>
#include <vector>

class QLocale;

namespace millrace::ui {

struct TimeTick
{
    std::int64_t time = 0; ///< nanoseconds since the epoch
    QString label;
};

/// Round times since `origin` inside the view, as many as labels of the width from `labelWidth` fit side by
/// side into `width`.
[[nodiscard]] std::vector<TimeTick> timeTicks(TimeRange view, std::int64_t origin, double width,
                                              const std::function<double(const QString&)>& labelWidth,
                                              const QLocale& locale);

/// A time since the origin: "1 min 30 s", "12.345 s", "250 µs". `resolution`: the smallest difference, in nanoseconds,
/// that shall be seen.
[[nodiscard]] QString offsetText(std::int64_t offset, std::int64_t resolution, const QLocale& locale);
/// The date and time of an instant here, with its distance from UTC: "2026-05-01 12:00:03.250 +02:00".
[[nodiscard]] QString instantText(std::int64_t time, std::int64_t resolution);

} // namespace millrace::ui
