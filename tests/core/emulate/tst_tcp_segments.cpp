// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/emulate/frame.h"
#include "core/emulate/frame_joiner.h"

#include <QtTest>

#include <cstring>
#include <map>

using namespace millrace;
using namespace millrace::emulate;

namespace {

constexpr std::size_t ip = vnetHeaderBytes + ethernetHeaderBytes;
constexpr std::size_t tcp = ip + 20;
constexpr std::size_t payloadAt = tcp + 32; // 12 bytes of options: time stamps
constexpr int mss = 1448;

/// A packet as a kernel with checksum offload hands it over; gsoSize 0: one that fits the link.
struct Packet
{
    std::uint16_t source = 1000;
    std::uint32_t sequence = 1;
    std::uint32_t acknowledged = 77;
    std::uint8_t flags = 0x10;
    std::uint32_t time = 5;
    std::uint16_t gsoSize = 0;
    std::uint8_t vnetFlags = 1;
    std::uint16_t window = 500;
    std::string payload;
};

std::uint8_t byteOf(const Frame& frame, std::size_t at)
{
    return std::to_integer<std::uint8_t>(frame.bytes[at]);
}

std::uint32_t number(const Frame& frame, std::size_t at, int bytes)
{
    std::uint32_t value = 0;
    for (int i = 0; i < bytes; ++i)
        value = value << 8 | byteOf(frame, at + static_cast<std::size_t>(i));
    return value;
}

void put(Frame& frame, std::size_t at, int bytes, std::uint32_t value)
{
    for (int i = bytes; i-- > 0; value >>= 8)
        frame.bytes[at + static_cast<std::size_t>(i)] = std::byte(value & 0xff);
}

/// RFC 1071, with carry at each step.
std::uint32_t onesSum(const Frame& frame, std::size_t from, std::size_t to, std::uint32_t sum = 0)
{
    for (std::size_t at = from; at < to; at += 2) {
        sum += at + 1 < to ? number(frame, at, 2) : number(frame, at, 1) << 8;
        if (sum > 0xffff)
            sum -= 0xffff;
    }
    return sum;
}

std::string payloadOf(const Frame& frame)
{
    return {reinterpret_cast<const char*>(frame.bytes) + payloadAt, frame.size - payloadAt};
}

Frame& make(FramePool& pool, const Packet& packet)
{
    Frame& frame = pool.take();
    std::memset(frame.bytes, 0, payloadAt);
    frame.size = static_cast<std::uint32_t>(payloadAt + packet.payload.size());
    const VnetHeader header{packet.vnetFlags,
                            static_cast<std::uint8_t>(packet.gsoSize > 0 ? 1 : 0),
                            payloadAt - vnetHeaderBytes,
                            packet.gsoSize,
                            tcp - vnetHeaderBytes,
                            16,
                            0};
    std::memcpy(frame.bytes, &header, sizeof header);
    put(frame, vnetHeaderBytes + 12, 2, 0x0800);
    put(frame, ip, 2, 0x4500);
    put(frame, ip + 2, 2, static_cast<std::uint32_t>(frame.size - ip));
    put(frame, ip + 4, 2, 0xfffe); // number: two packets on it wraps
    put(frame, ip + 6, 2, 0x4000);
    put(frame, ip + 8, 2, 0x4006);
    put(frame, ip + 12, 4, 0x0a4d0001);
    put(frame, ip + 16, 4, 0x0a4d0002);
    put(frame, ip + 10, 2, ~onesSum(frame, ip, tcp) & 0xffff);
    put(frame, tcp, 2, packet.source);
    put(frame, tcp + 2, 2, 2000);
    put(frame, tcp + 4, 4, packet.sequence);
    put(frame, tcp + 8, 4, packet.acknowledged);
    put(frame, tcp + 12, 1, 0x80);
    put(frame, tcp + 13, 1, packet.flags);
    put(frame, tcp + 14, 2, packet.window);
    put(frame, tcp + 16, 2, onesSum(frame, ip + 12, tcp, 6 + static_cast<std::uint32_t>(frame.size - tcp)));
    put(frame, tcp + 20, 4, 0x0101080a);
    put(frame, tcp + 24, 4, packet.time);
    std::memcpy(frame.bytes + payloadAt, packet.payload.data(), packet.payload.size());
    frame.packets = 1;
    frame.wireBytes = static_cast<std::uint32_t>(frame.size - vnetHeaderBytes);
    return frame;
}

/// What a receiver checks once the sender's NIC has completed the checksum: it starts with the partial one.
bool checksumsHold(const Frame& frame)
{
    const std::uint32_t whole = ~onesSum(frame, tcp, frame.size) & 0xffff;
    std::uint32_t sum = onesSum(frame, ip + 12, tcp, 6 + static_cast<std::uint32_t>(frame.size - tcp));
    sum = onesSum(frame, tcp, tcp + 16, sum);
    sum = onesSum(frame, tcp + 18, frame.size, sum) + whole;
    return onesSum(frame, ip, tcp) == 0xffff && (sum == 0xffff || sum == 2 * 0xffff);
}

std::string bytesOf(std::size_t count, char first = 'a')
{
    std::string text(count, ' ');
    for (std::size_t i = 0; i < count; ++i)
        text[i] = static_cast<char>(first + static_cast<char>(i % 23));
    return text;
}

EmulationSpec twoNodes()
{
    cluster::Cluster cluster;
    cluster.name = "p";
    for (const char* name : {"a", "b"})
        cluster.nodes.emplace_back().name = name;
    return makeEmulationSpec(cluster, 1, false);
}

/// The end of a fabric: a joiner whose written frames are kept as text.
struct Exit final : FrameSink
{
    FramePool pool;
    LatenessHistogram lateness;
    std::vector<std::string> written;
    std::vector<std::uint32_t> packets;
    bool accepts = true;
    FrameJoiner joiner{2, true, pool, lateness, [this](const Frame& frame) {
                           written.emplace_back(reinterpret_cast<const char*>(frame.bytes), frame.size);
                           packets.push_back(frame.packets);
                           return accepts;
                       }};
    Fabric fabric{twoNodes(), pool, *this};

