// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/trace/packet_table.h"

#include <filesystem>

namespace millrace::ui {

/// Maximum of listed packets.
constexpr std::size_t mostListedPackets = 5'000'000;

/// Reads the packets of a focus from the files again, in the order of time. Any thread.
[[nodiscard]] Result<PacketList> readPackets(const Trace& trace, const TraceFocus& focus, std::size_t most,
                                             const JobContext& job);

struct WrittenPackets
{
    std::uint64_t packets = 0;
    std::vector<std::filesystem::path> files;
};
/// Writes the packets of a focus to a pcap file; of a trace of several files to one for each of them, with its number
/// in the name: "all.pcap", "all-2.pcap". Any thread.
[[nodiscard]] Result<WrittenPackets> writePackets(const Trace& trace, const TraceFocus& focus,
                                                  const std::filesystem::path& target, const JobContext& job);

} // namespace millrace::ui
