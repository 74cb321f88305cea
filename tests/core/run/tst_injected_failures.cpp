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

namespace {

/// A run whose workload asks for failures.
struct Story : RunStory
{
    Story(StoryStore& store, int nodes, const char* framework, const char* failures) : RunStory(store, nodes)
    {
        plan.settings.workload.framework = framework;
        plan.settings.workload.steps = 100;
        plan.failures = *failures::parseFailures(failures);
    }
    /// A signal to the process group of the worker of this rank arrives there.
    void letSignalsArrive(int rank, int steps)
    {
        goodWorker(rank, steps);
        machine(rank).scripts["kill -s KILL"] = [this, rank](const FakeProcess& killer) {
            const int pid = std::atoi(killer.command().substr(killer.command().rfind('-') + 1).c_str());
            FakeProcess(machine(rank), {pid - 100}, "").exits(1ms, {0, SIGKILL});
            killer.exits(1ms);
        };
        for (const char* other : {"kill -s STOP", "kill -s CONT", "ip rule"})
            machine(rank).scripts[other] = [](const FakeProcess& process) { process.exits(1ms); };
    }
    /// Times that this rank's worker was started.
    int starts(int rank) { return int(std::ranges::count(machine(rank).started(), "worker " + std::to_string(rank))); }
    int commands(int rank, const std::string& part)
    {
        return int(std::ranges::count_if(machine(rank).started(), [&](const std::string& command) {
            return command.find(part) != std::string::npos;
        }));
    }
    double metricValue(const char* name)
    {
        const store::Metric* found = metric(name);
        return found == nullptr ? -1 : found->value;
    }
};

} // namespace

/// Failures that are made to happen, on nodes without a kernel.
class TestInjectedFailures : public QObject
{
    Q_OBJECT

    std::optional<StoryStore> m_store;

private Q_SLOTS:
    void initTestCase() { m_store.emplace(); }

