// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "tests/core/capture/made_capture.h"
#include "tests/core/capture/read_capture.h"
#include "tests/core/capture/tshark_oracle.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;

namespace {

/// A RoCEv2 packet: base transport header, the extension that an acknowledgement has, payload, invariant CRC.
Bytes roceFrame(std::uint8_t opcode, std::uint32_t queuePair, std::uint32_t psn, const Bytes& extension = {},
                std::size_t payload = 0, const Ipv4Fields& ends = {.protocol = 17}, std::uint16_t port = 49152)
{
    ByteWriter bth(true);
    bth.byte(opcode).byte(0x40).half(0xffff).word(queuePair).word(psn & 0xffffff);
    bth.raw(extension).raw(Bytes(payload, 0x5a)).word(0);
    ByteWriter datagram(true);
    datagram.half(port).half(4791).half(static_cast<std::uint16_t>(8 + bth.bytes.size())).half(0).raw(bth.bytes);
    return ethernet(0x0800, ipv4(ends, datagram.bytes));
}

constexpr std::uint8_t writeFirst = 0x06, writeMiddle = 0x07, writeLast = 0x08, readRequest = 0x0c, readOnly = 0x10,
                       acknowledge = 0x11, notification = 0x81;

/// Node 1 writes to queue pair 0x11 of node 2 with numbers that wrap, a gap of three, and two packets sent again; node
/// 2 acknowledges, refuses and notifies. A read takes four numbers.
std::vector<MadeRecord> exchange()
{
    std::vector<Bytes> frames;
    const Ipv4Fields there{.protocol = 17, .trafficClass = 0x02};
    const Ipv4Fields marked{.protocol = 17, .trafficClass = 0x03};
    const Ipv4Fields back{.source = 0x0a000002, .destination = 0x0a000001, .protocol = 17};
    const auto write = [&](std::uint8_t opcode, std::uint32_t psn, const Ipv4Fields& ends, std::uint16_t port) {
        frames.push_back(roceFrame(opcode, 0x11, psn, opcode == writeFirst ? Bytes(16) : Bytes(), 256, ends, port));
    };
    write(writeFirst, 0xfffffe, there, 49152);
    write(writeMiddle, 0xffffff, there, 49152);
    write(writeMiddle, 0, there, 50000); // another source port, the same queue pair
    write(writeMiddle, 4, marked, 49152); // 1, 2, 3 are missing
    frames.push_back(roceFrame(acknowledge, 0x22, 1, {0x60, 0, 0, 1}, 0, back)); // NAK: sequence error
    frames.push_back(roceFrame(notification, 0x22, 0, Bytes(16), 0, back));
    write(writeMiddle, 3, there, 49152);
    write(writeMiddle, 4, there, 49152);
    write(writeLast, 5, there, 49152);
    frames.push_back(roceFrame(acknowledge, 0x22, 5, {0x1f, 0, 0, 2}, 0, back));
    frames.push_back(roceFrame(acknowledge, 0x22, 6, {0x2e, 0, 0, 2}, 0, back)); // RNR NAK
    frames.push_back(roceFrame(readRequest, 0x11, 6, Bytes(16), 0, there));
    frames.push_back(roceFrame(readOnly, 0x22, 6, {0x1f, 0, 0, 3}, 64, back));
    frames.push_back(roceFrame(writeFirst, 0x11, 10, Bytes(16), 32, there));
    std::vector<MadeRecord> records;
    for (Bytes& frame : frames)
        records.push_back(
            {madeEpoch * 1'000'000'000 + static_cast<std::int64_t>(records.size()) * 10'000, std::move(frame)});
    return records;
}

} // namespace

