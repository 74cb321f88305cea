// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/packet_sights.h"

#include "core/capture/packet_reader.h"

#include <algorithm>
#include <cstring>

namespace millrace::analysis {

using namespace capture;

namespace {

std::uint64_t mix(std::uint64_t state, std::uint64_t value) noexcept
{
    state ^= value + 0x9E3779B97F4A7C15ull + (state << 6) + (state >> 2);
    state *= 0xBF58476D1CE4E5B9ull;
    return state ^ (state >> 29);
}

std::uint64_t hashOf(const IpAddress& address)
{
    std::uint64_t words[2] = {};
    std::memcpy(words, address.bytes.data(), 16);
    return mix(mix(static_cast<std::uint64_t>(address.family), words[0]), words[1]);
}

std::uint64_t identityOf(const Packet& packet, std::uint64_t source, std::uint64_t destination)
{
    std::uint64_t hash = mix(source, destination);
    hash = mix(hash,
               (std::uint64_t{packet.sourcePort} << 32) | (std::uint64_t{packet.destinationPort} << 16) | packet.ipId);
    hash = mix(hash, (std::uint64_t{packet.sequence} << 32) | packet.acknowledgement);
    hash = mix(hash,
               (std::uint64_t{packet.ipBytes} << 32) | (std::uint64_t{packet.window} << 16)
                   | (std::uint64_t{packet.tcpFlags} << 8) | packet.protocol);
    // The low bits select the sample.
    return hash ^ (hash >> 32);
}

} // namespace

IpAddress CaptureSights::busiest() const
{
    std::vector<std::uint64_t> counts(addresses.size());
    for (const PacketSight& sight : sights) {
        ++counts[sight.source];
        ++counts[sight.destination];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return most == counts.end() || *most == 0 ? IpAddress{}
                                              : addresses[static_cast<std::size_t>(most - counts.begin())];
}

std::uint32_t SightCollector::rowOf(Network network, AddressId id, const AddressBook& book)
{
    const auto [place, added] =
        m_rows.try_emplace({network, id}, static_cast<std::uint32_t>(m_sights.addresses.size()));
    if (added) {
        m_sights.addresses.push_back(book.address(network, id));
        m_addressHashes.push_back(hashOf(m_sights.addresses.back()));
    }
    return place->second;
}

void SightCollector::add(std::span<const Packet> packets, const AddressBook& book)
{
    for (const Packet& packet : packets) {
        if (!packet.has(packet_mark::transport))
            continue;
        const std::uint32_t source = rowOf(packet.network, packet.source, book);
        const std::uint32_t destination = rowOf(packet.network, packet.destination, book);
        m_sights.first = m_sights.packets == 0 ? packet.time : std::min(m_sights.first, packet.time);
        m_sights.last = m_sights.packets == 0 ? packet.time : std::max(m_sights.last, packet.time);
        ++m_sights.packets;
        const std::uint64_t identity = identityOf(packet, m_addressHashes[source], m_addressHashes[destination]);
        if ((identity & ((std::uint64_t{1} << m_sights.sampling) - 1)) != 0)
            continue;
        m_sights.sights.push_back({identity, packet.time, source, destination});
        if (m_sights.sights.size() > m_most)
            thin();
    }
}

void SightCollector::thin()
{
    ++m_sights.sampling;
    const std::uint64_t mask = (std::uint64_t{1} << m_sights.sampling) - 1;
    std::erase_if(m_sights.sights, [mask](const PacketSight& sight) { return (sight.identity & mask) != 0; });
}

CaptureSights SightCollector::finish(std::string file)
{
    auto& sights = m_sights.sights;
    std::sort(sights.begin(), sights.end(),
              [](const PacketSight& a, const PacketSight& b) { return a.identity < b.identity; });
    std::vector<PacketSight> single;
    for (std::size_t i = 0; i < sights.size();) {
        std::size_t end = i + 1;
        while (end < sights.size() && sights[end].identity == sights[i].identity)
            ++end;
        if (end == i + 1)
            single.push_back(sights[i]);
        else
            m_sights.ambiguous += end - i;
        i = end;
    }
    sights = std::move(single);
    m_sights.file = std::move(file);
    return std::move(m_sights);
}

Result<CaptureSights> sightsOf(const std::filesystem::path& file, const JobContext& job)
{
    MR_TRY(reader, PacketReader::open(file, {"", job.stop}));
    SightCollector collector;
    std::uint64_t count = 0;
    for (;;) {
        MR_TRY(packets, reader.next());
        if (packets.empty())
            break;
        collector.add(packets, reader.addresses());
        if ((++count & 0x1ff) == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "comparing the clocks of captures was cancelled");
            job.progress(static_cast<long long>(reader.bytesRead()), static_cast<long long>(reader.bytesTotal()),
                         "Looking for packets seen twice");
        }
    }
    return collector.finish(file.string());
}

} // namespace millrace::analysis