    bool deliver(const Frame& frame) override { return joiner.take(frame); }
    void send(const Packet& packet)
    {
        Frame& frame = make(pool, packet);
        frame.from = 0;
        frame.to = 1;
        fabric.accept(frame, Nanoseconds(0));
    }
};

} // namespace

class TestTcpSegments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsAsANicDoes()
    {
        FramePool pool;
        const std::string payload = bytesOf(2 * mss + 501);
        Packet whole;
        whole.sequence = 0xffffff00;
        whole.flags = 0x99; // CWR, ACK, PSH, FIN
        whole.gsoSize = mss;
        whole.payload = payload;
        Frame* packet = cutTcpFrame(pool, make(pool, whole));
        const std::vector<std::size_t> sizes{mss, mss, 501};
        const std::vector<std::uint32_t> flags{0x90, 0x10, 0x19}; // CWR on the first, PSH and FIN on the last
        std::string together;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            QVERIFY(packet != nullptr);
            QCOMPARE(packet->size, payloadAt + sizes[i]);
            QCOMPARE(number(*packet, ip + 2, 2), 20u + 32u + sizes[i]);
            QCOMPARE(number(*packet, ip + 4, 2), (0xfffeu + i) & 0xffffu);
            QCOMPARE(number(*packet, tcp + 4, 4), 0xffffff00u + static_cast<std::uint32_t>(i * mss));
            QCOMPARE(number(*packet, tcp + 13, 1), flags[i]);
            QVERIFY(checksumsHold(*packet));
            FrameFacts facts;
            QVERIFY(inspectFrame(packet->used(), facts));
            QCOMPARE(facts.packets, 1u);
            together += payloadOf(*packet);
            Frame* next = packet->next;
            pool.give(*packet);
            packet = next;
        }
        QVERIFY(packet == nullptr);
        QVERIFY(together == payload);
        QCOMPARE(pool.bytesInUse(), 0u);
    }

    void leavesOtherFramesAlone()
    {
        FramePool pool;
        Packet plain;
        plain.payload = bytesOf(100);
        QVERIFY(cutTcpFrame(pool, make(pool, plain)) == nullptr);
        Packet large;
        large.gsoSize = 40;
        large.payload = bytesOf(100);
        Frame& udp = make(pool, large);
        put(udp, ip + 9, 1, 17);
        QVERIFY(cutTcpFrame(pool, udp) == nullptr);
        Frame& six = make(pool, large);
        put(six, vnetHeaderBytes + 12, 2, 0x86dd);
        QVERIFY(cutTcpFrame(pool, six) == nullptr);
        Frame& shorter = make(pool, large);
        shorter.size -= 50; // the IP header says more
        QVERIFY(cutTcpFrame(pool, shorter) == nullptr);
    }

    // What a NIC cuts, a NIC at the other end joins to the same frame.
    void joinsWhatWasCut()
    {
        Exit exit;
        Packet whole;
        whole.gsoSize = mss;
        whole.flags = 0x18;
        whole.payload = bytesOf(5 * mss + 7);
        Frame& before = make(exit.pool, whole);
        const std::string expected(reinterpret_cast<const char*>(before.bytes), before.size);
        for (Frame* packet = cutTcpFrame(exit.pool, before); packet;) {
            Frame* next = packet->next;
            packet->from = 0;
            packet->to = 1;
            exit.fabric.accept(*packet, Nanoseconds(0));
            packet = next;
        }
        exit.joiner.flush(exit.fabric);
        QCOMPARE(exit.written.size(), 1u);
        QCOMPARE(exit.packets, std::vector<std::uint32_t>{6});
        QVERIFY(exit.written[0] == expected);
        QCOMPARE(exit.fabric.counters(0, 1).delivered.packets, 6u);
    }

    void endsAFrameWhere_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<int>("frames");
        QTest::newRow("nothing changes") << 0 << 1;
        QTest::newRow("a packet is missing") << 1 << 2;
        QTest::newRow("the acknowledgement moves") << 2 << 2;
        QTest::newRow("the time stamp moves") << 3 << 2;
        QTest::newRow("the window moves") << 4 << 2;
        QTest::newRow("the second is longer") << 5 << 2;
        QTest::newRow("the first was pushed") << 6 << 2;
        QTest::newRow("the second has FIN") << 7 << 2;
        QTest::newRow("the checksum is whole") << 8 << 2;
    }

    void endsAFrameWhere()
    {
        QFETCH(int, change);
        QFETCH(int, frames);
        Exit exit;
        Packet first;
        first.payload = bytesOf(1000);
        Packet second = first;
        second.sequence += 1000;
        second.sequence += change == 1 ? 1000 : 0;
        second.acknowledged += change == 2 ? 1 : 0;
        second.time += change == 3 ? 1 : 0;
        second.window = static_cast<std::uint16_t>(second.window + (change == 4 ? 1 : 0));
        second.payload = bytesOf(change == 5 ? 1001 : 1000);
        first.flags = change == 6 ? 0x18 : 0x10;
        second.flags = change == 7 ? 0x11 : 0x10;
        second.vnetFlags = change == 8 ? 0 : 1;
        exit.send(first);
        exit.send(second);
        exit.joiner.flush(exit.fabric);
        QCOMPARE(static_cast<int>(exit.written.size()), frames);
    }

    void neverLongerThanAnIpPacket()
    {
        Exit exit;
        Packet packet;
        packet.payload = bytesOf(mss);
        for (int i = 0; i < 50; ++i) {
            exit.send(packet);
            packet.sequence += mss;
        }
        exit.joiner.flush(exit.fabric);
        QCOMPARE(exit.packets, (std::vector<std::uint32_t>{45, 5}));
        QVERIFY(exit.written[0].size() - ip <= 65535);
    }

    // An acknowledgement of the same connection keeps its place, one of another may pass.
    void keepsTheOrderOfEachConnection()
    {
        Exit exit;
        Packet data;
        data.payload = bytesOf(mss);
        Packet same;
        same.sequence = 1 + mss;
        Packet other;
        other.source = 3000;
        exit.send(data);
        exit.send(other);
        QCOMPARE(exit.written.size(), 1u);
        exit.send(same);
        QCOMPARE(exit.written.size(), 3u);
        QCOMPARE(exit.written[1].size(), payloadAt + mss);
        exit.joiner.flush(exit.fabric);
        QCOMPARE(exit.written.size(), 3u);
    }

    void countsWhatWasRefused()
    {
        Exit exit;
        exit.accepts = false;
        Packet packet;
        packet.payload = bytesOf(mss);
        exit.send(packet);
        packet.sequence += mss;
        exit.send(packet);
        QCOMPARE(exit.fabric.counters(0, 1).delivered.packets, 2u);
        exit.joiner.flush(exit.fabric);
        QCOMPARE(exit.fabric.counters(0, 1).delivered, Traffic{});
        QCOMPARE(exit.fabric.counters(0, 1).writeDropped.packets, 2u);
        QCOMPARE(exit.fabric.counters(0, 1).writeDropped.bytes, 2u * (mss + 66));
        QCOMPARE(exit.pool.bytesInUse(), 0u);
    }

    // Three connections with packets of any size, some lost: each stream comes out as it went in.
    void everyStreamComesOutAsItWentIn()
    {
        Exit exit;
        Random random(4711);
        std::map<std::uint16_t, std::string> sent;
        std::map<std::uint16_t, std::uint32_t> sequence;
        for (int i = 0; i < 5000; ++i) {
            Packet packet;
            packet.source = static_cast<std::uint16_t>(1000 + static_cast<int>(random.uniform() * 3));
            packet.sequence = sequence[packet.source];
            packet.payload = bytesOf(random.uniform() < 0.8 ? mss : std::size_t(random.uniform() * mss),
                                     static_cast<char>('a' + i % 3));
            packet.flags = random.uniform() < 0.1 ? 0x18 : 0x10;
            packet.acknowledged += random.uniform() < 0.1 ? static_cast<std::uint32_t>(i) : 0;
            sequence[packet.source] += static_cast<std::uint32_t>(packet.payload.size());
            if (random.uniform() < 0.05)
                continue;
            sent[packet.source] += packet.payload;
            exit.send(packet);
            if (random.uniform() < 0.1)
                exit.joiner.flush(exit.fabric);
        }
        exit.joiner.flush(exit.fabric);
        std::map<std::uint16_t, std::string> received;
        for (const std::string& frame : exit.written) {
            const auto port = static_cast<std::uint16_t>(static_cast<std::uint8_t>(frame[tcp]) << 8
                                                         | static_cast<std::uint8_t>(frame[tcp + 1]));
            received[port] += frame.substr(payloadAt);
        }
        QVERIFY(received == sent);
        QVERIFY(exit.written.size() < 4000);
    }
};

QTEST_APPLESS_MAIN(TestTcpSegments)
#include "tst_tcp_segments.moc"
