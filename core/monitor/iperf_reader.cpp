// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/iperf_reader.h"

#include "core/base/text.h"
#include "core/monitor/line_pattern.h"

#include <algorithm>
#include <array>

namespace millrace::monitor {
namespace {

constexpr std::string_view rateMember = "\"bits_per_second\":";

struct RateUnit
{
    std::string_view name;
    double bits;
};
constexpr std::array rateUnits = {RateUnit{"bits/sec", 1},
                                  RateUnit{"Kbits/sec", 1e3},
                                  RateUnit{"Mbits/sec", 1e6},
                                  RateUnit{"Gbits/sec", 1e9},
                                  RateUnit{"Tbits/sec", 1e12},
                                  RateUnit{"Bytes/sec", 8},
                                  RateUnit{"KBytes/sec", 8.0 * 1024},
                                  RateUnit{"MBytes/sec", 8.0 * 1024 * 1024},
                                  RateUnit{"GBytes/sec", 8.0 * 1024 * 1024 * 1024}};

LogEvent rateOf(bool sender, double bitsPerSecond, const EventOrigin& origin)
{
    ResultEvent event;
    event.origin = origin;
    event.mean = bitsPerSecond;
    event.unit = "bit/s";
    event.metric = sender ? "iperf_rate_sender" : "iperf_rate";
    event.final = true;
    return event;
}

/// "[  5]   0.00-10.00  sec  1.09 GBytes   938 Mbits/sec    0             sender"
LineOutcome readText(std::string_view text, const EventOrigin& origin)
{
    const bool sender = text.ends_with(" sender");
    const std::size_t close = text.find(']');
    if (text.front() != '[' || close == text.npos || close > 5)
        return UnknownLine{};
    std::array<std::string_view, 5> words; // span, "sec", size, its unit, rate
    std::size_t count = 0;
    std::string_view unit;
    for (const std::string_view word : split(text.substr(close + 1), ' ')) {
        if (word.empty() || word.starts_with('['))
            continue;
        if (count == words.size()) {
            unit = word;
            break;
        }
        words[count++] = word;
    }
    const auto known = std::ranges::find(rateUnits, unit, &RateUnit::name);
    if (words[1] != "sec" || words[0].find('-') == words[0].npos || known == rateUnits.end())
        return UnknownLine{};
    if (!sender && !text.ends_with(" receiver"))
        return SilentLine{};
    Captures c;
    if (!matchLine("{g}", words[4], c))
        return DamagedLine{"the rate is not a number"};
    const double rate = c.number(0) * known->bits;
    return c.failed() ? LineOutcome(DamagedLine{"the rate is not a number"}) : rateOf(sender, rate, origin);
}

/// Returns the number after "bits_per_second": in `text`.
std::optional<double> rateIn(std::string_view text)
{
    const std::size_t at = text.find(rateMember);
    if (at == text.npos)
        return std::nullopt;
    std::string_view value = trim(text.substr(at + rateMember.size()));
    value = trim(value.substr(0, value.find_first_of(",}")));
    Captures c;
    if (!matchLine("{g}", value, c))
        return std::nullopt;
    const double number = c.number(0);
    return c.failed() ? std::nullopt : std::optional(number);
}

/// "{"event":"end","data":{…"sum_received":{…"bits_per_second":9.4e8…"
std::optional<LogEvent> readStreamed(std::string_view text, const EventOrigin& origin)
{
    for (const bool sender : {false, true})
        if (const std::size_t at = text.find(sender ? "\"sum_sent\":" : "\"sum_received\":"); at != text.npos)
            if (const auto rate = rateIn(text.substr(at)))
                return rateOf(sender, *rate, origin);
    return std::nullopt;
}

} // namespace

LineOutcome IperfReader::read(std::string_view body, const EventOrigin& origin)
{
    const std::string_view text = trim(body);
    if (text.empty())
        return UnknownLine{};
    State& state = m_states.of(origin);
    if (body == "{" || body == "}") {
        state = {body == "{", {}};
        return SilentLine{};
    }
    if (state.document)
        return readDocument(text, state, origin);
    if (text.starts_with(R"({"event":)") && text.find(R"("data":)") != text.npos) {
        if (auto event = readStreamed(text, origin))
            return std::move(*event);
        return UnknownLine{};
    }
    return readText(text, origin);
}

LineOutcome IperfReader::readDocument(std::string_view text, State& state, const EventOrigin& origin)
{
    if (text.starts_with('"') && text.ends_with('{')) {
        const std::string_view name = text.substr(1, text.find('"', 1) - 1);
        state.sum = name == "sum_sent" || name == "sum_received" ? name : std::string_view();
    } else if (!state.sum.empty()) {
        if (const auto rate = rateIn(text))
            return rateOf(state.sum == "sum_sent", *rate, origin);
    }
    return SilentLine{};
}

} // namespace millrace::monitor
