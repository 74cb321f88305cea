// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"

#include <QtTest>
#include <cmath>
#include <csignal>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;
using store::RunState;

/// Courses of a workload, on nodes without a kernel and by a clock that is turned by hand.
class TestWorkloadRun : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

    RunStory story(int nodes = 2) { return RunStory(*m_store, nodes); }

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    void aGoodRun()
    {
        RunStory run = story();
        for (const int rank : {0, 1})
            run.goodWorker(rank, 3);
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.gate("steps")->verdict, store::Verdict::Pass);
        QCOMPARE(run.metric("step_mean")->value, 0.1);
        QCOMPARE(run.iterations.size(), std::size_t(6));
        QCOMPARE(run.count("worker-exit"), 2);
        QCOMPARE(run.took, 310ms);
        QCOMPARE(run.machine(0).running() + run.machine(1).running(), 0);
        QCOMPARE(run.machine(1).calls("close"), 1);
    }

    void twoFailuresInOneTick()
    {
        RunStory run = story();
        run.worker(0, [](const FakeProcess& process) {
            process.complains(1s, "cannot continue");
            process.exits(1s, {1, 0});
        });
        run.worker(1, [](const FakeProcess& process) { process.exits(1s, {0, SIGKILL}); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("worker 1 on node1 ended by signal 9 (Killed)"));
        QCOMPARE(run.count("process-failed"), 2);
        QVERIFY(run.event("process-failed", "worker 0")->json.find("cannot continue") != std::string::npos);
        QCOMPARE(run.took, 1s);
    }

    /// The others abort because of it.
    void theFirstThatASignalEndsIsToBlame()
    {
        RunStory run = story(3);
        run.worker(0, [](const FakeProcess& process) { process.exits(1500ms, {0, SIGABRT}); });
        run.worker(1, [](const FakeProcess& process) { process.exits(2s, {1, 0}); });
        run.worker(2, [](const FakeProcess& process) { process.exits(1s, {0, SIGKILL}); });
        run.execute();
        QCOMPARE(run.errorText(), std::string("worker 2 on node2 ended by signal 9 (Killed)"));
    }

    void theFirstThatEndsBadlyIsToBlame()
    {
        RunStory run = story();
        run.worker(0, [](const FakeProcess& process) { process.exits(2s, {1, 0}); });
        run.worker(1, [](const FakeProcess& process) { process.exits(1s, {77, 0}); });
        run.execute();
        QCOMPARE(run.errorText(), std::string("worker 1 on node1 ended with exit code 77; its last words: none"));
    }

    void theExitCodeAndTheEndOfStandardErrorAreTold()
    {
        RunStory run = story();
        run.worker(0, [](const FakeProcess& process) {
            process.complains(1s, std::string(3000, 'x'));
            process.complains(1s, "no such model");
            process.exits(1s, {3, 0});
        });
        run.goodWorker(1, 20);
        run.execute();
        QVERIFY(run.errorText().starts_with("worker 0 on node0 ended with exit code 3; its last words: xxx"));
        QVERIFY(run.errorText().size() < keptErrorBytes + 100);
        QVERIFY(run.errorText().find("no such model") != std::string::npos);
        QCOMPARE(run.took, 2010ms); // the other one may end first
    }

    void samplesAfterTheEnd()
    {
        RunStory run = story();
        for (const int rank : {0, 1}) {
            run.goodWorker(rank, 3);
            FakeMachine& machine = run.machine(rank);
            machine.onSample = [](agent::Sample& sample) {
                sample.interfaces.front().sentBytes += 1'000'000;
                sample.interfaces.front().sentPackets += 1'000;
            };
            machine.hooks["stopSampling"] = [&machine] { machine.sample(); };
            machine.hooks["close"] = [&machine] { machine.sample(); };
        }
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        // The first one, one by the hook and the last one; those after that belong to no run.
        QCOMPARE(run.metric("sent_bytes", "node0")->value, 2e6);
    }

    void aWorkerThatAllOthersBlame()
    {
        RunStory run = story(3);
        for (const int rank : {0, 1})
            run.worker(rank, [rank](const FakeProcess& process) {
                process.prints(5s, errorLine(rank, "no data from rank 2 for 10 s", {2}));
                process.exits(5s + 10ms, {1, 0});
            });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("worker 0 said: no data from rank 2 for 10 s"));
        QCOMPARE(run.took, 5s + 10ms + 2s); // not the 15 s that others would have
        QCOMPARE(run.machine(2).calls("stopProcess"), 1);
    }

    void othersMaySayTheirsAfterAFailure()
    {
        RunStory run = story(3);
        run.worker(0, [](const FakeProcess& process) { process.exits(1s, {1, 0}); });
        run.worker(1, [](const FakeProcess& process) {
            process.prints(9s, errorLine(1, "connection reset", {0}));
            process.exits(9s, {1, 0});
        });
        run.execute();
        QCOMPARE(run.errorText(), std::string("worker 1 said: connection reset"));
        QCOMPARE(run.took, 1s + 10s + 5s); // deadline and 5 s more for worker 2
    }

    void nothingHeardForTheTimeOfTheWatchdog()
    {
        RunStory run = story();
        for (const int rank : {0, 1})
            run.worker(rank, [rank](const FakeProcess& process) { process.prints(1s, stepLine(rank, 1)); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.outcome.error.code, ErrorCode::Timeout);
        QVERIFY2(run.errorText().find("no output from any worker for 90 s") != std::string::npos,
                 run.errorText().c_str());
        QVERIFY(run.took > 91s && run.took <= 93s);
        QCOMPARE(run.machine(0).running(), 0);
    }

    /// Monotonic clocks count from the start of each machine.
    void theWatchdogIsNotConfusedByTheUptimeOfNodes_data()
    {
        QTest::addColumn<int>("hours"); // the controller has 100
        QTest::newRow("just started") << 0;
        QTest::newRow("older") << 3000;
    }
    void theWatchdogIsNotConfusedByTheUptimeOfNodes()
    {
        QFETCH(int, hours);
        RunStory talking = story();
        RunStory silent = story();
        for (const int rank : {0, 1}) {
            talking.machine(rank).uptime = silent.machine(rank).uptime = std::chrono::hours(hours);
            talking.worker(rank, [rank](const FakeProcess& process) {
                for (int step = 1; step <= 3; ++step)
                    process.prints(step * 80s, stepLine(rank, step));
                process.exits(241s);
            });
            silent.worker(rank, [rank](const FakeProcess& process) { process.prints(1s, stepLine(rank, 1)); });
        }
        talking.execute();
        QVERIFY2(talking.outcome.state == RunState::Done, talking.errorText().c_str());
        silent.execute();
        QCOMPARE(silent.outcome.error.code, ErrorCode::Timeout);
        QVERIFY(silent.took <= 93s);
    }

    void aNodeLostInMidRun()
    {
        RunStory run = story();
        for (const int rank : {0, 1})
            run.goodWorker(rank, 100);
        run.clock.after(2s, [&run] { run.machine(1).lose("no answer for 10 s"); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.outcome.error.code, ErrorCode::Unreachable);
        QCOMPARE(run.errorText(), std::string("the agent of node1: no answer for 10 s"));
        QCOMPARE(run.took, 2s);
        QCOMPARE(run.machine(0).calls("stopProcess"), 1);
        QVERIFY(run.event("worker-exit", "worker 0") != nullptr); // is still taken
        QVERIFY(!run.notices.empty()); // ending the lost agent fails, too
    }

    void theWallClockIsSetInMidRun_data()
    {
        QTest::addColumn<int>("seconds");
        for (const int seconds : {3600, 2, -1, -2, -3600})
            QTest::addRow("by %d s", seconds) << seconds;
    }
    /// A run is as long as it is, and none of its figures is nonsense.
    void theWallClockIsSetInMidRun()
    {
        QFETCH(int, seconds);
        RunStory run = story();
        run.plan.settings.workload.steps = 100;
        run.plan.forecast.sentByNode = {1e6, 1e6};
        for (const int rank : {0, 1}) {
            run.goodWorker(rank, 100);
            run.machine(rank).onSample = [](agent::Sample& sample) {
                sample.interfaces.front().sentBytes += 100'000;
                sample.interfaces.front().sentPackets += 100;
                sample.processes.resize(1);
                sample.processes.front().process = agent::ProcessId{1};
                sample.processes.front().usage.cpu += 100ms;
                sample.processes.front().usage.runDelay += 10ms;
            };
        }
        run.clock.after(5s, [&run, seconds] { run.clock.jumpWall(std::chrono::seconds(seconds)); });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.took, 10s + 10ms);
        QCOMPARE(run.metric("steps")->value, 100.0);
        QCOMPARE(run.metric("step_mean")->value, 0.1);
        for (const store::Metric& metric : run.outcome.metrics)
            QVERIFY2(std::isfinite(metric.value) && metric.value >= 0, metric.name.c_str());
        for (const store::GateResult& gate : run.outcome.gates)
            QVERIFY2(!std::isinf(gate.achieved), gate.name.c_str());
    }

    void cancelInMidRun()
    {
        RunStory run = story();
        for (const int rank : {0, 1})
            run.goodWorker(rank, 100);
        run.clock.after(2s, [&run] { run.stop.request_stop(); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Cancelled);
        QCOMPARE(run.took, 2s);
        QCOMPARE(run.count("process-failed"), 0); // what the run stopped has not failed
        QCOMPARE(run.count("worker-exit"), 2);
    }

    void theLastLineComesAfterTheExit()
    {
        RunStory run = story();
        run.goodWorker(0, 3);
        run.worker(1, [&run](const FakeProcess& process) {
            for (const int step : {1, 2})
                process.prints(step * 100ms, stepLine(1, step));
            process.exits(310ms);
            run.machine(1).hooks["stopSampling"] = [process] { process.prints(0s, stepLine(1, 3)); };
        });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.gate("steps")->verdict, store::Verdict::Pass);
    }

    void wrongSums()
    {
        RunStory run = story();
        run.plan.gate.enabled = true;
        for (const int rank : {0, 1})
            run.worker(rank, [rank](const FakeProcess& process) {
                for (int step = 1; step <= 3; ++step) {
                    process.prints(step * 100ms, stepLine(rank, step));
                    process.prints(step * 100ms, verifyLine(rank, step, rank == 0 || step != 2));
                }
                process.exits(400ms);
            });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Invalid);
        QCOMPARE(run.outcome.error.code, ErrorCode::GateNotMet);
        QCOMPARE(run.gate("sums")->sentence, std::string("1 of 6 verified sums were wrong"));
        QCOMPARE(run.event("wrong-sum")->node, std::string("node1"));
        QCOMPARE(run.event("wrong-sum")->text, std::string("element 7 differs"));
    }

    void aServiceIsStoppedWhenTheWorkHasEnded()
    {
        RunStory run = story();
        run.goodWorker(0, 3);
        run.plan.launch.processes[1].purpose = launch::Purpose::Service;
        run.plan.launch.processes[0].waitForLabel = "worker 1";
        run.plan.launch.processes[0].waitForText = "listening";
        run.worker(1, [](const FakeProcess& process) { process.complains(2s, "now listening on 7000"); });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.took, 2310ms);
        QCOMPARE(run.count("worker-exit"), 2);
        QCOMPARE(run.event("worker-exit", "worker 1")->text, std::string("worker 1: signal 15 (Terminated)"));
    }

    void anAwaitedProcessThatNeverGetsReady()
    {
        RunStory run = story();
        run.plan.launch.processes[0].waitForLabel = "worker 1";
        run.plan.launch.processes[0].waitForText = "listening";
        run.worker(1, [](const FakeProcess& process) { process.prints(1s, "loading"); });
        run.execute();
        QCOMPARE(run.errorText(),
                 std::string("no output from any worker for 90 s; worker 0 waits until worker 1 prints "
                             "\"listening\"; the run was stopped"));
        QVERIFY(run.machine(0).started().empty());
        // One that ends will not get ready any more.
        RunStory other = story();
        other.plan.launch.processes[0] = run.plan.launch.processes[0];
        other.worker(1, [](const FakeProcess& process) { process.exits(1s); });
        other.execute();
        QCOMPARE(other.outcome.state, RunState::Failed);
        QVERIFY2(other.errorText().find("that ended without printing it") != std::string::npos,
                 other.errorText().c_str());
        QCOMPARE(other.took, 1s);
        // One that fails is to blame itself.
        RunStory third = story();
        third.plan.launch.processes[0] = run.plan.launch.processes[0];
        third.worker(1, [](const FakeProcess& process) { process.exits(1s, {2, 0}); });
        third.execute();
        QCOMPARE(third.errorText(), std::string("worker 1 on node1 ended with exit code 2; its last words: none"));
    }

    void eachWaitsForItsOwnText()
    {
        RunStory run = story(3);
        for (const int rank : {1, 2})
            run.plan.launch.processes[static_cast<std::size_t>(rank)].waitForLabel = "worker 0";
        run.plan.launch.processes[1].waitForText = "store is up";
        run.plan.launch.processes[2].waitForText = "all is up";
        run.worker(0, [](const FakeProcess& process) {
            process.prints(1s, "store is up");
            process.prints(5s, "all is up");
            process.exits(6s);
        });
        for (const int rank : {1, 2})
            run.worker(rank, [](const FakeProcess& process) { process.exits(2s); });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.event("worker-start", "worker 2")->monotonic - run.event("worker-start", "worker 1")->monotonic,
                 Nanoseconds(4s));
        QCOMPARE(run.took, 7s);
    }

    void aServiceThatDiesIsAFailure()
    {
        RunStory run = story();
        run.goodWorker(0, 100);
        run.plan.launch.processes[1].purpose = launch::Purpose::Service;
        run.worker(1, [](const FakeProcess& process) { process.exits(1s, {0, SIGSEGV}); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY(run.errorText().starts_with("worker 1 on node1 ended by signal 11"));
    }

    void aProcessThatCannotBeStarted()
    {
        RunStory run = story();
        run.goodWorker(0, 3);
        run.machine(1).errors["startProcess"] = fail(ErrorCode::NotFound, "no program worker");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("starting worker 1 on node1: no program worker"));
        QCOMPARE(run.machine(0).calls("stopProcess"), 1);
        QCOMPARE(run.took, 0s);
    }

    void processorTimeAndCongestionControlOfTheWorkers()
    {
        RunStory run = story();
        run.plan.network.congestionControl = "cubic";
        for (const int rank : {0, 1})
            run.worker(rank, [rank](const FakeProcess& process) {
                const std::string name = rank == 0 ? "cubic" : "bbr";
                process.prints(10ms,
                               R"({"event":"connected","rank":)" + std::to_string(rank) + R"(,"congestion_control":")"
                                   + name + R"(","connect_ns":5})");
                process.prints(20ms, R"({"event":"phase","rank":0,"phase":"benchmark"})");
                for (int step = 1; step <= 3; ++step)
                    process.prints(step * 100ms, stepLine(rank, step));
                process.prints(400ms, R"({"event":"sent","rank":0,"tcp_bytes":500,"tcp_retransmitted_bytes":0})");
                process.prints(400ms, R"({"event":"end","rank":0,"steps":3,"rate_mean":80.5})");
                process.exits(410ms);
            });
        run.execute();
        QCOMPARE(run.gate("congestion control", "rank 0")->verdict, store::Verdict::Pass);
        QCOMPARE(run.gate("congestion control", "rank 1")->verdict, store::Verdict::Fail);
        QCOMPARE(run.metric("worker_cpu")->value, 0.02);
        QCOMPARE(run.count("connected"), 2);
        QVERIFY(run.event("phase", "benchmark") != nullptr);
    }
};

QTEST_GUILESS_MAIN(TestWorkloadRun)
#include "tst_workload_run.moc"
