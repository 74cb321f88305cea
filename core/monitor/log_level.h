// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/framework_events.h"

#include <optional>
#include <string_view>

namespace millrace::monitor {

/// Line of a program's own log.
struct LevelledLine
{
    MessageLevel level = MessageLevel::Information;
    std::string_view text; ///< the message; a view into the line
    bool exception = false; ///< "RuntimeError: …", the last line of a traceback
};

/// The spellings of C++ and Python logs: "W1120 12:00:00.123456 140 file.py:12] text", "[E socket.cpp:860] text",
/// "[W1120 12:00:00.1 file.cpp:12] text", "2024-01-01 10:00:00.123456: E file.cc:12] text" (in brackets too),
/// "INFO:tensorflow:text", "[2024-01-01 10:00:00,123] name: [ERROR] text", "Mar 23 01:28:58.301 [INFO] [place] text",
/// "host:1:2 [0] NCCL WARN text" and "some.Error: text".
[[nodiscard]] std::optional<LevelledLine> readLevel(std::string_view body) noexcept;

/// Returns the length of "I0904 16:59:44.791337 139815124088640 tpu_estimator.py:2308] ", 0 without one.
[[nodiscard]] std::size_t abslPrefixLength(std::string_view body) noexcept;

} // namespace millrace::monitor
