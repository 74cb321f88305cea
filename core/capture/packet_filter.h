// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/pcap_handle.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace millrace::capture {

/// A filter in libpcap's language ("host 10.0.0.1 and tcp port 5001"), compiled for one link type. Tells of captured
/// bytes whether they pass. Movable; matches() may be called from several threads at once.
class PacketFilter
{
public:
    /// `linkType` as capture files number them (1 Ethernet, 101 raw IP, 113 SLL, …). The empty text passes all packets.
    /// InvalidInput with libpcap's words for a text that it does not understand, or that makes no sense for the link
    /// type. `swapped`: of a file in the other byte order than this machine's, in which Null writes its families.
    [[nodiscard]] static Result<PacketFilter> compile(std::string_view text, int linkType,
                                                      std::uint32_t snapLength = 262144, bool swapped = false);

    /// Whether a packet passes; `wireBytes` is its length on the wire, which "greater" and "less" look at. What the
    /// snap length cut off does not match.
    [[nodiscard]] bool matches(std::span<const std::uint8_t> captured, std::uint32_t wireBytes) const noexcept;

private:
    explicit PacketFilter(PcapProgram program) noexcept : m_program(std::move(program)) { }

    PcapProgram m_program;
};

} // namespace millrace::capture
