// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/monitor/line_reader.h"
#include "core/monitor/log_parser.h"

#include <span>
#include <string>
#include <vector>

namespace millrace::monitor {

/// Line of a user-defined framework, as its JSON file describes it.
struct PatternSpec
{
    /// As for matchLine(), with names: "step {step:d} took {seconds:f} s, loss {loss:g}". A field without a name
    /// ("{t}") is skipped. Names: step, seconds, milliseconds, samples, samples_per_second, loss, rank, workers, of
    /// textual events text, and of results value (a number) and rate ("2.24GiB/s").
    std::string pattern;
    /// "step" and "warmup" (an iteration), "phase", "result", "failure", "finish", "message", or "ignore".
    std::string event = "step";
    std::string metric = {}; ///< of a result: name of its metric; empty: by its unit
    std::string unit = {}; ///< of `value`
    double factor = 1; ///< multiplier of `value`: 1e6 for a printed "Mbits/sec" and the unit bit/s
};

class PatternReader final : public LineReader
{
public:
    /// Fails with InvalidInput for an unknown event or field, a name of the wrong kind, more than eight fields, or a
    /// step without a number; names the pattern.
    [[nodiscard]] static Result<PatternReader> make(std::span<const PatternSpec> specs);
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    enum class Field
    {
        None,
        Step,
        Seconds,
        Milliseconds,
        Samples,
        SamplesPerSecond,
        Loss,
        Rank,
        Workers,
        Text,
        Value,
        Rate
    };
    struct Pattern
    {
        std::string body; ///< for matchLine()
        std::vector<Field> fields;
        std::string event;
        std::string metric;
        std::string unit;
        double factor = 1;
    };
    struct Values;
    [[nodiscard]] static Result<Pattern> compile(const PatternSpec& spec);
    /// Parses the text between { and }.
    [[nodiscard]] static Result<Field> fieldOf(const PatternSpec& spec, std::string_view inside);
    [[nodiscard]] static LineOutcome eventOf(const Pattern& pattern, const Values& values);

    std::vector<Pattern> m_patterns;
};

/// Returns a parser of these lines and of the errors of launchers and libraries.
[[nodiscard]] Result<std::unique_ptr<LogParser>> makePatternLogParser(std::span<const PatternSpec> specs,
                                                                      LogSource source = {});

} // namespace millrace::monitor
