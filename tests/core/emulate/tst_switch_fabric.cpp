// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/fabric.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::emulate;
using namespace std::chrono_literals;

namespace {

struct Delivery
{
    Nanoseconds due{0};
    int from = 0;
    int to = 0;
    std::uint32_t tag = 0; ///< the size of the frame, which tests use to tell frames apart
    bool timed = false;

    bool operator==(const Delivery&) const = default;
};

class Recorder final : public FrameSink
{
public:
    bool deliver(const Frame& frame) override
    {
        deliveries.push_back({frame.due, frame.from, frame.to, frame.size, frame.timed});
        return !refuse;
    }
    std::vector<Delivery> deliveries;
    bool refuse = false;
};

EmulationSpec specOf(int nodes)
{
    cluster::Cluster cluster;
    cluster.name = "t";
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.emplace_back().name = "n" + std::to_string(i);
    return makeEmulationSpec(cluster, 1, false);
}

struct Bench
{
    explicit Bench(const EmulationSpec& spec) : fabric(spec, pool, recorder) { }

    void send(Nanoseconds now, int from, int to, std::uint32_t wireBytes, std::uint32_t packets = 1,
              std::uint32_t tag = 0)
    {
        Frame& frame = pool.take();
        frame.from = static_cast<std::uint16_t>(from);
        frame.to = static_cast<std::uint16_t>(to);
        frame.wireBytes = wireBytes;
        frame.packets = packets;
        frame.size = tag;
        fabric.accept(frame, now);
    }
    void finish()
    {
        while (const auto due = fabric.nextDue())
            fabric.advance(*due);
    }
    std::vector<Nanoseconds> dues() const
    {
        std::vector<Nanoseconds> result;
        for (const Delivery& each : recorder.deliveries)
            result.push_back(each.due);
        return result;
    }

    FramePool pool;
    Recorder recorder;
    Fabric fabric;
};

} // namespace

