// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/text_time.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fmt/format.h>
#include <limits>

namespace millrace::importers {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t minute = 60 * second;
constexpr std::int64_t hour = 60 * minute;

/// Digits only, at most 18 of them.
std::optional<std::int64_t> digits(std::string_view text)
{
    if (text.empty() || text.size() > 18 || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The digits after the point as nanoseconds.
std::optional<std::int64_t> fraction(std::string_view text)
{
    if (text.empty() || text.size() > 30)
        return std::nullopt;
    if (!digits(text.substr(0, 9))
        || (text.size() > 9 && !std::ranges::all_of(text.substr(9), [](char c) { return c >= '0' && c <= '9'; })))
        return std::nullopt;
    std::int64_t value = *digits(text.substr(0, 9));
    for (std::size_t i = text.size(); i < 9; ++i)
        value *= 10;
    return value;
}

std::optional<std::int64_t> dateOf(std::int64_t year, unsigned month, std::int64_t day)
{
    using namespace std::chrono;
    if (year < 1970 || year > 2261 || day < 1 || day > 31)
        return std::nullopt;
    const year_month_day date(std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                              std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok())
        return std::nullopt;
    return analysis::civilTime(static_cast<int>(year), month, static_cast<unsigned>(day), 0);
}

unsigned monthOf(std::string_view name)
{
    struct Name
    {
        std::string_view letters;
        unsigned month;
    };
    static constexpr std::array<Name, 18> names = {{{"jan", 1},
                                                    {"feb", 2},
                                                    {"mar", 3},
                                                    {"apr", 4},
                                                    {"may", 5},
                                                    {"jun", 6},
                                                    {"jul", 7},
                                                    {"aug", 8},
                                                    {"sep", 9},
                                                    {"oct", 10},
                                                    {"nov", 11},
                                                    {"dec", 12},
                                                    {"mär", 3},
                                                    {"mrz", 3},
                                                    {"mai", 5},
                                                    {"okt", 10},
                                                    {"dez", 12},
                                                    {"jän", 1}}};
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto found = std::ranges::find_if(names, [&](const Name& each) { return lower.starts_with(each.letters); });
    return found == names.end() ? 0 : found->month;
}

/// Words separated by any number of blanks.
std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (const std::string_view part : split(text, ' '))
        if (!part.empty())
            parts.push_back(part);
    return parts;
}

/// The instant of a wall clock's time with its zone abbreviation.
std::optional<std::int64_t> instantOf(std::int64_t wall, std::string_view word, const PacketOptions& options)
{
    if (const auto chosen = options.zoneWords.find(std::string(word)); chosen != options.zoneWords.end())
        return wall - chosen->second;
    const std::int64_t here = options.zone.utcOf(wall);
    for (const std::int64_t candidate : {here, here + hour})
        if (options.zone.abbreviationAt(candidate) == word && candidate + options.zone.offsetAt(candidate) == wall)
            return candidate;
    const auto offset = zoneOffset(word);
    return offset ? std::optional(wall - *offset) : std::nullopt;
}

/// "2021-07-12T14:03:05.000000000+0200" or "… Z"; the offset may be missing.
std::optional<std::int64_t> parseIso(std::string_view text, const PacketOptions& options, TimeProblem& problem)
{
    if (text.size() < 19 || (text[10] != 'T' && text[10] != ' '))
        return std::nullopt;
    const auto date = parseDate(text.substr(0, 10));
    std::string_view rest = text.substr(11);
    const std::size_t end = rest.find_first_not_of("0123456789:.");
    const auto time = parseTimeOfDay(rest.substr(0, end));
    if (!date || !time)
        return std::nullopt;
    const std::int64_t wall = *date + *time;
    const std::string_view zone = end == std::string_view::npos ? std::string_view() : trim(rest.substr(end));
    if (zone.empty())
        return options.zone.utcOf(wall);
    problem = TimeProblem::UnknownZone;
    return instantOf(wall, zone, options);
}

} // namespace

std::optional<std::int64_t> parseTimeOfDay(std::string_view text)
{
    if (text.size() < 8 || text[2] != ':' || text[5] != ':')
        return std::nullopt;
    const auto hours = digits(text.substr(0, 2)), minutes = digits(text.substr(3, 2)),
               seconds = digits(text.substr(6, 2));
    if (!hours || !minutes || !seconds || *hours > 23 || *minutes > 59 || *seconds > 60)
        return std::nullopt;
    std::int64_t rest = 0;
    if (text.size() > 8) {
        const auto decimals = text[8] == '.' || text[8] == ',' ? fraction(text.substr(9)) : std::nullopt;
        if (!decimals)
            return std::nullopt;
        rest = *decimals;
    }
    return *hours * hour + *minutes * minute + *seconds * second + rest;
}

std::optional<std::int64_t> parseDate(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = digits(text.substr(0, 4)), month = digits(text.substr(5, 2)), day = digits(text.substr(8, 2));
    if (!year || !month || !day || *month < 1 || *month > 12)
        return std::nullopt;
    return dateOf(*year, static_cast<unsigned>(*month), *day);
}

std::optional<std::int64_t> parseEpoch(std::string_view text)
{
    const std::size_t point = text.find('.');
    const auto whole = digits(text.substr(0, point));
    if (!whole || *whole > std::numeric_limits<std::int64_t>::max() / second - 1)
        return std::nullopt;
    if (point == std::string_view::npos)
        return *whole * second;
    const auto rest = fraction(text.substr(point + 1));
    return rest ? std::optional(*whole * second + *rest) : std::nullopt;
}

std::optional<std::int64_t> zoneOffset(std::string_view word)
{
    struct Zone
    {
        std::string_view word;
        int minutes;
    };
    static constexpr std::array<Zone, 42> zones = {
        {{"UTC", 0},    {"GMT", 0},    {"Z", 0},      {"WET", 0},    {"WEST", 60},  {"BST", 60},   {"CET", 60},
         {"CEST", 120}, {"MEZ", 60},   {"MESZ", 120}, {"EET", 120},  {"EEST", 180}, {"MSK", 180},  {"SAST", 120},
         {"CAT", 120},  {"EAT", 180},  {"IST", 330},  {"PKT", 300},  {"NPT", 345},  {"WIB", 420},  {"HKT", 480},
         {"SGT", 480},  {"AWST", 480}, {"JST", 540},  {"KST", 540},  {"ACST", 570}, {"ACDT", 630}, {"AEST", 600},
         {"AEDT", 660}, {"NZST", 720}, {"NZDT", 780}, {"NST", -210}, {"NDT", -150}, {"AST", -240}, {"ADT", -180},
         {"EST", -300}, {"EDT", -240}, {"CST", -360}, {"CDT", -300}, {"MST", -420}, {"MDT", -360}, {"PST", -480}}};
    if (word == "PDT")
        return -420 * minute;
    const auto found = std::ranges::find(zones, word, &Zone::word);
    if (found != zones.end())
        return found->minutes * minute;
    if (!word.empty() && (word[0] == '+' || word[0] == '-'))
        if (const auto zone = analysis::WallZone::parse(word))
            return zone->offsetAt(0);
    return std::nullopt;
}

std::optional<std::int64_t> parseFrameTime(std::string_view text, const PacketOptions& options, TimeProblem& problem)
{
    problem = TimeProblem::NoTime;
    text = trim(text);
    if (const auto epoch = parseEpoch(text))
        return epoch;
    if (text.size() > 4 && text[4] == '-')
        return parseIso(text, options, problem);
    const auto parts = words(text);
    if (parts.size() < 4 || parts.size() > 5)
        return std::nullopt;
    const unsigned month = monthOf(parts[0]);
    const std::string_view dayText = parts[1].ends_with(',') ? parts[1].substr(0, parts[1].size() - 1) : parts[1];
    const auto day = digits(dayText), year = digits(parts[2]);
    const auto time = parseTimeOfDay(parts[3]);
    if (month == 0 || !day || !year || !time)
        return std::nullopt;
    const auto date = dateOf(*year, month, *day);
    if (!date)
        return std::nullopt;
    if (parts.size() == 4)
        return options.zone.utcOf(*date + *time);
    problem = TimeProblem::UnknownZone;
    return instantOf(*date + *time, parts[4], options);
}

std::string frameTimeText(std::int64_t time, const analysis::WallZone& zone)
{
    using namespace std::chrono;
    static constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const sys_time<nanoseconds> wall{nanoseconds(time + zone.offsetAt(time))};
    const auto midnight = floor<days>(wall);
    const year_month_day date(midnight);
    const std::int64_t rest = (wall - midnight).count();
    return fmt::format("{} {:2}, {} {:02}:{:02}:{:02}.{:09} {}", months[unsigned(date.month()) - 1],
                       unsigned(date.day()), int(date.year()), rest / hour, rest / minute % 60, rest / second % 60,
                       rest % second, zone.abbreviationAt(time));
}

} // namespace millrace::importers
