// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/importers/file_format.h"
#include "core/importers/line_reader.h"

namespace millrace::importers {

/// The packet fields in one line of tcpdump.
struct TcpdumpLine
{
    std::string_view date; ///< "2021-07-12" (tcpdump -tttt)
    std::string_view time; ///< "10:00:00.000003", or seconds since 1970 (-tt)
    bool ipv6 = false;
    std::string_view source; ///< without the port
    std::string_view destination;
    std::string_view sourcePort; ///< number or service name; empty: none
    std::string_view destinationPort;
    std::uint8_t protocol = 0; ///< 6, 17, 1, 58; 0: unknown
    std::optional<std::uint32_t> length; ///< payload
    std::optional<std::uint32_t> wireLength; ///< of the frame (tcpdump -e)
    std::optional<std::uint32_t> sequence;
    std::optional<std::uint32_t> sequenceEnd;
};
/// None for a line that is not an IP packet.
[[nodiscard]] std::optional<TcpdumpLine> parseTcpdumpLine(std::string_view line);

/// Text logs of tcpdump: `HH:MM:SS.ffffff IP a.port > b.port: Flags […], seq x:y, ack …, length n`, also with -tt,
/// -ttt, -tttt, -e, -i any, -v, -S, IPv6, UDP and host names. A day starts where the time of day drops by more than
/// twelve hours. Lines that are not packets are counted ("unknown-line", "other-protocol"), drops that tcpdump reports
/// at the end are noted ("dropped-by-kernel"). For one thread.
class TcpdumpText final : public PacketSource
{
public:
    [[nodiscard]] static Result<std::unique_ptr<PacketSource>> open(const std::filesystem::path& file, NameBook& names,
                                                                    const PacketOptions& options);

    [[nodiscard]] Result<std::span<const PacketRecord>> next() override;
    [[nodiscard]] const Issues& issues() const noexcept override { return m_lines.issues(); }
    [[nodiscard]] std::uint64_t bytesRead() const noexcept override { return m_lines.bytesRead(); }
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept override { return m_lines.bytesTotal(); }

private:
    TcpdumpText(LineReader lines, NameBook& names, const PacketOptions& options);
    void readLine(std::string_view line);
    [[nodiscard]] std::optional<std::int64_t> timeOf(const TcpdumpLine& line);
    [[nodiscard]] std::int64_t absolute(std::int64_t timeOfDay);
    [[nodiscard]] std::uint32_t portOf(std::string_view text);
    void countOther(std::string_view line);

    LineReader m_lines;
    NameBook& m_names;
    PacketOptions m_options;
    std::string m_pending; ///< the first of the two lines that -v prints
    std::optional<std::int64_t> m_lastTimeOfDay;
    std::int64_t m_day = 0;
    std::int64_t m_sum = 0; ///< of differences (-ttt)
    std::uint64_t m_row = 0;
    std::vector<PacketRecord> m_out;
};

/// Whether one of the first lines of a text is a packet as tcpdump prints it.
[[nodiscard]] bool looksLikeTcpdumpText(std::string_view head);

extern const FileFormat tcpdumpTextFormat;

} // namespace millrace::importers
