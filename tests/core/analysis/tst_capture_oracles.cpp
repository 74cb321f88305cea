// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"
#include "tests/core/capture/made_exchange.h"
#include "tests/core/capture/tshark_oracle.h"

#include <QtTest>

#include <cmath>
#include <sstream>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;

namespace {

/// What tcptrace and this program both say of one direction of a connection.
struct Directed
{
    std::map<std::string, double, std::less<>> values;
};

constexpr std::array fields{"packets",
                            "payload",
                            "retransmissions",
                            "retransmitted bytes",
                            "out of order",
                            "closed windows",
                            "SYN",
                            "FIN",
                            "resets",
                            "duplicate acknowledgements",
                            "round trips",
                            "shortest round trip",
                            "longest round trip",
                            "mean round trip"};

/// Where the two differ, and why. The value is ours, the other tcptrace's.
struct Difference
{
    const char* exchange;
    bool fromClient;
    const char* field;
    double ours;
    double theirs;
    const char* why;
};

constexpr const char* onlyWhileOutstanding =
    "RFC 5681 counts a duplicate only while data are outstanding, and none with FIN; tcptrace asks for neither";
constexpr const char* lateRepetition =
    "data that had been acknowledged were sent again: tcptrace takes this for a repetition before the segment whose "
    "acknowledgement is timed, and drops the sample; the acknowledgement cannot have waited for it";

const std::vector<Difference>& differences()
{
    static const std::vector<Difference> all{
        {"plain", true, "duplicate acknowledgements", 0, 1, onlyWhileOutstanding},
        {"repeated after the acknowledgement", false, "duplicate acknowledgements", 0, 1, onlyWhileOutstanding},
        {"repeated after the acknowledgement", true, "round trips", 3, 2, lateRepetition},
        {"repeated after the acknowledgement", true, "mean round trip", 500.0 / 3, 150, lateRepetition},
        {"windows close and open", false, "duplicate acknowledgements", 0, 1, onlyWhileOutstanding},
        {"probe of a closed window", true, "retransmissions", 1, 0,
         "a probe of a closed window that is repeated is a retransmission here; tcptrace counts probes apart"},
        {"probe of a closed window", true, "retransmitted bytes", 1, 0, "as the row above"},
        {"kept alive", true, "duplicate acknowledgements", 0, 1, onlyWhileOutstanding},
        {"kept alive", false, "duplicate acknowledgements", 0, 2, onlyWhileOutstanding},
        {"numbers wrap", true, "round trips", 3, 2, lateRepetition},
        {"numbers wrap", true, "longest round trip", 300, 199, lateRepetition},
        {"numbers wrap", true, "mean round trip", 599.0 / 3, 149.5, lateRepetition},
        {"acknowledgements overtaken", false, "duplicate acknowledgements", 1, 0,
         "RFC 5681 compares with the greatest number received, tcptrace with the last one"},
        {"a port, first use", true, "duplicate acknowledgements", 0, 1, onlyWhileOutstanding},
    };
    return all;
}

const Difference* differenceOf(const std::string& exchange, bool fromClient, std::string_view field)
{
    for (const Difference& one : differences())
        if (exchange == one.exchange && fromClient == one.fromClient && field == one.field)
            return &one;
    return nullptr;
}

std::vector<std::string> split(const std::string& line, char separator)
{
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, separator);)
        cells.push_back(cell);
    return cells;
}

