// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/importers/packet_source.h"
#include "core/importers/tcpdump_text.h"
#include "core/importers/text_time.h"
#include "made_captures.h"

#include <QtTest>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::importers;
namespace known = known;

namespace {

constexpr std::int64_t second = 1'000'000'000;
const std::string header = "frame.time\tip.src\tip.dst\ttcp.srcport\ttcp.dstport\tframe.interface_name\tframe.len\n";

struct Read
{
    bool ok = false;
    std::string error;
    std::string_view format;
    std::vector<PacketRecord> packets;
    Issues issues;
    NameBook names;

    [[nodiscard]] std::int64_t count(std::string_view kind) const
    {
        for (const Issue& issue : issues)
            if (issue.kind == kind)
                return issue.count;
        return 0;
    }
};

Read readAll(const std::filesystem::path& file, const PacketOptions& options = {})
{
    Read read;
    auto opened = openPackets(file, read.names, options);
    if (!opened) {
        read.error = opened.error().text();
        return read;
    }
    read.format = opened->format;
    for (;;) {
        const auto packets = opened->source->next();
        if (!packets) {
            read.error = packets.error().text();
            return read;
        }
        if (packets->empty())
            break;
        read.packets.insert(read.packets.end(), packets->begin(), packets->end());
    }
    read.issues = opened->source->issues();
    read.ok = true;
    return read;
}

PacketOptions inZone(const char* name)
{
    PacketOptions options;
    options.zone = *analysis::WallZone::parse(name);
    return options;
}

} // namespace

class TestPacketSources : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& text) const
    {
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / "input";
        writeText(file, text);
        return file;
    }

