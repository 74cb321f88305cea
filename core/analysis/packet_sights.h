// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/capture/packet.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace millrace::analysis {

/// One packet as seen by one capture. The identity is a hash of what does not change on the way: addresses, ports,
/// protocol, sequence and acknowledgement numbers, flags, lengths, IPv4 identification.
struct PacketSight
{
    std::uint64_t identity = 0;
    std::int64_t time = 0; ///< by the clock of the capturing node
    std::uint32_t source = 0; ///< rows in CaptureSights::addresses
    std::uint32_t destination = 0;
};

/// The packets of one capture by identity, all or a uniform sample: those whose identity has `sampling` low bits 0, so
/// that two captures keep the same ones.
struct CaptureSights
{
    std::string file;
    std::vector<capture::IpAddress> addresses;
    std::vector<PacketSight> sights; ///< ascending by identity, unique
    unsigned sampling = 0;
    std::uint64_t packets = 0; ///< TCP and UDP packets examined
    std::uint64_t ambiguous = 0; ///< of the sample, left out: another packet has the same identity
    std::int64_t first = 0; ///< times of the first and last packet
    std::int64_t last = 0;

    /// The address involved in most packets: that of the node, if the capture was made on one. Family None when there
    /// are none.
    [[nodiscard]] capture::IpAddress busiest() const;
};

/// Collects sightings in bounded memory: with more than `most`, every second one is dropped.
class SightCollector
{
public:
    explicit SightCollector(std::size_t most = std::size_t{1} << 20) : m_most(most) { }

    void add(std::span<const capture::Packet> packets, const capture::AddressBook& book);
    [[nodiscard]] CaptureSights finish(std::string file);

private:
    std::uint32_t rowOf(capture::Network network, capture::AddressId id, const capture::AddressBook& book);
    void thin();

    std::size_t m_most;
    CaptureSights m_sights;
    std::map<std::pair<capture::Network, capture::AddressId>, std::uint32_t> m_rows;
    std::vector<std::uint64_t> m_addressHashes;
};

/// Cancelled, or the errors of capture::PacketReader.
[[nodiscard]] Result<CaptureSights> sightsOf(const std::filesystem::path& file, const JobContext& job = {});

} // namespace millrace::analysis
