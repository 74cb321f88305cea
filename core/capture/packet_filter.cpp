// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/packet_filter.h"

#include <fmt/format.h>

#include <pcap/pcap.h>

namespace millrace::capture {

Result<PacketFilter> PacketFilter::compile(std::string_view text, int linkType, std::uint32_t snapLength, bool swapped)
{
    MR_TRY(handle, openFilePcap(linkType, snapLength, swapped));
    auto program = compilePcapProgram(handle.get(), text);
    if (!program)
        return within(fmt::format("filter for {}", linkTypeText(systemLinkType(linkType))), std::move(program).error());
    return PacketFilter(*std::move(program));
}

bool PacketFilter::matches(std::span<const std::uint8_t> captured, std::uint32_t wireBytes) const noexcept
{
    return bpf_filter(m_program->bf_insns, captured.data(), wireBytes, static_cast<u_int>(captured.size())) != 0;
}

} // namespace millrace::capture
