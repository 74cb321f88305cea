// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/traffic_pass.h"
#include "tests/core/capture/made_exchange.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::test;

namespace {

constexpr std::int64_t microsecond = 1000;

/// All flows but for where their addresses are kept; a flow's times and bursts belong to it.
QString differenceOf(const TrafficSummary& one, const TrafficSummary& other)
{
    if (one.flows.size() != other.flows.size())
        return QStringLiteral("%1 flows, not %2").arg(one.flows.size()).arg(other.flows.size());
    for (std::size_t i = 0; i < one.flows.size(); ++i) {
        Flow a = one.flows[i], b = other.flows[i];
        if (one.addresses[a.source] != other.addresses[b.source]
            || one.addresses[a.destination] != other.addresses[b.destination])
            return QStringLiteral("flow %1 has other addresses").arg(i);
        a.source = b.source = a.destination = b.destination = 0;
        // NaN is no number that equals itself.
        for (double Flow::*const value : {&Flow::rttMinimum, &Flow::rttMean, &Flow::rttMaximum, &Flow::rttP99})
            if (std::isnan(a.*value) && std::isnan(b.*value))
                a.*value = b.*value = 0;
        if (a != b)
            return QStringLiteral("flow %1: %2 and %3 packets, %4 and %5 retransmissions, %6 and %7 RTT samples")
                .arg(i)
                .arg(a.packets)
                .arg(b.packets)
                .arg(a.retransmissions)
                .arg(b.retransmissions)
                .arg(a.rttCount)
                .arg(b.rttCount);
    }
    return {};
}

std::uint64_t samplesOf(const TrafficSummary& summary)
{
    std::uint64_t samples = 0;
    for (const Flow& flow : summary.flows)
        samples += flow.rttCount;
    return samples;
}

std::uint64_t retransmissionsOf(const TrafficSummary& summary)
{
    std::uint64_t count = 0;
    for (const Flow& flow : summary.flows)
        count += flow.retransmissions;
    return count;
}

bool fromClient(const MadeRecord& record)
{
    return record.frame[14 + 15] == 1; // 10.0.0.1
}

std::vector<MadeRecord> directionOf(const std::vector<MadeRecord>& records, bool client)
{
    std::vector<MadeRecord> some;
    for (const MadeRecord& record : records)
        if (fromClient(record) == client)
            some.push_back(record);
    return some;
}

std::int64_t countedIssues(const TrafficSummary& summary, std::string_view kind)
{
    for (const Issue& issue : summary.issues)
        if (issue.kind == kind)
            return issue.count;
    return 0;
}

} // namespace

