// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/pcap_handle.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace millrace::capture {

/// Filter in libpcap's language ("host 10.0.0.1 and tcp port 5001"), compiled for one link type. Movable; matches() may
/// be called from several threads at once.
class PacketFilter
{
public:
    /// `linkType` as in capture files (1 Ethernet, 101 raw IP, 113 SLL, …). The empty text passes all packets.
    /// InvalidInput with libpcap's message for a text that it rejects, also for this link type. `swapped`: of a file in
    /// the other byte order than this machine's, which affects the families of Null.
    [[nodiscard]] static Result<PacketFilter> compile(std::string_view text, int linkType,
                                                      std::uint32_t snapLength = 262144, bool swapped = false);

    /// Whether a packet passes; `wireBytes` is its length on the wire, for "greater" and "less". Bytes cut by the snap
    /// length do not match.
    [[nodiscard]] bool matches(std::span<const std::uint8_t> captured, std::uint32_t wireBytes) const noexcept;

private:
    explicit PacketFilter(PcapProgram program) noexcept : m_program(std::move(program)) { }

    PcapProgram m_program;
};

} // namespace millrace::capture
