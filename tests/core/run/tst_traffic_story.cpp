// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"

#include <QtTest>
#include <csignal>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;
using store::RunState;

namespace {

constexpr Nanoseconds stretch = 3s; // of each phase

struct TrafficStory : RunStory
{
    explicit TrafficStory(StoryStore& store) : RunStory(store)
    {
        for (const int rank : {0, 1})
            goodWorker(rank, 1000); // the phases end the run
        addTraffic(stretch, stretch, stretch);
    }
};

} // namespace

/// Runs with cross traffic, on nodes without a kernel: baseline, load, drain and recovery.
class TestTrafficStory : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

    TrafficStory story() { return TrafficStory(*m_store); }
    static Nanoseconds when(const RunStory& run, const char* phase)
    {
        const store::Event* event = run.event("phase", phase);
        return event == nullptr ? Nanoseconds(0) : event->wall;
    }

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    void allPhases()
    {
        TrafficStory run = story();
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.count("phase"), 5);
        QCOMPARE(when(run, "loaded") - when(run, "baseline"), stretch);
        QCOMPARE(when(run, "drain") - when(run, "loaded"), stretch);
        QVERIFY(when(run, "recovery") - when(run, "drain") <= 300ms);
        QCOMPARE(when(run, "end") - when(run, "recovery"), stretch);
        QCOMPARE(run.samples["cross.acked"], 6);
        QCOMPARE(run.count("cross-traffic-sent"), 1);
        QVERIFY(run.machine(0).files.at("cross-traffic/order.json").size() > 2);
        QCOMPARE(run.machine(0).calls("readFile"), 1);
        QCOMPARE(run.count("worker-exit"), 2); // stopped, which is no failure
        QCOMPARE(run.count("process-failed"), 0);
    }

    void theWallClockIsSet_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::newRow("an hour ahead") << 3600;
        QTest::newRow("an hour back") << -3600;
        QTest::newRow("two seconds back") << -2;
    }
    /// The phases keep their lengths; only the marks of those that begin later are by the new time.
    void theWallClockIsSet()
    {
        QFETCH(int, seconds);
        const std::chrono::seconds by(seconds);
        TrafficStory whole = story();
        whole.execute();
        TrafficStory run = story();
        run.clock.after(1s, [&run, by] { run.clock.jumpWall(by); });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.took, whole.took);
        QCOMPARE(when(run, "loaded") - when(run, "baseline"), Nanoseconds(stretch + by));
        QCOMPARE(when(run, "drain") - when(run, "loaded"), stretch);
        QCOMPARE(when(run, "end") - when(run, "recovery"), stretch);
    }

    void aWorkerDiesWhileTrafficDrains()
    {
        TrafficStory run = story();
        run.worker(1, [](const FakeProcess& process) {
            for (int step = 1; step <= 61; ++step)
                process.prints(step * 100ms, stepLine(1, step));
            process.exits(6150ms, {0, SIGKILL});
        });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().starts_with("worker 1 on node1 ended by signal 9"), run.errorText().c_str());
        QVERIFY(when(run, "drain") > 0ns);
        QCOMPARE(when(run, "end"), 0ns);
        QCOMPARE(run.machine(0).calls("readFile"), 1); // the flow log is kept all the same
        QCOMPARE(run.machine(0).running() + run.machine(1).running(), 0);
    }

    void aWorkerDiesAsTheLastPhaseEnds()
    {
        TrafficStory whole = story();
        whole.execute();
        const Nanoseconds end = whole.took;
        TrafficStory run = story();
        run.worker(1, [end](const FakeProcess& process) {
            for (int step = 1; step * 100ms < end; ++step)
                process.prints(step * 100ms, stepLine(1, step));
            process.exits(end - 1ms, {0, SIGKILL}); // the workers start after 1 ms
        });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().starts_with("worker 1 on node1 ended by signal 9"), run.errorText().c_str());
    }

    void aSenderThatDies()
    {
        TrafficStory run = story();
        run.machine(0).scripts["traffic send"] = [](const FakeProcess& process) {
            process.prints(1ms, trafficLine("ready"));
            process.prints(500ms, trafficLine("error", ",\"what\":\"no such address\""));
            process.complains(600ms, "bind: no such address");
            process.exits(700ms, {1, 0});
        };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(),
                 std::string("cross traffic on node0 ended with exit code 1; its last words: bind: no such address\n"));
        QCOMPARE(run.count("cross-traffic-error"), 1);
    }

    void aSenderThatNeverGetsReady()
    {
        TrafficStory run = story();
        run.machine(0).scripts["traffic send"] = [](const FakeProcess&) {};
        run.execute();
        QCOMPARE(run.outcome.error.code, ErrorCode::Timeout);
        QCOMPARE(run.took, callTime);
        QVERIFY(run.machine(0).started().size() == 1); // no worker was started
    }

    void aNodeWithoutTheAgentMakesNoTraffic()
    {
        TrafficStory run = story();
        run.plan.settings.workload.framework = "command";
        run.machine(0).agentless = "no rights";
        run.execute();
        QCOMPARE(run.outcome.error.code, ErrorCode::Unsupported);
    }

    void noWorkerMakesASecondStep()
    {
        TrafficStory run = story();
        for (const int rank : {0, 1})
            run.worker(rank, [](const FakeProcess& process) { process.exits(2s); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Done); // no gate: the gate would report the missing phases
        QCOMPARE(run.count("phase"), 0);
    }
};

QTEST_GUILESS_MAIN(TestTrafficStory)
#include "tst_traffic_story.moc"
