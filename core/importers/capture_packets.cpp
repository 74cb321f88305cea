// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/capture_packets.h"

#include <algorithm>
#include <array>

namespace millrace::importers {

const FileFormat captureFormat{
    .name = "capture",
    .kind = FileKind::Traffic,
    .sign = FormatSign::Words,
    .match = [](const FileHead& head) { return matchIf(isCapture(head.text()), 1, "the first bytes of a capture"); },
    .open = CapturePackets::open};

bool isCapture(std::string_view head) noexcept
{
    static constexpr std::array<std::string_view, 5> magics = {
        "\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1", "\x0a\x0d\x0d\x0a"};
    return std::ranges::any_of(magics, [&](std::string_view magic) { return head.starts_with(magic); });
}

Result<std::unique_ptr<PacketSource>> CapturePackets::open(const std::filesystem::path& file, NameBook& names,
                                                           const PacketOptions& options)
{
    MR_TRY(reader, capture::PacketReader::open(file));
    return std::unique_ptr<PacketSource>(new CapturePackets(std::move(reader), names, options.file));
}

CapturePackets::CapturePackets(capture::PacketReader reader, NameBook& names, std::uint32_t file)
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

PacketRecord CapturePackets::convert(const capture::Packet& packet)
{
    PacketRecord out;
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

Result<std::span<const PacketRecord>> CapturePackets::next()
{
    MR_TRY(packets, m_reader.next());
    m_out.clear();
    for (const capture::Packet& packet : packets)
        m_out.push_back(convert(packet));
    return std::span<const PacketRecord>(m_out);
}

} // namespace millrace::importers
