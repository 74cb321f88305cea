// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/line_reader.h"
#include "core/monitor/log_parser.h"

namespace millrace::monitor {

/// Strips launchers' prefixes from a line and tries its readers in order. A line that none recognises is tried again
/// without the prefix of `srun -l` or pdsh.
class FrameworkLogParser final : public LogParser
{
public:
    FrameworkLogParser(LogSource source, std::vector<std::unique_ptr<LineReader>> readers)
        : m_source(std::move(source)), m_readers(std::move(readers))
    {
    }

protected:
    [[nodiscard]] Outcome interpret(std::string_view line, Stream stream, const Arrival& arrival) override;

private:
    [[nodiscard]] Outcome ask(std::string_view body, const EventOrigin& origin);

    LogSource m_source;
    std::vector<std::unique_ptr<LineReader>> m_readers;
    bool m_hasJson = false; ///< a worker reports its iterations as JSON: other lines repeat them
};

} // namespace millrace::monitor
