// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_rates.h"
#include "core/importers/line_reader.h"
#include "core/importers/packet_source.h"

namespace millrace::importers {

/// The parts of one line of tcpdump that say something about a packet.
struct TcpdumpLine
{
    std::string_view date; ///< "2021-07-12" (tcpdump -tttt)
    std::string_view time; ///< "10:00:00.000003", or seconds since 1970 (-tt)
    bool ipv6 = false;
    std::string_view source; ///< without the port
    std::string_view destination;
    std::string_view sourcePort; ///< number or service name; empty: none
    std::string_view destinationPort;
    std::uint8_t protocol = 0; ///< 6, 17, 1, 58; 0: not told
    std::optional<std::uint32_t> length; ///< payload
    std::optional<std::uint32_t> wireLength; ///< of the frame (tcpdump -e)
    std::optional<std::uint32_t> sequence;
    std::optional<std::uint32_t> sequenceEnd;
};
/// Nothing for a line that is no packet over IP.
[[nodiscard]] std::optional<TcpdumpLine> parseTcpdumpLine(std::string_view line);

/// Study B's text logs of tcpdump (B3.7): `HH:MM:SS.ffffff IP a.port > b.port: Flags […], seq x:y, ack …, length n`,
/// also with -tt, -ttt, -tttt, -e, -i any, -v, -S, IPv6, UDP and host names. Days are counted where the time of day
/// falls by more than twelve hours. Lines that are no packets are counted ("unknown-line", "other-protocol"), drops
/// that tcpdump reports at the end are noted ("dropped-by-kernel"). For one thread.
class TcpdumpText final : public PacketSource
{
public:
    [[nodiscard]] static Result<std::unique_ptr<TcpdumpText>>
    open(const std::filesystem::path& file, analysis::NameBook& names, const PacketOptions& options);

    [[nodiscard]] Result<std::span<const analysis::PublishedPacket>> next() override;
    [[nodiscard]] const Issues& issues() const noexcept override { return m_lines.issues(); }
    [[nodiscard]] std::uint64_t bytesRead() const noexcept override { return m_lines.bytesRead(); }
    [[nodiscard]] std::uint64_t bytesTotal() const noexcept override { return m_lines.bytesTotal(); }
    /// Lines before the first packet that are none: study B's compute_rate stops at those.
    [[nodiscard]] std::uint64_t linesBeforeFirst() const noexcept { return m_before; }

private:
    TcpdumpText(LineReader lines, analysis::NameBook& names, const PacketOptions& options);
    void readLine(std::string_view line);
    [[nodiscard]] std::optional<std::int64_t> timeOf(const TcpdumpLine& line);
    [[nodiscard]] std::int64_t absolute(std::int64_t timeOfDay);
    [[nodiscard]] std::uint32_t portOf(std::string_view text);
    void countOther(std::string_view line);

    LineReader m_lines;
    analysis::NameBook& m_names;
    PacketOptions m_options;
    std::string m_pending; ///< the first of the two lines that -v prints
    std::optional<std::int64_t> m_lastTimeOfDay;
    std::int64_t m_day = 0;
    std::int64_t m_sum = 0; ///< of differences (-ttt)
    std::uint64_t m_row = 0;
    std::uint64_t m_before = 0;
    std::vector<analysis::PublishedPacket> m_out;
};

/// What study B's scripts take from a packet.
[[nodiscard]] analysis::LoggedPacket loggedPacket(const analysis::PublishedPacket& packet) noexcept;

/// Whether one of the first lines of a text is a packet as tcpdump prints it.
[[nodiscard]] bool looksLikeTcpdumpText(std::string_view head);

} // namespace millrace::importers
