// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace millrace {

struct Log::Sink
{
    spdlog::logger logger;
};

Log Log::toStandardError(std::string name, LogLevel level)
{
    constexpr spdlog::level::level_enum levels[] = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                                    spdlog::level::err};
    Log log;
    log.m_sink = std::make_shared<Sink>(
        Sink{spdlog::logger(std::move(name), std::make_shared<spdlog::sinks::stderr_sink_mt>())});
    log.m_sink->logger.set_level(levels[static_cast<int>(level)]);
    log.m_sink->logger.set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %n %l: %v", spdlog::pattern_time_type::utc);
    return log;
}

void Log::debug(std::string_view text) const
{
    if (m_sink)
        m_sink->logger.debug(text);
}

void Log::information(std::string_view text) const
{
    if (m_sink)
        m_sink->logger.info(text);
}

void Log::warning(std::string_view text) const
{
    if (m_sink)
        m_sink->logger.warn(text);
}

void Log::error(std::string_view text) const
{
    if (m_sink)
        m_sink->logger.error(text);
}

} // namespace millrace
