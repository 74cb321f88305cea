// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/live_run.h"

#include <QtTest>
#include <ctime>
#include <thread>

using namespace millrace;
using namespace millrace::ui;
using namespace std::chrono_literals;

namespace {

run::RunRef heading(std::int64_t run)
{
    run::RunRef heading;
    heading.run = store::RunId{run};
    heading.key = static_cast<int>(run);
    return heading;
}

/// Time that this thread has worked, nanoseconds: what other programs do does not count.
qint64 workTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

class TestRunBridge : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keepsTheOrderOfMoves()
    {
        RunBridge bridge;
        QVERIFY(bridge.take().isEmpty());
        bridge.runMoved(heading(1), store::RunState::Preparing);
        bridge.runMoved(heading(1), store::RunState::Running);
        bridge.runEnded(heading(1), {});
        bridge.runSkipped(heading(2), "the stop rule is met");
        bridge.paused(true);
        bridge.paused(false);
        const RunBatch batch = bridge.take();
        QCOMPARE(batch.moves.size(), std::size_t(4));
        QCOMPARE(batch.moves[1].state, store::RunState::Running);
        QVERIFY(batch.moves[2].outcome.has_value());
        QCOMPARE(QString::fromStdString(batch.moves[3].skipped), QStringLiteral("the stop rule is met"));
        QCOMPARE(*batch.paused, false);
        QVERIFY(bridge.take().isEmpty());
    }

    void groupsSamplesBySeries()
    {
        RunBridge bridge;
        for (int i = 0; i < 10; ++i) {
            bridge.sample(heading(1), {"net.sent", "node0", "bit/s", Nanoseconds(i), 1.0 * i});
            bridge.sample(heading(1), {"net.sent", "node1", "bit/s", Nanoseconds(i), 2.0 * i});
        }
        bridge.sample(heading(2), {"net.sent", "node0", "bit/s", Nanoseconds(10), 5});
        const RunBatch batch = bridge.take();
        QCOMPARE(batch.samples.size(), std::size_t(3));
        QCOMPARE(batch.samples[1].values[9], 18.0);
        QCOMPARE(batch.samples[2].run.value, std::int64_t(2));
    }

    /// 100 000 samples and 2 000 lines a second for three seconds.
    void bearsLoad()
    {
        RunBridge bridge;
        LiveRun live(heading(1));
        std::jthread campaign([&bridge](const std::stop_token& stop) {
            const auto node = [](int i) { return "node" + std::to_string(i); };
            const std::vector<std::string> nodes{node(0), node(1), node(2), node(3)};
            const auto begin = std::chrono::steady_clock::now();
            for (std::int64_t tick = 0; !stop.stop_requested(); ++tick) { // 1 ms: 100 samples
                for (int i = 0; i < 100; ++i)
                    bridge.sample(heading(1),
                                  {i < 50 ? "net.sent" : "net.received", nodes[static_cast<std::size_t>(i % 4)],
                                   "bit/s", wallNow(), 1.0 * i});
                bridge.line(heading(1), {wallNow(), "node0", "worker 0", "stdout", "a line"});
                bridge.line(heading(1), {wallNow(), "node1", "worker 1", "stderr", "a line"});
                std::this_thread::sleep_until(begin + tick * 1ms);
            }
        });
        qint64 longest = 0;
        std::size_t samples = 0, lines = 0;
        std::int64_t dropped = 0;
        for (int tick = 0; tick < 30; ++tick) {
            QTest::qWait(100);
            const qint64 begin = workTime();
            const RunBatch batch = bridge.take();
            for (const RunBatch::Samples& each : batch.samples) {
                live.add(each);
                samples += each.times.size();
            }
            lines += batch.lines.size();
            dropped += batch.droppedSamples + batch.droppedLines;
            longest = std::max(longest, workTime() - begin);
        }
        campaign.request_stop();
        campaign.join();
        qInfo("%zu samples and %zu lines in 3 s; the longest look took %.2f ms; series take %zu KiB", samples, lines,
              static_cast<double>(longest) / 1e6, live.memory() / 1024);
        QCOMPARE(dropped, std::int64_t(0));
        QVERIFY(samples > 100'000);
        QVERIFY(longest < 50'000'000);
        QCOMPARE(live.series().size(), std::size_t(8));
    }

    void isBoundedWhenNobodyTakes()
    {
        RunBridge bridge;
        for (std::size_t i = 0; i < RunBridge::mostSamples + 1000; ++i)
            bridge.sample(heading(1), {"net.sent", "node0", "bit/s", Nanoseconds(static_cast<std::int64_t>(i)), 1});
        for (std::size_t i = 0; i < RunBridge::mostLines + 7; ++i)
            bridge.line(heading(1), {});
        const RunBatch batch = bridge.take();
        QCOMPARE(batch.droppedSamples, std::int64_t(1000));
        QCOMPARE(batch.droppedLines, std::int64_t(7));
        QCOMPARE(batch.lines.size(), RunBridge::mostLines);
        QCOMPARE(batch.samples[0].times.size(), RunBridge::mostSamples);
    }

    void memoryOfALongRunIsBounded()
    {
        LiveRun live(heading(1));
        RunBatch::Samples samples{store::RunId{1}, "net.sent", "node0", "bit/s", {}, {}};
        std::size_t before = 0;
        for (std::int64_t hour = 0; hour < 48; ++hour) { // two days at 100 Hz
            samples.times.clear();
            samples.values.clear();
            for (std::int64_t i = 0; i < 360'000; ++i) {
                samples.times.push_back((hour * 360'000 + i) * 10'000'000);
                samples.values.push_back(static_cast<double>(i % 1000));
            }
            live.add(samples);
            if (hour == 23)
                before = live.memory();
        }
        QVERIFY(live.memory() < 16u << 20);
        QVERIFY2(live.memory() < before * 5 / 4, "grows with the run");
    }

    void marksOfTheSameMomentBecomeOne()
    {
        std::vector<TimelineEvent> marks;
        for (int i = 0; i < 4; ++i)
            addEventMark(marks, {Nanoseconds(i), {}, "worker-start", "node0", "worker " + std::to_string(i), {}});
        addEventMark(marks, {Nanoseconds(5s), {}, "process-failed", "node0", "worker 2", {}});
        addEventMark(marks, {Nanoseconds(5s), {}, "switch-health", "", "{}", {}});
        QCOMPARE(marks.size(), std::size_t(2));
        QCOMPARE(marks[0].text, QStringLiteral("started: worker 0, worker 1, worker 2, worker 3"));
        QCOMPARE(marks[1].kind, QStringLiteral("alarm"));
    }
};

QTEST_GUILESS_MAIN(TestRunBridge)
#include "tst_run_bridge.moc"
