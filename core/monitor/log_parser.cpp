// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/log_parser.h"

#include "core/base/text.h"
#include "core/monitor/log_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::monitor {
namespace {

constexpr std::size_t exampleBytes = 200;

} // namespace

std::optional<LogEvent> LogParser::parse(std::string_view line, Stream stream, const Arrival& arrival)
{
    m_more.clear();
    if (line.size() > maximumLineBytes) {
        ++m_counts.read;
        ++m_counts.damaged;
        note("long-line", Severity::Warning, line, "longer than 1 MiB");
        return std::nullopt;
    }
    const std::size_t length = firstPieceLength(line);
    if (length == line.size())
        return parsePiece(line, stream, arrival);
    while (!line.empty()) {
        const std::size_t piece = firstPieceLength(line);
        if (auto event = parsePiece(line.substr(0, piece), stream, arrival))
            m_more.push_back(std::move(*event));
        line.remove_prefix(piece);
    }
    return more();
}

std::optional<LogEvent> LogParser::more()
{
    if (m_more.empty())
        return std::nullopt;
    std::optional<LogEvent> event(std::move(m_more.front()));
    m_more.pop_front();
    return event;
}

std::optional<LogEvent> LogParser::parsePiece(std::string_view line, Stream stream, const Arrival& arrival)
{
    ++m_counts.read;
    Outcome outcome = isAscii(line) ? interpret(line, stream, arrival) : interpret(validUtf8(line), stream, arrival);
    if (auto* event = std::get_if<LogEvent>(&outcome)) {
        ++m_counts.events;
        if (auto* iteration = std::get_if<IterationEvent>(event))
            m_stepClock.complete(*iteration);
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

} // namespace millrace::monitor
