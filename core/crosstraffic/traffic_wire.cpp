// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_wire.h"

namespace millrace::crosstraffic {

namespace {

constexpr std::uint32_t connectionMagic = 0x4d524332; // "MRC2"
constexpr unsigned char shortHead = 0xe0; // with the size of the flow in the lower half
constexpr std::uint32_t datagramMagic = 0x4d525531; // "MRU1"

template <typename T>
void put(unsigned char* bytes, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes[i] = static_cast<unsigned char>(value >> (8 * (sizeof(T) - 1 - i)));
}

template <typename T>
T get(const unsigned char* bytes)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(value << 8) | bytes[i];
    return value;
}

} // namespace

std::array<unsigned char, ConnectionHead::size> encode(const ConnectionHead& head)
{
    std::array<unsigned char, ConnectionHead::size> bytes{};
    if (head.length() == 1) {
        bytes[0] = static_cast<unsigned char>(shortHead | head.bytes);
        return bytes;
    }
    put(bytes.data(), connectionMagic);
    put(bytes.data() + 4, head.flow);
    put(bytes.data() + 8, head.bytes);
    return bytes;
}

std::optional<ConnectionHead> decodeConnection(std::span<const unsigned char> bytes)
{
    if (!bytes.empty() && bytes[0] > shortHead && bytes[0] - shortHead < static_cast<int>(ConnectionHead::size))
        return ConnectionHead{0, static_cast<std::uint64_t>(bytes[0] - shortHead)};
    if (bytes.size() < ConnectionHead::size || get<std::uint32_t>(bytes.data()) != connectionMagic)
        return {};
    const ConnectionHead head{get<std::uint32_t>(bytes.data() + 4), get<std::uint64_t>(bytes.data() + 8)};
    return head.length() == ConnectionHead::size ? std::optional(head) : std::nullopt;
}

void encode(const DatagramHead& head, unsigned char* bytes)
{
    put(bytes, datagramMagic + static_cast<std::uint32_t>(head.kind));
    put(bytes + 4, head.run);
    put(bytes + 8, head.flow);
    put(bytes + 12, std::uint32_t(0));
    put(bytes + 16, head.sequence);
    put(bytes + 24, static_cast<std::uint64_t>(head.sent.count()));
}

std::optional<DatagramHead> decodeDatagram(std::span<const unsigned char> bytes)
{
    if (bytes.size() < DatagramHead::size)
        return {};
    const std::uint32_t kind = get<std::uint32_t>(bytes.data()) - datagramMagic;
    if (kind > static_cast<std::uint32_t>(DatagramHead::Kind::LastReport))
        return {};
    return DatagramHead{static_cast<DatagramHead::Kind>(kind), get<std::uint32_t>(bytes.data() + 4),
                        get<std::uint32_t>(bytes.data() + 8), get<std::uint64_t>(bytes.data() + 16),
                        Nanoseconds(static_cast<std::int64_t>(get<std::uint64_t>(bytes.data() + 24)))};
}

void encode(const DatagramCounts& counts, unsigned char* bytes)
{
    put(bytes, counts.datagrams);
    put(bytes + 8, counts.bytes);
    put(bytes + 16, counts.reordered);
    put(bytes + 24, counts.expected);
}

std::optional<DatagramCounts> decodeCounts(std::span<const unsigned char> bytes)
{
    if (bytes.size() < DatagramCounts::size)
        return {};
    return DatagramCounts{get<std::uint64_t>(bytes.data()), get<std::uint64_t>(bytes.data() + 8),
                          get<std::uint64_t>(bytes.data() + 16), get<std::uint64_t>(bytes.data() + 24)};
}

} // namespace millrace::crosstraffic
