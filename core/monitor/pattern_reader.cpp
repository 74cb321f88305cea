// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/pattern_reader.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/monitor/line_pattern.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::monitor {
namespace {

constexpr std::size_t mostFields = 8;
constexpr std::size_t mostPatterns = 1000;
const std::vector<std::string> eventNames{"step",    "warmup", "phase",   "result",
                                          "failure", "finish", "message", "ignore"};
const std::vector<std::string> fieldNames{"step", "seconds", "milliseconds", "samples", "samples_per_second",
                                          "loss", "rank",    "workers",      "text",    "value",
                                          "rate"};

std::optional<Nanoseconds> durationOf(double seconds)
{
    return seconds >= 0 && seconds < 9e9 ? std::optional(fromSeconds(seconds)) : std::nullopt;
}

/// Accepts an empty name: none was given.
bool isMetricName(std::string_view name)
{
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    return name.empty() || (isLetter(name.front()) && name.size() <= 60 && std::ranges::all_of(name, [&](char c) {
                                return isLetter(c) || (c >= '0' && c <= '9') || c == '_';
                            }));
}

Error wrong(const PatternSpec& spec, std::string why)
{
    return fail(ErrorCode::InvalidInput, fmt::format("the pattern \"{}\": {}", spec.pattern, why));
}

} // namespace

struct PatternReader::Values
{
    EventOrigin origin;
    std::int64_t step = 0;
    std::optional<double> seconds;
    std::optional<double> samplesPerSecond;
    std::optional<double> loss;
    std::optional<double> value;
    std::optional<double> rate;
    std::optional<std::int64_t> samples;
    std::optional<int> workers;
    std::string text;

    void take(Field field, Captures& c, std::size_t index)
    {
        switch (field) {
        case Field::None: break;
        case Field::Step: step = c.longInteger(index); break;
        case Field::Seconds: seconds = c.number(index); break;
        case Field::Milliseconds: seconds = c.number(index) / 1000; break;
        case Field::Samples: samples = c.longInteger(index); break;
        case Field::SamplesPerSecond: samplesPerSecond = c.number(index); break;
        case Field::Loss: loss = c.number(index); break;
        case Field::Rank: origin.rank = c.integer(index); break;
        case Field::Workers: workers = c.integer(index); break;
        case Field::Text: text = c.text(index); break;
        case Field::Value: value = c.number(index); break;
        case Field::Rate: rate = c.rate(index); break;
        }
    }
};

Result<PatternReader> PatternReader::make(std::span<const PatternSpec> specs)
{
    if (specs.size() > mostPatterns)
        return fail(ErrorCode::InvalidInput, "a framework may have at most 1000 patterns of lines");
    PatternReader reader;
    for (const PatternSpec& spec : specs) {
        MR_TRY(pattern, compile(spec));
        reader.m_patterns.push_back(std::move(pattern));
    }
    return reader;
}

Result<PatternReader::Pattern> PatternReader::compile(const PatternSpec& spec)
{
    Pattern result{{}, {}, spec.event, spec.metric, spec.unit, spec.factor};
    if (std::ranges::find(eventNames, spec.event) == eventNames.end())
        return wrong(spec, fmt::format("unknown event \"{}\"; use one of {}", spec.event, join(eventNames, ", ")));
    for (std::string_view rest = spec.pattern; !rest.empty();) {
        const std::size_t open = rest.find('{');
        result.body += rest.substr(0, open);
        if (open == rest.npos)
            break;
        const std::size_t close = rest.find('}', open);
        if (close == rest.npos)
            return wrong(spec, "a { has no }");
        const std::string_view inside = rest.substr(open + 1, close - open - 1);
        MR_TRY(field, fieldOf(spec, inside));
        result.body += fmt::format("{{{}}}", inside.back());
        result.fields.push_back(field);
        rest.remove_prefix(close + 1);
    }
    if (result.fields.size() > mostFields)
        return wrong(spec, "more than eight fields");
    const bool isStep = spec.event == "step" || spec.event == "warmup";
    if (isStep && std::ranges::find(result.fields, Field::Step) == result.fields.end())
        return wrong(spec, "a step needs its number, {step:d}");
    const bool named = !spec.metric.empty() || !spec.unit.empty() || spec.factor != 1;
    if (named && spec.event != "result")
        return wrong(spec, "metric, unit and factor are of results; write \"event\": \"result\"");
    if (!isMetricName(spec.metric))
        return wrong(spec, "the name of a metric has lowercase letters, digits and '_', and begins with a letter");
    if (std::ranges::find(result.fields, Field::Value) != result.fields.end() && spec.metric.empty())
        return wrong(spec, "a {value} needs a name: \"metric\": \"latency\"");
    return result;
}

