// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/parallel_pass.h"
#include "core/analysis/summary_codec.h"
#include "core/analysis/traffic_pass.h"
#include "core/analysis/traffic_views.h"
#include "tests/core/analysis/made_packets.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace millrace;
using namespace millrace::analysis;
using millrace::analysis::test::MadePackets;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = 1'700'000'000 * second;
constexpr std::uint32_t a = 0x0a000001, b = 0x0a000002, c = 0x0a000003;

TrafficSummary analyse(const MadePackets& made, const TrafficOptions& options = {})
{
    capture::AddressBook book;
    TrafficPass pass(options, book);
    pass.add(made.packets);
    return pass.finish();
}

/// Many connections with repetitions, reordering and acknowledgements, in order of time.
MadePackets mixture(std::size_t count)
{
    std::mt19937 random(7);
    MadePackets made;
    std::vector<std::uint32_t> next(500, 1000);
    std::int64_t time = start;
    for (std::size_t i = 0; i < count; ++i) {
        time += static_cast<std::int64_t>(random() % 40'000);
        const auto connection = static_cast<std::uint16_t>(random() % 500);
        if (random() % 3 == 0) {
            auto& ack = made.tcp(time, b, 80, a, static_cast<std::uint16_t>(1000 + connection), 0);
            ack.acknowledgement = next[connection];
            continue;
        }
        auto& data = made.tcp(time, a, static_cast<std::uint16_t>(1000 + connection), b, 80, 100);
        const bool again = random() % 20 == 0;
        data.sequence = again ? next[connection] - 100 : next[connection];
        next[connection] += again ? 0 : random() % 20 == 0 ? 200 : 100;
    }
    return made;
}

} // namespace

class TestTrafficPass : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void addsUpFlows();
    void binsCoverAllBytes();
    void burstsEndAtGaps();
    void findsRepetitionsAndOrder();
    void roundTripsFollowKarn();
    void countsDuplicateAcksAndClosedWindows();
    void sequenceNumbersWrap();
    void newSynBeginsNewConnection();
    void silenceEndsConnection();
    void threadsGiveTheSame();
    void limitsAreKept();
    void longGapsCostNothing();
    void encodesAndDecodes();
    void mergesCaptures();
    void peaksAreThoseOfWindows();
};

void TestTrafficPass::addsUpFlows()
{
    MadePackets made;
    made.tcp(start, a, 1, b, 2, 100);
    made.tcp(start + 5, b, 2, a, 1, 0);
    made.tcp(start + 10, a, 1, b, 2, 300);
    const TrafficSummary summary = analyse(made);
    QCOMPARE(summary.flows.size(), std::size_t(2));
    QCOMPARE(summary.flows[0].packets, std::uint64_t(2));
    QCOMPARE(summary.flows[0].payloadBytes, std::uint64_t(400));
    QCOMPARE(summary.flows[0].wireBytes, std::uint64_t(508));
    QCOMPARE(summary.flows[0].first, start);
    QCOMPARE(summary.flows[0].last, start + 10);
    QCOMPARE(summary.flows[0].reverse, std::uint32_t(1));
    QCOMPARE(summary.flows[1].reverse, std::uint32_t(0));
    QCOMPARE(summary.addresses[summary.flows[0].source].text(), std::string("10.0.0.1"));
    QCOMPARE(flowText(summary, summary.flows[0]), std::string("10.0.0.1:1 → 10.0.0.2:2 TCP"));
    QCOMPARE(summary.wireBytes, std::uint64_t(562));
}

