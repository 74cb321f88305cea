// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/capture/tshark_oracle.h"

#include "core/base/process.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace millrace::test {

namespace {

using capture::Network;
using capture::Packet;
namespace mark = capture::packet_mark;

std::optional<CommandOutput> ran(const std::vector<std::string>& argv)
{
    const auto done = runCommand({.argv = argv, .environment = {{"TZ", "Asia/Kolkata"}}, .folder = {}},
                                 deadlineIn(std::chrono::minutes(2)));
    if (!done || !done->succeeded()) {
        std::fprintf(stderr, "%s: %s\n", argv[0].c_str(), done ? done->err.c_str() : done.error().text().c_str());
        return std::nullopt;
    }
    return *done;
}

std::vector<std::string> cells(const std::string& line)
{
    std::vector<std::string> all{""};
    for (const char c : line) {
        if (c == '\t')
            all.emplace_back();
        else
            all.back() += c;
    }
    return all;
}

/// Decimal, or hexadecimal with 0x; -1 for no text.
long long number(const TsharkRow& row, std::string_view field)
{
    const auto at = row.find(field);
    return at == row.end() || at->second.empty() ? -1 : std::strtoll(at->second.c_str(), nullptr, 0);
}

const std::string& text(const TsharkRow& row, std::string_view field)
{
    static const std::string none;
    const auto at = row.find(field);
    return at == row.end() ? none : at->second;
}

/// Collects what differs.
class Comparison
{
public:
    explicit Comparison(const TsharkRow& row) : m_row(row) { }

    /// Only where tshark shows the field.
    void same(const char* field, long long ours)
    {
        const long long theirs = number(m_row, field);
        if (theirs >= 0 && theirs != ours)
            differs(field, std::to_string(ours), std::to_string(theirs));
    }
    /// Either side may omit fields of a truncated header.
    void sameText(const char* field, const std::string& ours, bool cut)
    {
        if (text(m_row, field) != ours && !(cut && (ours.empty() || text(m_row, field).empty())))
            differs(field, ours, text(m_row, field));
    }
    void differs(const char* what, const std::string& ours, const std::string& theirs)
    {
        found += std::string(found.empty() ? "" : "; ") + what + " is " + ours + ", tshark has " + theirs;
    }

    std::string found;

private:
    const TsharkRow& m_row;
};

void compareNetwork(Comparison& out, const Packet& packet, const capture::AddressBook& addresses, const TsharkRow& row)
{
    const auto address = [&](capture::AddressId id, Network network) {
        return packet.network == network ? addresses.address(network, id).text() : std::string();
    };
    out.sameText("ip.src", address(packet.source, Network::Ipv4), packet.has(mark::headersCut));
    out.sameText("ip.dst", address(packet.destination, Network::Ipv4), packet.has(mark::headersCut));
    out.sameText("ipv6.src", address(packet.source, Network::Ipv6), packet.has(mark::headersCut));
    out.sameText("ipv6.dst", address(packet.destination, Network::Ipv6), packet.has(mark::headersCut));
    if ((number(row, "arp.opcode") >= 0) != (packet.network == Network::Arp))
        out.differs("ARP", packet.network == Network::Arp ? "yes" : "no", text(row, "arp.opcode"));
    out.same("ip.id", packet.ipId);
    out.same("ip.proto", packet.protocol);
    if (number(row, "ip.len") > 0)
        out.same("ip.len", packet.ipBytes);
    if (packet.network == Network::Ipv6)
        out.same("ipv6.plen", static_cast<long long>(packet.ipBytes) - 40);
    if (number(row, "ip.frag_offset") >= 0 && (number(row, "ip.frag_offset") > 0) != packet.has(mark::fragment))
        out.differs("fragment", std::to_string(packet.has(mark::fragment)), text(row, "ip.frag_offset"));
    if (number(row, "ipv6.fraghdr.offset") > 0 && !packet.has(mark::fragment))
        out.differs("fragment", "no", text(row, "ipv6.fraghdr.offset"));
    if ((number(row, "vlan.id") >= 0) != packet.has(mark::vlan))
        out.differs("VLAN", packet.has(mark::vlan) ? "yes" : "no", text(row, "vlan.id"));
}

void compareTransport(Comparison& out, const Packet& packet, const TsharkRow& row)
{
    out.same("tcp.srcport", packet.sourcePort);
    out.same("tcp.dstport", packet.destinationPort);
    out.same("udp.srcport", packet.sourcePort);
    out.same("udp.dstport", packet.destinationPort);
    out.same("tcp.seq_raw", packet.sequence);
    out.same("tcp.ack_raw", packet.acknowledgement);
    if (number(row, "tcp.flags") >= 0 && (number(row, "tcp.flags") & 0xff) != packet.tcpFlags)
        out.differs("tcp.flags", std::to_string(packet.tcpFlags), text(row, "tcp.flags"));
    out.same("tcp.window_size_value", packet.window);
    out.same("tcp.len", packet.payloadBytes);
    // The first fragment of several holds less than the header of its datagram says.
    if (number(row, "udp.length") >= 0 && !packet.has(mark::moreFragments))
        out.same("udp.length", packet.payloadBytes + 8);
    const bool ports = number(row, "tcp.seq_raw") >= 0 || number(row, "udp.length") >= 0;
    if (ports && !packet.has(mark::transport) && !packet.has(mark::headersCut))
        out.differs("transport", "unknown", "known");
    if (!ports && packet.has(mark::transport))
        out.differs("transport", "known", "unknown");
}

} // namespace

