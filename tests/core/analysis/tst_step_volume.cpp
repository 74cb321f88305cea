// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/step_volume.h"
#include "core/analysis/traffic_pass.h"
#include "made_packets.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t start = 1'700'000'000'000'000'000;
constexpr std::uint32_t firstAddress = 0x0a000001;
constexpr std::uint32_t payload = 1000;

/// A ring of nodes; every 100 ms each sends `packets` packets to its right neighbour, within 60 ms, and has every
/// second one acknowledged. Some are sent twice.
struct Ring
{
    test::MadePackets made;
    std::vector<LoggedStep> log;

    Ring(std::uint32_t nodes, int steps, int packets, int repeatEvery)
    {
        std::vector<std::uint32_t> sequence(nodes, 1000);
        for (int step = 0; step < steps; ++step) {
            const std::int64_t begin = start + step * 100 * ms;
            log.push_back({begin, begin + 80 * ms});
            for (int i = 0; i < packets; ++i) {
                for (std::uint32_t node = 0; node < nodes; ++node)
                    send(begin + 20 * ms + i * 60 * ms / packets, node, (node + 1) % nodes, sequence[node],
                         repeatEvery > 0 && i % repeatEvery == 0, i % 2 == 0);
            }
        }
    }

    void send(std::int64_t time, std::uint32_t from, std::uint32_t to, std::uint32_t& sequence, bool twice, bool ack)
    {
        for (int copy = 0; copy < (twice ? 2 : 1); ++copy) {
            capture::Packet& packet =
                made.tcp(time + copy, firstAddress + from, 5000, firstAddress + to, 6000, payload);
            packet.sequence = sequence;
        }
        sequence += payload;
        if (ack)
            made.tcp(time + 10, firstAddress + to, 6000, firstAddress + from, 5000, 0).acknowledgement = sequence;
    }

    TrafficSummary summary() const
    {
        std::vector<capture::Packet> packets = made.packets;
        std::ranges::stable_sort(packets, {}, &capture::Packet::time);
        const capture::AddressBook book;
        TrafficPass pass({}, book);
        pass.add(packets);
        return pass.finish();
    }
};

std::uint32_t rowOf(const TrafficSummary& summary, const std::string& address)
{
    for (std::uint32_t row = 0; row < summary.addresses.size(); ++row) {
        if (summary.addresses[row].text() == address)
            return row;
    }
    return noRow;
}

const StepVolume* find(const std::vector<StepVolume>& volumes, std::uint32_t source, std::uint32_t destination)
{
    const auto found = std::ranges::find_if(volumes, [&](const StepVolume& volume) {
        return volume.source == source && volume.destination == destination;
    });
    return found == volumes.end() ? nullptr : &*found;
}

bool near(double found, double expected)
{
    if (std::abs(found - expected) <= 1e-9 * std::max(1.0, std::abs(expected)))
        return true;
    qWarning("%.12g instead of %.12g", found, expected);
    return false;
}

