// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "program_agent.h"

#include <QtTest>
#include <csignal>
#include <sys/wait.h>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

/// A leader that ignores SIGTERM, with a child in its group, one that has made a session of its own, one that was
/// orphaned there, and one in a session of its own with an empty environment. Each prints its place here and its
/// number.
const std::string stubbornTree = "trap '' TERM; echo 0 $$; sleep 300 & echo 1 $!; "
                                 "setsid sh -c 'trap \"\" TERM; echo 2 $$; while :; do sleep 1; done' & "
                                 "sh -c 'setsid sh -c \"echo 3 \\$\\$; exec sleep 300\" &'; "
                                 "env -i /usr/bin/setsid /bin/sh -c 'echo 4 $$; exec /bin/sleep 300' & "
                                 "while :; do sleep 1; done";
constexpr std::size_t treeSize = 5;

std::vector<std::int64_t> printedTree(Record& record, ProcessId process)
{
    std::vector<std::int64_t> pids(treeSize);
    (void)record.wait([&] {
        for (const ProcessLine& line : record.lines)
            if (line.process == process && line.text.size() > 2)
                pids.at(static_cast<std::size_t>(line.text[0] - '0')) = std::atoll(line.text.c_str() + 2);
        return std::ranges::none_of(pids, [](std::int64_t pid) { return pid == 0; });
    });
    return pids;
}

bool allAlive(const std::vector<std::int64_t>& pids)
{
    return std::ranges::all_of(pids, isAlive);
}

/// For each process its name and state, as far as it is alive.
std::string describe(const std::vector<std::int64_t>& pids)
{
    std::string text;
    for (const std::int64_t pid : pids)
        if (isAlive(pid))
            text += readFile("/proc/" + std::to_string(pid) + "/stat").value_or("?").substr(0, 30) + "; ";
    return text;
}

bool noneAlive(const std::vector<std::int64_t>& pids)
{
    return std::ranges::none_of(pids, isAlive);
}

} // namespace