class TestQueuePairs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsByQueuePair()
    {
        const TrafficSummary summary = analysed(exchange());
        QCOMPARE(summary.queuePairs.size(), std::size_t(2));
        const QueuePair& there = summary.queuePairs[0];
        QCOMPARE(summary.addresses[there.destination].text(), std::string("10.0.0.2"));
        QCOMPARE(there.number, 0x11u);
        QCOMPARE(there.packets, std::uint64_t(9));
        QCOMPARE(there.gaps, std::uint64_t(1));
        QCOMPARE(there.missing, std::uint64_t(3));
        QCOMPARE(there.repeated, std::uint64_t(2));
        QCOMPARE(there.ce, std::uint64_t(1));
        const QueuePair& back = summary.queuePairs[1];
        QCOMPARE(back.number, 0x22u);
        QCOMPARE(back.acknowledgements, std::uint64_t(3));
        QCOMPARE(back.negative, std::uint64_t(1));
        QCOMPARE(back.notReady, std::uint64_t(1));
        QCOMPARE(back.notifications, std::uint64_t(1));
        QCOMPARE(back.missing, std::uint64_t(0));
        QCOMPARE(summary.packets.roce, std::uint64_t(14));
        // The same after storing, and of two captures of the same.
        const auto stored = decodeSummary(encodeSummary(summary));
        QVERIFY(stored);
        QVERIFY(stored->queuePairs == summary.queuePairs);
        QVERIFY(mergeTraffic({summary, summary}).queuePairs == summary.queuePairs);
    }

    void headersAreThoseOfTshark()
    {
        if (!isInstalled("tshark"))
            QSKIP("tshark is not installed");
        (void)analysed(exchange());
        const auto rows = tsharkFields(
            m_file,
            {"infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.bth.destqp", "infiniband.aeth.syndrome"});
        QVERIFY(rows);
        const ReadCapture read = readCapture(m_file);
        QCOMPARE(rows->size(), read.packets.size());
        const auto number = [](const std::string& text) { return std::strtoul(text.c_str(), nullptr, 0); };
        int syndromes = 0;
        for (std::size_t i = 0; i < read.packets.size(); ++i) {
            const capture::Packet& packet = read.packets[i];
            const TsharkRow& row = (*rows)[i];
            QVERIFY(packet.has(capture::packet_mark::baseTransport));
            QCOMPARE(std::uint64_t(packet.roceOpcode()), number(row.at("infiniband.bth.opcode")));
            QCOMPARE(std::uint64_t(packet.roceSequence()), number(row.at("infiniband.bth.psn")));
            QCOMPARE(std::uint64_t(packet.roceQueuePair()), number(row.at("infiniband.bth.destqp")));
            if (packet.roceOpcode() != acknowledge)
                continue;
            QCOMPARE(std::uint64_t(packet.roceSyndrome()), number(row.at("infiniband.aeth.syndrome")));
            ++syndromes;
        }
        QCOMPARE(syndromes, 3);
    }

    void cutAndFlippedPacketsAreCounted()
    {
        const std::vector<MadeRecord> whole = exchange();
        for (std::size_t cut = 42; cut < 60; ++cut) {
            std::vector<MadeRecord> records = whole;
            for (MadeRecord& record : records) {
                record.wire = static_cast<std::uint32_t>(record.frame.size());
                record.frame.resize(std::min(record.frame.size(), cut));
            }
            const TrafficSummary summary = analysed(records);
            QCOMPARE(summary.packets.roce, std::uint64_t(whole.size()));
            QCOMPARE(summary.queuePairs.empty(), cut < 54);
        }
        for (std::size_t bit = 0; bit < 24 * 8; ++bit) {
            std::vector<MadeRecord> records = whole;
            for (MadeRecord& record : records)
                record.frame[42 - 8 + bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
            const TrafficSummary summary = analysed(records);
            std::uint64_t packets = 0;
            for (const QueuePair& pair : summary.queuePairs)
                packets += pair.packets;
            QVERIFY(packets <= whole.size());
            QCOMPARE(summary.packets.all, std::uint64_t(whole.size()));
        }
    }

private:
    TrafficSummary analysed(const std::vector<MadeRecord>& records)
    {
        writeBytes(m_file, pcapFile({.nanoseconds = true}, records));
        return analyseCapture(m_file, {}).value_or(TrafficSummary{});
    }

    QTemporaryDir m_folder;
    std::filesystem::path m_file = std::filesystem::path(m_folder.path().toStdString()) / "roce.pcap";
};

QTEST_APPLESS_MAIN(TestQueuePairs)
#include "tst_queue_pairs.moc"
