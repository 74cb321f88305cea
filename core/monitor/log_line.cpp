// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_line.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace millrace::monitor {
namespace {

constexpr int mostRanks = 1 << 20;

int rankOf(std::string_view worker, const LogSource& source)
{
    for (std::size_t rank = 0; rank < source.peers.size(); ++rank) {
        std::string name = source.peers[rank];
        if (const std::size_t colon = name.rfind(':'); colon != name.npos)
            name[colon] = '.';
        if (name == worker)
            return static_cast<int>(rank);
    }
    return -1;
}

bool takeStream(std::string_view word, EventOrigin& origin)
{
    if (word != "stdout" && word != "stderr")
        return false;
    origin.stream = word == "stdout" ? Stream::Out : Stream::Errors;
    return true;
}

/// "[10.0.0.19.10000::stdout] "
bool takeKungFuPrefix(std::string_view& text, EventOrigin& origin, const LogSource& source)
{
    const std::size_t end = text.find(']');
    if (!text.starts_with('[') || end == text.npos)
        return false;
    const std::string_view inside = text.substr(1, end - 1);
    const std::size_t colons = inside.rfind("::");
    if (colons == 0 || colons == inside.npos || inside.find('[') != inside.npos
        || !takeStream(inside.substr(colons + 2), origin))
        return false;
    origin.worker = inside.substr(0, colons);
    if (const int rank = rankOf(origin.worker, source); rank >= 0)
        origin.rank = rank;
    text.remove_prefix(end + 1);
    if (text.starts_with(' '))
        text.remove_prefix(1);
    return true;
}

/// Returns the length of ctime()'s "Fri Sep 18 03:11:09 2020"; 0 if the text does not begin with one.
std::size_t dateLength(std::string_view text)
{
    constexpr std::string_view shape = "Aaa Aaa 99 99:99:99 9999";
    if (text.size() < shape.size())
        return 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const char c = text[i];
        const bool digit = c >= '0' && c <= '9';
        const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        const bool fits = shape[i] == '9'        ? digit || c == ' '
            : shape[i] == 'A' || shape[i] == 'a' ? letter
                                                 : c == shape[i];
        if (!fits)
            return 0;
    }
    return shape.size();
}

/// "[1,3]<stdout>:", "[0]<stderr>:"
bool takeHorovodPrefix(std::string_view& text, EventOrigin& origin)
{
    std::string_view rest = text.substr(dateLength(text));
    const std::size_t end = rest.find("]<");
    const std::size_t close = rest.find(">:");
    if (!rest.starts_with('[') || end == rest.npos || close == rest.npos || close < end)
        return false;
    std::string_view number = rest.substr(1, end - 1);
    if (const std::size_t comma = number.find(','); comma != number.npos)
        number.remove_prefix(comma + 1);
    int rank = -1;
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), rank);
    if (error != std::errc() || stop != number.data() + number.size() || rank < 0
        || !takeStream(rest.substr(end + 2, close - end - 2), origin))
        return false;
    origin.rank = rank;
    rest.remove_prefix(close + 2);
    text = rest.substr(rest.starts_with(' ') ? 1 : 0);
    return true;
}

/// "[default0]:" with the rank on this node, "[rank0]:" with the rank.
bool takeTorchPrefix(std::string_view& text, EventOrigin& origin, const LogSource& source)
{
    const std::size_t end = text.find("]:");
    if (!text.starts_with('[') || end == text.npos || end > 40)
        return false;
    const std::string_view inside = text.substr(1, end - 1);
    std::size_t letters = 0;
    while (letters < inside.size() && ((inside[letters] >= 'a' && inside[letters] <= 'z') || inside[letters] == '_'))
        ++letters;
    int number = -1;
    const char* last = inside.data() + inside.size();
    const auto [stop, error] = std::from_chars(inside.data() + letters, last, number);
    if (letters == 0 || error != std::errc() || stop != last || number < 0 || number > mostRanks)
        return false;
    const bool isRank = inside.substr(0, letters) == "rank";
    origin.rank = isRank ? number : source.firstRank + number;
    if (!isRank)
        origin.worker = inside;
    text.remove_prefix(end + 2);
    if (text.starts_with(' '))
        text.remove_prefix(1);
    return true;
}

