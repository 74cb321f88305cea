// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct pcap;
struct bpf_program;

namespace millrace::capture {

struct PcapCloser
{
    void operator()(pcap* handle) const noexcept;
};

struct PcapProgramFreer
{
    void operator()(bpf_program* program) const noexcept;
};

/// Handle of libpcap, live or of a file; closed on destruction.
using PcapHandle = std::unique_ptr<pcap, PcapCloser>;
/// Compiled filter of libpcap; freed on destruction.
using PcapProgram = std::unique_ptr<bpf_program, PcapProgramFreer>;

/// Returns a handle for compiling filters, as if for a file of this link type: without a file, libpcap assumes the
/// address families of this system for Null and Loop. `swapped`: the file has the other byte order.
[[nodiscard]] Result<PcapHandle> openFilePcap(int fileLinkType, std::uint32_t snapLength, bool swapped);
/// Compiles a filter for the link type of the handle. InvalidInput with libpcap's message if it rejects the text.
[[nodiscard]] Result<PcapProgram> compilePcapProgram(pcap* handle, std::string_view text);
/// Capture files and libpcap number a few link types differently: raw IP is 101 in every file and 12 on this system
/// (tcpdump.org/linktypes.html). Converts a file's number to libpcap's, and back.
[[nodiscard]] int systemLinkType(int fileLinkType) noexcept;
[[nodiscard]] std::uint16_t fileLinkType(int systemLinkType) noexcept;
/// Returns "EN10MB (Ethernet)", by libpcap's number; "link type 147" if it has no name.
[[nodiscard]] std::string linkTypeText(int linkType);

} // namespace millrace::capture
