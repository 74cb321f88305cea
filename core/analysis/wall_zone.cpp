// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/wall_zone.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

namespace millrace::analysis {

namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::nanoseconds;
using std::chrono::sys_days;

constexpr std::int64_t minute = 60'000'000'000;
constexpr std::int64_t hour = 60 * minute;

int yearOf(std::int64_t time) noexcept
{
    const std::chrono::year_month_day date(floor<days>(std::chrono::sys_time<nanoseconds>(nanoseconds(time))));
    return int(date.year());
}

std::int64_t nanosecondsOf(sys_days day) noexcept
{
    return nanoseconds(day.time_since_epoch()).count();
}

std::int64_t lastSunday(int year, unsigned month) noexcept
{
    using namespace std::chrono;
    return nanosecondsOf(sys_days(std::chrono::year(year) / std::chrono::month(month) / Sunday[last]));
}

std::int64_t nthSunday(int year, unsigned month, unsigned index) noexcept
{
    using namespace std::chrono;
    return nanosecondsOf(sys_days(std::chrono::year(year) / std::chrono::month(month) / Sunday[index]));
}

Result<std::int64_t> parseOffset(std::string_view text)
{
    const auto wrong = [&] { return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" is not an offset", text)); };
    if (text.size() < 3 || (text[0] != '+' && text[0] != '-'))
        return wrong();
    std::string digits;
    for (const char c : text.substr(1)) {
        if (c >= '0' && c <= '9')
            digits += c;
        else if (c != ':' || digits.size() != 2)
            return wrong();
    }
    if (digits.size() != 2 && digits.size() != 4)
        return wrong();
    const int hours = (digits[0] - '0') * 10 + (digits[1] - '0');
    const int minutes = digits.size() == 4 ? (digits[2] - '0') * 10 + (digits[3] - '0') : 0;
    if (hours > 14 || minutes > 59)
        return wrong();
    const std::int64_t offset = hours * hour + minutes * minute;
    return text[0] == '-' ? -offset : offset;
}

} // namespace

struct WallZone::Known
{
    std::string_view name;
    int minutes;
    Rule rule;
    std::string_view letters;
    std::string_view summerLetters;
};

Result<WallZone> WallZone::parse(std::string_view name)
{
    static constexpr std::array<Known, 15> known = {{
        {"UTC", 0, Rule::Fixed, "UTC", ""},
        {"CET", 60, Rule::Europe, "CET", "CEST"},
        {"Europe/Berlin", 60, Rule::Europe, "CET", "CEST"},
        {"Europe/Paris", 60, Rule::Europe, "CET", "CEST"},
        {"Europe/Zurich", 60, Rule::Europe, "CET", "CEST"},
        {"Europe/London", 0, Rule::Europe, "GMT", "BST"},
        {"Europe/Helsinki", 120, Rule::Europe, "EET", "EEST"},
        {"America/New_York", -300, Rule::UnitedStates, "EST", "EDT"},
        {"America/Chicago", -360, Rule::UnitedStates, "CST", "CDT"},
        {"America/Denver", -420, Rule::UnitedStates, "MST", "MDT"},
        {"America/Los_Angeles", -480, Rule::UnitedStates, "PST", "PDT"},
        {"Asia/Tokyo", 540, Rule::Fixed, "JST", ""},
        {"Asia/Shanghai", 480, Rule::Fixed, "CST", ""},
        {"Asia/Singapore", 480, Rule::Fixed, "+08", ""},
        {"Asia/Kolkata", 330, Rule::Fixed, "IST", ""},
    }};
    WallZone zone;
    zone.m_name = name;
    std::string names;
    for (const Known& each : known) {
        if (each.name == name) {
            zone.m_standard = each.minutes * minute;
            zone.m_rule = each.rule;
            zone.m_letters = each.letters;
            zone.m_summerLetters = each.summerLetters;
            return zone;
        }
        names += fmt::format("{}, ", each.name);
    }
    const auto offset = parseOffset(name);
    if (!offset)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the zone \"{}\" is unknown; use {}or an offset like +02:00", name, names));
    zone.m_standard = *offset;
    const std::int64_t minutes = std::abs(*offset) / minute;
    zone.m_letters = fmt::format("{}{:02}{}", *offset < 0 ? '-' : '+', minutes / 60,
                                 minutes % 60 == 0 ? std::string() : fmt::format("{:02}", minutes % 60));
    return zone;
}

WallZone WallZone::centralEurope()
{
    return *parse("Europe/Berlin");
}

bool WallZone::isSummer(std::int64_t utc) const noexcept
{
    switch (m_rule) {
    case Rule::Fixed: return false;
    case Rule::Europe: {
        const int year = yearOf(utc);
        return utc >= lastSunday(year, 3) + hour && utc < lastSunday(year, 10) + hour;
    }
    case Rule::UnitedStates: {
        const std::int64_t standard = utc + m_standard;
        const int year = yearOf(standard);
        return standard >= nthSunday(year, 3, 2) + 2 * hour && standard < nthSunday(year, 11, 1) + hour;
    }
    }
    return false;
}

std::int64_t WallZone::offsetAt(std::int64_t utc) const noexcept
{
    return isSummer(utc) ? m_standard + hour : m_standard;
}

std::int64_t WallZone::utcOf(std::int64_t wall) const noexcept
{
    const std::int64_t asSummer = wall - m_standard - hour;
    return isSummer(asSummer) ? asSummer : wall - m_standard;
}

std::string WallZone::abbreviationAt(std::int64_t utc) const
{
    return isSummer(utc) ? m_summerLetters : m_letters;
}

std::int64_t civilTime(int year, unsigned month, unsigned day, std::int64_t nanosecondsOfDay) noexcept
{
    const std::chrono::year_month_day date(std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day});
    return nanosecondsOf(sys_days(date)) + nanosecondsOfDay;
}

} // namespace millrace::analysis
