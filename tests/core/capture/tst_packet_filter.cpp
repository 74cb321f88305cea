// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/capture/packet_filter.h"

#include <QtTest>
#include <array>

using namespace millrace;
using namespace millrace::capture;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// An IPv4 packet 10.0.0.1:5001 → 10.0.0.2:40000, TCP with ACK, or UDP.
Bytes ipPacket(std::uint8_t protocol)
{
    Bytes bytes{0x45, 0, 0, 60, 0, 1, 0x40, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0x13, 0x89, 0x9c, 0x40};
    bytes.insert(bytes.end(), {0, 0, 0, 1, 0, 0, 0, 2, 0x50, 0x10, 0xff, 0xff});
    bytes.resize(60);
    return bytes;
}

Bytes ethernet(const Bytes& packet, bool tagged = false)
{
    Bytes bytes{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
    if (tagged)
        bytes.insert(bytes.end(), {0x81, 0x00, 0x00, 0x07});
    bytes.insert(bytes.end(), {0x08, 0x00});
    bytes.insert(bytes.end(), packet.begin(), packet.end());
    return bytes;
}

Bytes cooked(const Bytes& packet)
{
    Bytes bytes{0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 0x08, 0x00};
    bytes.insert(bytes.end(), packet.begin(), packet.end());
    return bytes;
}

} // namespace

class TestPacketFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decides_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<bool>("tcp");
        QTest::addColumn<bool>("udp");
        QTest::newRow("empty: all") << QByteArray() << true << true;
        QTest::newRow("protocol") << QByteArray("tcp") << true << false;
        QTest::newRow("source") << QByteArray("src host 10.0.0.1") << true << true;
        QTest::newRow("other source") << QByteArray("src host 10.0.0.2") << false << false;
        QTest::newRow("port") << QByteArray("udp dst port 40000") << false << true;
        QTest::newRow("network and flags")
            << QByteArray("net 10.0.0.0/24 and tcp[tcpflags] & tcp-ack != 0") << true << false;
        QTest::newRow("not") << QByteArray("not tcp") << false << true;
        QTest::newRow("wire length") << QByteArray("greater 1400") << true << true;
        QTest::newRow("wire length, over") << QByteArray("greater 1515") << false << false;
    }

    void decides()
    {
        QFETCH(QByteArray, filter);
        QFETCH(bool, tcp);
        QFETCH(bool, udp);
        struct Link
        {
            int type;
            Bytes (*wrap)(const Bytes&);
        };
        const std::array<Link, 3> links{{{1, [](const Bytes& packet) { return ethernet(packet); }},
                                         {101, [](const Bytes& packet) { return packet; }},
                                         {113, [](const Bytes& packet) { return cooked(packet); }}}};
        for (const auto& link : links) {
            const auto compiled = PacketFilter::compile(filter.toStdString(), link.type);
            QVERIFY2(compiled, compiled ? "" : compiled.error().text().c_str());
            QCOMPARE(compiled->matches(link.wrap(ipPacket(6)), 1514), tcp);
            QCOMPARE(compiled->matches(link.wrap(ipPacket(17)), 1514), udp);
        }
    }

    void seesTags()
    {
        const auto tagged = PacketFilter::compile("vlan 7 and tcp", 1);
        QVERIFY(tagged);
        QVERIFY(tagged->matches(ethernet(ipPacket(6), true), 78));
        QVERIFY(!tagged->matches(ethernet(ipPacket(6)), 74));
    }

    void cutPacketsDoNotMatch()
    {
        const auto filter = PacketFilter::compile("tcp port 5001", 1);
        QVERIFY(filter);
        const Bytes whole = ethernet(ipPacket(6));
        QVERIFY(filter->matches(whole, 1514));
        for (std::size_t size = 0; size < 36; ++size)
            QVERIFY(!filter->matches(std::span(whole).first(size), 1514));
    }

    void explainsWhatIsWrong()
    {
        const auto wrong = PacketFilter::compile("tcp prot 5001", 1);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, ErrorCode::InvalidInput);
        QVERIFY(wrong.error().what.find("\"tcp prot 5001\"") != std::string::npos);
        QVERIFY(wrong.error().what.find("syntax error") != std::string::npos);
        QVERIFY(!PacketFilter::compile(std::string_view("tcp\0udp", 7), 1));
        // What libpcap knows, but not for packets without a link header.
        const auto ether = PacketFilter::compile("ether host 02:00:00:00:00:01", 101);
        QVERIFY(!ether);
        QCOMPARE(ether.error().code, ErrorCode::InvalidInput);
    }

    void survivesMoves()
    {
        auto first = PacketFilter::compile("tcp", 1);
        QVERIFY(first);
        const PacketFilter second = *std::move(first);
        QVERIFY(second.matches(ethernet(ipPacket(6)), 74));
    }
};

QTEST_APPLESS_MAIN(TestPacketFilter)
#include "tst_packet_filter.moc"
