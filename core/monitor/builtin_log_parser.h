// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/kungfu_log_parser.h"
#include "core/monitor/log_parser.h"

namespace millrace::monitor {

/// Output of `millrace-worker train`: its JSON lines, see core/trainer/training_log.h. The human-readable lines repeat
/// them and are silent; only a log without JSON lines is parsed by its KungFu-style lines.
class BuiltinLogParser final : public LogParser
{
public:
    explicit BuiltinLogParser(LogSource source = {}) : m_source(source), m_human(std::move(source)) { }

protected:
    [[nodiscard]] Outcome interpret(std::string_view line, Stream stream, const Arrival& arrival) override;

private:
    [[nodiscard]] Outcome interpretJson(std::string_view line, Stream stream, const Arrival& arrival);
    [[nodiscard]] Outcome interpretText(std::string_view line, Stream stream, const Arrival& arrival);

    LogSource m_source;
    KungFuLogParser m_human;
    bool m_hasJson = false;
    bool m_hasFailure = false;
};

} // namespace millrace::monitor
