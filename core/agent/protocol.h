// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <chrono>
#include <cstddef>

namespace millrace::agent {

/// Raised whenever a request, reply or event changes its meaning. Both sides must have the same number.
inline constexpr int protocolVersion = 4;
/// The longest payload of a frame.
inline constexpr std::size_t maximumFrame = std::size_t(16) << 20;
/// Interval of the client's heartbeat.
inline constexpr std::chrono::milliseconds pingInterval{2'000};
/// Timeout after which the client considers the agent lost.
inline constexpr std::chrono::milliseconds lostAfter{10'000};
/// Timeout without any frame after which the agent considers the client dead, stops everything and ends.
inline constexpr std::chrono::milliseconds deadManTime{20'000};

} // namespace millrace::agent
