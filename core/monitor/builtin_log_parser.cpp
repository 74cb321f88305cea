// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/builtin_log_parser.h"

#include "core/monitor/worker_json.h"

#include <algorithm>

namespace millrace::monitor {
namespace {

constexpr std::string_view ownMessage = "millrace-worker: ";
/// Where the worker, or the configuration server, can be reached.
constexpr std::string_view announcements[] = {"configuration server listens on ", "metrics at http://"};

} // namespace

LogParser::Outcome BuiltinLogParser::interpret(std::string_view line, Stream stream, const Arrival& arrival)
{
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    if (line.starts_with('{'))
        return interpretJson(line, stream, arrival);
    return interpretText(line, stream, arrival);
}

LogParser::Outcome BuiltinLogParser::interpretJson(std::string_view line, Stream stream, const Arrival& arrival)
{
    Outcome outcome = readWorkerJson(line, {{}, m_source.rank, stream, arrival.monotonic, arrival.wall, false});
    if (const auto* event = std::get_if<LogEvent>(&outcome)) {
        m_hasJson = true;
        m_hasFailure |= std::holds_alternative<FailureEvent>(*event);
    }
    return outcome;
}

LogParser::Outcome BuiltinLogParser::interpretText(std::string_view line, Stream stream, const Arrival& arrival)
{
    if (line.starts_with(ownMessage)) {
        if (m_hasFailure)
            return Silent{};
        FailureEvent event;
        event.origin = EventOrigin{{}, m_source.rank, stream, arrival.monotonic, arrival.wall, false};
        event.what = line.substr(ownMessage.size());
        return LogEvent(std::move(event));
    }
    if (std::ranges::any_of(announcements, [line](std::string_view each) { return line.starts_with(each); }))
        return Silent{};
    Outcome outcome = m_human.interpret(line, stream, arrival);
    if (m_hasJson && std::holds_alternative<LogEvent>(outcome))
        return Silent{};
    return outcome;
}

} // namespace millrace::monitor
