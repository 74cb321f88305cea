// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/keras_reader.h"

#include "core/base/text.h"
#include "core/monitor/line_pattern.h"
#include "core/monitor/log_level.h"

#include <algorithm>
#include <cmath>

namespace millrace::monitor {
namespace {

/// Returns the number after "- loss: ".
std::optional<double> figureNamed(std::string_view text, std::string_view name) noexcept
{
    const std::size_t at = text.find(name);
    if (at == text.npos)
        return std::nullopt;
    std::string_view value = text.substr(at + name.size());
    value = value.substr(0, value.find(' '));
    Captures c;
    if (!matchLine("{g}", value, c))
        return std::nullopt;
    const double number = c.number(0);
    return c.failed() ? std::nullopt : std::optional(number);
}

/// "61ms/step", "1s/step"
std::optional<Nanoseconds> stepTime(std::string_view text) noexcept
{
    const std::size_t end = text.find("/step");
    if (end == text.npos)
        return std::nullopt;
    const std::size_t start = text.rfind(' ', end);
    Nanoseconds time{0};
    if (start == text.npos || !readGoDuration(text.substr(start + 1, end - start - 1), time))
        return std::nullopt;
    return time;
}

/// tf_cnn_benchmarks: "10<tab>images/sec: 123.4 +/- 0.5 (jitter = 1.2)<tab>7.9"
LineOutcome readBenchmark(std::string_view body, const EventOrigin& origin)
{
    Captures c;
    if (matchLine("total images/sec: {f}", body, c)) {
        ResultEvent event;
        event.origin = origin;
        event.mean = c.number(0);
        event.unit = "samples/s in total";
        event.final = true;
        return c.failed() ? LineOutcome(DamagedLine{"a number cannot be read"}) : LogEvent(std::move(event));
    }
    const bool hasLoss = matchLine("{d}\timages/sec: {f} +/- {f} (jitter = {f})\t{g}{r}", body, c)
        || matchLine("{d}\timages/sec: {f} +/- {f} (jitter = {f})\t{g}", body, c);
    if (!hasLoss && !matchLine("{d}\timages/sec: {f} +/- {f} (jitter = {f})", body, c))
        return UnknownLine{};
    IterationEvent event;
    event.origin = origin;
    event.iteration = c.longInteger(0);
    event.samplesPerSecond = c.number(1);
    if (hasLoss)
        event.loss = c.number(4);
    return c.failed() ? LineOutcome(DamagedLine{"a number cannot be read"}) : LogEvent(std::move(event));
}

} // namespace

LineOutcome KerasReader::read(std::string_view body, const EventOrigin& origin)
{
    if (body.empty())
        return UnknownLine{};
    State& state = m_states.of(origin);
    const std::string_view text = trim(body);
    if (auto outcome = readBar(text, state, origin); !std::holds_alternative<UnknownLine>(outcome))
        return outcome;
    Captures c;
    if (matchLine("Epoch {d}/{d}", text, c)) {
        const std::int64_t epoch = c.longInteger(0);
        if (c.failed() || epoch < 1 || epoch > mostSteps)
            return DamagedLine{"a number cannot be read"};
        state.epoch = epoch;
        return LogEvent(PhaseEvent{origin, "epoch " + std::string(c.text(0)), {}});
    }
    if (matchLine("{w} {d} is ready", text, c))
        return SilentLine{};
    if (auto outcome = readBenchmark(body, origin); !std::holds_alternative<UnknownLine>(outcome))
        return outcome;
    const auto level = readLevel(body);
    return readEstimator(level ? level->text : text, state, origin);
}

LineOutcome KerasReader::readBar(std::string_view body, State& state, const EventOrigin& origin)
{
    if (body.empty() || body[0] < '0' || body[0] > '9')
        return UnknownLine{};
    const std::size_t blank = body.find(' ');
    Captures c;
    if (blank == body.npos || !matchLine("{d}/{d}", body.substr(0, blank), c))
        return UnknownLine{};
    const std::string_view rest = trim(body.substr(blank));
    const bool isBar = rest.starts_with('[') || rest.starts_with("\u2501") || rest.starts_with("- ");
    if (!isBar
        || (rest.find("/step") == rest.npos && rest.find("- ETA:") == rest.npos && rest.find(" - loss: ") == rest.npos))
        return UnknownLine{};
    const std::int64_t step = c.longInteger(0);
    const std::int64_t steps = c.longInteger(1);
    if (c.failed() || step > mostSteps || steps > mostSteps)
        return DamagedLine{"a number cannot be read"};
    if (step == 0)
        return SilentLine{};
    IterationEvent event;
    event.origin = origin;
    event.iteration = (state.epoch - 1) * steps + step - 1;
    event.loss = figureNamed(rest, " - loss: ");
    if (step == steps)
        event.duration = stepTime(rest);
    return LogEvent(std::move(event));
}

LineOutcome KerasReader::readEstimator(std::string_view text, State& state, const EventOrigin& origin)
{
    Captures c;
    const bool timed = matchLine("loss = {g}, step = {d} ({f} sec)", text, c);
    if (!timed && !matchLine("loss = {g}, step = {d}", text, c))
        return UnknownLine{};
    IterationEvent event;
    event.origin = origin;
    event.loss = c.number(0);
    event.iteration = c.longInteger(1);
    const double span = timed ? c.number(2) : 0;
    if (c.failed() || event.iteration > mostSteps || span > 1e8)
        return DamagedLine{"a number cannot be read"};
    if (timed && state.lastStep >= 0 && event.iteration > state.lastStep)
        event.duration = Nanoseconds(std::llround(span * 1e9 / static_cast<double>(event.iteration - state.lastStep)));
    state.lastStep = event.iteration;
    return LogEvent(std::move(event));
}

} // namespace millrace::monitor
