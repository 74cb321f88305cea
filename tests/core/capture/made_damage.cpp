// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/made_damage.h"

#include <algorithm>
#include <random>

namespace millrace::test {

namespace {

/// Every kind of packet, at most 90 bytes of each.
std::vector<MadeRecord> smallRecords()
{
    std::vector<MadeRecord> records = recordsOf(Wrapping::Ethernet, 90);
    std::vector<MadeRecord> few;
    for (std::size_t i = 0; i < records.size(); i += 2)
        few.push_back(records[i]);
    return few;
}

SmallCapture smallPcap(const std::string& name, const PcapStyle& style)
{
    SmallCapture capture{name, {}, 24, {}, {}};
    const std::vector<MadeRecord> records = smallRecords();
    capture.bytes = pcapFile(style, records);
    std::size_t end = 24;
    for (const MadeRecord& record : records) {
        end += pcapRecordBytes(style, record);
        capture.recordEnds.push_back(end);
        capture.isPacket.push_back(true);
    }
    return capture;
}

SmallCapture smallPcapng()
{
    SmallCapture capture{"pcapng", {}, 28, {}, {}};
    PcapngWriter file;
    const auto end = [&](bool isPacket) {
        capture.recordEnds.push_back(file.bytes.size());
        capture.isPacket.push_back(isPacket);
    };
    const auto records = smallRecords();
    for (const bool bigEndian : {false, true}) {
        file.section(bigEndian, "made program");
        end(false);
        file.interface({.linkType = 1, .snapLength = 90, .name = "eth0", .filter = "ip", .offset = 60});
        end(false);
        for (std::size_t i = 0; i < 6; ++i) {
            const auto units = static_cast<std::uint64_t>(records[i].time / 1000);
            if (i == 3)
                file.oldPacket(0, units, records[i].frame);
            else if (i == 4)
                file.simple(records[i].frame, records[i].wire);
            else
                file.enhanced(0, units, records[i].frame, records[i].wire);
            end(true);
        }
        file.block(0xbad, Bytes(20, 0x77));
        end(false);
        file.statistics(0, 9, 1, 2);
        end(false);
    }
    capture.bytes = file.bytes;
    return capture;
}

} // namespace

std::vector<SmallCapture> smallCaptures()
{
    std::vector<SmallCapture> all;
    all.push_back(smallPcap("pcap", {}));
    all.push_back(smallPcap("pcap, big-endian, ns", {.bigEndian = true, .nanoseconds = true}));
    all.push_back(smallPcap("pcap, longer records", {.kuznetzov = true}));
    all.push_back(smallPcapng());
    const Bytes plain = all[0].bytes;
    all.push_back({"gzip", gzipped(plain, 2), 4, {}, {}});
    all.push_back({"zstd", zstdCompressed(plain, 3), 4, {}, {}});
    return all;
}

void forEachTruncation(const SmallCapture& whole, const Damaged& check)
{
    for (std::size_t size = 0; size < whole.bytes.size(); ++size)
        check({whole.bytes.begin(), whole.bytes.begin() + static_cast<std::ptrdiff_t>(size)}, size,
              whole.name + " cut to " + std::to_string(size) + " bytes");
}

void forEachFlip(const SmallCapture& whole, const Damaged& check)
{
    Bytes bytes = whole.bytes;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const std::uint8_t kept = bytes[at];
        const std::array<std::uint8_t, 4> values{static_cast<std::uint8_t>(~kept), static_cast<std::uint8_t>(kept ^ 1),
                                                 static_cast<std::uint8_t>(kept ^ 0x80), std::uint8_t{0}};
        for (const std::uint8_t value : values) {
            bytes[at] = value;
            if (value != kept)
                check(bytes, at, whole.name + ", byte " + std::to_string(at) + " is " + std::to_string(value));
        }
        bytes[at] = kept;
    }
}

void forEachScramble(const SmallCapture& whole, int count, const Damaged& check)
{
    std::mt19937 random(20240101);
    const auto below = [&](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
    for (int round = 0; round < count; ++round) {
        Bytes bytes = whole.bytes;
        std::size_t first = bytes.size();
        for (std::size_t i = below(20) + 1; i > 0; --i) {
            const std::size_t at = below(bytes.size());
            first = std::min(first, at);
            bytes[at] = static_cast<std::uint8_t>(below(4) == 0 ? 0xff : random());
        }
        if (round % 3 == 0) {
            const std::size_t at = below(bytes.size());
            const std::size_t length = below(bytes.size() - at);
            first = std::min(first, at);
            const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
            const Bytes piece(begin, begin + static_cast<std::ptrdiff_t>(length));
            if (round % 2 == 0)
                bytes.insert(begin, piece.begin(), piece.end());
            else
                bytes.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
        }
        check(bytes, first, whole.name + ", scramble " + std::to_string(round));
    }
}

} // namespace millrace::test