void TestTrafficPass::binsCoverAllBytes()
{
    const MadePackets made = mixture(20'000);
    const TrafficSummary summary = analyse(made);
    const BinnedSeries series = seriesOf(summary);
    double bytes = 0;
    std::uint64_t packets = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        bytes += series.bytes[i];
        packets += series.packets[i];
        QVERIFY(i == 0 || series.index[i] > series.index[i - 1]);
    }
    QCOMPARE(bytes, static_cast<double>(summary.wireBytes));
    QCOMPARE(packets, std::uint64_t(20'000));
    std::map<std::int64_t, double> expected;
    for (const capture::Packet& packet : made.packets)
        expected[packet.time / 1'000'000] += packet.wireBytes;
    QCOMPARE(series.size(), expected.size());
    for (std::size_t i = 0; i < series.size(); ++i)
        QCOMPARE(series.bytes[i], expected[series.beginOf(series.index[i]) / 1'000'000]);
}

void TestTrafficPass::burstsEndAtGaps()
{
    MadePackets made;
    for (const std::int64_t at : {0, 1'000'000, 2'000'001, 2'000'002, 9'000'000})
        made.tcp(start + at, a, 1, b, 2, 46);
    const TrafficSummary summary = analyse(made);
    QCOMPARE(summary.flows[0].bursts, std::uint32_t(3));
    QCOMPARE(summary.bursts.size(), std::size_t(3));
    QCOMPARE(summary.bursts[0].packets, std::uint32_t(2));
    QCOMPARE(summary.bursts[1].first, start + 2'000'001);
    QCOMPARE(summary.bursts[1].last, start + 2'000'002);
    QCOMPARE(summary.bursts[2].wireBytes, std::uint64_t(100));
}

void TestTrafficPass::findsRepetitionsAndOrder()
{
    MadePackets made;
    int at = 0;
    const auto data = [&](std::uint32_t sequence, std::uint32_t length) {
        made.tcp(start + ++at, a, 1, b, 2, length).sequence = sequence;
    };
    data(100, 100); // 100..200
    data(300, 100); // a hole: 200..300
    data(100, 100); // repeated
    data(200, 50); // late, new
    data(225, 50); // half of it new
    data(275, 25); // fills the hole
    data(350, 100); // half of it beyond
    const Flow flow = analyse(made).flows[0];
    QCOMPARE(flow.retransmissions, std::uint64_t(3));
    QCOMPARE(flow.retransmittedBytes, std::uint64_t(100 + 25 + 50));
    QCOMPARE(flow.outOfOrder, std::uint64_t(3));
}

void TestTrafficPass::roundTripsFollowKarn()
{
    MadePackets made;
    const auto data = [&](std::int64_t time, std::uint32_t sequence) {
        made.tcp(start + time, a, 1, b, 2, 100).sequence = sequence;
    };
    const auto ack = [&](std::int64_t time, std::uint32_t number) {
        made.tcp(start + time, b, 2, a, 1, 0).acknowledgement = number;
    };
    data(0, 100);
    ack(10'000, 200); // 10 µs
    data(20'000, 200);
    data(21'000, 300);
    ack(60'000, 400); // the end of the second alone counts: 39 µs
    data(70'000, 400);
    data(80'000, 400); // sent twice: no sample
    ack(90'000, 500);
    data(100'000, 500);
    data(110'000, 600);
    data(150'000, 500); // a repetition overtakes 600
    ack(160'000, 700); // no sample
    data(200'200, 700);
    data(200'000, 800); // captured after it by another processor, whose clock is behind: overtaken by nothing
    ack(205'000, 800); // 4.8 µs
    ack(240'000, 900); // 40 µs
    const Flow flow = analyse(made).flows[0];
    QCOMPARE(flow.rttCount, std::uint64_t(4));
    QCOMPARE(flow.rttMinimum, 4.8e-6);
    QCOMPARE(flow.rttMaximum, 40e-6);
    QCOMPARE(flow.rttMean, (10e-6 + 39e-6 + 4.8e-6 + 40e-6) / 4);
    QVERIFY(std::isnan(analyse(made).flows[1].rttMean));
}

void TestTrafficPass::countsDuplicateAcksAndClosedWindows()
{
    MadePackets made;
    made.tcp(start, a, 1, b, 2, 100).sequence = 100;
    made.tcp(start + 1, a, 1, b, 2, 100).sequence = 200;
    for (int i = 0; i < 4; ++i)
        made.tcp(start + 2 + i, b, 2, a, 1, 0).acknowledgement = 200; // three of them repeat it
    auto& closed = made.tcp(start + 10, b, 2, a, 1, 0);
    closed.acknowledgement = 200;
    closed.window = 0; // another window: no duplicate
    made.tcp(start + 11, b, 2, a, 1, 0).acknowledgement = 300;
    made.tcp(start + 12, b, 2, a, 1, 0).acknowledgement = 300; // nothing is outstanding
    const Flow flow = analyse(made).flows[1];
    QCOMPARE(flow.duplicateAcks, std::uint64_t(3));
    QCOMPARE(flow.zeroWindows, std::uint64_t(1));
}

void TestTrafficPass::sequenceNumbersWrap()
{
    MadePackets made;
    std::uint32_t sequence = 0xffff'ff00;
    for (int i = 0; i < 10; ++i, sequence += 100) {
        made.tcp(start + i * 10, a, 1, b, 2, 100).sequence = sequence;
        made.tcp(start + i * 10 + 5, b, 2, a, 1, 0).acknowledgement = sequence + 100;
    }
    const Flow flow = analyse(made).flows[0];
    QCOMPARE(flow.retransmissions, std::uint64_t(0));
    QCOMPARE(flow.outOfOrder, std::uint64_t(0));
    QCOMPARE(flow.rttCount, std::uint64_t(10));
}

void TestTrafficPass::newSynBeginsNewConnection()
{
    MadePackets made;
    const auto connection = [&](std::int64_t time, std::uint32_t sequence) {
        made.tcp(time, a, 1, b, 2, 0, 0x02).sequence = sequence;
        made.tcp(time + 1, a, 1, b, 2, 0, 0x02).sequence = sequence; // the same SYN again
        made.tcp(time + 2, b, 2, a, 1, 0, 0x12);
        made.tcp(time + 3, a, 1, b, 2, 10, 0x10).sequence = sequence + 1;
    };
    connection(start, 100);
    connection(start + second, 5000);
    const TrafficSummary split = analyse(made);
    QCOMPARE(split.flows.size(), std::size_t(4));
    QCOMPARE(split.flows[2].part, std::uint16_t(1));
    QCOMPARE(split.flows[2].packets, std::uint64_t(3));
    QCOMPARE(split.flows[2].retransmissions, std::uint64_t(1));
    TrafficOptions one;
    one.splitConnections = false;
    QCOMPARE(analyse(made, one).flows.size(), std::size_t(2));
}

void TestTrafficPass::silenceEndsConnection()
{
    MadePackets made;
    made.tcp(start, a, 1, b, 2, 10);
    made.tcp(start + 5 * second, b, 2, a, 1, 10);
    made.tcp(start + 10 * second, a, 1, b, 2, 10);
    made.tcp(start + 17 * second, a, 1, b, 2, 10);
    QCOMPARE(analyse(made).flows.size(), std::size_t(2));
    TrafficOptions options;
    options.idleTimeout = 6 * second;
    const TrafficSummary summary = analyse(made, options);
    QCOMPARE(summary.flows.size(), std::size_t(3));
    QCOMPARE(summary.flows[2].first, start + 17 * second);
}

void TestTrafficPass::threadsGiveTheSame()
{
    const MadePackets made = mixture(60'000);
    const TrafficSummary one = analyse(made);
    for (const int helpers : {1, 3}) {
        capture::AddressBook book;
        ParallelPass pass({}, book, helpers);
        for (std::size_t i = 0; i < made.packets.size(); i += 251)
            pass.add(std::span(made.packets).subspan(i, std::min<std::size_t>(251, made.packets.size() - i)));
        const TrafficSummary halfway = pass.snapshot();
        QCOMPARE(halfway.packets.all, std::uint64_t(60'000));
        const TrafficSummary many = pass.finish();
        QVERIFY(encodeSummary(many) == encodeSummary(one));
    }
}

void TestTrafficPass::limitsAreKept()
{
    MadePackets made;
    for (std::uint32_t i = 0; i < 40'000; ++i)
        made.tcp(start + i * 1'000'000, a + i % 2000, static_cast<std::uint16_t>(i % 5000), b, 80, 10);
    TrafficOptions options;
    options.maxFlows = 400;
    options.maxBins = 4096;
    const TrafficSummary summary = analyse(made, options);
    QVERIFY(summary.flows.size() <= 400);
    QVERIFY(summary.packets.beyondMaxFlows > 30'000);
    QCOMPARE(summary.wireBytes, std::uint64_t(40'000 * 64));
    QVERIFY(summary.bins.index.size() <= 4096 + 4 * 401);
    QVERIFY(summary.bins.width > options.binWidth);
    double bytes = 0;
    for (const double bin : seriesOf(summary).bytes)
        bytes += bin;
    QCOMPARE(bytes, 40'000.0 * 64);
    QVERIFY(std::any_of(summary.issues.begin(), summary.issues.end(),
                        [](const Issue& issue) { return issue.kind == "too-many-flows"; }));
}

void TestTrafficPass::longGapsCostNothing()
{
    MadePackets made;
    made.tcp(start, a, 1, b, 2, 10);
    made.tcp(start + 7 * 86'400 * second, a, 1, b, 2, 10);
    const TrafficSummary week = analyse(made);
    QCOMPARE(week.bins.index.size(), std::size_t(2));
    QCOMPARE(week.bins.width, std::int64_t(1'000'000));
    made.tcp(start + 400 * 86'400 * second, c, 1, b, 2, 10);
    made.tcp(0, c, 3, b, 2, 10);
    const TrafficSummary years = analyse(made);
    QCOMPARE(years.bins.index.size(), std::size_t(4));
    const BinnedSeries series = seriesOf(years);
    QCOMPARE(series.beginOf(series.index.front()), std::int64_t(0));
    QVERIFY(std::abs(series.beginOf(series.index.back()) - (start + 400 * 86'400 * second)) < 10 * second);
}

void TestTrafficPass::encodesAndDecodes()
{
    TrafficSummary summary = analyse(mixture(5'000));
    summary.filter = "tcp";
    TraceSource source;
    source.file = "a.pcap";
    source.info.interfaces.push_back({});
    source.info.interfaces.back().droppedByKernel = 7;
    source.info.issues.push_back({"cut-record", Severity::Warning, 2, "sentence", "byte 7"});
    summary.sources.push_back(source);
    const std::string bytes = encodeSummary(summary);
    const auto again = decodeSummary(bytes);
    QVERIFY(again);
    QVERIFY(encodeSummary(*again) == bytes);
    QCOMPARE(again->flows.size(), summary.flows.size());
    QVERIFY(again->bins == summary.bins);
    QVERIFY(again->bursts == summary.bursts);
    QVERIFY(again->frameSizes == summary.frameSizes);
    QVERIFY(again->sources[0].info.interfaces == summary.sources[0].info.interfaces);
    QVERIFY(!again->sources[0].info.interfaces[0].received);
    for (std::size_t length = 0; length < bytes.size(); length += 977)
        QVERIFY(!decodeSummary(std::string_view(bytes).substr(0, length)));
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 0x40);
    QCOMPARE(decodeSummary(flipped).error().code, ErrorCode::Corrupt);
}

void TestTrafficPass::mergesCaptures()
{
    const MadePackets all = mixture(30'000);
    MadePackets sentByA, sentByB;
    for (const capture::Packet& packet : all.packets)
        (packet.source == a ? sentByA : sentByB).packets.push_back(packet);
    const TrafficSummary whole = analyse(all);
    const TrafficSummary merged = mergeTraffic({analyse(sentByA), analyse(sentByB)});
    QCOMPARE(merged.flows.size(), whole.flows.size());
    QCOMPARE(merged.packets, whole.packets);
    QCOMPARE(merged.wireBytes, whole.wireBytes);
    QCOMPARE(merged.first, whole.first);
    for (std::size_t i = 0; i < whole.flows.size(); ++i) {
        QCOMPARE(merged.flows[i].packets, whole.flows[i].packets);
        QCOMPARE(merged.flows[i].retransmissions, whole.flows[i].retransmissions);
        QCOMPARE(flowText(merged, merged.flows[i]), flowText(whole, whole.flows[i]));
    }
    QVERIFY(seriesOf(merged) == seriesOf(whole));
    const TrafficSummary twice = mergeTraffic({analyse(all), analyse(sentByA)});
    QCOMPARE(twice.wireBytes, whole.wireBytes);
    QCOMPARE(twice.issues.back().kind, std::string("seen-twice"));
}

void TestTrafficPass::peaksAreThoseOfWindows()
{
    const MadePackets made = mixture(30'000);
    const TrafficSummary summary = analyse(made);
    for (const PeakToMean& peak : summary.peaks) {
        std::map<std::int64_t, std::uint64_t> windows;
        for (const capture::Packet& packet : made.packets)
            windows[packet.time / peak.window] += packet.wireBytes;
        std::uint64_t largest = 0;
        for (const auto& [window, bytes] : windows)
            largest = std::max(largest, bytes);
        QCOMPARE(peak.peakBytes, largest);
        const auto count = static_cast<double>(windows.rbegin()->first - windows.begin()->first + 1);
        QCOMPARE(peak.meanBytes, static_cast<double>(summary.wireBytes) / count);
    }
}

QTEST_APPLESS_MAIN(TestTrafficPass)
#include "tst_traffic_pass.moc"