private Q_SLOTS:
    void frameTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<qint64>("expected"); ///< -1: no time, -2: unknown zone
        const qint64 time = summerTime;
        QTest::newRow("CEST") << "Jul 12, 2021 14:03:05.000000000 CEST"
                              << "UTC" << time;
        QTest::newRow("UTC") << "Jul 12, 2021 12:03:05.000000000 UTC"
                             << "Europe/Berlin" << time;
        QTest::newRow("EDT") << "Jul 12, 2021 08:03:05.000000000 EDT"
                             << "UTC" << time;
        QTest::newRow("IST") << "Jul 12, 2021 17:33:05.000000000 IST"
                             << "UTC" << time;
        QTest::newRow("BST") << "Jul 12, 2021 13:03:05.000000000 BST"
                             << "UTC" << time;
        QTest::newRow("-03") << "Jul 12, 2021 09:03:05.000000000 -03"
                             << "UTC" << time;
        QTest::newRow("+04") << "Jul 12, 2021 16:03:05.000000000 +04"
                             << "UTC" << time;
        QTest::newRow("CST is Chicago's") << "Jul 12, 2021 06:03:05.000000000 CST"
                                          << "UTC" << time;
        QTest::newRow("CST is Shanghai's") << "Jul 12, 2021 20:03:05.000000000 CST"
                                           << "Asia/Shanghai" << time;
        QTest::newRow("none: from the options") << "Jul 12, 2021 14:03:05.000000000"
                                                << "Europe/Berlin" << time;
        QTest::newRow("one-digit day") << "Jul  2, 2021 14:03:05.000000000 CEST"
                                       << "UTC" << time - 864000 * second;
        QTest::newRow("CET") << "Nov 19, 2021 13:00:00.000000001 CET"
                             << "UTC" << qint64(winterTime + 1);
        QTest::newRow("German") << "Mär 28, 2021 12:00:00.5 MESZ"
                                << "UTC" << qint64(1616925600500000000);
        QTest::newRow("hour twice, first") << "Oct 31, 2021 02:30:00.0 CEST"
                                           << "Europe/Berlin" << qint64(1635640200 * second);
        QTest::newRow("hour twice, second") << "Oct 31, 2021 02:30:00.0 CET"
                                            << "Europe/Berlin" << qint64(1635643800 * second);
        QTest::newRow("epoch") << "1626091385.000000123"
                               << "UTC" << time + 123;
        QTest::newRow("epoch, no decimals") << "1626091385"
                                            << "UTC" << time;
        QTest::newRow("ISO Z") << "2021-07-12T12:03:05.000000000Z"
                               << "UTC" << time;
        QTest::newRow("ISO offset") << "2021-07-12T14:03:05.000000000+0200"
                                    << "UTC" << time;
        QTest::newRow("ISO without zone") << "2021-07-12 14:03:05.000000"
                                          << "Europe/Berlin" << time;
        QTest::newRow("unknown zone") << "Jul 12, 2021 14:03:05.0 XYZT"
                                      << "UTC" << qint64(-2);
        QTest::newRow("unknown ISO zone") << "2021-07-12T14:03:05.0 MARS"
                                          << "UTC" << qint64(-2);
        for (const char* wrong :
             {"", "Jul", "Foo 12, 2021 14:03:05.0 CET", "Jul 32, 2021 14:03:05.0 CET", "Feb 30, 2021 14:03:05.0 CET",
              "Jul 12, 1821 14:03:05.0 CET", "Jul 12, 9999 14:03:05.0 CET", "Jul 12, 2021 24:03:05.0 CET",
              "Jul 12, 2021 14:61:05.0 CET", "Jul 12, 2021 14:03:05. CET", "Jul 12, 2021 14:03:05.x CET",
              "99999999999999999999", "12.34.56", "2021-13-12T14:03:05Z", "-5.0", "1e9"})
            QTest::newRow(wrong) << wrong << "UTC" << qint64(-1);
    }
    void frameTimes()
    {
        QFETCH(QString, text);
        QFETCH(QString, zone);
        QFETCH(qint64, expected);
        TimeProblem problem{};
        const auto time = parseFrameTime(text.toStdString(), inZone(zone.toLatin1().constData()), problem);
        if (expected >= 0) {
            QVERIFY(time);
            QCOMPARE(qint64(*time), expected);
        } else {
            QVERIFY(!time);
            QCOMPARE(problem == TimeProblem::UnknownZone, expected == -2);
        }
    }

    void chosenZoneWords()
    {
        PacketOptions options;
        options.zoneWords["IST"] = 2 * 3600 * second;
        TimeProblem problem{};
        QCOMPARE(parseFrameTime("Jul 12, 2021 14:03:05.0 IST", options, problem), std::optional(summerTime));
    }

    void printedTimes()
    {
        const auto berlin = analysis::WallZone::centralEurope();
        QCOMPARE(frameTimeText(summerTime + 50'000, berlin), std::string("Jul 12, 2021 14:03:05.000050000 CEST"));
        QCOMPARE(frameTimeText(winterTime - 864'000 * second, berlin),
                 std::string("Nov  9, 2021 13:00:00.000000000 CET"));
    }

    void fieldList()
    {
        const Read read = readAll(
            write(header
                  + "Jul 12, 2021 14:03:05.000000000 CEST\t192.168.17.50\t192.168.17.51\t40000\t2222\t\t1502\n"
                    "Jul 12, 2021 14:03:05.000050000 CEST\t192.168.17.50\t192.168.17.51\t\t\t\t154\n"
                    "Jul 12, 2021 14:03:05.000060000 CEST\t\t\t\t\teth1\t60\r\n"
                    "Jul 12, 2021 14:03:05.000070000 CEST\t10.0.0.1,10.9.9.9\t10.0.0.2,10.9.9.8\t1,2\t3,4\t\t70\n"));
        QVERIFY2(read.ok, read.error.c_str());
        QVERIFY(read.format == "tshark-fields");
        QCOMPARE(read.packets.size(), std::size_t(4));
        QCOMPARE(read.packets[0].time, summerTime);
        QCOMPARE(read.names.name(read.packets[0].source), std::string("192.168.17.50"));
        QVERIFY(read.packets[0].isTcpOverIpv4());
        QCOMPARE(read.packets[0].wireBytes, 1502u);
        QVERIFY(!read.packets[1].has(known::ports) && read.packets[1].has(known::addresses));
        QVERIFY(!read.packets[2].has(known::addresses));
        QCOMPARE(read.packets[2].wireBytes, 60u);
        QCOMPARE(read.names.name(read.packets[3].source), std::string("10.0.0.1"));
        QCOMPARE(read.packets[3].destinationPort, 3u);
        QCOMPARE(read.packets[3].row, std::uint64_t(3));
        QCOMPARE(read.count("several-values"), std::int64_t(4));
    }

    void otherColumns()
    {
        const Read read = readAll(write(
            "\xEF\xBB\xBF\"frame.len\"\tframe.time\tframe.time_epoch\tipv6.src\tipv6.dst\tudp.srcport\tudp.dstport\n"
            "\"100\"\tJul 12, 2021 14:03:05.0 XXXX\t1626091385.5\tfe80::1\tfe80::2\t4791\t4791\n"));
        QVERIFY2(read.ok, read.error.c_str());
        QCOMPARE(read.packets.size(), std::size_t(1));
        QCOMPARE(read.packets[0].time, summerTime + second / 2);
        QCOMPARE(read.packets[0].protocol, std::uint8_t(17));
        QVERIFY(!read.packets[0].isTcpOverIpv4());
        QVERIFY(read.packets[0].has(known::addresses));
    }

    void damagedFieldList()
    {
        const Read read = readAll(write(header
                                        + "Jul 12, 2021 14:03:05.0 CEST\t1.1.1.1\t2.2.2.2\t1\t2\n" // no length
                                          "Jul 12, 2021 14:03:05.0 CEST\t1.1.1.1\t2.2.2.2\t1\t2\t\t64\textra\n"
                                          "nonsense\t1.1.1.1\t2.2.2.2\t1\t2\t\t64\n"
                                          "Jul 12, 2021 14:03:05.0 XXXX\t1.1.1.1\t2.2.2.2\t1\t2\t\t64\n"
                                          "Jul 12, 2021 14:03:05.0 CEST\t1.1.1.1\t2.2.2.2\t70000\t2\t\t-1\n"
                                          "Jul 12, 2021 14:03:05.0 CEST\t1.1.1.1\t2.2.2.2\t70000\t2\t\t99999999999\n"
                                          "\n"
                                          "Jul 12, 2021 14:03:05.0 CEST\t1.1.1.1\t2.2.2.2\t70000\t2\t\t64\n"
                                          "Jul 12, 2021 14:03:0"));
        QVERIFY2(read.ok, read.error.c_str());
        QCOMPARE(read.packets.size(), std::size_t(2));
        QVERIFY(!read.packets[1].has(known::ports));
        QCOMPARE(read.count("short-line"), std::int64_t(2));
        QCOMPARE(read.count("more-columns"), std::int64_t(1));
        QCOMPARE(read.count("bad-time"), std::int64_t(2));
        QCOMPARE(read.count("unknown-zone"), std::int64_t(1));
        QCOMPARE(read.count("bad-length"), std::int64_t(3));
        for (const Issue& issue : read.issues)
            QVERIFY(issue.where.find("input line ") == 0);
    }

    void textLog()
    {
        const Read read = readAll(write(
            "tcpdump: verbose output suppressed, use -v[v]... for full protocol decode\n"
            "listening on enp194s0, link-type EN10MB (Ethernet), snapshot length 262144 bytes\n"
            "10:00:00.000003 IP juno.41000 > kasra.31648: Flags [.], seq 1:1449, ack 1, win 502, options [nop,nop,TS "
            "val "
            "1 ecr 2], length 1448\n"
            "10:00:00.000203 IP juno.41000 > kasra.31648: Flags [S], seq 4294967295, win 502, options [mss 1460], "
            "length "
            "0\n"
            "10:00:00.000210 IP 172.32.10.1.ssh > 172.32.11.1.41234: Flags [P.], seq 1:37, ack 1, win 502, length 36: "
            "SSH\n"
            "10:00:00.000300 IP6 2001:db8::1.443 > 2001:db8::2.50000: Flags [.], ack 1, win 502, length 0\n"
            "10:00:00.000400 IP 10.0.0.1.4791 > 10.0.0.2.4791: UDP, length 1024\n"
            "10:00:00.000500 IP 10.0.0.1 > 10.0.0.2: ICMP echo request, id 1, seq 1, length 64\n"
            "10:00:00.000600 ARP, Request who-has 10.0.0.1 tell 10.0.0.2, length 46\n"
            "10:00:00.000700 IP host.csail.mit.edu.41000 > kasra.http: Flags [.], seq 1:11, ack 1, win 1, length 10: "
            "HTTP, length: 10\n"
            "17 packets captured\n"
            "17 packets received by filter\n"
            "3 packets dropped by kernel\n"));
        QVERIFY2(read.ok, read.error.c_str());
        QVERIFY(read.format == "tcpdump-text");
        QCOMPARE(read.packets.size(), std::size_t(7));
        const auto& first = read.packets[0];
        QCOMPARE(first.time, 36'000 * second + 3000);
        QCOMPARE(read.names.name(first.source), std::string("juno"));
        QCOMPARE(first.sourcePort, 41000u);
        QCOMPARE(first.payloadBytes, 1448u);
        QCOMPARE(first.sequence, 1u);
        QCOMPARE(first.sequenceEnd, 1449u);
        QVERIFY(first.isTcpOverIpv4() && !first.has(known::wireBytes));
        QCOMPARE(read.packets[1].sequence, 4294967295u);
        QCOMPARE(portText(read.packets[2].sourcePort, read.names), std::string("ssh"));
        QCOMPARE(read.packets[2].payloadBytes, 36u);
        QVERIFY(!read.packets[3].has(known::ipv4));
        QCOMPARE(read.names.name(read.packets[3].source), std::string("2001:db8::1"));
        QCOMPARE(read.packets[4].protocol, std::uint8_t(17));
        QCOMPARE(read.packets[4].payloadBytes, 1024u);
        QVERIFY(!read.packets[5].has(known::ports));
        QCOMPARE(read.names.name(read.packets[5].source), std::string("10.0.0.1"));
        QCOMPARE(read.names.name(read.packets[6].source), std::string("host.csail.mit.edu"));
        QCOMPARE(read.count("other-protocol"), std::int64_t(1));
        QCOMPARE(read.count("dropped-by-kernel"), std::int64_t(1));
        QCOMPARE(read.count("no-date"), std::int64_t(7));
        QCOMPARE(read.count("unknown-line"), std::int64_t(0));
    }

    void textTimes()
    {
        const std::string rest = " IP a.1 > b.2: Flags [.], seq 1:2, ack 1, win 1, length 1\n";
        const Read epoch = readAll(write("1626091385.000003" + rest));
        QCOMPARE(epoch.packets.at(0).time, summerTime + 3000);
        const Read dated = readAll(write("2021-07-12 14:03:05.000003" + rest), inZone("Europe/Berlin"));
        QCOMPARE(dated.packets.at(0).time, summerTime + 3000);
        PacketOptions deltas;
        deltas.deltas = true;
        deltas.day = summerTime;
        const Read differences =
            readAll(write("00:00:00.000000" + rest + "00:00:01.500000" + rest + "00:00:00.5" + rest), deltas);
        QCOMPARE(differences.packets.at(2).time, summerTime + 2 * second);
        // Midnight, and one packet of the evening that comes late.
        PacketOptions day = inZone("Europe/Berlin");
        day.day = *parseDate("2021-07-12");
        const Read midnight =
            readAll(write("23:59:59.9" + rest + "00:00:00.1" + rest + "23:59:59.95" + rest + "00:00:00.2" + rest), day);
        const std::int64_t evening = 1626134400 * second - 2 * 3600 * second; // 2021-07-13 00:00 in Berlin
        QCOMPARE(midnight.packets.at(0).time, evening - second / 10);
        QCOMPARE(midnight.packets.at(1).time, evening + second / 10);
        QCOMPARE(midnight.packets.at(2).time, evening - second / 20);
        QCOMPARE(midnight.packets.at(3).time, evening + second / 5);
        QCOMPARE(midnight.count("no-date"), std::int64_t(0));
    }

    void textForms()
    {
        const Read read = readAll(write(
            "10:00:00.000003 02:02:02:02:02:02 > 04:04:04:04:04:04, ethertype IPv4 (0x0800), length 1514: 10.0.0.1.1 > "
            "10.0.0.2.2: Flags [.], seq 1:1449, ack 1, win 502, length 1448\n"
            "10:00:00.000004 eth0  Out IP 10.0.0.1.1 > 10.0.0.2.2: Flags [.], ack 1, win 502, length 0\n"
            "10:00:00.000005 IP (tos 0x0, ttl 64, id 1, offset 0, flags [DF], proto TCP (6), length 1500)\n"
            "    10.0.0.1.1 > 10.0.0.2.2: Flags [.], cksum 0x1 (correct), seq 1:1449, ack 1, win 1, length 1448\n"
            "    an indented line that is nothing\n"));
        QVERIFY2(read.ok, read.error.c_str());
        QCOMPARE(read.packets.size(), std::size_t(3));
        QCOMPARE(read.packets[0].wireBytes, 1514u);
        QVERIFY(read.packets[0].has(known::wireBytes));
        QCOMPARE(read.packets[1].payloadBytes, 0u);
        QCOMPARE(read.packets[2].payloadBytes, 1448u);
        QCOMPARE(read.packets[2].time, 36'000 * second + 5000);
        QCOMPARE(read.count("unknown-line"), std::int64_t(1));
    }

    void textDamage()
    {
        const std::string good = "10:00:00.000003 IP a.1 > b.2: Flags [.], seq 1:2, ack 1, win 1, length 1\n";
        const Read read = readAll(write(good + "10:00:00.0000\n" + "garbage\n" + "10:00:00.5 IP a.1 >\n"
                                        + "10:00:00.5 IP a.1 > b.2: Flags [.], seq 99999999999:3, length \n"
                                        + "99:00:00.5 IP a.1 > b.2: Flags [.], length 3\n" + std::string(200'000, 'x')
                                        + "\n" + std::string("\0\0\0\n", 4) + good.substr(0, 24)));
        QVERIFY2(read.ok, read.error.c_str());
        QCOMPARE(read.packets.size(), std::size_t(2));
        QVERIFY(!read.packets[1].has(known::sequence) && !read.packets[1].has(known::payloadBytes));
        QCOMPARE(read.count("no-length"), std::int64_t(1));
        QCOMPARE(read.count("long-line"), std::int64_t(1));
        QVERIFY(read.count("unknown-line") >= 3);
    }

    void captures()
    {
        const auto file = write("");
        writePcap(file,
                  {{summerTime, ipv4Frame("10.0.0.1", "10.0.0.2", 5, 6, 1448, 77)},
                   {summerTime + 1, arpFrame()},
                   {summerTime + 2, ipv6Frame()},
                   {summerTime + 3, ipv4Frame("10.0.0.1", "10.0.0.2", 5, 6, 10, 0, 17)}},
                  true);
        const Read read = readAll(file);
        QVERIFY2(read.ok, read.error.c_str());
        QVERIFY(read.format == "capture");
        QCOMPARE(read.packets.size(), std::size_t(4));
        QCOMPARE(read.packets[0].wireBytes, 1502u);
        QCOMPARE(read.packets[0].sequenceEnd, 77u + 1448);
        QVERIFY(read.packets[0].isTcpOverIpv4());
        QVERIFY(!read.packets[1].has(known::addresses));
        QVERIFY(read.packets[2].isTcp() && !read.packets[2].isTcpOverIpv4());
        QCOMPARE(read.names.name(read.packets[2].destination), std::string("fe80::2"));
        QCOMPARE(read.packets[3].protocol, std::uint8_t(17));
        QCOMPARE(read.packets[3].payloadBytes, 10u);
    }

    void merged()
    {
        NameBook names;
        std::vector<std::unique_ptr<PacketSource>> sources;
        for (int k = 0; k < 3; ++k) {
            const auto file = std::filesystem::path(m_folder.path().toStdString()) / fmt::format("part{}", k);
            std::vector<MadePacket> packets;
            for (int i = 0; i < 5000 * k; ++i)
                packets.push_back({summerTime + i * 3000ll + k * 1000, ipv4Frame("10.0.0.1", "10.0.0.2", 5, 6, 1)});
            writePcap(file, packets);
            PacketOptions options;
            options.file = std::uint32_t(k);
            auto opened = openPackets(file, names, options);
            QVERIFY(opened);
            sources.push_back(std::move(opened->source));
        }
        MergedPackets merged(std::move(sources));
        std::int64_t last = 0;
        std::size_t count = 0;
        for (;;) {
            const auto packets = merged.next();
            QVERIFY(packets);
            if (packets->empty())
                break;
            for (const auto& packet : *packets) {
                QVERIFY(packet.time >= last);
                last = packet.time;
                ++count;
            }
        }
        QCOMPARE(count, std::size_t(15'000));
        QCOMPARE(merged.bytesRead(), merged.bytesTotal());
        MergedPackets none({});
        QVERIFY(none.next()->empty());
    }

    void whatIsNoSource()
    {
        for (const std::string& text : {std::string(), std::string("hello\nworld\n"), std::string("a\tb\tc\n1\t2\t3\n"),
                                        std::string("frame.time\tip.src\n"), std::string(1000, '\0'),
                                        std::string("\x7f"
                                                    "ELF")}) {
            const Read read = readAll(write(text));
            QVERIFY(!read.ok);
            QVERIFY(!read.error.empty());
        }
        NameBook names;
        const auto missing = openPackets("/nowhere/at/all", names);
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
    }

    void hostileTexts()
    {
        // Every truncation and many flipped bytes: never an end of the program, never more packets than lines.
        const std::string list = header
            + "Jul 12, 2021 14:03:05.000000000 CEST\t192.168.17.50\t192.168.17.51\t40000\t2222\t\t1502\n"
              "2021-07-12T14:03:05.000000000+0200\t192.168.17.50\t192.168.17.51\t40000\t2222\t\t1502\n";
        const std::string log =
            "10:00:00.000003 IP juno.41000 > kasra.31648: Flags [.], seq 1:1449, ack 1, win 502, length 1448\n"
            "10:00:00.000003 02:02:02:02:02:02 > 04:04:04:04:04:04, ethertype IPv4 (0x0800), length 1514: a.1 > b.2: "
            "Flags [.], length 1448\n"
            "10:00:00.000005 IP (tos 0x0, proto TCP (6), length 1500)\n    a.1 > b.2: Flags [.], seq 1:9, length 8\n";
        Random random(3);
        for (const std::string& text : {list, log}) {
            for (std::size_t length = 0; length <= text.size(); length += 3)
                QVERIFY(readAll(write(text.substr(0, length))).packets.size() <= 3);
            for (int i = 0; i < 120; ++i) {
                std::string flipped = text;
                for (int k = 0; k < 3; ++k)
                    flipped[random.below(flipped.size())] = static_cast<char>(random.below(256));
                QVERIFY(readAll(write(flipped)).packets.size() <= 6);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestPacketSources)
#include "tst_packet_sources.moc"
