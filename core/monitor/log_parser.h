// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/monitor/line_reader.h"
#include "core/monitor/step_clock.h"

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::monitor {

/// Lines longer than this are not looked into.
inline constexpr std::size_t maximumLineBytes = std::size_t(1) << 20;

/// Where the lines come from.
struct LogSource
{
    int rank = -1; ///< of the worker whose output this is; -1: several, or not known
    /// "10.0.0.1:10000" by rank, to turn names in prefixes into ranks.
    std::vector<std::string> peers;
    int firstRank = 0; ///< of the launcher whose prefixes count ranks from 0 on its own node: torchrun's "[default0]:"
};

/// How many lines were of which kind; read = events + silent + unknown + damaged. Lines glued together count each.
struct LineCounts
{
    std::uint64_t read = 0;
    std::uint64_t events = 0;
    std::uint64_t silent = 0; ///< known, but say nothing new: repetitions, blank lines, decoration
    std::uint64_t unknown = 0; ///< the user's own output
    std::uint64_t damaged = 0; ///< begin like a known line and are not; too long

    bool operator==(const LineCounts&) const = default;
};

/// Turns the output of one framework into events, line by line. Keeps a bounded memory of the lines before. The caller
/// keeps every line as it came; what a parser does not know it only counts. One parser for each captured process, or
/// for all processes of a launcher that marks its lines; one thread.
class LogParser
{
public:
    virtual ~LogParser() = default;
    /// `line` without '\n'; any bytes. What it says, or the first thing that it says.
    [[nodiscard]] std::optional<LogEvent> parse(std::string_view line, Stream stream, const Arrival& arrival);
    /// What else the same line says: progress bars go back to the beginning of their line, and where several processes
    /// write into one pipe, ends of lines get lost. Call until it gives nothing.
    [[nodiscard]] std::optional<LogEvent> more();
    [[nodiscard]] const LineCounts& counts() const noexcept { return m_counts; }
    /// "unknown-line" (a Note), "damaged-line", "long-line": how often, and the first 200 bytes of the first one.
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

protected:
    using Silent = SilentLine;
    using Unknown = UnknownLine;
    using Damaged = DamagedLine;
    using Outcome = LineOutcome;
    /// The line is at most maximumLineBytes long.
    [[nodiscard]] virtual Outcome interpret(std::string_view line, Stream stream, const Arrival& arrival) = 0;

private:
    [[nodiscard]] std::optional<LogEvent> parsePiece(std::string_view piece, Stream stream, const Arrival& arrival);
    void note(const char* kind, Severity severity, std::string_view line, std::string_view why);

    LineCounts m_counts;
    Issues m_issues;
    StepClock m_stepClock;
    std::deque<LogEvent> m_more; ///< of the line just parsed
};

/// The frameworks that makeLogParser knows: "builtin", "pytorch-ddp", "horovod", "tensorflow", "kungfu", "hivemind" and
/// "command", which knows all their lines.
[[nodiscard]] const std::vector<std::string>& logParserNames();
/// InvalidInput for an unknown framework. For frameworks described in files see pattern_reader.h.
[[nodiscard]] Result<std::unique_ptr<LogParser>> makeLogParser(std::string_view framework, LogSource source = {});
/// The framework whose parser knows most of these lines; "command" when none knows any.
[[nodiscard]] std::string recogniseFramework(std::span<const std::string> lines);

} // namespace millrace::monitor
