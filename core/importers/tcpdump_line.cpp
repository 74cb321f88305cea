// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "core/importers/tcpdump_text.h"
#include "core/importers/text_time.h"

#include <algorithm>
#include <charconv>

namespace millrace::importers {

namespace {

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// The number at the beginning of a text.
std::optional<std::uint32_t> leadingNumber(std::string_view text)
{
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end != text.data() ? std::optional(value) : std::nullopt;
}

std::optional<std::uint32_t> sequenceAfter(std::string_view text, std::string_view word)
{
    const std::size_t found = text.find(word);
    return found == std::string_view::npos ? std::nullopt : leadingNumber(text.substr(found + word.size()));
}

/// Removes the next word from the front.
std::string_view takeWord(std::string_view& text)
{
    text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
}

bool isTime(std::string_view word)
{
    return parseTimeOfDay(word) || (word.find('.') != std::string_view::npos && parseEpoch(word));
}

/// "IP", "IP6", after an interface's name and a direction ("eth0  Out"), or after the header printed by -e.
bool takeProtocolWord(std::string_view& rest, TcpdumpLine& line)
{
    const std::size_t type = rest.find("ethertype IPv");
    if (type != std::string_view::npos && type + 13 < rest.size()) {
        line.ipv6 = rest[type + 13] == '6';
        const std::size_t length = rest.find("length ", type);
        const std::size_t colon = length == std::string_view::npos ? length : rest.find(": ", length);
        if (colon == std::string_view::npos)
            return false;
        line.wireLength = leadingNumber(rest.substr(length + 7));
        rest.remove_prefix(colon + 2);
        return true;
    }
    for (int i = 0; i < 3; ++i) {
        const std::string_view word = takeWord(rest);
        if (word != "IP" && word != "IP6")
            continue;
        line.ipv6 = word == "IP6";
        return true;
    }
    return false;
}

/// Splits "host.port" where a port is possible: at the last dot, and for an IPv4 address after four numbers.
void splitPort(std::string_view text, bool withPorts, std::string_view& host, std::string_view& port)
{
    host = text;
    const std::size_t point = text.rfind('.');
    if (!withPorts || point == std::string_view::npos)
        return;
    const auto parts = split(text, '.');
    const bool plainAddress = parts.size() == 4 && std::ranges::all_of(parts, isDigits);
    if (plainAddress)
        return;
    host = text.substr(0, point);
    port = text.substr(point + 1);
}

void readProtocol(std::string_view rest, TcpdumpLine& line)
{
    if (rest.find("Flags [") != std::string_view::npos)
        line.protocol = 6;
    else if (rest.find("UDP") != std::string_view::npos)
        line.protocol = 17;
    else if (rest.find("ICMP6") != std::string_view::npos)
        line.protocol = 58;
    else if (rest.find("ICMP") != std::string_view::npos)
        line.protocol = 1;
}

void readNumbers(std::string_view rest, TcpdumpLine& line)
{
    // The payload's length is the last one: options and data may contain others.
    const std::size_t length = rest.rfind("length ");
    if (length != std::string_view::npos)
        line.length = leadingNumber(rest.substr(length + 7));
    if (line.protocol != 6)
        return;
    line.sequence = sequenceAfter(rest, ", seq ");
    if (!line.sequence)
        return;
    const std::string_view behind = rest.substr(rest.find(", seq ") + 6);
    const std::size_t end = behind.find_first_not_of("0123456789");
    line.sequenceEnd =
        end != std::string_view::npos && behind[end] == ':' ? leadingNumber(behind.substr(end + 1)) : line.sequence;
}

} // namespace

std::optional<TcpdumpLine> parseTcpdumpLine(std::string_view text)
{
    TcpdumpLine line;
    std::string_view rest = text;
    line.time = takeWord(rest);
    if (parseDate(line.time)) {
        line.date = line.time;
        line.time = takeWord(rest);
    }
    if (!isTime(line.time) || !takeProtocolWord(rest, line))
        return std::nullopt;
    // The details added by -v: "(tos 0x0, …)".
    rest = trim(rest);
    if (rest.starts_with('(')) {
        const std::size_t close = rest.find(") ");
        rest = close == std::string_view::npos ? std::string_view() : trim(rest.substr(close + 2));
    }
    const std::size_t arrow = rest.find(" > ");
    if (arrow == std::string_view::npos)
        return std::nullopt;
    const std::string_view from = trim(rest.substr(0, arrow));
    rest.remove_prefix(arrow + 3);
    std::size_t colon = rest.find(": ");
    if (colon == std::string_view::npos && rest.ends_with(':'))
        colon = rest.size() - 1;
    if (colon == std::string_view::npos || from.empty() || from.find(' ') != std::string_view::npos)
        return std::nullopt;
    const std::string_view to = rest.substr(0, colon);
    rest.remove_prefix(std::min(colon + 2, rest.size()));
    if (to.empty() || to.find(' ') != std::string_view::npos)
        return std::nullopt;
    readProtocol(rest, line);
    readNumbers(rest, line);
    const bool withPorts = line.protocol != 1 && line.protocol != 58;
    splitPort(from, withPorts, line.source, line.sourcePort);
    splitPort(to, withPorts, line.destination, line.destinationPort);
    if (line.source.empty() || line.destination.empty())
        return std::nullopt;
    return line;
}

} // namespace millrace::importers
