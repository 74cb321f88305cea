// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/frame.h"

#include <QtTest>

#include <cstring>
#include <vector>

using namespace millrace::emulate;

namespace {

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::initializer_list<int> values)
{
    for (const int value : values)
        bytes.push_back(static_cast<std::byte>(value));
}

Bytes frameBytes(std::uint8_t gsoType, std::uint16_t gsoSize)
{
    VnetHeader header;
    header.gsoType = gsoType;
    header.gsoSize = gsoSize;
    header.headerLength = 9999; // only a hint, must not matter
    Bytes bytes(sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    append(bytes, {2, 0x4d, 0x52, 0, 0, 2, 2, 0x4d, 0x52, 0, 0, 1, 8, 0});
    return bytes;
}

/// IPv4 and TCP with option words, then a payload.
Bytes tcpFrame(std::uint8_t gsoType, std::uint16_t gsoSize, int ipWords, int tcpWords, std::size_t payload)
{
    Bytes bytes = frameBytes(gsoType, gsoSize);
    bytes.push_back(static_cast<std::byte>(0x40 | ipWords));
    bytes.resize(bytes.size() + static_cast<std::size_t>(ipWords) * 4 - 1);
    const std::size_t tcp = bytes.size();
    bytes.resize(tcp + static_cast<std::size_t>(tcpWords) * 4 + payload);
    bytes[tcp + 12] = static_cast<std::byte>(tcpWords << 4);
    return bytes;
}

} // namespace

class TestSwitchFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTheAddresses()
    {
        FrameFacts facts;
        QVERIFY(inspectFrame(tcpFrame(0, 0, 5, 8, 10), facts));
        QCOMPARE(facts.destination, (MacAddress{2, 0x4d, 0x52, 0, 0, 2}));
        QCOMPARE(facts.source, (MacAddress{2, 0x4d, 0x52, 0, 0, 1}));
        QVERIFY(!facts.isGroup);
        Bytes broadcast = tcpFrame(0, 0, 5, 8, 10);
        std::fill_n(broadcast.begin() + 12, 6, std::byte{0xff});
        QVERIFY(inspectFrame(broadcast, facts));
        QVERIFY(facts.isGroup);
    }

    void countsPacketsAndWireBytes_data()
    {
        QTest::addColumn<int>("gsoType");
        QTest::addColumn<int>("gsoSize");
        QTest::addColumn<int>("ipWords");
        QTest::addColumn<int>("tcpWords");
        QTest::addColumn<int>("payload");
        QTest::addColumn<uint>("packets");
        QTest::addColumn<uint>("wireBytes");
        // 14 + 20 + 32 = 66 bytes of headers; n packets of 1448 are n frames of 1514.
        QTest::newRow("plain") << 0 << 0 << 5 << 8 << 1448 << 1u << 1514u;
        QTest::newRow("two full") << 1 << 1448 << 5 << 8 << 2896 << 2u << 3028u;
        QTest::newRow("with ECN flag") << 0x81 << 1448 << 5 << 8 << 2896 << 2u << 3028u;
        QTest::newRow("44 full") << 1 << 1448 << 5 << 8 << 44 * 1448 << 44u << 44 * 1514u;
        QTest::newRow("last one short") << 1 << 1448 << 5 << 8 << 2897 << 3u << 3028u + 67u;
        QTest::newRow("one packet marked GSO") << 1 << 1448 << 5 << 8 << 100 << 1u << 166u;
        QTest::newRow("IP options") << 1 << 1000 << 7 << 8 << 3000 << 3u << 3 * 1074u;
        QTest::newRow("no TCP options") << 1 << 1460 << 5 << 5 << 14600 << 10u << 10 * 1514u;
        QTest::newRow("headers only") << 1 << 1448 << 5 << 8 << 0 << 1u << 66u;
        QTest::newRow("gso size 0") << 1 << 0 << 5 << 8 << 5000 << 1u << 5066u;
    }

    void countsPacketsAndWireBytes()
    {
        QFETCH(int, gsoType);
        QFETCH(int, gsoSize);
        QFETCH(int, ipWords);
        QFETCH(int, tcpWords);
        QFETCH(int, payload);
        QFETCH(uint, packets);
        QFETCH(uint, wireBytes);
        FrameFacts facts;
        QVERIFY(inspectFrame(tcpFrame(static_cast<std::uint8_t>(gsoType), static_cast<std::uint16_t>(gsoSize), ipWords,
                                      tcpWords, static_cast<std::size_t>(payload)),
                             facts));
        QCOMPARE(facts.packets, packets);
        QCOMPARE(facts.wireBytes, wireBytes);
    }

    void countsUdpAndIpv6Segments()
    {
        FrameFacts facts;
        Bytes udp = frameBytes(5, 1200);
        udp.push_back(std::byte{0x45});
        udp.resize(udp.size() + 19 + 8 + 3600);
        QVERIFY(inspectFrame(udp, facts));
        QCOMPARE(facts.packets, 3u);
        QCOMPARE(facts.wireBytes, 3u * (1200 + 42));

        Bytes tcp6 = frameBytes(4, 1428);
        const std::size_t ip = tcp6.size();
        tcp6.resize(ip + 40 + 32 + 2 * 1428);
        tcp6[ip] = std::byte{0x60};
        tcp6[ip + 40 + 12] = std::byte{0x80};
        QVERIFY(inspectFrame(tcp6, facts));
        QCOMPARE(facts.packets, 2u);
        QCOMPARE(facts.wireBytes, 2u * 1514);
    }

    // Outside bytes: every truncation is either refused or counted as what is there.
    void everyTruncationIsSafe()
    {
        const Bytes whole = tcpFrame(1, 1448, 5, 8, 5000);
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            FrameFacts facts;
            QCOMPARE(inspectFrame(part, facts), size >= 26);
            if (size >= 26) {
                QVERIFY(facts.packets >= 1);
                QVERIFY(facts.wireBytes >= size - 12);
            }
        }
    }

    void damagedHeaderLengthsAreSafe()
    {
        for (int ipWords = 0; ipWords < 16; ++ipWords) {
            for (int tcpWords = 0; tcpWords < 16; ++tcpWords) {
                Bytes bytes = tcpFrame(1, 1448, 5, 8, 200);
                bytes[26] = static_cast<std::byte>(0x40 | ipWords);
                bytes[46 + 12] = static_cast<std::byte>(tcpWords << 4);
                FrameFacts facts;
                QVERIFY(inspectFrame(bytes, facts));
                QVERIFY(facts.packets >= 1);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSwitchFrame)
#include "tst_switch_frame.moc"
