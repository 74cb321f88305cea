// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace millrace::importers {

/// The known fields of a PacketRecord.
namespace known {
constexpr std::uint8_t addresses = 0x01, ports = 0x02, wireBytes = 0x04, payloadBytes = 0x08, sequence = 0x10,
                       ipv4 = 0x20;
}

constexpr std::uint32_t noName = std::numeric_limits<std::uint32_t>::max();
/// A port from here on is a service name: row `port - firstNamedPort` of the names.
constexpr std::uint32_t firstNamedPort = 0x10000;

/// One packet of a capture, of a field list of tshark or of a text log of tcpdump.
struct PacketRecord
{
    std::int64_t time = 0; ///< nanoseconds since 1970-01-01T00:00:00Z
    std::uint64_t row = 0; ///< in its file, from 0
    std::uint32_t file = 0; ///< among the files read together
    std::uint32_t source = noName; ///< row in the NameBook
    std::uint32_t destination = noName;
    std::uint32_t sourcePort = 0;
    std::uint32_t destinationPort = 0;
    std::uint32_t wireBytes = 0; ///< the frame on the wire, link header included
    std::uint32_t payloadBytes = 0; ///< of TCP or UDP
    std::uint32_t sequence = 0; ///< first byte; relative if the log has it so
    std::uint32_t sequenceEnd = 0; ///< the one after the last
    std::uint8_t protocol = 0; ///< IP protocol number; 0: unknown
    std::uint8_t knows = 0; ///< bits of `known`

    [[nodiscard]] bool has(std::uint8_t what) const noexcept { return (knows & what) == what; }
    [[nodiscard]] bool isTcp() const noexcept { return protocol == 6 && has(known::ports | known::addresses); }
    [[nodiscard]] bool isTcpOverIpv4() const noexcept { return isTcp() && has(known::ipv4); }
};

/// Numbers texts (addresses, host names, service names). Bounded: once there are `capacity` texts, all new ones share
/// one number, whose text is "(others)".
class NameBook
{
public:
    static constexpr std::size_t capacity = std::size_t(1) << 18;

    [[nodiscard]] std::uint32_t idOf(std::string_view name);
    /// Empty for noName.
    [[nodiscard]] const std::string& name(std::uint32_t id) const noexcept;
    [[nodiscard]] std::size_t size() const noexcept { return m_names.size(); }

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
    };

    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_ids;
};

/// "2222", or the service's name.
[[nodiscard]] std::string portText(std::uint32_t port, const NameBook& names);

} // namespace millrace::importers
