// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/kungfu_log_parser.h"
#include "core/monitor/log_parser.h"

namespace millrace::monitor {

/// The output of `millrace-worker train`: its JSON lines, as core/trainer/training_log.h lists them. The human lines
/// beside them say the same again and are silent; only where no JSON line has come (a log that somebody cut down to
/// them) are they read as KungFu's.
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
