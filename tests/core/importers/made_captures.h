// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace millrace::importers {

/// Writes pcap files byte by byte, without the code under test.
struct MadePacket
{
    std::int64_t time = 0; ///< nanoseconds UTC
    std::string frame;
};

/// An Ethernet frame with IPv4 and TCP (6) or UDP (17), the payload zeros.
[[nodiscard]] std::string ipv4Frame(const std::string& source, const std::string& destination, std::uint16_t sourcePort,
                                    std::uint16_t destinationPort, std::size_t payload, std::uint32_t sequence = 1,
                                    std::uint8_t protocol = 6);
[[nodiscard]] std::string arpFrame();
/// TCP over IPv6 without payload.
[[nodiscard]] std::string ipv6Frame();

/// A pcap file of microseconds or nanoseconds, frames cut at 100 bytes.
void writePcap(const std::filesystem::path& file, const std::vector<MadePacket>& packets, bool nanoseconds = false);

/// "192.168.17.50" for 0.
[[nodiscard]] std::string workerAddress(int k);
/// 2021-07-12 12:03:05 UTC, summer in Europe; 2021-11-19 12:00:00 UTC, winter.
constexpr std::int64_t summerTime = 1'626'091'385'000'000'000;
constexpr std::int64_t winterTime = 1'637'323'200'000'000'000;

/// The set of A4: worker k sends 200 segments of 1448 bytes to worker k + 1 every 0.31 ms, and one of 100 bytes to
/// worker k + 2 with every 20th. Four files worker-K-tcpdump.pcap in the folder, which is made.
void writeFourHosts(const std::filesystem::path& folder, std::int64_t begin);
/// Worker k sends 1200 segments every 31 ms, the workers 3 ms apart: for temporal_flow.json.
void writeTemporalHosts(const std::filesystem::path& folder, std::int64_t begin);
/// Two runs in winter: flows that begin late, have silence or a single packet, UDP, ARP and IPv6, hosts that are in one
/// run only.
void writeOddRuns(const std::filesystem::path& folder);

/// Runs a program, with the time zone given; its standard output. Empty when it failed.
[[nodiscard]] std::string runTool(const std::string& commandLine, const std::string& zone = "UTC");
[[nodiscard]] bool hasTool(const std::string& name);
/// Runs tshark as the study does for every capture of a run's folder, into parsed-files.
[[nodiscard]] bool runTshark(const std::filesystem::path& run, const std::string& zone);

void writeText(const std::filesystem::path& file, const std::string& text);
[[nodiscard]] std::string textOf(const std::filesystem::path& file);

} // namespace millrace::importers
