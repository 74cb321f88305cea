// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/stage.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace millrace;
using namespace millrace::emulate;
using namespace std::chrono_literals;

namespace {

Frame& frameOf(FramePool& pool, std::uint32_t wireBytes)
{
    Frame& frame = pool.take(64);
    frame.wireBytes = wireBytes;
    return frame;
}

/// All departures, taking frames out as they become due before each arrival.
class PortRun
{
public:
    PortRun(double bitsPerSecond, std::uint64_t queueBytes) { port.configure(bitsPerSecond, queueBytes); }

    bool arrive(Nanoseconds time, std::uint32_t wireBytes)
    {
        leaveUntil(time);
        Frame& frame = frameOf(pool, wireBytes);
        if (port.push(frame, time))
            return true;
        pool.give(frame);
        return false;
    }
    void leaveUntil(Nanoseconds time)
    {
        while (!port.isEmpty() && port.due() <= time) {
            departures.push_back(port.due());
            pool.give(port.pop());
        }
    }
    std::vector<Nanoseconds> finish()
    {
        leaveUntil(Nanoseconds::max());
        return departures;
    }

    FramePool pool;
    RatePort port;
    std::vector<Nanoseconds> departures;
};

} // namespace

class TestSwitchStage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anUnlimitedEmptyPortIsPassed()
    {
        RatePort port;
        QVERIFY(port.passes());
        port.configure(1e9, 10000);
        QVERIFY(!port.passes());
        port.configure(0, 0);
        QVERIFY(port.passes());
    }

    void aBurstLeavesAtTheRate_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<uint>("bytes");
        for (const double rate : {1e6, 10e6, 100e6, 1e9, 7e9, 10e9, 123456789.0}) {
            for (const uint bytes : {60u, 1514u, 9014u, 67890u})
                QTest::addRow("%g bit/s, %u bytes", rate, bytes) << rate << bytes;
        }
    }

    // d(k) = t0 + (k + 1) 8 L / r for k frames that come together.
    void aBurstLeavesAtTheRate()
    {
        QFETCH(double, rate);
        QFETCH(uint, bytes);
        constexpr int count = 5000;
        PortRun run(rate, std::uint64_t(count) * bytes);
        for (int i = 0; i < count; ++i)
            QVERIFY(run.arrive(1s, bytes));
        QCOMPARE(run.port.queuedBytes(), std::uint64_t(count) * bytes);
        const auto departures = run.finish();
        QCOMPARE(departures.size(), std::size_t(count));
        for (int k = 0; k < count; ++k) {
            const double expected = 1e9 + (k + 1) * (bytes * 8e9 / rate);
            const double difference = static_cast<double>(departures[static_cast<std::size_t>(k)].count()) - expected;
            QVERIFY2(difference <= 1 && difference > -2, qPrintable(QString::number(difference)));
        }
        QCOMPARE(run.port.queuedBytes(), 0u);
    }

    // Lindley: d(k) = max(a(k), d(k-1)) + 8 L(k) / r, for random arrivals and sizes, half and fully loaded.
    void randomArrivalsObeyLindley_data()
    {
        QTest::addColumn<double>("load");
        QTest::newRow("load 0.5") << 0.5;
        QTest::newRow("load 0.95") << 0.95;
        QTest::newRow("load 1.2") << 1.2;
    }

    void randomArrivalsObeyLindley()
    {
        QFETCH(double, load);
        constexpr double rate = 100e6;
        Random random(7);
        PortRun run(rate, std::uint64_t(1) << 40);
        double arrival = 0;
        double previous = 0;
        std::vector<double> expected;
        for (int k = 0; k < 20000; ++k) {
            const auto bytes = static_cast<std::uint32_t>(60 + random.below(1455));
            arrival = std::floor(arrival + random.exponential() * (787 * 8e9 / rate) / load);
            previous = std::max(arrival, previous) + bytes * 8e9 / rate;
            expected.push_back(previous);
            QVERIFY(run.arrive(Nanoseconds(std::int64_t(arrival)), bytes));
        }
        const auto departures = run.finish();
        QCOMPARE(departures.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k)
            QVERIFY(std::abs(static_cast<double>(departures[k].count()) - expected[k]) < 3);
    }

    void theQueueIsLimitedInBytes()
    {
        PortRun run(8e6, 3000); // 1000 bytes are sent in a millisecond
        QVERIFY(run.arrive(0ms, 1000));
        QVERIFY(run.arrive(0ms, 1000));
        QVERIFY(run.arrive(0ms, 1000));
        QVERIFY(!run.arrive(0ms, 1));
        QVERIFY(!run.arrive(999999ns, 1000));
        QVERIFY(run.arrive(1ms, 1000));
        QVERIFY(!run.arrive(1ms, 1));
        QCOMPARE(run.finish(), (std::vector<Nanoseconds>{1ms, 2ms, 3ms, 4ms}));
    }

    void aFrameLargerThanTheQueuePassesAlone()
    {
        PortRun run(8e6, 3000);
        QVERIFY(run.arrive(0ms, 64000));
        QVERIFY(!run.arrive(1ms, 60));
        QVERIFY(run.arrive(64ms, 60));
    }

    // Offered n frames at once, the port takes floor(limit / size).
    void overloadLosesTheRest()
    {
        PortRun run(1e9, 100 * 1514 + 7);
        int taken = 0;
        for (int i = 0; i < 1000; ++i)
            taken += run.arrive(5ms, 1514);
        QCOMPARE(taken, 100);
    }

    void aNewRateHoldsForTheFramesThatWait()
    {
        PortRun run(8e6, 100000);
        for (int i = 0; i < 3; ++i)
            QVERIFY(run.arrive(0ms, 1000));
        run.port.configure(16e6, 100000);
        QCOMPARE(run.finish(), (std::vector<Nanoseconds>{1ms, 1500us, 2ms}));
    }

    void aRemovedRateStillKeepsTheOrder()
    {
        PortRun run(8e6, 100000);
        QVERIFY(run.arrive(0ms, 1000));
        run.port.configure(0, 100000);
        QVERIFY(!run.port.passes());
        QVERIFY(run.arrive(0ms, 1000));
        QCOMPARE(run.finish(), (std::vector<Nanoseconds>{1ms, 1ms}));
        QVERIFY(run.port.passes());
    }

    void delayIsExactWithoutJitter()
    {
        FramePool pool;
        DelayLine line(1);
        QVERIFY(line.passes());
        line.configure(5ms, 0ms);
        QVERIFY(!line.passes());
        for (int i = 0; i < 100; ++i)
            line.push(frameOf(pool, 60), Nanoseconds(i * 17));
        for (int i = 0; i < 100; ++i)
            QCOMPARE(line.pop().due, Nanoseconds(5ms) + Nanoseconds(i * 17));
        QVERIFY(line.isEmpty());
    }

    // Far apart, so that order costs nothing: uniform in delay ± jitter, so mean = delay, variance = jitter² / 3.
    void jitterIsUniform()
    {
        FramePool pool;
        DelayLine line(3);
        line.configure(10ms, 4ms);
        constexpr int count = 40000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < count; ++i) {
            const Nanoseconds arrival = i * 20ms;
            line.push(frameOf(pool, 60), arrival);
            Frame& frame = line.pop();
            const auto delay = static_cast<double>((frame.due - arrival).count());
            QVERIFY(delay >= 6e6 && delay <= 14e6);
            sum += delay;
            squares += (delay - 10e6) * (delay - 10e6);
            pool.give(frame);
        }
        // Four standard errors of each.
        QVERIFY(std::abs(sum / count - 10e6) < 4 * 4e6 / std::sqrt(3.0 * count));
        QVERIFY(std::abs(squares / count / (16e12 / 3) - 1) < 4 * std::sqrt(0.8 / count));
    }

    void jitterKeepsTheOrder()
    {
        FramePool pool;
        DelayLine line(3);
        line.configure(10ms, 10ms);
        for (std::uint32_t i = 0; i < 5000; ++i)
            line.push(frameOf(pool, i), Nanoseconds(i * 10'000));
        Nanoseconds last{0};
        for (std::uint32_t i = 0; i < 5000; ++i) {
            const Frame& frame = line.pop();
            QCOMPARE(frame.wireBytes, i);
            QVERIFY(frame.due >= last && frame.due >= Nanoseconds(i * 10'000));
            last = frame.due;
        }
    }

    void aShorterDelayDoesNotOvertake()
    {
        FramePool pool;
        DelayLine line(1);
        line.configure(50ms, 0ms);
        line.push(frameOf(pool, 1), 0ms);
        line.configure(0ms, 0ms);
        QVERIFY(!line.passes());
        line.push(frameOf(pool, 2), 1ms);
        QCOMPARE(line.pop().due, Nanoseconds(50ms));
        QCOMPARE(line.pop().due, Nanoseconds(50ms));
        QVERIFY(line.passes());
    }

    void lossHitsItsProbability_data()
    {
        QTest::addColumn<double>("loss");
        QTest::addColumn<uint>("packets");
        for (const double loss : {0.0, 0.0001, 0.01, 0.05, 0.5, 1.0}) {
            for (const uint packets : {1u, 2u, 44u})
                QTest::addRow("%g, %u packets", loss, packets) << loss << packets;
        }
    }

    void lossHitsItsProbability()
    {
        QFETCH(double, loss);
        QFETCH(uint, packets);
        LossModel model(11);
        model.configure(loss);
        constexpr int count = 100000;
        int lost = 0;
        for (int i = 0; i < count; ++i)
            lost += model.drop(packets);
        const double expected = 1 - std::pow(1 - loss, packets);
        const double deviation = std::sqrt(expected * (1 - expected) * count);
        QVERIFY2(std::abs(lost - expected * count) <= 4.5 * deviation,
                 qPrintable(QStringLiteral("%1 lost, %2 expected").arg(lost).arg(expected * count)));
    }

    void lossFollowsItsSeed()
    {
        const auto draw = [](std::uint64_t seed) {
            LossModel model(seed);
            model.configure(0.3);
            std::vector<bool> drops;
            for (int i = 0; i < 200; ++i)
                drops.push_back(model.drop(1));
            return drops;
        };
        QCOMPARE(draw(5), draw(5));
        QVERIFY(draw(5) != draw(6));
    }
};

QTEST_APPLESS_MAIN(TestSwitchStage)
#include "tst_switch_stage.moc"