class TestSwitchFabric : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPairWithNothingSetForwardsAtOnce()
    {
        Bench bench(specOf(3));
        bench.send(7ms, 0, 2, 1514);
        QCOMPARE(bench.recorder.deliveries, (std::vector<Delivery>{{7ms, 0, 2, 0, false}}));
        QVERIFY(!bench.fabric.nextDue());
        QCOMPARE(bench.pool.bytesInUse(), 0u);
    }

    // egress NIC 10 Mbit/s → pair 5 Mbit/s → 3 ms → ingress NIC 20 Mbit/s, one frame of 1250 bytes: 1 + 2 + 3 + 0.5 ms.
    void everyStageAddsItsTime()
    {
        EmulationSpec spec = specOf(2);
        spec.nodes[0].nicBitsPerSecond = 10e6;
        spec.nodes[0].nicQueueBytes = 100000;
        spec.nodes[1].nicBitsPerSecond = 20e6;
        spec.nodes[1].nicQueueBytes = 100000;
        spec.path(0, 1) = {5e6, 3ms, 0ms, 0, 100000};
        Bench bench(spec);
        bench.send(10ms, 0, 1, 1250);
        bench.finish();
        QCOMPARE(bench.dues(), (std::vector<Nanoseconds>{16500us}));
        bench.recorder.deliveries.clear();
        bench.send(100ms, 1, 0, 1250); // back: egress 20, nothing on the pair, ingress 10
        bench.finish();
        QCOMPARE(bench.dues(), (std::vector<Nanoseconds>{101500us}));
    }

    // However seldom advance() is called, the due times are the ideal ones.
    void latenessDoesNotAddUp()
    {
        EmulationSpec spec = specOf(2);
        spec.nodes[0].nicBitsPerSecond = 8e6;
        spec.nodes[0].nicQueueBytes = 1000000;
        spec.path(0, 1) = {4e6, 10ms, 0ms, 0, 1000000};
        std::vector<Nanoseconds> expected;
        for (int i = 0; i < 50; ++i)
            expected.push_back(1ms + (i + 1) * 2ms + 10ms);
        for (const Nanoseconds step : {Nanoseconds(100us), Nanoseconds(7ms), Nanoseconds(1s)}) {
            Bench bench(spec);
            for (int i = 0; i < 50; ++i)
                bench.send(0ms, 0, 1, 1000);
            for (Nanoseconds now = step; bench.fabric.nextDue(); now += step)
                bench.fabric.advance(now);
            QCOMPARE(bench.dues(), expected);
        }
    }

    // Two sources with different delays into one NIC: served in the order of arrival there, not of sending.
    void aSharedIngressSeesArrivalsInOrder()
    {
        EmulationSpec spec = specOf(3);
        spec.nodes[2].nicBitsPerSecond = 8e6;
        spec.nodes[2].nicQueueBytes = 1000000;
        spec.path(0, 2).delay = 20ms;
        spec.path(1, 2).delay = 1ms;
        Bench bench(spec);
        bench.send(0ms, 0, 2, 1000);
        bench.send(2ms, 1, 2, 1000);
        bench.send(18500us, 1, 2, 1000); // arrives at 19.5 and is still being sent when the first arrives
        bench.finish();
        const std::vector<Delivery> expected{{4ms, 1, 2, 0, true}, {20500us, 1, 2, 0, true}, {21500us, 0, 2, 0, true}};
        QCOMPARE(bench.recorder.deliveries, expected);
    }

    void aSharedPortServesItsPairsTogether()
    {
        EmulationSpec spec = specOf(4);
        spec.sharedPorts = {{8e6, 1000000, {{0, 2}, {1, 3}}}};
        Bench bench(spec);
        bench.send(0ms, 0, 2, 1000);
        bench.send(0ms, 1, 3, 1000);
        bench.send(0ms, 0, 3, 1000); // not one of its pairs
        bench.finish();
        const std::vector<Delivery> expected{{0ms, 0, 3, 0, false}, {1ms, 0, 2, 0, true}, {2ms, 1, 3, 0, true}};
        QCOMPARE(bench.recorder.deliveries, expected);
    }

    void lossComesAfterTheRate()
    {
        EmulationSpec spec = specOf(2);
        spec.path(0, 1) = {8e6, 0ms, 0ms, 0.5, 1 << 30};
        Bench bench(spec);
        for (int i = 0; i < 1000; ++i)
            bench.send(0ms, 0, 1, 1000);
        bench.finish();
        const PairCounters& counters = bench.fabric.counters(0, 1);
        QCOMPARE(counters.lost.frames + counters.delivered.frames, 1000u);
        QVERIFY(counters.lost.frames > 400 && counters.lost.frames < 600);
        for (const Delivery& each : bench.recorder.deliveries)
            QCOMPARE(each.due.count() % 1'000'000, 0); // lost frames took their time on the wire
    }

    // The loss sequence belongs to the names of the pair and the seed, not to the size of the cluster.
    void lossIsTheSameInALargerCluster()
    {
        const auto lostTags = [](int nodes, std::uint64_t seed) {
            EmulationSpec spec = specOf(nodes);
            spec.seed = seed;
            spec.path(0, 1).loss = 0.2;
            Bench bench(spec);
            std::vector<std::uint32_t> tags;
            for (std::uint32_t i = 0; i < 500; ++i)
                bench.send(Nanoseconds(i), 0, 1, 1000, 1, i);
            for (const Delivery& each : bench.recorder.deliveries)
                tags.push_back(each.tag);
            return tags;
        };
        QCOMPARE(lostTags(2, 9), lostTags(7, 9));
        QVERIFY(lostTags(2, 9) != lostTags(2, 10));
    }

    void countersAddUp()
    {
        EmulationSpec spec = specOf(3);
        spec.path(0, 1) = {10e6, 2ms, 1ms, 0.1, 20000};
        spec.path(2, 1) = {0, 5ms, 0ms, 0.3, 0};
        spec.nodes[1].nicBitsPerSecond = 12e6;
        spec.nodes[1].nicQueueBytes = 10000;
        Bench bench(spec);
        Random random(5);
        Nanoseconds now{0};
        for (int i = 0; i < 20000; ++i) {
            now += Nanoseconds(random.below(800'000));
            bench.send(now, random.below(2) ? 0 : 2, 1, 100 + static_cast<std::uint32_t>(random.below(1400)),
                       1 + static_cast<std::uint32_t>(random.below(3)));
        }
        bench.finish();
        for (const int from : {0, 2}) {
            PairCounters counters = bench.fabric.counters(from, 1);
            Traffic sum = counters.delivered;
            for (const Traffic& part :
                 {counters.lost, counters.queueDropped, counters.memoryDropped, counters.writeDropped})
                sum += part;
            QCOMPARE(sum, counters.offered);
            QVERIFY(counters.lost.frames > 0 && counters.queueDropped.frames > 0 && counters.delivered.frames > 0);
        }
        QCOMPARE(bench.pool.bytesInUse(), 0u);
        bench.fabric.resetCounters();
        QCOMPARE(bench.fabric.counters(0, 1), PairCounters{});
    }

    void memoryIsBounded()
    {
        EmulationSpec spec = specOf(2);
        spec.memoryLimitBytes = 1 << 20;
        spec.path(0, 1).delay = 1s;
        Bench bench(spec);
        for (int i = 0; i < 5000; ++i)
            bench.send(Nanoseconds(i), 0, 1, 1500, 1, 1500);
        const PairCounters& counters = bench.fabric.counters(0, 1);
        QVERIFY(counters.memoryDropped.frames > 0);
        QVERIFY(bench.pool.bytesInUse() <= (1u << 20) + 2 * FramePool::largest);
        // Small frames wait in small buffers: 512 of 2 KiB fit.
        QVERIFY(5000 - counters.memoryDropped.frames >= 450);
        bench.finish();
        QCOMPARE(counters.delivered.frames + counters.memoryDropped.frames, 5000u);
    }

    void aRefusedDeliveryIsCounted()
    {
        Bench bench(specOf(2));
        bench.recorder.refuse = true;
        bench.send(0ms, 0, 1, 100);
        QCOMPARE(bench.fabric.counters(0, 1).writeDropped.frames, 1u);
        QCOMPARE(bench.fabric.counters(0, 1).delivered.frames, 0u);
    }

    void updatesTakeEffect()
    {
        EmulationSpec spec = specOf(2);
        spec.path(0, 1).delay = 50ms;
        Bench bench(spec);
        bench.send(0ms, 0, 1, 1000, 1, 1);
        bench.fabric.setPath({0, 1, {8e6, 5ms, 0ms, 0, 100000}});
        bench.send(1ms, 0, 1, 1000, 1, 2); // may not overtake
        bench.send(100ms, 0, 1, 1000, 1, 3);
        bench.finish();
        const std::vector<Delivery> expected{{50ms, 0, 1, 1, true}, {50ms, 0, 1, 2, true}, {106ms, 0, 1, 3, true}};
        QCOMPARE(bench.recorder.deliveries, expected);
    }

    // n flows of random frames through the bottleneck leave it at exactly its rate while it is busy.
    void aBusyBottleneckHasItsRate()
    {
        EmulationSpec spec = specOf(6);
        spec.sharedPorts = {{50e6, 400000, {{0, 3}, {1, 4}, {2, 5}}}};
        for (int i = 0; i < 3; ++i)
            spec.path(i, i + 3).delay = Nanoseconds(i * 3ms);
        Bench bench(spec);
        Random random(2);
        Nanoseconds now{0};
        while (now < 2s) {
            now += Nanoseconds(random.below(150'000));
            const int flow = static_cast<int>(random.below(3));
            bench.send(now, flow, flow + 3, 60 + static_cast<std::uint32_t>(random.below(1455)));
        }
        bench.finish();
        double bits = 0;
        Nanoseconds last{0};
        for (const Delivery& each : bench.recorder.deliveries)
            last = std::max(last, each.due - Nanoseconds((each.from) * 3ms));
        for (int i = 0; i < 3; ++i)
            bits += 8.0 * static_cast<double>(bench.fabric.counters(i, i + 3).delivered.bytes);
        QVERIFY(std::abs(bits / (static_cast<double>(last.count()) * 1e-9) / 50e6 - 1) < 0.001);
    }
};

QTEST_APPLESS_MAIN(TestSwitchFabric)
#include "tst_switch_fabric.moc"