bool isInstalled(std::string_view program)
{
    std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');)
        if (std::filesystem::exists(std::filesystem::path(folder) / program))
            return true;
    return false;
}

const std::vector<std::string>& packetFields()
{
    static const std::vector<std::string> fields{"frame.time_epoch",
                                                 "frame.interface_id",
                                                 "frame.len",
                                                 "frame.cap_len",
                                                 "ip.src",
                                                 "ip.dst",
                                                 "ipv6.src",
                                                 "ipv6.dst",
                                                 "ip.id",
                                                 "ip.proto",
                                                 "ip.len",
                                                 "ipv6.plen",
                                                 "ip.frag_offset",
                                                 "arp.opcode",
                                                 "vlan.id",
                                                 "tcp.srcport",
                                                 "tcp.dstport",
                                                 "tcp.seq_raw",
                                                 "tcp.ack_raw",
                                                 "tcp.flags",
                                                 "tcp.window_size_value",
                                                 "tcp.len",
                                                 "udp.srcport",
                                                 "udp.dstport",
                                                 "udp.length",
                                                 "ipv6.fraghdr.offset"};
    return fields;
}

std::optional<std::vector<TsharkRow>> tsharkFields(const std::filesystem::path& file,
                                                   const std::vector<std::string>& fields, bool innermost)
{
    std::vector<std::string> argv{"tshark", "-n",     "-r", file.string(),
                                  "-T",     "fields", "-E", innermost ? "occurrence=l" : "occurrence=f"};
    for (const char* preference : {"ip.defragment:FALSE", "ipv6.defragment:FALSE", "tcp.desegment_tcp_streams:FALSE",
                                   "tcp.analyze_sequence_numbers:FALSE"})
        argv.insert(argv.end(), {"-o", preference});
    for (const std::string& field : fields)
        argv.insert(argv.end(), {"-e", field});
    const auto done = ran(argv);
    if (!done)
        return std::nullopt;
    std::vector<TsharkRow> rows;
    std::istringstream lines(done->out);
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> values = cells(line);
        TsharkRow& row = rows.emplace_back();
        for (std::size_t i = 0; i < fields.size() && i < values.size(); ++i)
            row[fields[i]] = values[i];
    }
    // Blocks of pcapng of no known kind are frames without a time or an interface to tshark.
    std::erase_if(rows, [](const TsharkRow& row) {
        return row.contains("frame.interface_id") && text(row, "frame.time_epoch").empty()
            && text(row, "frame.interface_id").empty();
    });
    return rows;
}

std::optional<std::string> outputOf(const std::vector<std::string>& argv)
{
    const auto done = ran(argv);
    return done ? std::optional(done->out) : std::nullopt;
}

long long tcpdumpCount(const std::filesystem::path& file, const std::string& filter)
{
    const auto done = ran({"tcpdump", "-n", "-r", file.string(), "--count", filter});
    return done ? std::strtoll(done->out.c_str(), nullptr, 10) : -1;
}

std::int64_t epochNanoseconds(std::string_view text)
{
    const std::size_t point = text.find('.');
    std::string fraction(point == std::string_view::npos ? "" : text.substr(point + 1));
    fraction.resize(9, '0');
    const std::int64_t seconds = std::strtoll(std::string(text.substr(0, point)).c_str(), nullptr, 10);
    return seconds * 1'000'000'000 + std::strtoll(fraction.c_str(), nullptr, 10);
}

std::string difference(const Packet& packet, const capture::AddressBook& addresses, const TsharkRow& row)
{
    Comparison out(row);
    if (!text(row, "frame.time_epoch").empty() && epochNanoseconds(text(row, "frame.time_epoch")) != packet.time)
        out.differs("time", std::to_string(packet.time), text(row, "frame.time_epoch"));
    out.same("frame.len", packet.wireBytes);
    out.same("frame.cap_len", packet.capturedBytes);
    compareNetwork(out, packet, addresses, row);
    compareTransport(out, packet, row);
    return out.found;
}

} // namespace millrace::test
