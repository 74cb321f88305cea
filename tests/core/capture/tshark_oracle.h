// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/capture/packet.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::test {

/// Field name → text, empty where the packet has none.
using TsharkRow = std::map<std::string, std::string, std::less<>>;

[[nodiscard]] bool isInstalled(std::string_view program);

/// The fields that hold what capture::Packet holds.
[[nodiscard]] const std::vector<std::string>& packetFields();

/// `tshark -r file -T fields`, without names of hosts, reassembly or sequence analysis, in a time zone far away.
/// Nothing, after a warning, when tshark fails. `innermost`: of fields that occur several times the last, as of the
/// packet within a tunnel.
[[nodiscard]] std::optional<std::vector<TsharkRow>>
tsharkFields(const std::filesystem::path& file, const std::vector<std::string>& fields, bool innermost = false);

/// Standard output of a program in a time zone far away; nothing, after its own words, when it fails.
[[nodiscard]] std::optional<std::string> outputOf(const std::vector<std::string>& argv);

/// How many packets `tcpdump -r file --count filter` lets pass; -1 when it fails.
[[nodiscard]] long long tcpdumpCount(const std::filesystem::path& file, const std::string& filter);

/// "1704067200.123456789" in nanoseconds.
[[nodiscard]] std::int64_t epochNanoseconds(std::string_view text);

/// Differences between Millrace's and tshark's reading of a packet; empty: none.
[[nodiscard]] std::string difference(const capture::Packet& packet, const capture::AddressBook& addresses,
                                     const TsharkRow& row);

} // namespace millrace::test
