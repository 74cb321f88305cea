// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/kungfu_log_parser.h"

#include "core/monitor/flat_json.h"
#include "core/monitor/kungfu_patterns.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <climits>

namespace millrace::monitor {
namespace {

constexpr std::size_t rememberedRates = 4096;
constexpr std::string_view glued = "Cluster response";
constexpr std::string_view stalled = "submitted to be reduced, gathered or broadcasted by subset of ranks";

/// Length of "I0904 16:59:44.791337 139815124088640 tpu_estimator.py:2308] ", 0 if there is none.
std::size_t abslPrefix(std::string_view body) noexcept
{
    constexpr std::string_view shape = "A9999 99:99:99.999999 ";
    if (body.size() < shape.size() || std::string_view("IWEF").find(body[0]) == std::string_view::npos)
        return 0;
    for (std::size_t i = 1; i < shape.size(); ++i) {
        const bool digit = body[i] >= '0' && body[i] <= '9';
        if (shape[i] == '9' ? !digit : body[i] != shape[i])
            return 0;
    }
    Captures captures;
    const std::size_t end = body.find("] ");
    if (end == body.npos || !matchLine("{d} {w}:{d}", body.substr(shape.size(), end - shape.size()), captures))
        return 0;
    return end + 2;
}

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
std::optional<ResultEvent> benchmarkResult(std::string_view body, const EventOrigin& origin)
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
    std::string_view body = normal.body;
    if (body.starts_with(glued)) {
        body.remove_prefix(glued.size());
        body.remove_prefix(std::min(body.find_first_not_of(' '), body.size()));
    }
    if (body.empty() || body == "...")
        return Silent{};
    Captures captures;
    for (const auto patterns : {benchmarkPatterns(), runtimePatterns()}) {
        for (const KungFuPattern& pattern : patterns) {
            if (!matchLine(pattern.body, body, captures))
                continue;
            LogEvent event = pattern.event(captures, normal.origin);
            if (captures.failed())
                return Damaged{"a number cannot be read"};
            return event;
        }
    }
    if (auto result = benchmarkResult(body, normal.origin))
        return LogEvent(std::move(*result));
    if (auto rate = tensorFlowRate(body, normal.origin))
        return std::move(*rate);
    if (body.find(stalled) != body.npos)
        return LogEvent(MessageEvent{normal.origin, MessageLevel::Warning, std::string(body)});
    if (startsLikeKnown(body))
        return Damaged{"begins like a line of KungFu and goes on differently"};
    return Unknown{};
}

std::optional<LogParser::Outcome> KungFuLogParser::tensorFlowRate(std::string_view body, const EventOrigin& origin)
{
    constexpr std::string_view tensorFlow = "INFO:tensorflow:";
    const bool isTensorFlow = body.starts_with(tensorFlow);
    const std::size_t prefix = isTensorFlow ? tensorFlow.size() : abslPrefix(body);
    if (prefix == 0)
        return std::nullopt;
    Captures c;
    const std::string_view rest = body.substr(prefix);
    const bool isSteps = matchLine("global_step/sec: {f}", rest, c);
    if (!isSteps && !matchLine("examples/sec: {f}", rest, c))
        return std::nullopt;
    MetricEvent event{origin, isSteps ? "global-steps-per-second" : "samples-per-second", c.number(0), {}, {}};
    if (c.failed())
        return Outcome(Damaged{"a number cannot be read"});
    const auto spelling = isTensorFlow ? RateSpelling::TensorFlow : RateSpelling::Absl;
    if (isRepetition(origin.worker + ' ' + std::to_string(origin.rank) + ' ' + event.name, c.text(0), spelling))
        return Outcome(Silent{});
    return Outcome(LogEvent(std::move(event)));
}

bool KungFuLogParser::isRepetition(const std::string& key, std::string_view value, RateSpelling spelling)
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
