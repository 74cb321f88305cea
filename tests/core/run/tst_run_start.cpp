// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fakes/run_story.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::test;
using namespace std::chrono_literals;
using store::RunState;

namespace {

/// In which every worker does its work.
struct GoodStory : RunStory
{
    GoodStory(StoryStore& store, int nodes) : RunStory(store, nodes)
    {
        for (int rank = 0; rank < nodes; ++rank)
            goodWorker(rank, 3);
    }
};

} // namespace

/// What happens before the workload of a run starts, on nodes without a kernel.
class TestRunStart : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

    GoodStory story(int nodes = 2) { return GoodStory(*m_store, nodes); }

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    void aNodeThatIsNotReached()
    {
        GoodStory run = story();
        run.machine(1).errors["reach"] = fail(ErrorCode::Unreachable, "no route to host");
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("reaching node1: no route to host"));
        QCOMPARE(run.machine(0).calls("start"), 0);
    }

    void aNodeLostWhileStarting()
    {
        GoodStory run = story();
        run.machine(1).hooks["openWork"] = [&run] { run.machine(1).lose("the connection was closed"); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("making the folder of this run on node1: the connection was closed"));
        QCOMPARE(run.machine(0).calls("close"), 1);
    }

    void aNodeLostBeforeItsFirstSample()
    {
        GoodStory run = story();
        run.machine(1).hooks["startSampling"] = [&run] { run.machine(1).lose("the connection was closed"); };
        run.execute();
        QCOMPARE(run.errorText(), std::string("sampling the counters of node1: the connection was closed"));
        QVERIFY(run.machine(0).started().empty());
    }

    void cancelWhileStarting_data()
    {
        QTest::addColumn<QString>("function");
        QTest::addColumn<int>("started");
        QTest::newRow("connecting") << "reach" << 0;
        QTest::newRow("agent") << "start" << 0;
        QTest::newRow("folder") << "openWork" << 0;
        QTest::newRow("preflight") << "preflight" << 0;
        QTest::newRow("sampling") << "startSampling" << 0;
        QTest::newRow("worker") << "startProcess" << 1;
    }
    void cancelWhileStarting()
    {
        QFETCH(QString, function);
        QFETCH(int, started);
        GoodStory run = story();
        run.machine(1).hooks[function.toStdString()] = [&run] { run.stop.request_stop(); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Cancelled);
        QCOMPARE(int(run.machine(1).started().size()), started);
        QCOMPARE(run.machine(1).running(), 0);
        QCOMPARE(run.took, 0s);
    }

    void aNodeThatCannotDoWhatTheRunNeeds()
    {
        GoodStory run = story();
        run.machine(1).facts.nics.front().up = false;
        run.machine(0).facts.load = 40;
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(), std::string("node1: eth0 is down; ip link set eth0 up"));
    }

    void whatMaySpoilFiguresIsNoted()
    {
        GoodStory run = story();
        run.machine(0).facts.load = 40;
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Done);
        QCOMPARE(run.event("preflight-warning")->node, std::string("node0"));
        QCOMPARE(run.count("preflight-warning"), 1);
    }

    void clocksOfNodesAreSetRight()
    {
        GoodStory run = story();
        run.machine(1).ahead = 30s;
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        for (const auto& line : run.lines)
            QVERIFY(line.wall <= run.clock.wall());
        for (const auto& step : run.iterations)
            QVERIFY(step.origin.wall <= run.clock.wall());
        QCOMPARE(run.gate("steps")->verdict, store::Verdict::Pass);
    }

    void conditionsThatAreNotMet()
    {
        GoodStory run = story();
        run.plan.gate.enabled = true;
        run.plan.probes = {{0, 1, true, true, false, false}};
        for (cluster::PathSettings& path : run.plan.network.paths)
            path.delay = 5ms;
        run.execute(); // imposing delays changes nothing on these nodes
        QCOMPARE(run.outcome.state, RunState::Invalid);
        QCOMPARE(run.gate("round trip", "node0↔node1")->verdict, store::Verdict::Fail);
        QVERIFY(run.gate("round trip", "node0↔node1")->sentence.find("measurement 4") != std::string::npos);
        QCOMPARE(run.machine(1).calls("startResponder"), 2);
        QCOMPARE(run.machine(0).calls("applyImpairment"), 1);
        QCOMPARE(run.machine(0).calls("restoreImpairment"), 1);
    }

    void conditionsThatAreMet()
    {
        GoodStory run = story();
        run.plan.gate.enabled = true;
        run.plan.probes = {{0, 1, true, true, true, false}};
        for (cluster::PathSettings& path : run.plan.network.paths)
            path.bitsPerSecond = 1e8;
        run.machine(0).bitsPerSecond = 1e8;
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.gate("rate", "node0→node1")->verdict, store::Verdict::Pass);
        QCOMPARE(run.gate("loss", "node0→node1")->verdict, store::Verdict::Pass);
    }

    void aNodeWithoutTheAgent()
    {
        GoodStory run = story();
        run.machine(1).agentless = "nothing can be copied there";
        run.execute();
        QCOMPARE(run.outcome.error.code, ErrorCode::Unsupported);
        GoodStory other = story();
        other.machine(1).agentless = "nothing can be copied there";
        other.plan.settings.workload.framework = "command";
        other.plan.launch.tellsSteps = false;
        other.execute();
        QVERIFY2(other.outcome.state == RunState::Done, other.errorText().c_str());
        QCOMPARE(other.event("agentless")->text, std::string("used without the agent: nothing can be copied there"));
    }

    void aFileThatCannotBePlaced()
    {
        GoodStory run = story();
        run.plan.launch.files = {{"node0", "model.py", "print(1)", false, false},
                                 {"", "hosts", "{interface} {run}", false, true}};
        run.machine(1).errors["putFile"] = fail(ErrorCode::DiskFull, "no space left");
        run.execute();
        QCOMPARE(run.errorText(), std::string("putting hosts on node1: no space left"));
        QCOMPARE(run.machine(0).files.at("hosts"), std::string("eth0 /run/node0"));
        QCOMPARE(run.machine(0).files.at("model.py"), std::string("print(1)"));
        QVERIFY(!run.machine(1).files.contains("model.py"));
    }

    void placeholdersOfCommands()
    {
        GoodStory run = story();
        run.plan.launch.processes[0].command.argv = {"{programs}/worker", "0", "--in", "{run}", "{interface}"};
        run.execute();
        QCOMPARE(run.machine(0).started(), std::vector<std::string>{"/opt/worker 0 --in /run/node0 eth0"});
    }
};

QTEST_GUILESS_MAIN(TestRunStart)
#include "tst_run_start.moc"
