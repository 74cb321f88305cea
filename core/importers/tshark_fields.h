// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/file_format.h"
#include "core/importers/line_reader.h"

#include <array>

namespace millrace::importers {

/// Output of `tshark -T fields -E header=y`: a line of field names, then one line per packet, separated by tabs.
/// Columns may be in any order; known are frame.time, frame.time_epoch, frame.time_utc, frame.len, ip.src, ip.dst,
/// ipv6.src, ipv6.dst, ip.proto, tcp.srcport, tcp.dstport, udp.srcport, udp.dstport, tcp.len. Lines without a time or a
/// length are counted and left out ("bad-time", "unknown-zone", "bad-length"); others with too few or too many columns
/// are kept ("short-line", "more-columns"). For one thread.
class TsharkFields final : public PacketSource
{
public:
    /// InvalidInput without a header that has a time and frame.len.
    [[nodiscard]] static Result<std::unique_ptr<PacketSource>> open(const std::filesystem::path& file, NameBook& names,
                                                                    const PacketOptions& options);

    [[nodiscard]] Result<std::span<const PacketRecord>> next() override;
    [[nodiscard]] const Issues& issues() const noexcept override { return m_lines.issues(); }
    [[nodiscard]] std::uint64_t bytesRead() const noexcept override { return m_lines.bytesRead(); }
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept override { return m_lines.bytesTotal(); }

private:
    enum Field : std::size_t
    {
        Time,
        Length,
        Source,
        Destination,
        Source6,
        Destination6,
        Protocol,
        TcpSource,
        TcpDestination,
        UdpSource,
        UdpDestination,
        TcpLength,
        FieldCount
    };
    static constexpr std::size_t noColumn = ~std::size_t(0);

    TsharkFields(LineReader lines, NameBook& names, const PacketOptions& options);
    [[nodiscard]] bool readHeader(std::string_view line);
    /// False: the line is left out.
    [[nodiscard]] bool readLine(std::string_view line, PacketRecord& packet);
    [[nodiscard]] std::string_view field(Field which);
    void readAddresses(PacketRecord& packet);
    void readPorts(PacketRecord& packet);

    LineReader m_lines;
    NameBook& m_names;
    PacketOptions m_options;
    std::array<std::size_t, FieldCount> m_columns{};
    std::size_t m_columnCount = 0;
    std::vector<std::string_view> m_parts; ///< of the line
    std::uint64_t m_row = 0;
    std::vector<PacketRecord> m_out;
};

/// Whether a text begins with a line of tshark's field names.
[[nodiscard]] bool looksLikeTsharkFields(std::string_view head) noexcept;

extern const FileFormat tsharkFieldsFormat;

} // namespace millrace::importers
