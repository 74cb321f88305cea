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

/// A handle of libpcap, live or dead; closed on destruction.
using PcapHandle = std::unique_ptr<pcap, PcapCloser>;
/// A compiled filter of libpcap; freed on destruction.
using PcapProgram = std::unique_ptr<bpf_program, PcapProgramFreer>;

/// A handle without an interface or a file, for compiling filters.
[[nodiscard]] Result<PcapHandle> openDeadPcap(int linkType, std::uint32_t snapLength);
/// Compiles a filter for the link type of the handle. InvalidInput with libpcap's own words where it does not
/// understand the text.
[[nodiscard]] Result<PcapProgram> compilePcapProgram(pcap* handle, std::string_view text);
/// "EN10MB (Ethernet)"; "link type 147" where libpcap has no name.
[[nodiscard]] std::string linkTypeText(int linkType);

} // namespace millrace::capture