class TestAgentProcesses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void linesComeWholeInOrderAndBeforeTheExit()
    {
        Record record;
        auto agent = startAgent(record);
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        const Nanoseconds before = monotonicNow();
        const Nanoseconds wallBefore = wallNow();
        const auto started = (*agent)->startProcess(
            shell("for i in $(seq 2000); do echo line $i; done; echo to errors >&2; printf unfinished; exit 5"),
            soon());
        QVERIFY(started);
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        const Nanoseconds after = monotonicNow();
        std::string expected;
        for (int i = 1; i <= 2000; ++i)
            expected += fmt::format("line {}\n", i);
        QCOMPARE(record.text(started->process, OutputStream::Output), expected + "unfinished\n");
        QCOMPARE(record.text(started->process, OutputStream::Errors), std::string("to errors\n"));
        const ProcessExit exit = record.exits.front();
        QVERIFY(exit.process == started->process);
        QVERIFY((exit.status == ExitStatus{5, 0}));
        QVERIFY(exit.cpu > Nanoseconds(0) && exit.cpu < after - before);
        QVERIFY(exit.peakResidentBytes > 100'000);
        Nanoseconds last = before;
        for (const ProcessLine& line : record.lines) {
            QVERIFY(line.monotonic >= last && line.monotonic <= after);
            QVERIFY(std::chrono::abs((line.wall - wallBefore) - (line.monotonic - before)) < 200ms);
            last = line.stream == OutputStream::Output ? line.monotonic : last;
        }
        // Nothing of a process after its exit.
        const std::size_t count = record.locked([&] { return record.lines.size(); });
        QVERIFY((*agent)->health(soon()));
        QCOMPARE(record.locked([&] { return record.lines.size(); }), count);
        QVERIFY((*agent)->close(soon()));
    }

    void lineTimesAreThoseOfTheirArrival()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell("echo a; sleep 1; echo b"), soon());
        QVERIFY(started);
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QCOMPARE(record.lines.size(), std::size_t(2));
        const Nanoseconds apart = record.lines[1].monotonic - record.lines[0].monotonic;
        // Either may be read a little late.
        QVERIFY2(apart >= 500ms && apart < 10s, std::to_string(apart.count()).c_str());
    }

    void veryLongLinesComeInPieces()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started =
            (*agent)->startProcess(shell("head -c 2500000 /dev/zero | tr '\\0' x; echo; echo next"), soon());
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QCOMPARE(record.lines.size(), std::size_t(4));
        QCOMPARE(record.lines[0].text.size(), std::size_t(1) << 20);
        QCOMPARE(record.lines[2].text.size(), std::size_t(2'500'000 - (2 << 20)));
        QCOMPARE(record.lines[3].text, std::string("next"));
        QVERIFY(started);
    }

    void environmentFolderAndInput()
    {
        Record record;
        auto agent = startAgent(record);
        Command command = shell("echo $MR_X; pwd; cat; echo end");
        command.environment = {{"MR_X", "set"}};
        command.folder = "/";
        const auto started = (*agent)->startProcess(command, soon());
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QCOMPARE(record.text(started->process, OutputStream::Output), std::string("set\n/\nend\n"));
    }

    void whatCannotStartAndWhatIsNotThere()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess({{"no-such-program"}, {}, {}}, soon());
        QVERIFY(!started);
        QCOMPARE(started.error().code, ErrorCode::NotFound);
        QCOMPARE((*agent)->signalProcess(ProcessId{99}, SIGTERM, soon()).error().code, ErrorCode::NotFound);
        QCOMPARE((*agent)->stopProcess(ProcessId{99}, 1s, soon()).error().code, ErrorCode::NotFound);
        const auto ended = (*agent)->startProcess(shell("exit 4"), soon());
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QCOMPARE((*agent)->signalProcess(ended->process, SIGTERM, soon()).error().code, ErrorCode::NotFound);
        QVERIFY((*(*agent)->stopProcess(ended->process, 1s, soon()) == ExitStatus{4, 0}));
        QCOMPARE((*agent)->signalProcess(ended->process, 0, soon()).error().code, ErrorCode::InvalidInput);
    }

    void signalsReachTheGroup()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(
            shell("trap 'echo got; exit 3' USR1; sleep 300 & echo $!; while :; do wait; done"), soon());
        const std::int64_t sleeper = printedNumber(record, started->process);
        QVERIFY(isAlive(sleeper));
        QVERIFY((*agent)->signalProcess(started->process, SIGUSR1, soon()));
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QVERIFY((record.exits.front().status == ExitStatus{3, 0}));
        QVERIFY(record.text(started->process, OutputStream::Output).ends_with("got\n"));
        QVERIFY(!isAlive(sleeper));
    }

    void aKindStopGivesTimeToTheWholeTree()
    {
        Record record;
        auto agent = startAgent(record);
        // The leader ends at once, its child takes a moment.
        const auto started = (*agent)->startProcess(
            shell(
                "sh -c 'trap \"sleep 0.2; echo child done; exit\" TERM; echo $$; while :; do sleep 0.02; done' & wait"),
            soon());
        QVERIFY(printedNumber(record, started->process) > 0);
        const auto status = (*agent)->stopProcess(started->process, 5s, soon());
        QVERIFY(status);
        QCOMPARE(status->signal, SIGTERM);
        QVERIFY(record.text(started->process, OutputStream::Output).ends_with("child done\n"));
        QCOMPARE(record.locked([&] { return record.exits.size(); }), std::size_t(1));
    }

    void aStubbornTreeIsKilledAfterTheGrace()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell(stubbornTree), soon());
        const auto pids = printedTree(record, started->process);
        QVERIFY(allAlive(pids));
        const Nanoseconds before = monotonicNow();
        const auto status = (*agent)->stopProcess(started->process, 300ms, soon());
        const Nanoseconds taken = monotonicNow() - before;
        QVERIFY2(status, status ? "" : status.error().text().c_str());
        QCOMPARE(status->signal, SIGKILL);
        QVERIFY2(taken >= 300ms && taken < 3s, std::to_string(taken.count()).c_str());
        // The kernel takes a moment to take down a killed grandchild that has given up its memory already.
        QVERIFY(waitUntil([&] { return noneAlive(pids); }, 1s));
    }

    void whatAProcessLeavesBehindIsEnded()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started =
            (*agent)->startProcess(shell("sleep 300 & echo $!; setsid sleep 300 & echo $!; exit 0"), soon());
        QVERIFY(record.wait([&] { return record.exits.size() == 1; }));
        QVERIFY(!isAlive(printedNumber(record, started->process, 0)));
        QVERIFY(!isAlive(printedNumber(record, started->process, 1)));
    }

    void aVanishedControllerLeavesNothing()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell(stubbornTree), soon());
        const auto pids = printedTree(record, started->process);
        QVERIFY(allAlive(pids));
        // The pipes close, as after kill -9 of the controller; the agent has 3 s.
        const std::int64_t agentPid = (*agent)->client().identity().pid;
        const Nanoseconds before = monotonicNow();
        std::jthread closing([&] { (void)(*agent)->close(soon()); });
        QVERIFY(waitUntil([&] { return noneAlive(pids); }, 3s));
        const Nanoseconds taken = monotonicNow() - before;
        QVERIFY(taken >= 2s); // the grace
        QVERIFY(waitUntil([&] { return !isAlive(agentPid); }, 1s));
        QCOMPARE(record.losses.size(), std::size_t(0));
    }

    void aSignalledAgentLeavesNothing()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell("echo $$; sleep 300"), soon());
        const std::int64_t pid = printedNumber(record, started->process);
        ::kill(static_cast<pid_t>((*agent)->client().identity().pid), SIGTERM);
        QVERIFY(waitUntil([&] { return !isAlive(pid); }, 2s));
        QVERIFY(record.wait([&] { return record.losses.size() == 1; }));
    }

    void aKilledAgentLeavesNothing()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell(stubbornTree), soon());
        auto pids = printedTree(record, started->process);
        QVERIFY(allAlive(pids));
        const auto stray = pids.back();
        pids.pop_back(); // that one has thrown away what it could be known by
        ::kill(static_cast<pid_t>((*agent)->client().identity().pid), SIGKILL);
        const bool gone = waitUntil([&] { return noneAlive(pids); }, 3s);
        QVERIFY2(gone, describe(pids).c_str());
        QVERIFY(record.wait([&] { return record.losses.size() == 1; }));
        QCOMPARE(record.losses.front().code, ErrorCode::Unreachable);
        ::kill(static_cast<pid_t>(stray), SIGKILL);
    }

    void manyProcessesAtOnce()
    {
        Record record;
        auto agent = startAgent(record);
        for (int i = 0; i < 40; ++i)
            QVERIFY((*agent)->startProcess(shell(fmt::format("echo {}; exit {}", i, i)), soon()));
        QVERIFY(record.wait([&] { return record.exits.size() == 40; }));
        for (const ProcessExit& exit : record.exits)
            QCOMPARE(record.text(exit.process, OutputStream::Output), fmt::format("{}\n", exit.status.exitCode));
        QCOMPARE((*agent)->health(soon())->processes, std::int64_t(0));
    }

    void aFloodIsHeldBackNotBuffered()
    {
        Record record;
        auto agent = startAgent(record);
        const auto started = (*agent)->startProcess(shell("exec yes 0123456789012345678901234567890123456789"), soon());
        QVERIFY(started);
        std::this_thread::sleep_for(500ms);
        const auto health = (*agent)->health(soon());
        QVERIFY(health);
#ifndef MR_SANITIZED
        QVERIFY2(health->residentBytes < 100'000'000, std::to_string(health->residentBytes).c_str());
#endif
        QVERIFY(health->waitingBytes < 20'000'000);
        QVERIFY((*agent)->stopProcess(started->process, 1s, soon()));
    }
};

QTEST_APPLESS_MAIN(TestAgentProcesses)
#include "tst_agent_processes.moc"
