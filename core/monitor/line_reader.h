// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/log_event.h"

#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace millrace::monitor {

/// Recognised line without new information: repetitions, blank lines, decoration.
struct SilentLine
{
};
/// The user's own output.
struct UnknownLine
{
};
/// Begins like a known line and does not match it.
struct DamagedLine
{
    std::string why;
};
using LineOutcome = std::variant<LogEvent, SilentLine, UnknownLine, DamagedLine>;

/// Recognises the lines of one kind of program. Several of them make a parser, see framework_log_parser.h. Keeps a
/// bounded memory of previous lines.
class LineReader
{
public:
    virtual ~LineReader() = default;
    /// `body`: valid UTF-8, without launchers' prefixes; `origin`: from those prefixes, and the arrival.
    [[nodiscard]] virtual LineOutcome read(std::string_view body, const EventOrigin& origin) = 0;
};

/// State per worker of one log. A hostile log may name any number of workers: those beyond 4096 share one state.
template <typename State>
class PerWorker
{
public:
    [[nodiscard]] State& of(const EventOrigin& origin)
    {
        const auto key = std::pair(origin.rank, origin.worker.substr(0, 64));
        if (const auto known = m_states.find(key); known != m_states.end())
            return known->second;
        return m_states.size() < most ? m_states[key] : m_shared;
    }

private:
    static constexpr std::size_t most = 4096;
    std::map<std::pair<int, std::string>, State> m_states;
    State m_shared;
};

} // namespace millrace::monitor
