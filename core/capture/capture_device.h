// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace millrace::capture {

/// An interface of the caller's network namespace.
struct CaptureDevice
{
    bool loopback = false;
    int mtu = 0;
};
/// None: there is no such interface.
[[nodiscard]] std::optional<CaptureDevice> findDevice(const std::string& name);

/// Packets that an interface has lost before the kernel saw them, since it was made: missed and FIFO errors of its
/// statistics. The counter has 32 bits: take differences of that width. None: it does not say.
[[nodiscard]] std::optional<std::uint32_t> interfaceDrops(const std::string& name);

} // namespace millrace::capture
