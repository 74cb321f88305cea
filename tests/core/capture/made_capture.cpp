// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_capture.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>

namespace millrace::test {

namespace {

constexpr std::int64_t second = 1'000'000'000;

std::uint32_t wireOf(const Bytes& frame, std::uint32_t wire)
{
    return wire != 0 ? wire : static_cast<std::uint32_t>(frame.size());
}

Bytes bytesOf(const std::string& text)
{
    return {text.begin(), text.end()};
}

/// Part `i` of `count` about equal ones.
Bytes part(const Bytes& bytes, int i, int count)
{
    const auto at = [&](int k) {
        return bytes.begin()
            + static_cast<std::ptrdiff_t>(bytes.size() * static_cast<std::size_t>(k) / static_cast<std::size_t>(count));
    };
    return {at(i), at(i + 1)};
}

} // namespace

Bytes pcapFile(const PcapStyle& style, const std::vector<MadeRecord>& records)
{
    ByteWriter out(style.bigEndian);
    out.word(style.kuznetzov ? 0xa1b2cd34 : style.nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4);
    out.half(2).half(4).word(0).word(0).word(style.snapLength).word(style.linkType);
    for (const MadeRecord& record : records) {
        const std::int64_t fraction = record.time % second;
        out.word(static_cast<std::uint32_t>(record.time / second));
        out.word(static_cast<std::uint32_t>(style.nanoseconds ? fraction : fraction / 1000));
        out.word(static_cast<std::uint32_t>(record.frame.size())).word(wireOf(record.frame, record.wire));
        if (style.kuznetzov)
            out.word(3).half(0x0800).byte(0).byte(0);
        out.raw(record.frame);
    }
    return out.bytes;
}

std::size_t pcapRecordBytes(const PcapStyle& style, const MadeRecord& record)
{
    return (style.kuznetzov ? 24 : 16) + record.frame.size();
}

std::vector<MadeRecord> recordsOf(Wrapping wrapping, std::size_t snap)
{
    std::vector<MadeRecord> records;
    std::int64_t time = madeEpoch * second + 999'999'000;
    for (const NetworkPacket& packet : everyKind()) {
        Bytes frame = wrapped(wrapping, packet);
        if (frame.empty())
            continue;
        const auto wire = static_cast<std::uint32_t>(frame.size());
        frame.resize(std::min(frame.size(), snap));
        records.push_back({time, frame, wire});
        time += 17'000;
    }
    return records;
}

void PcapngWriter::option(ByteWriter& out, std::uint16_t code, const Bytes& value)
{
    out.half(code).half(static_cast<std::uint16_t>(value.size())).raw(value).pad();
}

PcapngWriter& PcapngWriter::block(std::uint32_t type, const Bytes& body)
{
    ByteWriter padded(m_bigEndian);
    padded.raw(body).pad();
    const auto length = static_cast<std::uint32_t>(12 + padded.bytes.size());
    const Bytes all = writer().word(type).word(length).raw(padded.bytes).word(length).bytes;
    bytes.insert(bytes.end(), all.begin(), all.end());
    return *this;
}

PcapngWriter& PcapngWriter::section(bool bigEndian, const std::string& program)
{
    m_bigEndian = bigEndian;
    ByteWriter body = writer();
    body.word(0x1a2b3c4d).half(1).half(0).longWord(~std::uint64_t{0});
    if (!program.empty()) {
        option(body, 2, bytesOf("made hardware"));
        option(body, 3, bytesOf("made system"));
        option(body, 4, bytesOf(program));
        body.word(0);
    }
    return block(0x0a0d0d0a, body.bytes);
}

PcapngWriter& PcapngWriter::interface(const Interface& interface)
{
    ByteWriter body = writer();
    body.half(interface.linkType).half(0).word(interface.snapLength);
    if (!interface.name.empty())
        option(body, 2, bytesOf(interface.name));
    if (!interface.filter.empty())
        option(body, 11, bytesOf(std::string(1, '\0') + interface.filter));
    if (interface.resolution)
        option(body, 9, {*interface.resolution});
    if (interface.offset)
        option(body, 14, writer().longWord(static_cast<std::uint64_t>(*interface.offset)).bytes);
    body.word(0);
    return block(1, body.bytes);
}

PcapngWriter& PcapngWriter::enhanced(std::uint32_t interface, std::uint64_t units, const Bytes& frame,
                                     std::uint32_t wire)
{
    ByteWriter body = writer();
    body.word(interface).word(static_cast<std::uint32_t>(units >> 32)).word(static_cast<std::uint32_t>(units));
    body.word(static_cast<std::uint32_t>(frame.size())).word(wireOf(frame, wire)).raw(frame).pad();
    option(body, 1, bytesOf("a comment"));
    return block(6, body.word(0).bytes);
}

PcapngWriter& PcapngWriter::simple(const Bytes& frame, std::uint32_t wire)
{
    return block(3, writer().word(wireOf(frame, wire)).raw(frame).bytes);
}

PcapngWriter& PcapngWriter::oldPacket(std::uint16_t interface, std::uint64_t units, const Bytes& frame)
{
    ByteWriter body = writer();
    body.half(interface).half(0xffff);
    body.word(static_cast<std::uint32_t>(units >> 32)).word(static_cast<std::uint32_t>(units));
    const auto size = static_cast<std::uint32_t>(frame.size());
    return block(2, body.word(size).word(size).raw(frame).bytes);
}

PcapngWriter& PcapngWriter::statistics(std::uint32_t interface, std::uint64_t received,
                                       std::uint64_t droppedByInterface, std::uint64_t droppedByKernel)
{
    ByteWriter body = writer();
    body.word(interface).longWord(0);
    option(body, 4, writer().longWord(received).bytes);
    option(body, 5, writer().longWord(droppedByInterface).bytes);
    option(body, 7, writer().longWord(droppedByKernel).bytes);
    return block(5, body.word(0).bytes);
}

Bytes mixedPcapng()
{
    const std::vector<NetworkPacket> kinds = everyKind();
    const auto frame = [&](Wrapping wrapping, std::size_t kind) { return wrapped(wrapping, kinds[kind]); };
    const auto seconds = static_cast<std::uint64_t>(madeEpoch);
    PcapngWriter file;
    file.section(false, "made program")
        .interface({.linkType = 1, .snapLength = 262144, .name = "eth0", .filter = "ip"});
    file.interface({.linkType = 101, .name = "tun0", .resolution = std::uint8_t{9}});
    file.interface({.linkType = 113, .resolution = std::uint8_t{0x80 | 20}, .offset = 3600});
    file.block(4, ByteWriter(false).half(1).half(9).word(0x0100007f).raw({'h', 'o', 's', 't', 0}).pad().word(0).bytes);
    file.enhanced(0, seconds * 1'000'000 + 5, frame(Wrapping::Ethernet, 0));
    file.enhanced(1, seconds * 1'000'000'000 + 123'456'789, frame(Wrapping::Raw, 1));
    file.enhanced(2, ((seconds - 3600) << 20) + (1 << 19) + 1, frame(Wrapping::Sll, 2));
    file.block(0xbad, Bytes(48, 0x5a));
    file.oldPacket(0, seconds * 1'000'000 + 700'000, frame(Wrapping::Vlan, 3));
    file.statistics(0, 1000, 3, 17);
    file.section(true).interface({.linkType = 276, .name = "any", .resolution = std::uint8_t{3}});
    file.interface({.linkType = 0, .resolution = std::uint8_t{12}, .offset = -7200});
    file.interface({.linkType = 108}).interface({.linkType = 147});
    file.enhanced(0, seconds * 1000 + 2001, frame(Wrapping::Sll2, 8));
    // Picoseconds reach only as far as 2^64: half a year after 1970, moved here by the offset.
    file.block(1,
               ByteWriter(true)
                   .half(101)
                   .half(0)
                   .word(0)
                   .half(9)
                   .half(1)
                   .byte(12)
                   .byte(0)
                   .half(0)
                   .half(14)
                   .half(8)
                   .longWord(seconds)
                   .word(0)
                   .bytes);
    file.enhanced(4, 3'000'000'999'999, frame(Wrapping::Raw, 16));
    file.enhanced(2, (seconds + 4) * 1'000'000, frame(Wrapping::Loop, 17), 5000);
    file.enhanced(3, (seconds + 5) * 1'000'000, frame(Wrapping::Ethernet, 17));
    file.statistics(2, 5, 0, 1);
    file.block(0x40000bad, Bytes(8, 0x11));
    file.enhanced(2, (seconds + 6) * 1'000'000, frame(Wrapping::Loop, 9));
    return file.bytes;
}

Bytes gzipped(const Bytes& bytes, int members)
{
    Bytes out;
    for (int i = 0; i < members; ++i) {
        Bytes piece = part(bytes, i, members);
        z_stream stream{};
        deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        Bytes made(deflateBound(&stream, piece.size()));
        stream.next_in = piece.data();
        stream.avail_in = static_cast<uInt>(piece.size());
        stream.next_out = made.data();
        stream.avail_out = static_cast<uInt>(made.size());
        deflate(&stream, Z_FINISH);
        out.insert(out.end(), made.begin(), made.begin() + static_cast<std::ptrdiff_t>(stream.total_out));
        deflateEnd(&stream);
    }
    return out;
}

Bytes zstdCompressed(const Bytes& bytes, int frames, bool checksum)
{
    Bytes out;
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum ? 1 : 0);
    for (int i = 0; i < frames; ++i) {
        const Bytes piece = part(bytes, i, frames);
        Bytes made(ZSTD_compressBound(piece.size()));
        made.resize(ZSTD_compress2(context, made.data(), made.size(), piece.data(), piece.size()));
        out.insert(out.end(), made.begin(), made.end());
    }
    ZSTD_freeCCtx(context);
    return out;
}

void writeBytes(const std::filesystem::path& file, const Bytes& bytes)
{
    // Cutting a file to nothing and writing it again makes some file systems wait for the disk.
    std::filesystem::remove(file);
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

} // namespace millrace::test
