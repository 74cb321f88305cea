// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/clock.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>

namespace millrace {

namespace {

Nanoseconds readClock(clockid_t id) noexcept
{
    timespec time{};
    clock_gettime(id, &time);
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

bool digitsAt(std::string_view text, std::size_t at, std::size_t count, int& value)
{
    if (at + count > text.size())
        return false;
    value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    return true;
}

} // namespace

Nanoseconds monotonicNow() noexcept
{
    return readClock(CLOCK_MONOTONIC);
}

Nanoseconds wallNow() noexcept
{
    return readClock(CLOCK_REALTIME);
}

Deadline deadlineIn(Nanoseconds duration) noexcept
{
    return std::chrono::steady_clock::now() + duration;
}

Nanoseconds timeLeft(Deadline deadline) noexcept
{
    return std::max(Nanoseconds(0),
                    std::chrono::duration_cast<Nanoseconds>(deadline - std::chrono::steady_clock::now()));
}

int pollTimeout(Deadline deadline) noexcept
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(timeLeft(deadline)).count();
    return static_cast<int>(std::min<std::int64_t>(left, 1'000'000));
}

std::string toRfc3339(Nanoseconds sinceEpoch)
{
    using namespace std::chrono;
    const auto whole = floor<seconds>(sinceEpoch);
    const auto time = static_cast<std::time_t>(whole.count());
    std::tm parts{};
    gmtime_r(&time, &parts);
    const auto micros = duration_cast<microseconds>(sinceEpoch - whole).count();
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, micros);
}

Result<Nanoseconds> parseRfc3339(std::string_view text)
{
    const Error error =
        fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not a time like 2026-11-20T09:42:40Z", text));
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    if (!digitsAt(text, 0, 4, year) || !digitsAt(text, 5, 2, month) || !digitsAt(text, 8, 2, day)
        || !digitsAt(text, 11, 2, hour) || !digitsAt(text, 14, 2, minute) || !digitsAt(text, 17, 2, second))
        return error;
    if (text[4] != '-' || text[7] != '-' || (text[10] != 'T' && text[10] != ' ') || text[13] != ':' || text[16] != ':')
        return error;
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    // int64 nanoseconds cover September 1677 to April 2262.
    if (!date.ok() || year < 1678 || year > 2261 || hour > 23 || minute > 59 || second > 60)
        return error;
    Nanoseconds time = sys_days(date).time_since_epoch() + hours(hour) + minutes(minute) + seconds(second);
    std::size_t at = 19;
    if (at < text.size() && text[at] == '.') {
        std::int64_t scale = 100'000'000;
        for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, scale /= 10)
            time += Nanoseconds(scale * (text[at] - '0'));
    }
    if (text.substr(at) == "Z")
        return time;
    int zoneHours = 0, zoneMinutes = 0;
    if (text.size() != at + 6 || (text[at] != '+' && text[at] != '-') || text[at + 3] != ':'
        || !digitsAt(text, at + 1, 2, zoneHours) || !digitsAt(text, at + 4, 2, zoneMinutes))
        return error;
    const Nanoseconds offset = hours(zoneHours) + minutes(zoneMinutes);
    return text[at] == '+' ? time - offset : time + offset;
}

} // namespace millrace
