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

/// Longer lines are not parsed.
inline constexpr std::size_t maximumLineBytes = std::size_t(1) << 20;

/// Source of the lines.
struct LogSource
{
    int rank = -1; ///< of the only worker in this output; -1: several, or not known
    /// "10.0.0.1:10000" by rank, to turn names in prefixes into ranks.
    std::vector<std::string> peers;
    int firstRank = 0; ///< of the launcher that counts ranks in its prefixes from 0 on its own node: torchrun's
                       ///< "[default0]:"
};

/// Number of lines by kind; read = events + silent + unknown + damaged. Lines joined without a line end count
/// separately.
struct LineCounts
{
    std::uint64_t read = 0;
    std::uint64_t events = 0;
    std::uint64_t silent = 0; ///< recognised, without new information: repetitions, blank lines, decoration
    std::uint64_t unknown = 0; ///< the user's own output
    std::uint64_t damaged = 0; ///< begin like a known line and do not match it; too long

    bool operator==(const LineCounts&) const = default;
};

/// Converts the output of one framework to events, line by line. Keeps a bounded memory of previous lines. The caller
/// keeps the raw lines; unknown ones are only counted. One parser for each captured process, or for all processes of a
/// launcher that marks its lines; one thread.
class LogParser
{
public:
    virtual ~LogParser() = default;
    /// `line` without '\n'; any bytes. Returns its first event.
    [[nodiscard]] std::optional<LogEvent> parse(std::string_view line, Stream stream, const Arrival& arrival);
    /// Returns the next event of the same line: progress bars return to the beginning of their line, and several
    /// processes on one pipe lose line ends. Call until it returns nothing.
    [[nodiscard]] std::optional<LogEvent> more();
    [[nodiscard]] const LineCounts& counts() const noexcept { return m_counts; }
    /// "unknown-line" (a Note), "damaged-line", "long-line": the count, and the first 200 bytes of the first one.
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

/// Frameworks that makeLogParser knows: "builtin", "pytorch-ddp", "pytorch-elastic", "horovod", "tensorflow", "kungfu",
/// "hivemind" and "command", which recognises the lines of all.
[[nodiscard]] const std::vector<std::string>& logParserNames();
/// Fails with InvalidInput for an unknown framework. For frameworks described in files see pattern_reader.h.
[[nodiscard]] Result<std::unique_ptr<LogParser>> makeLogParser(std::string_view framework, LogSource source = {});
/// Returns the framework whose parser recognises most of these lines; "command" if none does.
[[nodiscard]] std::string recogniseFramework(std::span<const std::string> lines);

} // namespace millrace::monitor