Result<PatternReader::Field> PatternReader::fieldOf(const PatternSpec& spec, std::string_view inside)
{
    const std::size_t colon = inside.find(':');
    const std::string_view kind = colon == inside.npos ? inside : inside.substr(colon + 1);
    if (kind.size() != 1 || std::string_view("difgwtr").find(kind[0]) == std::string_view::npos)
        return wrong(spec,
                     fmt::format("\"{{{}}}\" is not a field; write a name, a colon and one of d i f g w t r", inside));
    if (colon == inside.npos)
        return Field::None;
    const auto name = std::ranges::find(fieldNames, inside.substr(0, colon));
    if (name == fieldNames.end())
        return wrong(
            spec, fmt::format("unknown field \"{}\"; use one of {}", inside.substr(0, colon), join(fieldNames, ", ")));
    const auto field = static_cast<Field>(name - fieldNames.begin() + 1);
    const bool isWhole =
        field == Field::Step || field == Field::Samples || field == Field::Rank || field == Field::Workers;
    const std::string_view kinds = field == Field::Text || field == Field::Rate ? "wtr" : isWhole ? "d" : "dfg";
    if (kinds.find(kind[0]) == kinds.npos)
        return wrong(spec, fmt::format("the field \"{}\" needs one of these kinds: {}", *name, kinds));
    return field;
}

LineOutcome PatternReader::read(std::string_view body, const EventOrigin& origin)
{
    Captures c;
    for (const Pattern& pattern : m_patterns) {
        if (!matchLine(pattern.body, body, c))
            continue;
        Values values;
        values.origin = origin;
        for (std::size_t i = 0; i < pattern.fields.size(); ++i)
            values.take(pattern.fields[i], c, i);
        if (c.failed())
            return DamagedLine{"a number cannot be read"};
        if (pattern.event == "ignore")
            return SilentLine{};
        return eventOf(pattern, values);
    }
    return UnknownLine{};
}

LineOutcome PatternReader::eventOf(const Pattern& pattern, const Values& values)
{
    const auto duration = values.seconds ? durationOf(*values.seconds) : std::nullopt;
    if (pattern.event == "phase")
        return LogEvent(PhaseEvent{values.origin, values.text, duration});
    if (pattern.event == "message")
        return LogEvent(MessageEvent{values.origin, MessageLevel::Information, values.text});
    if (pattern.event == "failure")
        return LogEvent(FailureEvent{values.origin, {}, values.text, {}, {}});
    if (pattern.event == "finish")
        return LogEvent(FinishEvent{values.origin, duration, 0, values.workers.value_or(0)});
    if (pattern.event == "result") {
        ResultEvent event;
        event.origin = values.origin;
        event.mean = values.value ? *values.value * pattern.factor
            : values.rate         ? *values.rate
                                  : values.samplesPerSecond.value_or(unknown);
        event.unit = values.value ? pattern.unit : values.rate ? "B/s" : "samples/s";
        event.metric = pattern.metric;
        event.final = true;
        event.workers = values.workers.value_or(0);
        event.duration = duration;
        return LogEvent(std::move(event));
    }
    IterationEvent event;
    event.origin = values.origin;
    event.iteration = values.step;
    event.warmup = pattern.event == "warmup";
    event.duration = duration;
    event.loss = values.loss;
    event.samples = values.samples;
    event.workers = values.workers;
    event.samplesPerSecond = values.samplesPerSecond;
    if (!event.samplesPerSecond && event.samples && duration && duration->count() > 0)
        event.samplesPerSecond = static_cast<double>(*event.samples) / *values.seconds;
    return LogEvent(std::move(event));
}

} // namespace millrace::monitor