/// tcptrace's connections in the order of their first packets; both directions of each.
std::vector<std::array<Directed, 2>> tcptrace(const std::filesystem::path& file)
{
    const auto out = outputOf({"tcptrace", "-l", "-r", "-n", "--csv", file.string()});
    std::vector<std::array<Directed, 2>> connections;
    std::vector<std::string> names;
    std::istringstream lines(out.value_or(""));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("conn_#"))
            names = split(line, ',');
        if (names.empty() || line.empty() || std::isdigit(static_cast<unsigned char>(line[0])) == 0)
            continue;
        const std::vector<std::string> cells = split(line, ',');
        const auto cell = [&](const std::string& name) {
            const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
            return at < cells.size() ? cells[at] : std::string("missing");
        };
        const auto value = [&](const std::string& name) { return std::strtod(cell(name).c_str(), nullptr); };
        std::array<Directed, 2>& both = connections.emplace_back();
        for (const bool client : {true, false}) {
            const std::string own = client ? "_a2b" : "_b2a", other = client ? "_b2a" : "_a2b";
            // Acknowledgements stand in the column of the data that they acknowledge.
            both[client ? 0 : 1].values = {
                {"packets", value("total_packets" + own)},
                {"payload", value("actual_data_bytes" + own)},
                {"retransmissions", value("rexmt_data_pkts" + own)},
                {"retransmitted bytes", value("rexmt_data_bytes" + own)},
                {"out of order", value("outoforder_pkts" + own)},
                {"closed windows", value("zero_win_adv" + own)},
                {"SYN", value("SYN/FIN_pkts_sent" + own)},
                {"FIN", std::strtod(split(cell("SYN/FIN_pkts_sent" + own), '/').back().c_str(), nullptr)},
                {"resets", value("resets_sent" + own)},
                {"duplicate acknowledgements", value("duplicate_acks" + other)},
                {"round trips", value("RTT_samples" + own)},
                {"shortest round trip", value("RTT_min" + own)},
                {"longest round trip", value("RTT_max" + own)},
                {"mean round trip", value("RTT_avg" + own)}};
        }
    }
    return connections;
}

Directed ours(const Flow& flow)
{
    const auto milliseconds = [](double seconds) { return std::isnan(seconds) ? 0.0 : seconds * 1000; };
    return {{{"packets", static_cast<double>(flow.packets)},
             {"payload", static_cast<double>(flow.payloadBytes)},
             {"retransmissions", static_cast<double>(flow.retransmissions)},
             {"retransmitted bytes", static_cast<double>(flow.retransmittedBytes)},
             {"out of order", static_cast<double>(flow.outOfOrder)},
             {"closed windows", static_cast<double>(flow.zeroWindows)},
             {"SYN", static_cast<double>(flow.syns)},
             {"FIN", static_cast<double>(flow.fins)},
             {"resets", static_cast<double>(flow.resets)},
             {"duplicate acknowledgements", static_cast<double>(flow.duplicateAcks)},
             {"round trips", static_cast<double>(flow.rttCount)},
             {"shortest round trip", milliseconds(flow.rttMinimum)},
             {"longest round trip", milliseconds(flow.rttMaximum)},
             {"mean round trip", milliseconds(flow.rttMean)}}};
}

struct FlowSum
{
    std::uint64_t packets = 0, bytes = 0;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;

    void add(std::uint64_t morePackets, std::uint64_t moreBytes, std::int64_t from, std::int64_t to)
    {
        packets += morePackets;
        bytes += moreBytes;
        first = std::min(first, from);
        last = std::max(last, to);
    }
    bool operator==(const FlowSum&) const = default;
};

using FlowSums = std::map<std::string, FlowSum>;

FlowSums sumsOf(const TrafficSummary& summary)
{
    FlowSums sums;
    for (const Flow& flow : summary.flows) {
        const std::string ends = summary.addresses[flow.source].text() + " " + std::to_string(flow.sourcePort) + " "
            + summary.addresses[flow.destination].text() + " " + std::to_string(flow.destinationPort);
        sums[ends].add(flow.packets, flow.wireBytes, flow.first, flow.last);
    }
    return sums;
}

