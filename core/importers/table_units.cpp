// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/table_units.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace millrace::importers {

namespace {

struct Known
{
    std::string_view text; ///< lower case
    std::string_view unit;
    double factor;
};

constexpr std::array<Known, 29> plain = {{
    {"s", "s", 1},
    {"sec", "s", 1},
    {"secs", "s", 1},
    {"second", "s", 1},
    {"seconds", "s", 1},
    {"ms", "s", 1e-3},
    {"msec", "s", 1e-3},
    {"millisecond", "s", 1e-3},
    {"milliseconds", "s", 1e-3},
    {"us", "s", 1e-6},
    {"µs", "s", 1e-6},
    {"usec", "s", 1e-6},
    {"microseconds", "s", 1e-6},
    {"ns", "s", 1e-9},
    {"nanoseconds", "s", 1e-9},
    {"min", "s", 60},
    {"minutes", "s", 60},
    {"h", "s", 3600},
    {"hours", "s", 3600},
    {"%", "", 0.01},
    {"percent", "", 0.01},
    {"samples/s", "samples/s", 1},
    {"img/sec", "samples/s", 1},
    {"img/s", "samples/s", 1},
    {"images/sec", "samples/s", 1},
    {"images/s", "samples/s", 1},
    {"examples/sec", "samples/s", 1},
    {"samples/sec", "samples/s", 1},
    {"examples/s", "samples/s", 1},
}};

/// k, M, G, T with or without i; removes it from the text.
double takePrefix(std::string_view& text)
{
    constexpr std::string_view letters = "kmgt";
    const std::size_t power = text.empty()
        ? letters.npos
        : letters.find(static_cast<char>(std::tolower(static_cast<unsigned char>(text[0]))));
    if (power == letters.npos)
        return 1;
    text.remove_prefix(1);
    const bool binary = text.starts_with('i');
    if (binary)
        text.remove_prefix(1);
    double factor = 1;
    for (std::size_t i = 0; i <= power; ++i)
        factor *= binary ? 1024 : 1000;
    return factor;
}

/// Bits or bytes, as a quantity or per second.
std::optional<StoreUnit> dataUnit(std::string_view text)
{
    bool perSecond = false;
    for (const std::string_view end : {"/sec", "/s", "ps", " per second", "_per_second", "_per_sec"})
        if (lowerCase(text).ends_with(end)) {
            text.remove_suffix(end.size());
            perSecond = true;
            break;
        }
    const double factor = takePrefix(text);
    const std::string word = lowerCase(text);
    const bool bits = text == "b" || word == "bit" || word == "bits";
    const bool bytes = text == "B" || word == "byte" || word == "bytes";
    if (!bits && !bytes)
        return std::nullopt;
    if (perSecond)
        return StoreUnit{"bit/s", factor * (bytes ? 8 : 1)};
    return bytes ? std::optional(StoreUnit{"B", factor}) : std::nullopt;
}

} // namespace

std::optional<StoreUnit> storeUnitOf(std::string_view unit)
{
    const std::string_view text = trim(unit);
    const std::string small = lowerCase(text);
    const auto known = std::ranges::find(plain, std::string_view(small), &Known::text);
    if (known != plain.end())
        return StoreUnit{std::string(known->unit), known->factor};
    return dataUnit(text);
}

std::pair<std::string, std::string> splitUnit(std::string_view columnName)
{
    const std::string_view name = trim(columnName);
    for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']')})
        if (const std::size_t begin = name.rfind(open); begin != name.npos && begin > 0 && name.ends_with(close)) {
            const std::string_view unit = trim(name.substr(begin + 1, name.size() - begin - 2));
            return {std::string(trim(name.substr(0, begin))), std::string(unit)};
        }
    for (const char separator : {'_', ' '})
        if (const std::size_t end = name.rfind(separator); end != name.npos && end > 0 && end + 1 < name.size())
            if (const std::string_view word = name.substr(end + 1); word.size() > 1 && storeUnitOf(word))
                return {std::string(name.substr(0, end)), std::string(word)};
    return {std::string(name),
            storeUnitOf(name) && name.size() > 2 && name.find('/') != name.npos ? std::string(name) : std::string()};
}

} // namespace millrace::importers
