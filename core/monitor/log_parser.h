// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/monitor/log_event.h"

#include <memory>
#include <optional>
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
};

/// How many lines were of which kind; read = events + silent + unknown + damaged.
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
    /// `line` without '\n'; any bytes.
    [[nodiscard]] std::optional<LogEvent> parse(std::string_view line, Stream stream, const Arrival& arrival);
    [[nodiscard]] const LineCounts& counts() const noexcept { return m_counts; }
    /// "unknown-line" (a Note), "damaged-line", "long-line": how often, and the first 200 bytes of the first one.
    [[nodiscard]] const Issues& issues() const noexcept { return m_issues; }

protected:
    struct Silent
    {
    };
    struct Unknown
    {
    };
    struct Damaged
    {
        std::string why;
    };
    using Outcome = std::variant<LogEvent, Silent, Unknown, Damaged>;
    /// The line is at most maximumLineBytes long.
    [[nodiscard]] virtual Outcome interpret(std::string_view line, Stream stream, const Arrival& arrival) = 0;

private:
    void note(const char* kind, Severity severity, std::string_view line, std::string_view why);

    LineCounts m_counts;
    Issues m_issues;
};

/// The frameworks that makeLogParser knows: "builtin", "kungfu", "horovod".
[[nodiscard]] const std::vector<std::string>& logParserNames();
/// InvalidInput for an unknown framework.
[[nodiscard]] Result<std::unique_ptr<LogParser>> makeLogParser(std::string_view framework, LogSource source = {});

} // namespace millrace::monitor