FlowSums sumsOf(const std::vector<TsharkRow>& rows)
{
    FlowSums sums;
    for (const TsharkRow& row : rows) {
        const auto either = [&](const char* one, const char* other) {
            return row.at(one).empty() ? row.at(other) : row.at(one);
        };
        const auto port = [&](const char* one, const char* other) {
            return either(one, other).empty() ? std::string("0") : either(one, other);
        };
        if (either("ip.src", "ipv6.src").empty())
            continue;
        const std::string ends = either("ip.src", "ipv6.src") + " " + port("tcp.srcport", "udp.srcport") + " "
            + either("ip.dst", "ipv6.dst") + " " + port("tcp.dstport", "udp.dstport");
        const std::int64_t time = epochNanoseconds(row.at("frame.time_epoch"));
        sums[ends].add(1, std::stoull(row.at("frame.len")), time, time);
    }
    return sums;
}

} // namespace

class TestCaptureOracles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectionsBesideTcptrace()
    {
        if (!isInstalled("tcptrace"))
            QSKIP("tcptrace is not installed");
        // tcptrace prints tenths of milliseconds: times are stretched to a thousand times.
        constexpr std::int64_t stretch = 1000;
        const TrafficSummary summary = analyse(pcapFile({}, recordsOf(knownExchanges(), stretch)));
        const auto theirs = tcptrace(m_file);
        QCOMPARE(theirs.size(), knownExchanges().size());
        QString wrong;
        std::size_t used = 0;
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            const Exchange& exchange = knownExchanges()[i];
            for (const bool client : {true, false}) {
                const Directed own = directionOf(summary, i, client);
                for (const char* field : fields) {
                    const double a = own.values.empty() ? 0 : own.values.find(field)->second;
                    const double b = theirs[i][client ? 0 : 1].values.find(field)->second;
                    const Difference* known = differenceOf(exchange.name, client, field);
                    used += known != nullptr ? 1 : 0;
                    // Round trips are in milliseconds, of which tcptrace prints one place.
                    if (std::abs(a - (known ? known->ours : b)) > 0.051
                        || (known && std::abs(b - known->theirs) > 0.051))
                        wrong += QStringLiteral("%1, %2: %3 is %4, tcptrace has %5\n")
                                     .arg(QString::fromStdString(exchange.name),
                                          client ? QStringLiteral("client") : QStringLiteral("server"),
                                          QString::fromLatin1(field))
                                     .arg(a)
                                     .arg(b);
                }
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QCOMPARE(used, differences().size());
    }

    void flowsBesideTshark_data()
    {
        QTest::addColumn<QByteArray>("what");
        QTest::newRow("exchanges") << QByteArray("exchanges");
        QTest::newRow("every kind of packet") << QByteArray("kinds");
        QTest::newRow("several interfaces and clocks") << QByteArray("pcapng");
    }

    void flowsBesideTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        QFETCH(QByteArray, what);
        const TrafficSummary summary = analyse(what == "exchanges"   ? pcapFile({}, recordsOf(knownExchanges()))
                                                   : what == "kinds" ? pcapFile({.nanoseconds = true}, datagrams())
                                                                     : mixedPcapng());
        const auto rows = tsharkFields(m_file, packetFields());
        QVERIFY(rows.has_value());
        const FlowSums found = sumsOf(summary), expected = sumsOf(*rows);
        QCOMPARE(found.size(), expected.size());
        for (const auto& [ends, sum] : expected) {
            QVERIFY2(found.contains(ends), ends.c_str());
            QVERIFY2(found.at(ends) == sum,
                     (ends + ": " + std::to_string(found.at(ends).packets) + " packets, "
                      + std::to_string(found.at(ends).bytes) + " bytes")
                         .c_str());
        }
        if (what != "pcapng")
            QVERIFY(expected.size() > 20);
    }

    void conversationsBesideTshark_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("TCP") << QByteArray("tcp");
        QTest::newRow("UDP") << QByteArray("udp");
    }

    /// The table of `tshark -z conv`: frames and bytes of both directions of each pair of ports.
    void conversationsBesideTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        QFETCH(QByteArray, kind);
        std::vector<MadeRecord> records = recordsOf(knownExchanges());
        for (const MadeRecord& record : datagrams())
            records.push_back(record);
        const FlowSums sums = sumsOf(analyse(pcapFile({.nanoseconds = true}, records)));
        const auto out = outputOf({"tshark", "-n", "-q", "-r", m_file.string(), "-z", "conv," + kind.toStdString()});
        QVERIFY(out.has_value());
        std::map<std::string, FlowSum> theirs;
        std::istringstream lines(*out);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string one, arrow, other, unitBack, unitThere;
            FlowSum back, there;
            if (!(words >> one >> arrow >> other >> back.packets >> back.bytes >> unitBack >> there.packets
                  >> there.bytes >> unitThere)
                || arrow != "<->")
                continue;
            QVERIFY2(unitBack == "bytes" && unitThere == "bytes", line.c_str());
            one[one.rfind(':')] = other[other.rfind(':')] = ' ';
            theirs[one + " " + other].add(there.packets, there.bytes, 0, 0);
            theirs[other + " " + one].add(back.packets, back.bytes, 0, 0);
        }
        QVERIFY(theirs.size() > 10);
        for (const auto& [ends, sum] : theirs) {
            const FlowSum own = sums.contains(ends) ? sums.at(ends) : FlowSum{};
            QVERIFY2(own.packets == sum.packets && own.bytes == sum.bytes,
                     qPrintable(QStringLiteral("%1: %2 packets and %3 bytes, tshark has %4 and %5")
                                    .arg(QString::fromStdString(ends))
                                    .arg(own.packets)
                                    .arg(own.bytes)
                                    .arg(sum.packets)
                                    .arg(sum.bytes)));
        }
    }

