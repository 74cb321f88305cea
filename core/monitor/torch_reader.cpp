// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/torch_reader.h"

#include "core/base/seconds.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/monitor/line_pattern.h"

#include <cmath>

namespace millrace::monitor {
namespace {

/// Returns the number after a name; NaN without one.
double currentOf(std::string_view meter, std::string_view name) noexcept
{
    if (!meter.starts_with(name))
        return unknown;
    std::string_view value = trim(meter.substr(name.size()));
    value = value.substr(0, value.find_first_of(" ("));
    Captures c;
    return matchLine("{g}", value, c) ? c.number(0) : unknown;
}

/// Parses "[0][    3/20019]" and leaves the text after it.
bool readPlace(std::string_view& rest, std::int64_t& epoch, std::int64_t& step, std::int64_t& steps)
{
    const std::size_t middle = rest.find("][");
    const std::size_t end = rest.find(']', middle == rest.npos ? rest.size() : middle + 2);
    if (!rest.starts_with('[') || middle == rest.npos || end == rest.npos)
        return false;
    Captures c;
    if (!matchLine("{d}", trim(rest.substr(1, middle - 1)), c))
        return false;
    epoch = c.longInteger(0);
    if (!matchLine("{d}/{d}", trim(rest.substr(middle + 2, end - middle - 2)), c))
        return false;
    step = c.longInteger(0);
    steps = c.longInteger(1);
    rest.remove_prefix(end + 1);
    return !c.failed() && epoch < mostSteps && step < mostSteps && steps < mostSteps;
}

LineOutcome readStep(std::string_view rest, const EventOrigin& origin)
{
    std::int64_t epoch = 0, step = 0, steps = 0;
    if (!readPlace(rest, epoch, step, steps))
        return DamagedLine{"starts like a line of meters but has another format"};
    IterationEvent event;
    event.origin = origin;
    event.iteration = epoch * steps + step;
    for (const std::string_view part : split(rest, '\t')) {
        const std::string_view meter = trim(part);
        if (const double time = currentOf(meter, "Time"); time >= 0 && time < 1e8)
            event.duration = fromSeconds(time);
        if (const double loss = currentOf(meter, "Loss"); !std::isnan(loss))
            event.loss = loss;
    }
    if (!event.duration)
        return DamagedLine{"a line of meters without a time"};
    return LogEvent(std::move(event));
}

} // namespace

LineOutcome TorchReader::read(std::string_view body, const EventOrigin& origin)
{
    constexpr std::string_view epoch = "Epoch: ";
    if (body.starts_with("Epoch: ["))
        return readStep(body.substr(epoch.size()), origin);
    Captures c;
    if (body.starts_with("Test: [") && body.find("Time") != body.npos)
        return SilentLine{};
    if (matchLine("* Acc@1 {f} Acc@5 {f}", trim(body), c) || matchLine("*   Acc@1 {f} Acc@5 {f}", trim(body), c))
        return LogEvent(MetricEvent{origin, "accuracy", c.number(0) / 100, {}, {}});
    if (matchLine("=> creating model '{w}'", body, c) || matchLine("=> using pre-trained model '{w}'", body, c))
        return LogEvent(SettingEvent{origin, "workload", "model", std::string(c.text(0))});
    return UnknownLine{};
}

} // namespace millrace::monitor
