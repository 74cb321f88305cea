// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_parser.h"

#include <map>

namespace millrace::monitor {

/// Output of KungFu's runner, benchmarks and tools, of Horovod's benchmark with the same lines, and the TensorFlow
/// rates among them. TensorFlow logs each rate twice, in two spellings; the repetition is silent.
class KungFuLineReader final : public LineReader
{
public:
    [[nodiscard]] LineOutcome read(std::string_view body, const EventOrigin& origin) override;

private:
    enum class RateSpelling
    {
        TensorFlow,
        Absl
    };
    struct LastRate
    {
        std::string value;
        RateSpelling spelling = RateSpelling::TensorFlow;
        bool paired = false;
    };
    [[nodiscard]] bool isRepetition(const std::string& key, std::string_view value, RateSpelling spelling);
    [[nodiscard]] std::optional<LineOutcome> tensorFlowRate(std::string_view body, const EventOrigin& origin);

    std::map<std::string, LastRate> m_lastRates; ///< by worker and name; bounded
};

/// Parser of only these lines, prefixes removed.
class KungFuLogParser final : public LogParser
{
public:
    explicit KungFuLogParser(LogSource source = {}) : m_source(std::move(source)) { }

    /// Public for parsers that delegate the lines they share.
    [[nodiscard]] Outcome interpret(std::string_view line, Stream stream, const Arrival& arrival) override;

private:
    LogSource m_source;
    KungFuLineReader m_lines;
};

} // namespace millrace::monitor