private:
    TrafficSummary analyse(const Bytes& bytes)
    {
        writeBytes(m_file, bytes);
        return analyseCapture(m_file, {}).value_or({});
    }

    static Directed directionOf(const TrafficSummary& summary, std::size_t exchange, bool client)
    {
        std::uint16_t port = knownExchanges()[exchange].port;
        std::uint16_t part = 0;
        for (std::size_t before = 0; before < exchange; ++before)
            part = static_cast<std::uint16_t>(part + (port != 0 && knownExchanges()[before].port == port ? 1 : 0));
        port = port != 0 ? port : static_cast<std::uint16_t>(40000 + exchange);
        for (const Flow& flow : summary.flows)
            if ((client ? flow.sourcePort : flow.destinationPort) == port && flow.part == part)
                return ours(flow);
        return {};
    }

    /// Every kind of packet but fragments, whose ports tshark does not know without putting them together; and
    /// datagrams between some ports, both ways.
    static std::vector<MadeRecord> datagrams()
    {
        std::vector<MadeRecord> records = recordsOf(Wrapping::Ethernet);
        const std::vector<NetworkPacket> kinds = everyKind();
        for (std::size_t i = kinds.size(); i-- > 0;)
            if (kinds[i].name.find("fragment") != std::string::npos)
                records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
        for (int i = 0; i < 400; ++i) {
            const bool there = i % 3 != 0;
            const auto port = static_cast<std::uint16_t>(50000 + i % 11);
            const Bytes datagram = there ? udp(port, 6000, static_cast<std::size_t>(i)) : udp(6000, port, 20);
            const Bytes frame = wrapped(Wrapping::Ethernet,
                                        {"", 0x0800,
                                         ipv4({.source = there ? 0x0a000005u : 0x0a000006u,
                                               .destination = there ? 0x0a000006u : 0x0a000005u,
                                               .protocol = 17},
                                              datagram)});
            records.push_back({madeEpoch * 1'000'000'000 + 3'000'000'000 + i * 1'234'567LL, frame, 0});
        }
        return records;
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "made.capture";
};

QTEST_APPLESS_MAIN(TestCaptureOracles)
#include "tst_capture_oracles.moc"
