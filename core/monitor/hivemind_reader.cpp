// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/hivemind_reader.h"

#include "core/monitor/line_pattern.h"
#include "core/monitor/log_level.h"

namespace millrace::monitor {
namespace {

/// Failed rounds do not end the training: the peer continues with its own gradients.
constexpr std::string_view badRounds[] = {
    "ould not find a group", "Averaging round failed", "Averaging gradients failed", "Averaging failed",
    "Failed to load state",  "is out of sync",         "Averaging step failed",      "Failed to average"};

LineOutcome metric(std::string name, double value, Captures& c, const EventOrigin& origin,
                   std::optional<std::int64_t> iteration = {})
{
    if (c.failed())
        return DamagedLine{"a number cannot be read"};
    return LogEvent(MetricEvent{origin, std::move(name), value, {}, iteration});
}

} // namespace

LineOutcome HivemindReader::read(std::string_view body, const EventOrigin& origin)
{
    Captures c;
    if (body == "queen is ready")
        return SilentLine{};
    if (matchLine("address: {r}", body, c))
        return LogEvent(SettingEvent{origin, "hivemind", "address", std::string(c.text(0))});
    const auto level = readLevel(body);
    if (!level || level->exception)
        return UnknownLine{};
    const std::string_view text = level->text;
    if (matchLine("{w} accumulated {d} samples for epoch #{d} from {d} peers. {r}", text, c))
        return metric("accumulated-samples", c.number(1), c, origin, c.longInteger(2));
    if (matchLine("Averaged gradients with {d} peers", text, c)
        || matchLine("Averaged parameters with {d} peers", text, c))
        return metric("averaging-peers", c.number(0), c, origin);
    if (matchLine("Transitioning to epoch {d}", text, c) || matchLine("Beginning optimizer step #{d}", text, c)
        || matchLine("Epoch {d}", text, c))
        return LogEvent(PhaseEvent{origin, "epoch " + std::string(c.text(0)), {}});
    if (text.starts_with("Beginning averaging round") || text.starts_with("Pre-scheduling next averaging round")
        || text.starts_with("Pre-scheduled averaging round"))
        return LogEvent(PhaseEvent{origin, "averaging", {}});
    for (const std::string_view bad : badRounds)
        if (text.find(bad) != text.npos)
            return LogEvent(MessageEvent{origin, MessageLevel::Warning, std::string(text)});
    return UnknownLine{};
}

} // namespace millrace::monitor
