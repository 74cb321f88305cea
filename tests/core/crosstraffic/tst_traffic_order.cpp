// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_order.h"
#include "core/crosstraffic/traffic_wire.h"

#include <QtTest>

#include <vector>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

TrafficOrder sample()
{
    TrafficOrder order;
    order.source = "10.0.0.1";
    order.targets = {{"w0", "10.0.0.2", 7000, 1e8}, {"w1 \"x\"", "fe80::1", 65535, 0}};
    order.transport = Transport::Udp;
    order.dscp = 46;
    order.congestionControl = "cubic";
    order.flowBitsPerSecond = 12.5e6;
    order.datagramBytes = 1200;
    order.duration = 20s + 1ns;
    order.drain = 1500ms;
    order.flows = {{0ns, 1000, 0, 0}, {0ns, 0, 0, 1}, {123456789012ns, 18'446'744'073'709'551'615ULL, 0, 1}};
    return order;
}

} // namespace

class TestTrafficOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsWritten()
    {
        const auto read = parseOrder(orderText(sample()));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(*read == sample());
        TrafficOrder bare;
        bare.targets = {{"w0", "10.0.0.2", 7000, 0}};
        bare.duration = 1s;
        const auto again = parseOrder(orderText(bare));
        QVERIFY(again && *again == bare);
    }

    void damagedOrders_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("cut") << QByteArray("]}\n") << QByteArray("]");
        QTest::newRow("transport") << QByteArray("\"udp\"") << QByteArray("\"sctp\"");
        QTest::newRow("dscp") << QByteArray("46") << QByteArray("64");
        QTest::newRow("port") << QByteArray("7000") << QByteArray("70000");
        QTest::newRow("duration") << QByteArray("\"20000000001ns\"") << QByteArray("\"0\"");
        QTest::newRow("datagram") << QByteArray("1200") << QByteArray("31");
        QTest::newRow("no address") << QByteArray("10.0.0.2") << QByteArray("");
        QTest::newRow("target") << QByteArray("[0,1000,0]") << QByteArray("[0,1000,2]");
        QTest::newRow("huge target") << QByteArray("[0,1000,0]") << QByteArray("[0,1000,4294967296]");
        QTest::newRow("negative") << QByteArray("[0,1000,0]") << QByteArray("[-1,1000,0]");
        QTest::newRow("fraction") << QByteArray("[0,1000,0]") << QByteArray("[0,1000.5,0]");
        QTest::newRow("beyond time") << QByteArray("123456789012,") << QByteArray("18446744073709551615,");
        QTest::newRow("backwards") << QByteArray("[0,1000,0]") << QByteArray("[1,1000,0]");
        QTest::newRow("short") << QByteArray("[0,1000,0]") << QByteArray("[0,1000]");
        QTest::newRow("no list") << QByteArray("[0,1000,0]") << QByteArray("7");
    }
    void damagedOrders()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray text = QByteArray::fromStdString(orderText(sample()));
        QVERIFY2(text.contains(from), text.constData());
        text.replace(from, to);
        const auto read = parseOrder(text.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Corrupt);
    }

    void noOrders()
    {
        for (const std::string text : {"", "[]", "null", "{", "\xff\xfe", "{}"})
            QVERIFY(!parseOrder(text));
        QVERIFY(!parseOrder(std::string(100'000, '[')));
    }

    void starts()
    {
        const TrafficStart plain{1795220130640692567ns, 0};
        QCOMPARE(startText(plain), std::string("1795220130640692567\n"));
        QVERIFY(*parseStart(startText(plain)) == plain);
        const TrafficStart rate{5ns, 0.1e6 / 3};
        QVERIFY(*parseStart(startText(rate)) == rate);
        for (const std::string text : {"", "\n", "1", "1 2", "x\n", "-1\n", "0\n", "1 -2\n", "1 nan\n", "1 inf\n",
                                       "1 2 3\n", "1 1e99\n", "99999999999999999999\n", "1  2\n"})
            QVERIFY2(!parseStart(text), text.c_str());
    }

    void heads()
    {
        const ConnectionHead head{0x01020304, 0x05060708090a0b0c};
        const auto bytes = encode(head);
        const std::vector<unsigned char> expected{'M', 'R', 'C', '2', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        QVERIFY(std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end()));
        QVERIFY(decodeConnection(bytes) == head);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY(!decodeConnection(std::span(bytes).first(size)));
        auto wrong = bytes;
        wrong[3] = '1';
        QVERIFY(!decodeConnection(wrong));
        QVERIFY(decodeConnection(encode(ConnectionHead{3, 0})) == (ConnectionHead{3, 0})); // without end
    }

    /// Flows that are smaller than a head: one byte, which is one of theirs.
    void headsOfTinyFlows()
    {
        for (std::uint64_t size = 1; size < ConnectionHead::size; ++size) {
            const ConnectionHead head{0, size};
            QCOMPARE(head.length(), std::size_t(1));
            const auto bytes = encode(head);
            QVERIFY(decodeConnection(std::span(bytes).first(1)) == head);
        }
        QCOMPARE((ConnectionHead{0, 16}).length(), std::size_t(16));
        QCOMPARE((ConnectionHead{0, 0}).length(), std::size_t(16));
        QVERIFY(!decodeConnection({}));
        const std::array<unsigned char, 5> others{0x00, 0x4d, 0xe0, 0xf0, 0xff};
        for (const unsigned char& byte : others)
            QVERIFY(!decodeConnection(std::span(&byte, 1)));
        auto lying = encode(ConnectionHead{0, 16});
        lying[15] = 3; // a long head for a flow that has no room for it
        QVERIFY(!decodeConnection(lying));
    }

    void datagrams()
    {
        const DatagramHead head{DatagramHead::Kind::LastReport, 7, 8, 0xfffffffffffffffe, 123456789ns};
        std::vector<unsigned char> bytes(DatagramHead::size + DatagramCounts::size);
        encode(head, bytes.data());
        const DatagramCounts counts{100, 144'800, 3, 110};
        encode(counts, bytes.data() + DatagramHead::size);
        QVERIFY(decodeDatagram(bytes) == head);
        QVERIFY(decodeCounts(std::span(bytes).subspan(DatagramHead::size)) == counts);
        QCOMPARE(counts.lost(), std::uint64_t(10));
        QCOMPARE((DatagramCounts{11, 0, 0, 10}.lost()), std::uint64_t(0));
        QVERIFY(!decodeDatagram(std::span(bytes).first(31)));
        QVERIFY(!decodeCounts(std::span(bytes).first(31)));
        bytes[3] = '9';
        QVERIFY(!decodeDatagram(bytes));
    }
};

QTEST_APPLESS_MAIN(TestTrafficOrder)
#include "tst_traffic_order.moc"
