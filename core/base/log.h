// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace millrace {

enum class LogLevel
{
    Debug,
    Information,
    Warning,
    Error
};

/// Program messages (not the logs of workloads) to standard error, one line each, with a UTC time. Thread-safe.
/// A default-constructed Log is silent.
class Log
{
public:
    Log() = default;
    /// Lines below `level` are dropped. `name` stands in every line.
    [[nodiscard]] static Log toStandardError(std::string name, LogLevel level);

    void debug(std::string_view text) const;
    void information(std::string_view text) const;
    void warning(std::string_view text) const;
    void error(std::string_view text) const;

private:
    struct Sink;
    std::shared_ptr<Sink> m_sink;
};

} // namespace millrace
