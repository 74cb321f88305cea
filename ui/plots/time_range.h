// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace millrace::ui {

/// A half-open stretch of time, nanoseconds since the epoch.
struct TimeRange
{
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] constexpr bool isEmpty() const noexcept { return end <= begin; }
    [[nodiscard]] constexpr std::int64_t length() const noexcept { return end - begin; }
    [[nodiscard]] constexpr bool contains(std::int64_t time) const noexcept { return begin <= time && time < end; }
    constexpr bool operator==(const TimeRange&) const = default;
};

/// The shortest range that holds both; an empty one counts for nothing.
[[nodiscard]] constexpr TimeRange united(TimeRange a, TimeRange b) noexcept
{
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() ? b : a;
    return {a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}

} // namespace millrace::ui