/// Returns the position of a second "[1,3]<stdout>:" in a line that begins with one, or npos.
std::size_t secondTag(std::string_view line) noexcept
{
    constexpr std::string_view mark = "]<std";
    const std::size_t first = line.find(mark);
    if (first == line.npos || !line.starts_with('['))
        return line.npos;
    const std::size_t second = line.find(mark, first + mark.size());
    if (second == line.npos)
        return line.npos;
    const std::size_t open = line.rfind('[', second);
    const std::size_t body = line.find(">:", first);
    if (open == line.npos || body == line.npos || open <= body + 2 || second - open > 12
        || line.substr(open + 1, second - open - 1).find_first_not_of("0123456789,") != line.npos
        || line.substr(body + 2, open - body - 2).find_first_not_of(' ') == line.npos)
        return line.npos;
    return open;
}

/// Returns the length of the well-formed sequence at the beginning (Unicode 15, table 3-7), 0 without one.
std::size_t sequenceLength(std::string_view bytes) noexcept
{
    const auto at = [&](std::size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u; };
    const auto isTail = [&](std::size_t i) { return (at(i) & 0xc0u) == 0x80u; };
    const unsigned first = at(0);
    const unsigned second = at(1);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return isTail(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool fits = !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second > 0x9f);
        return fits && isTail(1) && isTail(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool fits = !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second > 0x8f);
        return fits && isTail(1) && isTail(2) && isTail(3) ? 4 : 0;
    }
    return 0;
}

} // namespace

LogLine normaliseLine(std::string_view line, Stream stream, const Arrival& arrival, const LogSource& source)
{
    LogLine result;
    result.origin.stream = stream;
    result.origin.rank = source.rank;
    result.origin.monotonic = arrival.monotonic;
    result.origin.wall = arrival.wall;
    const std::string clean = cleanLine(line);
    std::string_view text = clean;
    const auto takePrefix = [&] {
        return takeKungFuPrefix(text, result.origin, source) || takeHorovodPrefix(text, result.origin)
            || takeTorchPrefix(text, result.origin, source);
    };
    while (takePrefix()) { }
    while (text.starts_with('\b'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' || text.back() == '\b'))
        text.remove_suffix(1);
    result.body = text;
    return result;
}

bool takeDoubtfulPrefix(LogLine& line)
{
    const std::string_view text = line.body;
    const std::size_t start = text.find_first_not_of(' ');
    const std::size_t colon = text.find(": ");
    if (start == text.npos || colon == text.npos || colon <= start || colon - start > 64)
        return false;
    const std::string_view word = text.substr(start, colon - start);
    const auto isName = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.'
            || c == '_';
    };
    if (!std::ranges::all_of(word, isName))
        return false;
    int rank = -1;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), rank);
    if (error == std::errc() && stop == word.data() + word.size() && rank <= mostRanks)
        line.origin.rank = rank;
    else
        line.origin.worker = word;
    line.body.erase(0, colon + 2);
    return true;
}

std::size_t firstPieceLength(std::string_view line) noexcept
{
    std::size_t end = line.size();
    if (const std::size_t turn = line.find('\r'); turn != line.npos)
        if (const std::size_t next = line.find_first_not_of('\r', turn); next != line.npos)
            end = next;
    if (const std::size_t tag = secondTag(line.substr(0, end)); tag != line.npos)
        end = tag;
    if (const std::size_t json = line.substr(0, end).find("}{\"event\":"); json != line.npos)
        end = json + 1;
    return end;
}

bool isAscii(std::string_view bytes) noexcept
{
    std::uint64_t seen = 0;
    while (bytes.size() >= sizeof seen) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        seen |= word;
        bytes.remove_prefix(sizeof word);
    }
    for (const char c : bytes)
        seen |= static_cast<unsigned char>(c);
    return (seen & 0x8080808080808080ull) == 0;
}

std::string validUtf8(std::string_view bytes)
{
    std::string valid;
    valid.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = sequenceLength(bytes);
        if (length == 0)
            valid += "\uFFFD";
        else
            valid += bytes.substr(0, length);
        bytes.remove_prefix(std::max<std::size_t>(1, length));
    }
    return valid;
}

} // namespace millrace::monitor
