// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/frame_decoder.h"
#include "tests/core/capture/made_capture.h"
#include "tests/core/capture/read_capture.h"
#include "tests/core/capture/tshark_oracle.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::capture;
using namespace millrace::test;

namespace {

constexpr std::int64_t second = 1'000'000'000;

struct Link
{
    const char* name;
    Wrapping wrapping;
    std::uint16_t type;
};

constexpr std::array links{
    Link{"Ethernet", Wrapping::Ethernet, 1}, Link{"VLAN", Wrapping::Vlan, 1},
    Link{"QinQ", Wrapping::QinQ, 1},         Link{"raw 12", Wrapping::Raw, 12},
    Link{"raw 14", Wrapping::Raw, 14},       Link{"raw 101", Wrapping::Raw, 101},
    Link{"IPv4", Wrapping::Raw, 228},        Link{"IPv6", Wrapping::Raw, 229},
    Link{"Null", Wrapping::NullLittle, 0},   Link{"Null, big-endian", Wrapping::NullBig, 0},
    Link{"Loop", Wrapping::Loop, 108},       Link{"SLL", Wrapping::Sll, 113},
    Link{"SLL2", Wrapping::Sll2, 276},
};

/// Records that the link type may carry.
std::vector<MadeRecord> recordsFor(const Link& link, std::size_t snap = 262144)
{
    std::vector<MadeRecord> records = recordsOf(link.wrapping, snap);
    if (link.type == 228 || link.type == 229)
        std::erase_if(records,
                      [&](const MadeRecord& record) { return record.frame[0] >> 4 != (link.type == 228 ? 4 : 6); });
    return records;
}

/// The first few packets that differ from what was written, in words.
QString differencesFromMade(const ReadCapture& read, const std::vector<MadeRecord>& made)
{
    if (read.packets.size() != made.size())
        return QStringLiteral("%1 packets in place of %2").arg(read.packets.size()).arg(made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        const Packet& packet = read.packets[i];
        const auto wire = made[i].wire != 0 ? made[i].wire : made[i].frame.size();
        if (packet.time != made[i].time || read.frames[i] != made[i].frame || packet.wireBytes != wire)
            return QStringLiteral("packet %1 differs").arg(i);
    }
    return {};
}

/// Random sizes, enough to fill the reader's window several times.
std::vector<MadeRecord> manyRecords()
{
    std::vector<MadeRecord> records;
    std::uint32_t state = 12345;
    for (int i = 0; i < 5000; ++i) {
        state = state * 1664525 + 1013904223;
        const std::size_t payload = (state >> 16) % (i % 100 == 0 ? 60000 : 1400);
        const Bytes segment = tcp({.sequence = state, .flags = 0x18, .payload = payload});
        records.push_back(
            {madeEpoch * second + i * 1'000'000LL,
             wrapped(Wrapping::Ethernet, {"", 0x0800, ipv4({.id = static_cast<std::uint16_t>(i)}, segment)}), 0});
    }
    return records;
}

} // namespace

class TestPacketReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pcapStyles_data()
    {
        QTest::addColumn<bool>("big");
        QTest::addColumn<bool>("nano");
        QTest::addColumn<bool>("kuznetzov");
        for (const bool big : {false, true}) {
            const std::string order = big ? "big-endian" : "little-endian";
            QTest::addRow("%s, µs", order.c_str()) << big << false << false;
            QTest::addRow("%s, ns", order.c_str()) << big << true << false;
            QTest::addRow("%s, longer records", order.c_str()) << big << false << true;
        }
    }

    void pcapStyles()
    {
        QFETCH(bool, big);
        QFETCH(bool, nano);
        QFETCH(bool, kuznetzov);
        const PcapStyle style{.bigEndian = big, .nanoseconds = nano, .kuznetzov = kuznetzov};
        std::vector<MadeRecord> records = recordsOf(Wrapping::Ethernet);
        if (nano)
            for (MadeRecord& record : records)
                record.time += 789;
        const auto file = made(pcapFile(style, records));
        const ReadCapture read = readCapture(file);
        QCOMPARE(differencesFromMade(read, records), QString());
        QCOMPARE(read.info.issues, Issues());
        QCOMPARE(read.info.interfaces.at(0).unitsPerSecond, nano ? second : std::int64_t{1'000'000});
        compareWithTshark(read, file);
    }

    void linkTypes_data()
    {
        QTest::addColumn<int>("link");
        QTest::addColumn<int>("snap");
        for (std::size_t i = 0; i < links.size(); ++i) {
            QTest::addRow("%s", links[i].name) << static_cast<int>(i) << 262144;
            QTest::addRow("%s, the first 100 bytes", links[i].name) << static_cast<int>(i) << 100;
            QTest::addRow("%s, the first 60 bytes", links[i].name) << static_cast<int>(i) << 60;
        }
    }

    void linkTypes()
    {
        QFETCH(int, link);
        QFETCH(int, snap);
        const Link& type = links[static_cast<std::size_t>(link)];
        const std::vector<MadeRecord> records = recordsFor(type, static_cast<std::size_t>(snap));
        const auto file = made(pcapFile({.linkType = type.type}, records));
        const ReadCapture read = readCapture(file);
        QVERIFY(isKnownLinkType(type.type));
        QCOMPARE(read.info.interfaces.at(0).linkType, type.type);
        QCOMPARE(differencesFromMade(read, records), QString());
        QCOMPARE(read.info.issues, Issues());
    }

    void linkTypesBesideTshark()
    {
        PcapngWriter file;
        file.section(false);
        for (const Link& link : links)
            for (const std::size_t snap : {262144, 100, 60}) {
                const auto number = static_cast<std::uint32_t>(&link - links.data()) * 3
                    + (snap == 60        ? 2u
                           : snap == 100 ? 1u
                                         : 0u);
                file.interface({.linkType = link.type, .name = link.name, .resolution = std::uint8_t{9}});
                for (const MadeRecord& record : recordsFor(link, snap))
                    file.enhanced(number, static_cast<std::uint64_t>(record.time), record.frame, record.wire);
            }
        const auto path = made(file.bytes);
        const ReadCapture read = readCapture(path);
        QCOMPARE(read.info.interfaces.size(), 3 * links.size());
        compareWithTshark(read, path);
    }

    void fragmentsHaveThePortsOfTheFirst()
    {
        const auto file = made(pcapFile({}, recordsOf(Wrapping::Ethernet)));
        const ReadCapture read = readCapture(file);
        const std::vector<NetworkPacket> kinds = everyKind();
        const auto find = [&](const char* name) -> const Packet& {
            const auto at = std::ranges::find(kinds, name, &NetworkPacket::name);
            return read.packets.at(static_cast<std::size_t>(at - kinds.begin()));
        };
        QCOMPARE(find("last fragment").sourcePort, std::uint16_t{1111});
        QCOMPARE(find("last fragment").destinationPort, std::uint16_t{2222});
        QCOMPARE(find("last fragment").payloadBytes, 32u);
        QCOMPARE(find("first fragment").payloadBytes, 1472u);
        QVERIFY(find("first fragment").has(packet_mark::moreFragments));
        QCOMPARE(find("fragment without its first").sourcePort, std::uint16_t{0});
        QCOMPARE(find("IPv6 last fragment").destinationPort, std::uint16_t{7003});
        QCOMPARE(find("atomic fragment").payloadBytes, 50u);
        QVERIFY(find("RoCE").has(packet_mark::roce) && find("RoCE over IPv6").has(packet_mark::roce));
        QVERIFY(!find("datagram").has(packet_mark::roce));
        QCOMPARE(find("offloaded, length 0").payloadBytes, 4000u);
        QCOMPARE(find("offloaded, length 0").ipBytes, 4040u);
    }

    void pcapng()
    {
        const auto file = made(mixedPcapng());
        const ReadCapture read = readCapture(file);
        QCOMPARE(read.packets.size(), std::size_t{9});
        QCOMPARE(read.info.sections, 2u);
        QCOMPARE(read.info.interfaces.size(), std::size_t{8});
        QCOMPARE(read.info.program, std::string("made program"));
        QCOMPARE(read.info.hardware, std::string("made hardware"));
        QCOMPARE(read.info.system, std::string("made system"));
        const CaptureInterface& first = read.info.interfaces[0];
        QCOMPARE(first.name, std::string("eth0"));
        QCOMPARE(first.filter, std::string("ip"));
        QCOMPARE(first.received.value_or(0), std::uint64_t{1000});
        QCOMPARE(first.droppedByInterface.value_or(0), std::uint64_t{3});
        QCOMPARE(first.droppedByKernel.value_or(0), std::uint64_t{17});
        QVERIFY(!read.info.interfaces[1].received);
        QCOMPARE(read.info.interfaces[2].unitsPerSecond, std::int64_t{1} << 20);
        QCOMPARE(read.info.interfaces[2].offsetSeconds, std::int64_t{3600});
        QCOMPARE(read.info.interfaces[3].section, 1u);
        QCOMPARE(read.info.interfaces[5].droppedByKernel.value_or(0), std::uint64_t{1});
        // Binary fractions of a second are cut to whole nanoseconds.
        QCOMPARE(read.packets[2].time, madeEpoch * second + second / 2 + 953);
        QCOMPARE(read.packets[5].time, (madeEpoch + 3) * second + 999);
        QCOMPARE(read.packets[7].network, Network::Other);
        QCOMPARE(read.counted("unknown-link-type"), 1);
        compareWithTshark(read, file);
    }

    void simpleBlocksHaveTheTimeBeforeThem()
    {
        const std::vector<NetworkPacket> kinds = everyKind();
        const Bytes frame = wrapped(Wrapping::Ethernet, kinds[1]);
        PcapngWriter file;
        file.section(true).interface({.linkType = 1, .snapLength = 96});
        file.enhanced(0, static_cast<std::uint64_t>(madeEpoch) * 1'000'000, frame);
        const Bytes cut(frame.begin(), frame.begin() + 96);
        file.simple(cut, static_cast<std::uint32_t>(frame.size())).simple(Bytes(frame.begin(), frame.begin() + 61));
        const ReadCapture read = readCapture(made(file.bytes));
        QCOMPARE(read.packets.size(), std::size_t{3});
        QCOMPARE(read.packets[1].time, madeEpoch * second);
        QCOMPARE(read.frames[1], cut);
        QCOMPARE(read.packets[1].wireBytes, static_cast<std::uint32_t>(frame.size()));
        QCOMPARE(read.packets[1].sourcePort, std::uint16_t{40000});
        QCOMPARE(read.packets[2].capturedBytes, 61u);
        QCOMPARE(read.counted("no-time"), 1);
    }

    void compressed_data()
    {
        QTest::addColumn<QString>("how");
        for (const char* how : {"gzip", "gzip of three members", "zstd", "zstd of seven frames", "zstd, no checksum",
                                "zstd of seven frames, no checksum"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }

    void compressed()
    {
        QFETCH(QString, how);
        const bool checksum = !how.contains(QLatin1String("no checksum"));
        const int parts = how.contains(QLatin1String("seven")) ? 7 : how.contains(QLatin1String("three")) ? 3 : 1;
        const bool gzip = how.startsWith(QLatin1String("gzip"));
        const std::vector<MadeRecord> records = manyRecords();
        const Bytes plain = pcapFile({}, records);
        const ReadCapture read =
            readCapture(made(gzip ? gzipped(plain, parts) : zstdCompressed(plain, parts, checksum)));
        QVERIFY(!read.error);
        QCOMPARE(read.info.compression, gzip ? Compression::Gzip : Compression::Zstd);
        QCOMPARE(read.info.issues, Issues());
        QCOMPARE(differencesFromMade(read, records), QString());
    }

    void windowMovesOverLargeFiles()
    {
        const std::vector<MadeRecord> records = manyRecords();
        QCOMPARE(differencesFromMade(readCapture(made(pcapFile({.bigEndian = true}, records))), records), QString());
        PcapngWriter file;
        file.section(false).interface({.linkType = 1, .resolution = std::uint8_t{9}});
        for (const MadeRecord& record : records) {
            file.enhanced(0, static_cast<std::uint64_t>(record.time), record.frame);
            if (record.time % 7 == 0)
                file.block(0x0bad0bad, Bytes(600'000));
        }
        QCOMPARE(differencesFromMade(readCapture(made(file.bytes)), records), QString());
    }

    void filters_data()
    {
        QTest::addColumn<int>("link");
        QTest::addColumn<QString>("filter");
        for (std::size_t i = 0; i < links.size(); ++i)
            for (const char* filter :
                 {"tcp", "udp port 4791", "src host 10.0.0.1 and tcp", "ip6", "greater 800", "ip[6:2] & 0x3fff != 0",
                  "not tcp and not udp", "dst port 5001 or dst port 60000"})
                QTest::addRow("%s: %s", links[i].name, filter) << static_cast<int>(i) << QString::fromLatin1(filter);
        for (const char* filter : {"vlan and tcp", "arp", "ether host 02:00:00:00:00:01"})
            for (const int link : {0, 1})
                QTest::addRow("%s: %s", links[static_cast<std::size_t>(link)].name, filter)
                    << link << QString::fromLatin1(filter);
    }

    void filters()
    {
        if (!isInstalled("tcpdump"))
            QSKIP("tcpdump is not installed");
        QFETCH(int, link);
        QFETCH(QString, filter);
        const Link& type = links[static_cast<std::size_t>(link)];
        const std::vector<MadeRecord> records = recordsFor(type);
        // tcpdump does not know the number that OpenBSD writes for raw IP.
        const auto count = tcpdumpCount(made(pcapFile({.linkType = type.type == 14 ? 101u : type.type}, records)),
                                        filter.toStdString());
        const ReadCapture read =
            readCapture(made(pcapFile({.linkType = type.type}, records)), {.filter = filter.toStdString(), .stop = {}});
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        // tcpdump rejects a filter that makes no sense for the link type; here no packet passes and an issue says so.
        QCOMPARE(read.counted("filter-without-sense"), count < 0 ? 1 : 0);
        QCOMPARE(static_cast<long long>(read.packets.size()), std::max(count, 0LL));
        QCOMPARE(read.info.packets, std::uint64_t{records.size()});
        QCOMPARE(read.info.filtered, std::uint64_t{records.size() - read.packets.size()});
    }

    void filtersOfOtherByteOrder()
    {
        if (!isInstalled("tcpdump"))
            QSKIP("tcpdump is not installed");
        for (const std::uint32_t type : {0u, 108u}) {
            const Wrapping wrapping = type == 0 ? Wrapping::NullBig : Wrapping::Loop;
            const auto file = made(pcapFile({.bigEndian = true, .linkType = type}, recordsOf(wrapping)));
            const ReadCapture read = readCapture(file, {.filter = "ip6 and udp", .stop = {}});
            QCOMPARE(static_cast<long long>(read.packets.size()), tcpdumpCount(file, "ip6 and udp"));
            QVERIFY(read.packets.size() > 1);
        }
    }

    void filterOfEveryInterface()
    {
        const ReadCapture read = readCapture(made(mixedPcapng()), {.filter = "tcp dst port 5001", .stop = {}});
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        for (const Packet& packet : read.packets)
            QCOMPARE(packet.destinationPort, std::uint16_t{5001});
        QVERIFY(!read.packets.empty());
        QCOMPARE(read.counted("filter-without-sense"), 1);
    }

    void badFilter()
    {
        const ReadCapture read = readCapture(made(pcapFile({}, {})), {.filter = "tcp and (", .stop = {}});
        QVERIFY(read.error.has_value());
        QCOMPARE(read.error->code, ErrorCode::InvalidInput);
    }

private:
    std::filesystem::path made(const Bytes& bytes)
    {
        const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / "made.capture";
        writeBytes(file, bytes);
        return file;
    }

    void compareWithTshark(const ReadCapture& read, const std::filesystem::path& file)
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        const auto rows = tsharkFields(file, packetFields());
        QVERIFY(rows.has_value());
        QCOMPARE(read.packets.size(), rows->size());
        for (std::size_t i = 0; i < rows->size(); ++i) {
            const std::string different = difference(read.packets[i], read.addresses, (*rows)[i]);
            const CaptureInterface& interface = read.info.interfaces.at(read.packets[i].interface);
            QVERIFY2(different.empty(),
                     (interface.name + " packet " + std::to_string(i + 1) + ": " + different).c_str());
        }
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestPacketReader)
#include "tst_packet_reader.moc"
