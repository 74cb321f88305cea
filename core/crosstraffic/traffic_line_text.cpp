// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_line_text.h"

#include <fmt/format.h>
#include <iterator>

namespace millrace::crosstraffic {

TrafficLineText::TrafficLineText(std::string_view event)
    : m_line(fmt::format("{{\"event\":\"{}\",\"wall_ns\":{},\"mono_ns\":{}", event, wallNow().count(),
                         monotonicNow().count()))
{
}

TrafficLineText& TrafficLineText::integer(std::string_view name, std::int64_t value)
{
    fmt::format_to(std::back_inserter(m_line), ",\"{}\":{}", name, value);
    return *this;
}

TrafficLineText& TrafficLineText::count(std::string_view name, std::uint64_t value)
{
    fmt::format_to(std::back_inserter(m_line), ",\"{}\":{}", name, value);
    return *this;
}

TrafficLineText& TrafficLineText::text(std::string_view name, std::string_view value)
{
    fmt::format_to(std::back_inserter(m_line), ",\"{}\":\"", name);
    for (const char c : value) {
        if (c == '"' || c == '\\')
            m_line += '\\';
        m_line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    m_line += '"';
    return *this;
}

void TrafficLineText::print(const LineSink& sink)
{
    m_line += '}';
    sink(m_line);
}

} // namespace millrace::crosstraffic