    /// The others go on; the worker is started again after its repair.
    void aKilledWorkerComesBack()
    {
        Story run(*m_store, 3, "elastic", "kill(at=2s,who=1,repair=3s)");
        for (int rank = 0; rank < 3; ++rank)
            run.letSignalsArrive(rank, 100);
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.starts(0), 1);
        QCOMPARE(run.starts(1), 2);
        QCOMPARE(run.commands(1, "kill -s KILL -- -101"), 1);
        const store::Event* failure = run.event("failure");
        QVERIFY(failure != nullptr);
        QCOMPARE(failure->text, std::string("kill of worker 1 for 3.00 s"));
        QCOMPARE(failure->node, std::string("node1"));
        QCOMPARE(run.count("failure-over"), 1);
        QCOMPARE(run.count("job-restart"), 0);
        QCOMPARE(run.metricValue("failures"), 1.0);
        // It counts from the first step, and the second life of worker 1 takes another ten seconds.
        QVERIFY2(run.took > 15s && run.took < 16s,
                 qPrintable(QString::number(std::chrono::duration<double>(run.took).count())));
    }

    void aJobThatDoesNotSurviveIsStartedAgain()
    {
        Story run(*m_store, 2, "builtin", "kill(at=2s,who=1,repair=3s)");
        run.letSignalsArrive(1, 100);
        run.worker(0, [&run](const FakeProcess& process) {
            const bool isFirst = run.starts(0) == 1;
            for (int step = 1; step <= (isFirst ? 21 : 100); ++step)
                process.prints(step * 100ms, stepLine(0, step));
            if (isFirst)
                process.prints(2200ms, errorLine(0, "rank 1 has died", {1}));
            process.exits(isFirst ? 2210ms : 10010ms, {isFirst ? 4 : 0, 0});
        });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.starts(0), 2);
        QCOMPARE(run.starts(1), 2);
        QCOMPARE(run.count("job-restart"), 1);
        QVERIFY2(std::abs(run.metricValue("lost_steps") - 21) <= 1,
                 qPrintable(QString::number(run.metricValue("lost_steps"))));
        QVERIFY(std::abs(run.metricValue("steps") - 100) < 0.1);
        double sum = 0;
        for (const store::Metric& metric : run.outcome.metrics)
            if (metric.name.starts_with("goodput"))
                sum += metric.value;
        QVERIFY2(std::abs(sum - 1) < 1e-9, qPrintable(QString::number(sum)));
    }

    void withoutRepairTheRunFails()
    {
        Story run(*m_store, 2, "builtin", "kill(at=2s,who=1,repair=0)");
        run.letSignalsArrive(1, 100);
        run.worker(0, [](const FakeProcess& process) {
            process.prints(100ms, stepLine(0, 1));
            process.prints(2200ms, errorLine(0, "rank 1 has died", {1}));
            process.exits(2210ms, {4, 0});
        });
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QVERIFY2(run.errorText().find("rank 1 has died") != std::string::npos, run.errorText().c_str());
        QCOMPARE(run.count("job-restart"), 0);
    }

    void aFrozenWorkerGoesOn()
    {
        Story run(*m_store, 2, "builtin", "freeze(at=1s,who=0,lasts=2s)");
        for (int rank = 0; rank < 2; ++rank)
            run.letSignalsArrive(rank, 100);
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.commands(0, "kill -s STOP -- -101"), 1);
        QCOMPARE(run.commands(0, "kill -s CONT -- -101"), 1);
        QCOMPARE(run.count("failure-over"), 1);
    }

    /// A worker that is frozen cannot fail again, and no other one may.
    void aFailureThatIsLeftOut()
    {
        Story run(*m_store, 2, "elastic", "freeze(at=1s,who=0,lasts=3s)+freeze(at=2s,who=0,lasts=1s)");
        for (int rank = 0; rank < 2; ++rank)
            run.letSignalsArrive(rank, 100);
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.metricValue("failures"), 1.0);
        QCOMPARE(run.metricValue("failures_left_out"), 1.0);
    }

    /// Frozen for longer than the others wait: they fail, and the job is started again.
    void aLongFreezeEndsTheJob()
    {
        Story run(*m_store, 2, "builtin", "freeze(at=1s,who=1,lasts=60s)");
        run.letSignalsArrive(1, 100);
        run.worker(1, [&run](const FakeProcess& process) {
            const bool isFirst = run.starts(1) == 1;
            for (int step = 1; step <= (isFirst ? 10 : 100); ++step)
                process.prints(step * 100ms, stepLine(1, step));
            if (!isFirst)
                process.exits(10010ms);
        });
        run.worker(0, [&run](const FakeProcess& process) {
            const bool isFirst = run.starts(0) == 1;
            for (int step = 1; step <= (isFirst ? 10 : 100); ++step)
                process.prints(step * 100ms, stepLine(0, step));
            if (isFirst)
                process.prints(11s, errorLine(0, "rank 1 does not answer", {1}));
            process.exits(isFirst ? 11010ms : 10010ms, {isFirst ? 4 : 0, 0});
        });
        run.execute();
        QVERIFY2(run.outcome.state == RunState::Done, run.errorText().c_str());
        QCOMPARE(run.count("job-restart"), 1);
        QCOMPARE(run.commands(1, "kill -s CONT"), 1);
        QCOMPARE(run.starts(1), 2);
    }

    void aNodeThatCannotBeCutOff()
    {
        Story run(*m_store, 2, "elastic", "partition(at=1s,who=1)");
        for (int rank = 0; rank < 2; ++rank)
            run.letSignalsArrive(rank, 100);
        run.machine(1).scripts["ip rule"] = [](const FakeProcess& process) { process.exits(1ms, {2, 0}); };
        run.execute();
        QCOMPARE(run.outcome.state, RunState::Failed);
        QCOMPARE(run.errorText(),
                 std::string("worker 1 on node1 could not be made to fail: \"ip rule add pref 1 blackhole\" ended with "
                             "exit code 2"));
    }

    void noFailuresNoMetrics()
    {
        Story run(*m_store, 2, "builtin", "none");
        for (int rank = 0; rank < 2; ++rank)
            run.letSignalsArrive(rank, 20);
        run.execute();
        QCOMPARE(run.metricValue("goodput"), -1.0);
        QCOMPARE(run.metricValue("failures"), -1.0);
    }
};

QTEST_GUILESS_MAIN(TestInjectedFailures)
#include "tst_injected_failures.moc"