class TestStepVolume : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The table of study A, A6, for 4 workers.
    void ringTable_data()
    {
        QTest::addColumn<double>("model"); // MB
        QTest::addColumn<double>("perWorker");
        QTest::addColumn<double>("all");
        QTest::addColumn<double>("run"); // GB in 3920 steps
        QTest::newRow("MobileNetV2") << 14.0 << 21.0 << 84.0 << 329.0;
        QTest::newRow("DenseNet201") << 80.0 << 120.0 << 480.0 << 1882.0;
        QTest::newRow("ResNet50") << 98.0 << 147.0 << 588.0 << 2305.0;
        QTest::newRow("ResNet101") << 171.0 << 256.5 << 1026.0 << 4022.0;
    }

    void ringTable()
    {
        QFETCH(double, model);
        QFETCH(double, perWorker);
        QFETCH(double, all);
        QFETCH(double, run);
        QCOMPARE(ringAllReduceBytes(4, model), perWorker);
        QCOMPARE(4 * ringAllReduceBytes(4, model), all);
        QVERIFY(std::abs(4 * ringAllReduceBytes(4, model) * 3920 / 1000 - run) < 0.5);
        QCOMPARE(ringAllReduceBytes(1, model), 0.0);
        QCOMPARE(ringAllReduceBytes(0, model), 0.0);
    }

    void aRing()
    {
        const Ring ring(4, 10, 120, 0);
        const TrafficSummary summary = ring.summary();
        // 120 packets of 1000 bytes: an all-reduce of 80 000 bytes.
        std::vector<ExpectedVolume> expected;
        for (std::uint32_t row = 0; row < 4; ++row)
            expected.push_back({row, noRow, ringAllReduceBytes(4, 80'000)});
        const auto volumes = stepVolumes(summary, ring.log, expected);
        QCOMPARE(volumes.size(), std::size_t(1 + 4 + 8));
        const StepVolume& all = volumes.front();
        QCOMPARE(all.source, noRow);
        QVERIFY(near(all.expected, 480'000));
        QVERIFY(near(all.payloadPerStep, 480'000));
        QVERIFY(near(all.ratio, 1));
        QVERIFY(near(all.outside, 0));
        QVERIFY(near(all.retransmittedShare, 0));
        QVERIFY(near(all.headerOverhead, (120 * 54 + 60 * 54) / 120'000.0));
        QCOMPARE(all.wirePerStep.count, std::size_t(10));
        QVERIFY(near(all.wirePerStep.deviation, 0));
        const std::uint32_t one = rowOf(summary, "10.0.0.1");
        const std::uint32_t two = rowOf(summary, "10.0.0.2");
        const StepVolume* node = find(volumes, one, noRow);
        QVERIFY(node && near(node->ratio, 1));
        const StepVolume* link = find(volumes, one, two);
        QVERIFY(link && near(link->payloadPerStep, 120'000) && std::isnan(link->ratio));
        QVERIFY(near(link->headerOverhead, 0.054));
        const StepVolume* back = find(volumes, two, one);
        QVERIFY(back && back->expected == 0 && std::isnan(back->headerOverhead));
    }

    void expectationsOfLinksAddUp()
    {
        const Ring ring(3, 5, 50, 0);
        const TrafficSummary summary = ring.summary();
        std::vector<ExpectedVolume> expected;
        for (std::uint32_t i = 0; i < 3; ++i)
            expected.push_back({rowOf(summary, "10.0.0." + std::to_string(i + 1)),
                                rowOf(summary, "10.0.0." + std::to_string((i + 1) % 3 + 1)), 25'000});
        const auto volumes = stepVolumes(summary, ring.log, expected);
        QVERIFY(near(volumes.front().expected, 75'000));
        QVERIFY(near(volumes.front().ratio, 2));
        expected.pop_back();
        QVERIFY(std::isnan(stepVolumes(summary, ring.log, expected).front().expected));
        QVERIFY(std::isnan(stepVolumes(summary, ring.log, {}).front().ratio));
    }

    void repetitionsDoNotCount()
    {
        const Ring ring(4, 6, 100, 10);
        const TrafficSummary summary = ring.summary();
        std::vector<ExpectedVolume> expected;
        for (std::uint32_t row = 0; row < 4; ++row)
            expected.push_back({row, noRow, 100'000});
        const StepVolume all = stepVolumes(summary, ring.log, expected).front();
        QVERIFY(near(all.retransmittedShare, 10 / 110.0));
        QVERIFY(near(all.ratio, 1));
    }

    void trafficOutsideOfSteps()
    {
        Ring ring(2, 8, 40, 0);
        ring.log.resize(6);
        const auto volumes = stepVolumes(ring.summary(), ring.log, {});
        QVERIFY(near(volumes.front().outside, 0.25));
        QVERIFY(near(volumes.front().payloadPerStep, 80'000));
        QVERIFY(std::isnan(stepVolumes(ring.summary(), {}, {}).front().payloadPerStep));
        QVERIFY(stepVolumes(TrafficSummary{}, ring.log, {}).empty());
    }

    void detectedStepsGiveTheSame()
    {
        const Ring ring(4, 20, 120, 0);
        const TrafficSummary summary = ring.summary();
        const auto found = *detectSteps(seriesOfAll(summary));
        QCOMPARE(found.steps.size(), std::size_t(20));
        const auto volumes = stepVolumes(summary, stretchesOf(found.steps), {});
        QVERIFY(near(volumes.front().payloadPerStep, 480'000));
        QVERIFY(near(volumes.front().outside, 0));
    }

    void binsCountInPart()
    {
        BinnedSeries series;
        series.start = 0;
        series.width = 10;
        series.index = {0, 1, 5};
        series.bytes = {100, 200, 300};
        series.packets = {1, 1, 1};
        const std::vector<LoggedStep> stretches{{-5, 5}, {5, 15}, {12, 52}, {58, 70}, {70, 70}};
        QCOMPARE(bytesWithin(series, stretches), (std::vector<double>{50, 150, 220, 60, 0}));
    }

private:
    static BinnedSeries seriesOfAll(const TrafficSummary& summary);
};

BinnedSeries TestStepVolume::seriesOfAll(const TrafficSummary& summary)
{
    std::vector<BinnedSeries> flows;
    for (std::size_t flow = 0; flow < summary.flows.size(); ++flow) {
        BinnedSeries series{summary.bins.start, summary.bins.width, {}, {}, {}};
        for (std::uint64_t i = summary.bins.begin[flow]; i < summary.bins.begin[flow + 1]; ++i) {
            series.index.push_back(summary.bins.index[i]);
            series.bytes.push_back(static_cast<double>(summary.bins.wireBytes[i]));
            series.packets.push_back(summary.bins.packets[i]);
        }
        flows.push_back(std::move(series));
    }
    return *sumOf(flows);
}

} // namespace

QTEST_APPLESS_MAIN(TestStepVolume)
#include "tst_step_volume.moc"
