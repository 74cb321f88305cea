// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/core/capture/made_frames.h"

#include <filesystem>
#include <optional>

namespace millrace::test {

/// The first of January 2024, 00:00 UTC, in seconds.
constexpr std::int64_t madeEpoch = 1'704'067'200;

struct MadeRecord
{
    std::int64_t time = 0; ///< nanoseconds since 1970
    Bytes frame = {};
    std::uint32_t wire = 0; ///< 0: as long as the frame
};

struct PcapStyle
{
    bool bigEndian = false;
    bool nanoseconds = false;
    bool kuznetzov = false; ///< records with eight bytes more, of old Linux captures; always µs
    std::uint32_t linkType = 1;
    std::uint32_t snapLength = 262'144;
};

/// A pcap file after draft-ietf-opsawg-pcap.
[[nodiscard]] Bytes pcapFile(const PcapStyle& style, const std::vector<MadeRecord>& records);
[[nodiscard]] std::size_t pcapRecordBytes(const PcapStyle& style, const MadeRecord& record);

/// The same frames some microseconds apart; `snap` cuts them.
[[nodiscard]] std::vector<MadeRecord> recordsOf(Wrapping wrapping, std::size_t snap = 262'144);

/// Builds a pcapng file after draft-ietf-opsawg-pcapng, block by block.
class PcapngWriter
{
public:
    struct Interface
    {
        std::uint16_t linkType = 1;
        std::uint32_t snapLength = 0;
        std::string name = {};
        std::string filter = {};
        std::optional<std::uint8_t> resolution = {}; ///< if_tsresol
        std::optional<std::int64_t> offset = {}; ///< if_tsoffset
    };

    PcapngWriter& section(bool bigEndian, const std::string& program = {});
    PcapngWriter& interface(const Interface& interface);
    /// `units` since 1970 in the resolution of the interface.
    PcapngWriter& enhanced(std::uint32_t interface, std::uint64_t units, const Bytes& frame, std::uint32_t wire = 0);
    PcapngWriter& simple(const Bytes& frame, std::uint32_t wire = 0);
    PcapngWriter& oldPacket(std::uint16_t interface, std::uint64_t units, const Bytes& frame);
    PcapngWriter& statistics(std::uint32_t interface, std::uint64_t received, std::uint64_t droppedByInterface,
                             std::uint64_t droppedByKernel);
    /// A block of any kind around a body that is padded.
    PcapngWriter& block(std::uint32_t type, const Bytes& body);

    Bytes bytes;

private:
    [[nodiscard]] ByteWriter writer() const { return ByteWriter(m_bigEndian); }
    static void option(ByteWriter& out, std::uint16_t code, const Bytes& value);

    bool m_bigEndian = false;
};

/// Two sections of different byte order, eight interfaces of different link types and clocks, every kind of packet
/// block, statistics, and blocks that are nobody's business.
[[nodiscard]] Bytes mixedPcapng();

/// Compressed in so many members or frames, one after the other.
[[nodiscard]] Bytes gzipped(const Bytes& bytes, int members = 1);
[[nodiscard]] Bytes zstdCompressed(const Bytes& bytes, int frames = 1, bool checksum = true);

/// Writes a file, in place of one that is there.
void writeBytes(const std::filesystem::path& file, const Bytes& bytes);

} // namespace millrace::test
