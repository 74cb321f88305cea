// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/capture_packets.h"

namespace millrace::importers {

namespace known = analysis::known;

Result<std::unique_ptr<CapturePackets>> CapturePackets::open(const std::filesystem::path& file,
                                                             analysis::NameBook& names, const PacketOptions& options)
{
    MR_TRY(reader, capture::PacketReader::open(file));
    return std::unique_ptr<CapturePackets>(new CapturePackets(std::move(reader), names, options.file));
}

CapturePackets::CapturePackets(capture::PacketReader reader, analysis::NameBook& names, std::uint32_t file)
    : m_reader(std::move(reader)), m_names(names), m_file(file)
{
}

std::uint32_t CapturePackets::nameOf(capture::Network network, capture::AddressId id)
{
    const std::uint64_t key = (std::uint64_t(network) << 32) | id;
    const auto found = m_known.find(key);
    if (found != m_known.end())
        return found->second;
    const std::uint32_t name = m_names.idOf(m_reader.addresses().address(network, id).text());
    m_known.emplace(key, name);
    return name;
}

analysis::PublishedPacket CapturePackets::convert(const capture::Packet& packet)
{
    analysis::PublishedPacket out;
    out.time = packet.time;
    out.row = m_row++;
    out.file = m_file;
    out.wireBytes = packet.wireBytes;
    out.knows = known::wireBytes;
    if (!packet.isIp())
        return out;
    out.source = nameOf(packet.network, packet.source);
    out.destination = nameOf(packet.network, packet.destination);
    out.protocol = packet.protocol;
    out.knows |= known::addresses;
    if (packet.network == capture::Network::Ipv4)
        out.knows |= known::ipv4;
    if (!packet.has(capture::packet_mark::transport))
        return out;
    out.sourcePort = packet.sourcePort;
    out.destinationPort = packet.destinationPort;
    out.payloadBytes = packet.payloadBytes;
    out.knows |= known::ports | known::payloadBytes;
    if (packet.isTcp()) {
        out.sequence = packet.sequence;
        out.sequenceEnd = packet.sequence + packet.payloadBytes;
        out.knows |= known::sequence;
    }
    return out;
}

Result<std::span<const analysis::PublishedPacket>> CapturePackets::next()
{
    MR_TRY(packets, m_reader.next());
    m_out.clear();
    for (const capture::Packet& packet : packets)
        m_out.push_back(convert(packet));
    return std::span<const analysis::PublishedPacket>(m_out);
}

} // namespace millrace::importers
