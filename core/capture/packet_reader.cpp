// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/packet_reader.h"

#include "core/capture/record_parser.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace millrace::capture {

class PacketReader::Impl
{
public:
    Impl(RecordBuffer buffer, const ReaderOptions& options, std::uint64_t total)
        : state(std::move(buffer), options.filter, options.tunnels), bytesTotal(total)
    {
    }

    ReaderState state;
    std::unique_ptr<RecordParser> parser;
    std::uint64_t bytesTotal;
    std::array<Packet, 256> packets;
};

namespace {

enum class Magic
{
    Pcap,
    Pcapng,
    None
};

Magic magicOf(const std::uint8_t* p)
{
    std::uint32_t magic = 0;
    std::memcpy(&magic, p, 4);
    for (const std::uint32_t known : {0xa1b2c3d4u, 0xa1b23c4du, 0xa1b2cd34u})
        if (magic == known || magic == __builtin_bswap32(known))
            return Magic::Pcap;
    return magic == 0x0a0d0d0a ? Magic::Pcapng : Magic::None;
}

std::string hexOf(const std::uint8_t* p)
{
    return fmt::format("{:02x} {:02x} {:02x} {:02x}", p[0], p[1], p[2], p[3]);
}

Result<std::unique_ptr<RecordParser>> makeParser(ReaderState& state)
{
    if (!state.buffer.need(4)) {
        if (state.buffer.error())
            return *state.buffer.error();
        return fail(ErrorCode::InvalidInput,
                    state.buffer.size() == 0 ? "it is empty" : "it is shorter than any capture's header");
    }
    switch (magicOf(state.buffer.data())) {
    case Magic::Pcap: return makePcapParser(state);
    case Magic::Pcapng: return makePcapngParser(state);
    case Magic::None: break;
    }
    return fail(ErrorCode::InvalidInput,
                fmt::format("not a pcap or pcapng file: its first bytes are {}", hexOf(state.buffer.data())));
}

} // namespace

PacketReader::PacketReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }
PacketReader::PacketReader(PacketReader&&) noexcept = default;
PacketReader& PacketReader::operator=(PacketReader&&) noexcept = default;
PacketReader::~PacketReader() = default;

Result<PacketReader> PacketReader::open(const std::filesystem::path& file, const ReaderOptions& options)
{
    MR_TRY(opened, openBytes(file));
    const Compression compression = opened.source->compression();
    auto impl = std::make_unique<Impl>(RecordBuffer(std::move(opened.source), options.stop), options, opened.bytes);
    impl->state.info.compression = compression;
    auto parser = makeParser(impl->state);
    if (!parser && (parser.error().code == ErrorCode::Cancelled || impl->state.filterRejected()))
        return parser.error();
    if (!parser)
        return fail(parser.error().code,
                    fmt::format("{} cannot be opened as a capture: {}", file.string(), parser.error().what));
    impl->parser = std::move(*parser);
    return PacketReader(std::move(impl));
}

Result<std::span<const Packet>> PacketReader::next()
{
    MR_TRY(count, m_impl->parser->parse(m_impl->packets));
    return std::span<const Packet>(m_impl->packets.data(), count);
}

Result<std::size_t> PacketReader::next(std::span<Packet> out)
{
    return m_impl->parser->parse(out);
}

std::span<const std::uint8_t> PacketReader::bytes(const Packet& packet) const
{
    const std::uint8_t* record = m_impl->state.buffer.at(packet.offset);
    return {record + m_impl->parser->headerBytes(record), packet.capturedBytes};
}

const CaptureInfo& PacketReader::info() const noexcept
{
    return m_impl->state.info;
}

const AddressBook& PacketReader::addresses() const noexcept
{
    return m_impl->state.addresses;
}

std::uint64_t PacketReader::bytesRead() const noexcept
{
    return m_impl->state.buffer.source().bytesRead();
}

std::uint64_t PacketReader::bytesTotal() const noexcept
{
    return m_impl->bytesTotal;
}

} // namespace millrace::capture
