// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace millrace::capture {

/// Interface of the caller's network namespace.
struct CaptureDevice
{
    bool loopback = false;
    int mtu = 0;
};
/// Returns nothing if there is no such interface.
[[nodiscard]] std::optional<CaptureDevice> findDevice(const std::string& name);

/// Returns the packets that an interface has lost before the kernel received them, since its creation: missed and FIFO
/// errors of its statistics. The counter has 32 bits: take differences of that width. Nothing if it has no such
/// counters.
[[nodiscard]] std::optional<std::uint32_t> interfaceDrops(const std::string& name);

} // namespace millrace::capture
