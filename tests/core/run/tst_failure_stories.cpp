// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"

#include <QtTest>
#include <cmath>
#include <csignal>
#include <sys/resource.h>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;
using store::RunState;

namespace {

/// While it lives, this process can write no file: as on a full disk, but for the name of the error.
class NoRoom
{
public:
    NoRoom()
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit none{0, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &none);
    }
    ~NoRoom() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

/// In which every worker does its work.
struct Story : RunStory
{
    Story(StoryStore& store, int nodes, int steps) : RunStory(store, nodes)
    {
        for (int rank = 0; rank < nodes; ++rank)
            goodWorker(rank, steps);
    }
};

} // namespace

/// What breaks in a run besides its workers, on nodes without a kernel.
class TestFailureStories : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

    Story story(int nodes = 2, int steps = 100) { return Story(*m_store, nodes, steps); }
    static int running(RunStory& run)
    {
        int count = 0;
        for (int node = 0; node < int(run.plan.network.nodes.size()); ++node)
            count += run.machine(node).running();
        return count;
    }

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    /// It prints all the time, so the watchdog of silence never barks.
    void aProcessThatNeverGetsReady()
    {
        Story run = story();
        run.plan.launch.processes[0].waitForLabel = "worker 1";
        run.plan.launch.processes[0].waitForText = "listening";
        run.worker(1, [](const FakeProcess& process) {
            for (int minute = 1; minute < 1000; ++minute)
                process.prints(minute * 1min, "retrying to bind");
        });
        run.clock.after(5min, [&run] { run.clock.jumpWall(-1h); }); // does not make it longer
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.outcome.error.code, ErrorCode::Timeout);
        QCOMPARE(run.errorText(),
                 std::string("worker 0 on node0 waits until worker 1 prints \"listening\", which it has not done for "
                             "10 min; see what worker 1 printed instead"));
        QVERIFY(run.took >= 10min && run.took < 10min + 2s);
        QVERIFY(run.machine(0).started().empty());
        QCOMPARE(running(run), 0);
    }

    /// Each has the whole time from the start of what it waits for.
    void aChainOfSlowStarts()
    {
        Story run = story(3);
        for (const int rank : {1, 2}) {
            run.plan.launch.processes[std::size_t(rank)].waitForLabel = "worker " + std::to_string(rank - 1);
            run.plan.launch.processes[std::size_t(rank)].waitForText = "ready";
        }
        for (const int rank : {0, 1, 2})
            run.worker(rank, [](const FakeProcess& process) {
                for (int minute = 1; minute < 9; ++minute)
                    process.prints(minute * 1min, "loading");
                process.prints(9min, "ready");
                process.exits(9min + 1s);
            });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.took, 27min + 1s);
    }

    void aStoreThatCannotWrite()
    {
        StoryStore store; // its writer keeps the error
        Story run(store, 2, 100);
        std::optional<NoRoom> full;
        run.clock.after(2s, [&] {
            full.emplace();
            QVERIFY(!store.writer->flush());
        });
        run.machine(0).hooks["close"] = [&full] { full.reset(); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.outcome.error.code == ErrorCode::Io || run.outcome.error.code == ErrorCode::DiskFull,
                 run.errorText().c_str());
        QVERIFY(run.took >= 2s && run.took <= 2200ms);
        QCOMPARE(running(run), 0);
        QCOMPARE(run.machine(1).calls("close"), 1);
        // What was accepted before is there after all.
        QVERIFY(store.writer->flush());
    }

    void twoNodesLostInOneTick()
    {
        Story run = story(3);
        run.clock.after(2s, [&run] {
            run.machine(2).lose("the cable is out");
            run.machine(1).lose("the switch is off");
        });
        run.execute();
        QCOMPARE(run.outcome.error.code, ErrorCode::Unreachable);
        QCOMPARE(run.errorText(), std::string("the agent of node2: the cable is out"));
        QCOMPARE(run.took, 2s);
        QCOMPARE(run.notices.size(), std::size_t(1)); // closing the agents is one step
        QCOMPARE(run.machine(0).running(), 0);
    }

    /// The reason of the run stays the first one.
    void aNodeLostWhileTheOthersAreStopped()
    {
        Story run = story();
        run.worker(0, [](const FakeProcess& process) {
            process.complains(1s, "out of memory");
            process.exits(1s, {1, 0});
        });
        run.worker(1, [](const FakeProcess&) {});
        run.machine(1).hooks["stopProcess"] = [&run] { run.machine(1).lose("rebooted"); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().starts_with("worker 0 on node0 ended with exit code 1; its last words: out of memory"),
                 run.errorText().c_str());
        QVERIFY(!run.notices.empty());
    }

    void aNodeLostWhileTrafficDrains()
    {
        Story run = story(2, 1000);
        run.addTraffic(3s, 3s, 3s);
        run.clock.after(6200ms, [&run] { run.machine(1).lose("no answer for 10 s"); });
        run.execute();
        QCOMPARE(run.errorText(), std::string("the agent of node1: no answer for 10 s"));
        QVERIFY(run.event("phase", "drain") != nullptr);
        QCOMPARE(run.machine(0).running(), 0);
        QCOMPARE(run.machine(0).calls("readFile"), 1); // the flow log is kept all the same
    }

    void aFlowLogThatCannotBeRead()
    {
        Story run = story(2, 1000);
        run.addTraffic(3s, 3s, 3s);
        run.machine(0).errors["readFile"] = fail(ErrorCode::DiskFull, "no space left");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().find("no space left") != std::string::npos, run.errorText().c_str());
    }

    void aProcessThatDoesNotEnd()
    {
        Story run = story();
        run.worker(0, [](const FakeProcess& process) { process.exits(1s, {1, 0}); });
        run.worker(1, [](const FakeProcess&) {});
        run.machine(1).ignoresStop = true;
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().starts_with("worker 0 on node0 ended with exit code 1"), run.errorText().c_str());
        QCOMPARE(run.machine(1).calls("stopProcess"), 1);
        QCOMPARE(run.count("worker-exit"), 1);
        QCOMPARE(running(run), 0); // they go with their agent
    }

    void cancelInTheTickOfAFailure()
    {
        Story run = story();
        run.worker(1, [](const FakeProcess& process) { process.exits(2s, {0, SIGKILL}); });
        run.clock.after(2s, [&run] { run.stop.request_stop(); });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Cancelled);
        QCOMPARE(run.took, 2s);
        QCOMPARE(running(run), 0);
    }

    void cancelWhileConditionsAreMeasured()
    {
        Story run = story();
        run.plan.gate.enabled = true;
        run.plan.probes = {{0, 1, true, true, false, false}};
        run.machine(0).hooks["probeDelay"] = [&run] { run.stop.request_stop(); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Cancelled);
        QVERIFY(run.machine(0).started().empty());
        QCOMPARE(run.machine(1).calls("startResponder"), run.machine(1).calls("stopResponder"));
    }

    void aProbeThatFails()
    {
        Story run = story();
        run.plan.gate.enabled = true;
        run.plan.probes = {{0, 1, true, true, false, false}};
        run.machine(0).errors["probeDelay"] = fail(ErrorCode::Denied, "no right to open a socket");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("measuring the delay node0↔node1: no right to open a socket"));
        QCOMPARE(run.machine(1).calls("stopResponder"), run.machine(1).calls("startResponder"));
    }

    /// All of them again at the same time, not one after another.
    void lateEchoesAreMeasuredAgain()
    {
        Story run = story(4, 3);
        run.plan.gate.enabled = true;
        run.plan.probes.clear();
        for (cluster::PathSettings& path : run.plan.network.paths)
            path.delay = 5ms;
        for (int node = 0; node < 4; ++node) {
            run.plan.probes.push_back({node, (node + 1) % 4, true, false, false, false});
            FakeMachine& machine = run.machine(node);
            machine.hooks["probeDelay"] = [&machine, late = machine.name == "node3" ? 3 : 2] {
                const int call = machine.calls("probeDelay"); // the first one is made before anything is imposed
                machine.roundTrip = call == 1 ? 1ms : call <= late ? 31ms : 11ms;
            };
        }
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        for (int node = 0; node < 4; ++node) {
            const int measured = node == 3 ? 3 : 2;
            QCOMPARE(run.machine(node).calls("probeDelay"), 1 + measured);
            const auto& sentence = run.outcome.gates[static_cast<std::size_t>(node)].sentence;
            QVERIFY2(sentence.ends_with("; measurement " + std::to_string(measured)), sentence.c_str());
        }
    }

    void conditionsThatCannotBePutBack()
    {
        Story run = story(2, 3);
        run.plan.gate.enabled = true;
        for (cluster::PathSettings& path : run.plan.network.paths)
            path.bitsPerSecond = 1e8;
        run.machine(1).errors["restoreImpairment"] = fail(ErrorCode::Locked, "somebody else has changed it");
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.notices.size(), std::size_t(1));
        QVERIFY2(run.notices.front().find("somebody else has changed it") != std::string::npos,
                 run.notices.front().c_str());
    }

    void conditionsThatCannotBeImposed()
    {
        Story run = story();
        run.plan.gate.enabled = true;
        for (cluster::PathSettings& path : run.plan.network.paths)
            path.bitsPerSecond = 1e8;
        run.machine(1).errors["applyImpairment"] = fail(ErrorCode::Unsupported, "the kernel has no netem");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().ends_with("the kernel has no netem"), run.errorText().c_str());
        QCOMPARE(run.machine(0).calls("restoreImpairment"), 1); // the other one has been impaired
        QVERIFY(run.machine(0).started().empty());
    }

    void aNodeThatTellsNothingAboutItself()
    {
        Story run = story();
        run.machine(1).errors["snapshot"] = fail(ErrorCode::Protocol, "its answer cannot be read");
        run.execute();
        QCOMPARE(run.errorText(), std::string("its answer cannot be read"));
        Story other = story();
        other.machine(0).errors["preflight"] = other.machine(1).errors["preflight"] = fail(ErrorCode::Timeout, "busy");
        other.execute();
        QCOMPARE(other.errorText(), std::string("checking node0: busy")); // the first of several
    }

    void countersThatNeverCome()
    {
        Story run = story();
        run.machine(1).errors["startSampling"] = fail(ErrorCode::Unsupported, "there is no /proc");
        run.execute();
        QCOMPARE(run.errorText(), std::string("sampling the counters of node1: there is no /proc"));
        Story other = story(2, 3);
        other.machine(1).errors["stopSampling"] = fail(ErrorCode::Timeout, "no last sample");
        other.execute();
        QCOMPARE(other.outcome.state, RunState::Failed);
        QVERIFY2(other.errorText().find("no last sample") != std::string::npos, other.errorText().c_str());
    }

    /// A driver that is loaded again counts from 0; a socket that closes takes its counts with it.
    void countersThatGoBackwards()
    {
        Story run = story();
        run.plan.settings.workload.steps = 100;
        for (const int rank : {0, 1})
            run.machine(rank).onSample = [at = std::make_shared<int>(0)](agent::Sample& sample) {
                const bool back = ++*at == 5;
                auto& counters = sample.interfaces.front();
                counters.sentBytes = back ? 10 : counters.sentBytes + 100'000;
                counters.sentPackets = back ? 1 : counters.sentPackets + 100;
                counters::PeerTcp peer;
                peer.address = "10.0.0.9";
                peer.sockets = 1;
                peer.retransmissions = back ? 0 : std::uint64_t(*at) * 10;
                sample.peers = {peer};
            };
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QVERIFY(run.samples["net.sent"] > 0);
        for (const store::Metric& metric : run.outcome.metrics)
            QVERIFY2(std::isnan(metric.value) || metric.value >= 0, metric.name.c_str());
    }

    void linesThatAreNoText()
    {
        Story run = story();
        run.worker(0, [](const FakeProcess& process) {
            process.prints(100ms, R"({"event":"step","rank":99,"step":"x"})");
            process.prints(200ms, std::string("\xff\xfe\x00 nothing", 11));
            process.complains(300ms, "\xc3\x28 broken");
            process.exits(400ms, {1, 0});
        });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        const store::Event* failed = run.event("process-failed", "worker 0");
        QVERIFY(failed != nullptr && failed->json.find("broken") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestFailureStories)
#include "tst_failure_stories.moc"
