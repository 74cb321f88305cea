// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/tshark_fields.h"

#include "core/base/text.h"
#include "core/importers/text_time.h"

#include <charconv>
#include <limits>

namespace millrace::importers {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

std::string_view unquoted(std::string_view text)
{
    text = trim(text);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        return text.substr(1, text.size() - 2);
    return text;
}

template <typename Number>
bool parseNumber(std::string_view text, Number& value)
{
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::string_view firstLine(std::string_view text)
{
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    return text.substr(0, text.find('\n'));
}

} // namespace

bool looksLikeTsharkFields(std::string_view head) noexcept
{
    const std::string_view line = firstLine(head);
    return line.find("frame.time") != std::string_view::npos && line.find("frame.len") != std::string_view::npos;
}

Result<std::unique_ptr<PacketSource>> TsharkFields::open(const std::filesystem::path& file, NameBook& names,
                                                         const PacketOptions& options)
{
    MR_TRY(lines, LineReader::open(file));
    auto reader = std::unique_ptr<TsharkFields>(new TsharkFields(std::move(lines), names, options));
    MR_TRY(header, reader->m_lines.next());
    if (!header || !reader->readHeader(*header))
        return fail(ErrorCode::InvalidInput,
                    file.string() + " has no header line with a time and frame.len; print it with tshark -E header=y");
    return reader;
}

TsharkFields::TsharkFields(LineReader lines, NameBook& names, const PacketOptions& options)
    : m_lines(std::move(lines)), m_names(names), m_options(options)
{
    m_columns.fill(noColumn);
}

bool TsharkFields::readHeader(std::string_view line)
{
    static constexpr std::array<std::pair<std::string_view, Field>, 14> names = {{{"frame.time", Time},
                                                                                  {"frame.time_epoch", Time},
                                                                                  {"frame.time_utc", Time},
                                                                                  {"frame.len", Length},
                                                                                  {"ip.src", Source},
                                                                                  {"ip.dst", Destination},
                                                                                  {"ipv6.src", Source6},
                                                                                  {"ipv6.dst", Destination6},
                                                                                  {"ip.proto", Protocol},
                                                                                  {"tcp.srcport", TcpSource},
                                                                                  {"tcp.dstport", TcpDestination},
                                                                                  {"udp.srcport", UdpSource},
                                                                                  {"udp.dstport", UdpDestination},
                                                                                  {"tcp.len", TcpLength}}};
    const auto parts = split(firstLine(line), '\t');
    m_columnCount = parts.size();
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const auto& [name, which] : names)
            // The most precise time wins: one without a zone abbreviation.
            if (unquoted(parts[i]) == name && (m_columns[which] == noColumn || name != "frame.time"))
                m_columns[which] = i;
    return m_columns[Time] != noColumn && m_columns[Length] != noColumn;
}

std::string_view TsharkFields::field(Field which)
{
    const std::size_t column = m_columns[which];
    if (column >= m_parts.size())
        return {};
    const std::string_view text = unquoted(m_parts[column]);
    if (which == Time)
        return text;
    // A packet within a packet (an ICMP error, a tunnel) has several values; the outer one comes first.
    const std::size_t comma = text.find(',');
    if (comma != std::string_view::npos)
        m_lines.count("several-values", Severity::Note, text);
    return text.substr(0, comma);
}

void TsharkFields::readAddresses(PacketRecord& packet)
{
    const std::string_view source = field(Source), destination = field(Destination);
    if (!source.empty() && !destination.empty()) {
        packet.source = m_names.idOf(source);
        packet.destination = m_names.idOf(destination);
        packet.knows |= known::addresses | known::ipv4;
        return;
    }
    const std::string_view source6 = field(Source6), destination6 = field(Destination6);
    if (source6.empty() || destination6.empty())
        return;
    packet.source = m_names.idOf(source6);
    packet.destination = m_names.idOf(destination6);
    packet.knows |= known::addresses;
}

void TsharkFields::readPorts(PacketRecord& packet)
{
    const auto read = [&](Field source, Field destination, std::uint8_t protocol) {
        std::uint16_t from = 0, to = 0;
        if (!parseNumber(field(source), from) || !parseNumber(field(destination), to))
            return false;
        packet.sourcePort = from;
        packet.destinationPort = to;
        packet.protocol = protocol;
        packet.knows |= known::ports;
        return true;
    };
    if (!read(TcpSource, TcpDestination, 6) && !read(UdpSource, UdpDestination, 17))
        parseNumber(field(Protocol), packet.protocol);
    if (parseNumber(field(TcpLength), packet.payloadBytes))
        packet.knows |= known::payloadBytes;
}

bool TsharkFields::readLine(std::string_view line, PacketRecord& packet)
{
    m_parts = split(line, '\t');
    if (m_parts.size() < m_columnCount)
        m_lines.count("short-line", Severity::Warning, line);
    if (m_parts.size() > m_columnCount)
        m_lines.count("more-columns", Severity::Warning, line);
    TimeProblem problem{};
    const auto time = parseFrameTime(field(Time), m_options, problem);
    if (!time) {
        const bool zone = problem == TimeProblem::UnknownZone;
        m_lines.count(zone ? "unknown-zone" : "bad-time", Severity::Warning, line);
        return false;
    }
    std::uint64_t length = 0;
    if (!parseNumber(field(Length), length) || length > std::numeric_limits<std::uint32_t>::max()) {
        m_lines.count("bad-length", Severity::Warning, line);
        return false;
    }
    packet.time = *time;
    packet.row = m_row++;
    packet.file = m_options.file;
    packet.wireBytes = static_cast<std::uint32_t>(length);
    packet.knows = known::wireBytes;
    readAddresses(packet);
    readPorts(packet);
    return true;
}

Result<std::span<const PacketRecord>> TsharkFields::next()
{
    m_out.clear();
    while (m_out.size() < textBatch) {
        MR_TRY(line, m_lines.next());
        if (!line)
            break;
        PacketRecord packet;
        if (!line->empty() && readLine(*line, packet))
            m_out.push_back(packet);
    }
    return std::span<const PacketRecord>(m_out);
}

const FileFormat tsharkFieldsFormat{.name = "tshark-fields",
                                    .kind = FileKind::Traffic,
                                    .sign = FormatSign::Words,
                                    .match =
                                        [](const FileHead& head) {
                                            return matchIf(looksLikeTsharkFields(head.text()), 0.95,
                                                           "a header of tshark's field names");
                                        },
                                    .open = TsharkFields::open};

} // namespace millrace::importers
