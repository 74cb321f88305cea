// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_parser.h"

#include "core/base/text.h"
#include "core/monitor/builtin_log_parser.h"
#include "core/monitor/kungfu_log_parser.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::monitor {
namespace {

constexpr std::size_t exampleBytes = 200;

} // namespace

std::optional<LogEvent> LogParser::parse(std::string_view line, Stream stream, const Arrival& arrival)
{
    ++m_counts.read;
    if (line.size() > maximumLineBytes) {
        ++m_counts.damaged;
        note("long-line", Severity::Warning, line, "longer than 1 MiB");
        return std::nullopt;
    }
    Outcome outcome = isAscii(line) ? interpret(line, stream, arrival) : interpret(validUtf8(line), stream, arrival);
    if (auto* event = std::get_if<LogEvent>(&outcome)) {
        ++m_counts.events;
        return std::move(*event);
    }
    if (const auto* damaged = std::get_if<Damaged>(&outcome)) {
        ++m_counts.damaged;
        note("damaged-line", Severity::Warning, line, damaged->why);
    } else if (std::holds_alternative<Unknown>(outcome)) {
        ++m_counts.unknown;
        note("unknown-line", Severity::Note, line, {});
    } else {
        ++m_counts.silent;
    }
    return std::nullopt;
}

void LogParser::note(const char* kind, Severity severity, std::string_view line, std::string_view why)
{
    const auto known = std::ranges::find(m_issues, kind, &Issue::kind);
    if (known != m_issues.end()) {
        ++known->count;
        return;
    }
    std::string example = validUtf8(line.substr(0, exampleBytes));
    if (!why.empty())
        example = fmt::format("{}: {}", why, example);
    m_issues.push_back(Issue{kind, severity, 1, std::move(example), fmt::format("line {}", m_counts.read)});
}

const std::vector<std::string>& logParserNames()
{
    static const std::vector<std::string> names{"builtin", "kungfu", "horovod"};
    return names;
}

Result<std::unique_ptr<LogParser>> makeLogParser(std::string_view framework, LogSource source)
{
    std::unique_ptr<LogParser> parser;
    if (framework == "builtin")
        parser = std::make_unique<BuiltinLogParser>(std::move(source));
    else if (framework == "kungfu" || framework == "horovod")
        parser = std::make_unique<KungFuLogParser>(std::move(source));
    else
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the output of framework \"{}\" cannot be read; known are {}", framework,
                                join(logParserNames(), ", ")));
    return parser;
}

} // namespace millrace::monitor
