// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_log_parser.h"

#include "core/monitor/flat_json.h"
#include "core/monitor/kungfu_patterns.h"
#include "core/monitor/log_level.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <climits>

namespace millrace::monitor {
namespace {

constexpr std::size_t rememberedRates = 4096;
constexpr std::string_view glued = "Cluster response";
constexpr std::string_view stalled = "submitted to be reduced, gathered or broadcasted by subset of ranks";

bool readUnit(std::string_view unit, ResultEvent& event)
{
    double factor = 0;
    if (!readByteRate("1 " + std::string(unit), factor))
        return false;
    event.mean *= factor;
    event.spread = *event.spread * factor;
    event.unit = "B/s";
    return true;
}

/// RESULT: 43.429020 +-1.212320 {"framework":"kungfu",…}, before the object "(GiB/s)" in one micro-benchmark.
std::optional<ResultEvent> resultOf(std::string_view body, const EventOrigin& origin)
{
    Captures c;
    const bool hasUnit = matchLine("RESULT: {f} +-{f} ({t}) {r}", body, c);
    if (!hasUnit && !matchLine("RESULT: {f} +-{f} {r}", body, c))
        return std::nullopt;
    FlatJson object;
    if (!object.read(c.text(c.size() - 1)))
        return std::nullopt;
    ResultEvent event;
    event.origin = origin;
    event.mean = c.number(0);
    event.spread = c.number(1);
    event.unit = "samples/s";
    event.final = true;
    if (c.failed() || (hasUnit && !readUnit(c.text(2), event)))
        return std::nullopt;
    event.settings = object.rest({});
    event.workers = static_cast<int>(std::clamp<std::int64_t>(object.integer("np").value_or(0), 0, INT_MAX));
    return event;
}

bool startsLikeKnown(std::string_view body)
{
    for (const std::string_view start : {"Iter #", "Warmup Step #", "Img/sec per ", "RESULT: "}) {
        if (body.starts_with(start))
            return true;
    }
    return false;
}

} // namespace

LogParser::Outcome KungFuLogParser::interpret(std::string_view line, Stream stream, const Arrival& arrival)
{
    const LogLine normal = normaliseLine(line, stream, arrival, m_source);
    return m_lines.read(normal.body, normal.origin);
}

LineOutcome KungFuLineReader::read(std::string_view body, const EventOrigin& origin)
{
    if (body.starts_with(glued)) {
        body.remove_prefix(glued.size());
        body.remove_prefix(std::min(body.find_first_not_of(' '), body.size()));
    }
    if (body.empty() || body == "...")
        return SilentLine{};
    Captures captures;
    for (const auto patterns : {benchmarkPatterns(), runtimePatterns()}) {
        for (const KungFuPattern& pattern : patterns) {
            if (!matchLine(pattern.body, body, captures))
                continue;
            LogEvent event = pattern.event(captures, origin);
            if (captures.failed())
                return DamagedLine{"a number cannot be read"};
            return event;
        }
    }
    if (auto result = resultOf(body, origin))
        return LogEvent(std::move(*result));
    if (auto rate = tensorFlowRate(body, origin))
        return std::move(*rate);
    if (body.find(stalled) != body.npos)
        return LogEvent(MessageEvent{origin, MessageLevel::Warning, std::string(body)});
    if (startsLikeKnown(body))
        return DamagedLine{"starts like a line of KungFu but has another format"};
    return UnknownLine{};
}

std::optional<LineOutcome> KungFuLineReader::tensorFlowRate(std::string_view body, const EventOrigin& origin)
{
    constexpr std::string_view tensorFlow = "INFO:tensorflow:";
    const bool isTensorFlow = body.starts_with(tensorFlow);
    const std::size_t prefix = isTensorFlow ? tensorFlow.size() : abslPrefixLength(body);
    if (prefix == 0)
        return std::nullopt;
    Captures c;
    const std::string_view rest = body.substr(prefix);
    const bool isSteps = matchLine("global_step/sec: {f}", rest, c);
    if (!isSteps && !matchLine("examples/sec: {f}", rest, c))
        return std::nullopt;
    MetricEvent event{origin, isSteps ? "global-steps-per-second" : "samples-per-second", c.number(0), {}, {}};
    if (c.failed())
        return LineOutcome(DamagedLine{"a number cannot be read"});
    const auto spelling = isTensorFlow ? RateSpelling::TensorFlow : RateSpelling::Absl;
    if (isRepetition(origin.worker + ' ' + std::to_string(origin.rank) + ' ' + event.name, c.text(0), spelling))
        return LineOutcome(SilentLine{});
    return LineOutcome(LogEvent(std::move(event)));
}

bool KungFuLineReader::isRepetition(const std::string& key, std::string_view value, RateSpelling spelling)
{
    const auto known = m_lastRates.find(key);
    if (known == m_lastRates.end()) {
        if (m_lastRates.size() < rememberedRates)
            m_lastRates[key] = LastRate{std::string(value), spelling, false};
        return false;
    }
    LastRate& last = known->second;
    const bool repeats = !last.paired && last.value == value && last.spelling != spelling;
    last = LastRate{std::string(value), spelling, repeats};
    return repeats;
}

} // namespace millrace::monitor
