// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/packet_table.h"

#include <filesystem>

namespace millrace::ui {

/// Rows of packets that are listed at most.
constexpr std::size_t mostListedPackets = 5'000'000;

/// The packets of a focus, in the order of time, read again from the files. Any thread.
[[nodiscard]] Result<PacketList> readPackets(const Trace& trace, const TraceFocus& focus, std::size_t most,
                                             const JobContext& job);

struct WrittenPackets
{
    std::uint64_t packets = 0;
    std::vector<std::filesystem::path> files;
};
/// Writes the packets of a focus into a pcap file; of a trace of several files into one for each of them, with its
/// number in the name: "all.pcap", "all-2.pcap". Any thread.
[[nodiscard]] Result<WrittenPackets> writePackets(const Trace& trace, const TraceFocus& focus,
                                                  const std::filesystem::path& target, const JobContext& job);

} // namespace millrace::ui
