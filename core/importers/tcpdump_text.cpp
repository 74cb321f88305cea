// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/importers/tcpdump_text.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/importers/text_time.h"

#include <charconv>
#include <fmt/format.h>

namespace millrace::importers {

namespace {

} // namespace

Result<std::unique_ptr<PacketSource>> TcpdumpText::open(const std::filesystem::path& file, NameBook& names,
                                                        const PacketOptions& options)
{
    MR_TRY(lines, LineReader::open(file));
    return std::unique_ptr<PacketSource>(new TcpdumpText(std::move(lines), names, options));
}

TcpdumpText::TcpdumpText(LineReader lines, NameBook& names, const PacketOptions& options)
    : m_lines(std::move(lines)), m_names(names), m_options(options)
{
}

std::int64_t TcpdumpText::absolute(std::int64_t timeOfDay)
{
    if (m_lastTimeOfDay && *m_lastTimeOfDay - timeOfDay > nanosecondsPerDay / 2)
        m_day += nanosecondsPerDay;
    else if (m_lastTimeOfDay && timeOfDay - *m_lastTimeOfDay > nanosecondsPerDay / 2 && m_day > 0)
        m_day -= nanosecondsPerDay; // a packet of the evening behind one of the next morning
    m_lastTimeOfDay = timeOfDay;
    if (m_options.day)
        return m_options.zone.utcOf(*m_options.day + m_day + timeOfDay);
    m_lines.count("no-date", Severity::Note, "the log has times of day only; its first day is taken as 1970-01-01");
    return m_day + timeOfDay;
}

std::optional<std::int64_t> TcpdumpText::timeOf(const TcpdumpLine& line)
{
    const auto timeOfDay = parseTimeOfDay(line.time);
    if (!timeOfDay)
        return parseEpoch(line.time);
    if (!line.date.empty())
        return m_options.zone.utcOf(*parseDate(line.date) + *timeOfDay);
    if (!m_options.deltas)
        return absolute(*timeOfDay);
    m_sum += *timeOfDay;
    return m_options.day.value_or(0) + m_sum;
}

std::uint32_t TcpdumpText::portOf(std::string_view text)
{
    std::uint32_t port = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (code == std::errc() && end == text.data() + text.size() && port < firstNamedPort)
        return port;
    m_lines.count("named-port", Severity::Note, text);
    return firstNamedPort + m_names.idOf(text);
}

void TcpdumpText::countOther(std::string_view line)
{
    if (line.empty())
        return;
    if (line.ends_with("dropped by kernel") || line.ends_with("dropped by interface")) {
        if (!line.starts_with("0 "))
            m_lines.count(line.ends_with("kernel") ? "dropped-by-kernel" : "dropped-by-interface", Severity::Warning,
                          line);
        return;
    }
    if (line.starts_with("tcpdump: ") || line.starts_with("listening on ") || line.ends_with(" packets captured")
        || line.ends_with(" packets received by filter"))
        return;
    std::string_view rest = line;
    const std::size_t blank = rest.find(' ');
    const bool timed =
        blank != std::string_view::npos && (parseTimeOfDay(rest.substr(0, blank)) || parseDate(rest.substr(0, blank)));
    m_lines.count(timed ? "other-protocol" : "unknown-line", timed ? Severity::Note : Severity::Warning, line);
}

void TcpdumpText::readLine(std::string_view line)
{
    std::string joined;
    if (!m_pending.empty() && line.starts_with(' ')) {
        joined = fmt::format("{} {}", m_pending, trim(line));
        line = joined;
    }
    m_pending.clear();
    const auto parsed = parseTcpdumpLine(line);
    if (!parsed) {
        if (line.ends_with(')') && line.find(" (tos ") != std::string_view::npos)
            m_pending = line;
        else
            countOther(line);
        return;
    }
    const auto time = timeOf(*parsed);
    if (!time) {
        m_lines.count("bad-time", Severity::Warning, line);
        return;
    }
    PacketRecord packet;
    packet.time = *time;
    packet.row = m_row++;
    packet.file = m_options.file;
    packet.source = m_names.idOf(parsed->source);
    packet.destination = m_names.idOf(parsed->destination);
    packet.protocol = parsed->protocol;
    packet.knows = static_cast<std::uint8_t>(known::addresses | (parsed->ipv6 ? 0 : known::ipv4));
    if (!parsed->sourcePort.empty() && !parsed->destinationPort.empty()) {
        packet.sourcePort = portOf(parsed->sourcePort);
        packet.destinationPort = portOf(parsed->destinationPort);
        packet.knows |= known::ports;
    }
    if (parsed->length) {
        packet.payloadBytes = *parsed->length;
        packet.knows |= known::payloadBytes;
    } else {
        m_lines.count("no-length", Severity::Note, line);
    }
    if (parsed->wireLength) {
        packet.wireBytes = *parsed->wireLength;
        packet.knows |= known::wireBytes;
    }
    if (parsed->sequence && parsed->sequenceEnd) {
        packet.sequence = *parsed->sequence;
        packet.sequenceEnd = *parsed->sequenceEnd;
        packet.knows |= known::sequence;
    }
    m_out.push_back(packet);
}

Result<std::span<const PacketRecord>> TcpdumpText::next()
{
    m_out.clear();
    while (m_out.size() < textBatch) {
        MR_TRY(line, m_lines.next());
        if (!line)
            break;
        readLine(*line);
    }
    return std::span<const PacketRecord>(m_out);
}

bool looksLikeTcpdumpText(std::string_view head)
{
    std::string first;
    for (const std::string_view line : split(head, '\n')) {
        const std::string_view text = trim(line);
        if (parseTcpdumpLine(text) || parseTcpdumpLine(fmt::format("{} {}", first, text)))
            return true;
        first = text;
    }
    return false;
}

const FileFormat tcpdumpTextFormat{.name = "tcpdump-text",
                                   .kind = FileKind::Traffic,
                                   .sign = FormatSign::Lines,
                                   .match =
                                       [](const FileHead& head) {
                                           return matchIf(looksLikeTcpdumpText(head.text()), 0.9,
                                                          "lines as tcpdump prints packets");
                                       },
                                   .open = TcpdumpText::open};

} // namespace millrace::importers