class TestCapturePoints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A bridge and its two ports in one file: every packet is there three times, 3 and 5 µs later and with another hop
    /// limit and an ECN mark, as routers change them; the flows are those of a capture on the first port.
    void interfacesThatSawTheSame()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        const TrafficSummary plain = analysed(pcapFile({.nanoseconds = true}, records));
        QVERIFY(samplesOf(plain) > 20 && retransmissionsOf(plain) > 5);
        const Bytes three = bridged(records, {});
        const TrafficSummary merged = analysed(three);
        QCOMPARE(differenceOf(merged, plain), QString());
        QCOMPARE(merged.packets.all, records.size());
        QCOMPARE(merged.sources[0].info.packets, 3 * records.size());
        QCOMPARE(merged.sources[0].duplicates, 2 * records.size());
        QCOMPARE(countedIssues(merged, "duplicates"), static_cast<std::int64_t>(2 * records.size()));
        // On two threads and on three the same.
        for (const int threads : {2, 3})
            QCOMPARE(differenceOf(analysed(three, {}, threads), plain), QString());
    }

    /// What was lost between two points was sent, and counts once.
    void packetsLostBetweenPoints()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        const TrafficSummary plain = analysed(pcapFile({.nanoseconds = true}, records));
        const TrafficSummary merged = analysed(bridged(records, [](std::size_t number) { return number % 7 == 3; }));
        QCOMPARE(differenceOf(merged, plain), QString());
    }

    void duplicatesCountWhenAsked()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        TrafficOptions options;
        options.duplicates = true;
        const TrafficSummary merged = analysed(bridged(records, {}), options);
        QCOMPARE(merged.packets.all, 3 * records.size());
        QCOMPARE(merged.sources[0].duplicates, std::uint64_t(0));
        QCOMPARE(countedIssues(merged, "duplicates"), std::int64_t(0));
        QVERIFY(retransmissionsOf(merged) > records.size() / 3);
    }

    /// Packets that take turns on two interfaces, as of a bond, are no duplicates.
    void interfacesThatTakeTurns()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        PcapngWriter file;
        file.section(false).interface({.name = "slave0", .resolution = std::uint8_t{9}});
        file.interface({.name = "slave1", .resolution = std::uint8_t{9}});
        for (std::size_t i = 0; i < records.size(); ++i)
            file.enhanced(i % 2, static_cast<std::uint64_t>(records[i].time), records[i].frame, records[i].wire);
        const TrafficSummary merged = analysed(file.bytes);
        QCOMPARE(differenceOf(merged, analysed(pcapFile({.nanoseconds = true}, records))), QString());
        // A segment that is sent again over the other interface looks like the same one seen twice.
        QVERIFY(merged.sources[0].duplicates <= retransmissionsOf(merged));
    }

    /// `tcpdump -i any`: one interface, and the real one in each frame's header.
    void indexesOfSll2()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        std::vector<MadeRecord> all;
        for (const MadeRecord& record : records)
            for (const std::uint32_t index : {3u, 7u}) {
                ByteWriter frame(true);
                frame.half(0x0800).half(0).word(index).half(1).byte(0).byte(6).raw(Bytes(8));
                frame.raw({record.frame.begin() + 14, record.frame.end()});
                const std::uint32_t wire = record.wire != 0 ? record.wire + 6 : 0;
                all.push_back({record.time + (index == 7 ? 4 * microsecond : 0), frame.bytes, wire});
            }
        const TrafficSummary merged = analysed(pcapFile({.nanoseconds = true, .linkType = 276}, all));
        QCOMPARE(merged.sources[0].duplicates, records.size());
        QCOMPARE(retransmissionsOf(merged), retransmissionsOf(analysed(pcapFile({.nanoseconds = true}, records))));
    }

    /// One file for each direction, on one clock: round trips and order of a capture of both.
    void directionsInTwoFiles()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        const TrafficSummary plain = analysed(pcapFile({.nanoseconds = true}, records));
        const auto one = written("one.pcap", pcapFile({.nanoseconds = true}, directionOf(records, true)));
        const auto two = written("two.pcap", pcapFile({.nanoseconds = true}, directionOf(records, false)));
        const std::vector files{one, two};
        const auto apart = std::vector{analyseCapture(one, {}).value(), analyseCapture(two, {}).value()};
        QCOMPARE(samplesOf(mergeTraffic(apart)), std::uint64_t(0));
        const auto together = analyseAsOne(files, {});
        QVERIFY(together);
        QCOMPARE(differenceOf(*together, plain), QString());
        QCOMPARE(together->sources.size(), std::size_t(2));
        QCOMPARE(together->sources[1].duplicates, std::uint64_t(0));
        QVERIFY(together->interArrivals == plain.interArrivals);
        // The order of the files does not matter.
        const std::vector reversed{two, one};
        QCOMPARE(differenceOf(analyseAsOne(reversed, {}).value_or(TrafficSummary{}), plain), QString());
    }

    /// Captures of both nodes: what both saw counts where it was seen first; clocks are put right on the way.
    void bothNodesSawBothDirections()
    {
        const std::vector<MadeRecord> records = recordsOf(knownExchanges(), 20);
        std::vector<MadeRecord> late = records;
        for (MadeRecord& record : late)
            record.time += fromClient(record) ? 0 : 30 * microsecond;
        std::vector<MadeRecord> early = records;
        for (MadeRecord& record : early)
            record.time += fromClient(record) ? 30 * microsecond : 0;
        constexpr std::int64_t ahead = 3'600'500'000'000;
        for (MadeRecord& record : early)
            record.time += ahead;
        const std::vector files{written("client.pcap", pcapFile({.nanoseconds = true}, late)),
                                written("server.pcap", pcapFile({.nanoseconds = true}, early))};
        const std::vector<ClockCorrection> clocks{{}, {static_cast<double>(ahead) / 1e9, 0, 0}};
        const auto together = analyseAsOne(files, {}, {}, clocks);
        QVERIFY(together);
        QCOMPARE(differenceOf(*together, analysed(pcapFile({.nanoseconds = true}, records))), QString());
        QCOMPARE(together->sources[0].duplicates + together->sources[1].duplicates, records.size());
        QCOMPARE(together->sources[1].clockOffset, -ahead);
    }

    /// Files number their IPv6 addresses each by itself.
    void addressesOfIpv6()
    {
        const auto frame = [](std::uint8_t from, std::uint8_t to, std::size_t payload) {
            Ipv6Fields fields{.next = 17};
            fields.source[15] = from;
            fields.destination[15] = to;
            const bool there = from < to;
            const Bytes datagram = there ? udp(1000, 2000, payload) : udp(2000, 1000, payload);
            return ethernet(0x86dd, ipv6(fields, datagram));
        };
        const std::int64_t begin = madeEpoch * 1'000'000'000;
        const std::vector files{
            written("a.pcap", pcapFile({}, {{begin, frame(1, 2, 10)}, {begin + 5000, frame(3, 4, 11)}})),
            written("b.pcap", pcapFile({}, {{begin + 2000, frame(4, 3, 12)}, {begin + 9000, frame(2, 1, 13)}}))};
        const auto together = analyseAsOne(files, {});
        QVERIFY(together);
        QStringList flows;
        for (const Flow& flow : together->flows)
            flows.append(QString::fromStdString(together->addresses[flow.source].text() + " "
                                                + together->addresses[flow.destination].text()));
        QCOMPARE(flows,
                 (QStringList{QStringLiteral("fd00::1 fd00::2"), QStringLiteral("fd00::4 fd00::3"),
                              QStringLiteral("fd00::3 fd00::4"), QStringLiteral("fd00::2 fd00::1")}));
        QCOMPARE(together->flows[0].reverse, 3u);
    }

    void isCancelled()
    {
        std::vector<MadeRecord> records;
        for (int i = 0; i < 300'000; ++i)
            records.push_back({madeEpoch * 1'000'000'000 + i * 1000LL, ethernet(0x0800, ipv4({}, tcp({})))});
        const auto file = written("long.pcap", pcapFile({}, records));
        const std::vector files{file, file};
        std::stop_source stop;
        JobContext job{stop.get_token(), [&stop](long long, long long, std::string_view) { stop.request_stop(); }};
        const auto cancelled = analyseAsOne(files, {}, job);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }

private:
    std::filesystem::path written(const char* name, const Bytes& bytes)
    {
        const std::filesystem::path file = std::filesystem::path(m_folder.path().toStdString()) / name;
        writeBytes(file, bytes);
        return file;
    }
    TrafficSummary analysed(const Bytes& bytes, const TrafficOptions& options = {}, int threads = 1)
    {
        AnalysisRequest request;
        request.traffic = options;
        request.threads = threads;
        return analyseCapture(written("made.capture", bytes), request).value_or(TrafficSummary{});
    }
    /// Each record on three interfaces; `lost` are missing on the second and third.
    static Bytes bridged(const std::vector<MadeRecord>& records, const std::function<bool(std::size_t)>& lost)
    {
        PcapngWriter file;
        file.section(false);
        for (const char* name : {"veth1", "br0", "veth2"})
            file.interface({.name = name, .resolution = std::uint8_t{9}});
        std::vector<std::tuple<std::int64_t, std::uint32_t, Bytes, std::uint32_t>> sights;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const std::uint32_t points = lost && lost(i) ? 1 : 3;
            for (std::uint32_t point = 0; point < points; ++point) {
                Bytes frame = records[i].frame;
                frame[14 + 8] = static_cast<std::uint8_t>(64 - point);
                frame[14 + 1] = point == 2 ? 3 : frame[14 + 1];
                frame[14 + 10] = static_cast<std::uint8_t>(frame[14 + 10] + point);
                sights.emplace_back(records[i].time + std::array{0, 3, 5}[point] * microsecond, point, frame,
                                    records[i].wire);
            }
        }
        std::ranges::stable_sort(sights, {}, [](const auto& sight) { return std::get<0>(sight); });
        for (const auto& [time, point, frame, wire] : sights)
            file.enhanced(point, static_cast<std::uint64_t>(time), frame, wire);
        return file.bytes;
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestCapturePoints)
#include "tst_capture_points.moc"
