// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/node/line_reader.h"
#include "core/node/process_handlers.h"
#include "core/node/process_search.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>
#include <sys/wait.h>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

struct ProcessBed
{
    explicit ProcessBed(const std::string& below = {})
        : work(std::make_shared<WorkFolder>(folder.path() / below, token, [](const fs::path&) {})),
          bed([this](auto& server) {
              table = std::make_shared<ProcessTable>(server, token, [] { return std::vector<pid_t>(); });
              registerProcessHandlers(server, table, work);
          })
    {
    }
    Result<StartedProcess> start(const std::string& script) { return bed.node->startProcess(shell(script), soon()); }
    /// Its exit, once it has come.
    ProcessExit exitOf(ProcessId process)
    {
        ProcessExit found;
        (void)bed.record.wait([&] {
            const auto at = std::ranges::find(bed.record.exits, process, &ProcessExit::process);
            if (at == bed.record.exits.end())
                return false;
            found = *at;
            return true;
        });
        return found;
    }
    std::string output(ProcessId process) { return bed.record.text(process, OutputStream::Output); }

    TemporaryFolder folder = *TemporaryFolder::make("millrace-node");
    const std::string token = freshToken();
    std::shared_ptr<WorkFolder> work;
    std::shared_ptr<ProcessTable> table;
    NodeBed bed;
};

} // namespace

class TestNodeProcesses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        ::prctl(PR_SET_CHILD_SUBREAPER, 1UL); // as the agent
    }

    void bothOutputsThenTheExit()
    {
        ProcessBed node;
        const auto started = node.start("printf 'one\\ntwo\\n'; echo wrong >&2; printf unfinished; exit 5");
        QVERIFY2(started, started ? "" : started.error().text().c_str());
        const ProcessExit exit = node.exitOf(started->process);
        QVERIFY((exit.status == ExitStatus{5, 0}));
        QVERIFY(exit.peakResidentBytes > 100'000);
        QCOMPARE(node.output(started->process), std::string("one\ntwo\nunfinished\n"));
        QCOMPARE(node.bed.record.text(started->process, OutputStream::Errors), std::string("wrong\n"));
        for (const ProcessLine& line : node.bed.record.lines)
            QVERIFY(line.monotonic <= exit.monotonic && line.wall <= exit.wall);
        QVERIFY(node.table->running().empty());
    }

    void theInputIsEmpty()
    {
        ProcessBed node;
        const auto started = node.start("cat; echo end");
        QVERIFY((node.exitOf(started->process).status == ExitStatus{0, 0}));
        QCOMPARE(node.output(started->process), std::string("end\n"));
    }

    void closedOutputsAreNoExit()
    {
        ProcessBed node;
        const auto started = node.start("exec >&- 2>&-; sleep 0.1; exit 3");
        QCOMPARE(node.table->running().size(), std::size_t(1));
        QVERIFY((node.exitOf(started->process).status == ExitStatus{3, 0}));
    }

    void anOutputThatIsHeldOpenDoesNotDelayTheExit()
    {
        ProcessBed node;
        const auto started = node.start("setsid sleep 300 & echo $!; sleep 0.1");
        const std::int64_t sleeper = printedNumber(node.bed.record, started->process);
        QVERIFY((node.exitOf(started->process).status == ExitStatus{0, 0}));
        QVERIFY(!isAlive(sleeper));
    }

    void signalsArriveOrAreRefused()
    {
        ProcessBed node;
        // Before it is there: processes are numbered from 1.
        const auto early = node.bed.node->signalProcess(ProcessId{1}, SIGTERM, soon());
        QCOMPARE(early.error().code, ErrorCode::NotFound);
        QCOMPARE(early.error().text(), std::string("this agent has no process 1"));
        // As early as possible.
        for (int i = 0; i < 10; ++i) {
            const auto started = node.start("exec sleep 300");
            QVERIFY(node.bed.node->signalProcess(started->process, SIGTERM, soon()));
            QVERIFY((node.exitOf(started->process).status == ExitStatus{0, SIGTERM}));
        }
        const auto asking = node.start("trap 'echo got; exit 4' USR1; echo 0; while :; do sleep 0.01; done");
        QCOMPARE(printedNumber(node.bed.record, asking->process), std::int64_t(0));
        QVERIFY(node.bed.node->signalProcess(asking->process, SIGUSR1, soon()));
        QVERIFY((node.exitOf(asking->process).status == ExitStatus{4, 0}));
        QCOMPARE(node.output(asking->process), std::string("0\ngot\n"));
        const auto late = node.bed.node->signalProcess(asking->process, SIGTERM, soon());
        QCOMPARE(late.error().code, ErrorCode::NotFound);
        QCOMPARE(late.error().text(), std::string("the process has ended already"));
        for (const int number : {-1, 0, NSIG})
            QCOMPARE(node.bed.node->signalProcess(asking->process, number, soon()).error().code,
                     ErrorCode::InvalidInput);
    }

    void stopping()
    {
        ProcessBed node;
        const auto kind = node.start("exec sleep 300");
        QVERIFY((*node.bed.node->stopProcess(kind->process, 10s, soon()) == ExitStatus{0, SIGTERM}));
        QVERIFY((*node.bed.node->stopProcess(kind->process, 10s, soon()) == ExitStatus{0, SIGTERM}));
        const auto stubborn = node.start("trap '' TERM; echo 0; while :; do sleep 0.01; done");
        QCOMPARE(printedNumber(node.bed.record, stubborn->process), std::int64_t(0));
        QVERIFY((*node.bed.node->stopProcess(stubborn->process, 50ms, soon()) == ExitStatus{0, SIGKILL}));
        QCOMPARE(node.bed.record.locked([&] { return node.bed.record.exits.size(); }), std::size_t(2));
        for (const Nanoseconds grace : {Nanoseconds(-1), Nanoseconds(11min)})
            QCOMPARE(node.bed.node->stopProcess(kind->process, grace, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(node.bed.node->stopProcess(ProcessId{77}, 0ns, soon()).error().code, ErrorCode::NotFound);
    }

    void waitingEndsByTimeAndByCancellation()
    {
        ProcessBed node;
        const auto started = node.start("exec sleep 300");
        const auto process = *node.table->find(started->process);
        QCOMPARE(process->waitForEnd(deadlineIn(1ms), {}).error().code, ErrorCode::Timeout);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(process->waitForEnd(soon(), JobContext{stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
    }

    void whatCannotBeStarted()
    {
        ProcessBed node;
        const auto start = [&](const Command& command) { return node.bed.node->startProcess(command, soon()); };
        QCOMPARE(start({{"no-such-program"}, {}, {}}).error().code, ErrorCode::NotFound);
        QCOMPARE(start({{}, {}, {}}).error().code, ErrorCode::InvalidInput);
        QCOMPARE(start({{"true"}, {}, "../.."}).error().code, ErrorCode::InvalidInput);
        const auto nowhere = start({{"true"}, {}, "absent"});
        QCOMPARE(nowhere.error().code, ErrorCode::NotFound);
        QVERIFY2(nowhere.error().text().find("absent") != std::string::npos, nowhere.error().text().c_str());
        QCOMPARE(node.bed.request("process.start", {{"argv", "true"}}).error().code, ErrorCode::Protocol);
        QCOMPARE(node.bed.request("process.signal", {{"process", 1}}).error().code, ErrorCode::InvalidInput);
        QVERIFY(node.table->running().empty() && node.bed.record.exits.empty());
    }

    void foldersOfProcesses()
    {
        ProcessBed node;
        Command command = shell("pwd; echo $TMPDIR; ls -d $TMPDIR");
        command.folder = "/";
        // Without a work folder nothing is made for temporary files.
        const char* inherited = std::getenv("TMPDIR");
        command.argv.back() = "pwd; echo $TMPDIR";
        auto started = node.bed.node->startProcess(command, soon());
        QVERIFY((node.exitOf(started->process).status == ExitStatus{0, 0}));
        QCOMPARE(node.output(started->process), std::string("/\n") + (inherited == nullptr ? "" : inherited) + "\n");
        const fs::path work = *node.work->open();
        fs::create_directory(work / "a");
        command.folder = "a";
        started = node.bed.node->startProcess(command, soon());
        (void)node.exitOf(started->process);
        const std::string temporary = (work / ".millrace-tmp").string();
        QCOMPARE(node.output(started->process), (work / "a").string() + "\n" + temporary + "\n");
        QVERIFY(fs::is_directory(temporary));
        command.environment = {{"TMPDIR", "/elsewhere"}};
        started = node.bed.node->startProcess(command, soon());
        (void)node.exitOf(started->process);
        QCOMPARE(node.output(started->process), (work / "a").string() + "\n/elsewhere\n");
    }

    void aLongPathIsNoFolderForSockets()
    {
        ProcessBed node(std::string(60, 'x'));
        QVERIFY(node.work->open());
        const auto started = node.start("ls -a " + node.work->open()->string());
        (void)node.exitOf(started->process);
        QVERIFY(node.output(started->process).find("-tmp") == std::string::npos);
    }

    void theEndOfTheSessionEndsAll()
    {
        auto node = std::make_unique<ProcessBed>();
        const auto started = node->start("sleep 300 & echo $!; env -i /usr/bin/setsid /bin/sh -c "
                                         "'echo $$; exec /bin/sleep 300' & wait");
        const std::vector<std::int64_t> pids{started->pid, printedNumber(node->bed.record, started->process, 0),
                                             printedNumber(node->bed.record, started->process, 1)};
        QVERIFY(std::ranges::all_of(pids, isAlive));
        node->bed.close();
        QVERIFY(std::ranges::none_of(pids, isAlive));
        QCOMPARE(node->table->start(shell("true")).error().code, ErrorCode::Cancelled);
    }

    void linesOfAPipe()
    {
        ProcessBed node;
        auto pipe = *makePipe();
        LineReader reader(node.bed.server(), ProcessId{7}, OutputStream::Errors, std::move(pipe.read));
        QVERIFY(!reader.pump());
        QVERIFY(reader.fd() >= 0);
        QCOMPARE(::write(pipe.write.get(), "a\n\nb", 4), ssize_t(4));
        QVERIFY(reader.pump());
        QVERIFY(!reader.pump());
        pipe.write.reset();
        QVERIFY(!reader.pump());
        QCOMPARE(reader.fd(), -1);
        QVERIFY(!reader.pump());
        QVERIFY(node.bed.record.wait([&] { return node.bed.record.lines.size() == 3; }));
        QCOMPARE(node.bed.record.text(ProcessId{7}, OutputStream::Errors), std::string("a\n\nb\n"));
    }

    void processesAreFoundByTheirMark()
    {
        const std::string token = freshToken();
        auto child = ChildProcess::start({{"sleep", "300"}, {{std::string(markVariable), token + ":1;"}}, {}});
        const auto found = processesMarked(token + ":");
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front().pid, child->pid());
        QVERIFY(!found.front().hasEnded());
        QVERIFY(processesMarked(token + ":2").empty());
        const auto below = processesBelow(::getpid());
        QVERIFY(std::ranges::find(below, child->pid(), &FoundProcess::pid) != below.end());
        found.front().signal(SIGKILL);
        QVERIFY((child->wait(soon()) == ExitStatus{0, SIGKILL}));
        QVERIFY(found.front().hasEnded());
        const FoundProcess none;
        none.signal(SIGKILL);
        QVERIFY(none.hasEnded());
    }

    void adoptedProcessesAreThoseOfOtherSessions()
    {
        // An orphan in a session of its own, and one that stays in this session.
        const TemporaryFolder folder = *TemporaryFolder::make("millrace-orphan");
        const std::string file = (folder.path() / "pid").string();
        const auto said = runCommand(shell("setsid sh -c 'echo $$ > " + file
                                           + "; exec sleep 300 >/dev/null 2>&1' & "
                                             "while [ ! -s "
                                           + file + " ]; do sleep 0.01; done; cat " + file
                                           + "; (sleep 300 >/dev/null 2>&1 & echo $!)"),
                                     soon());
        std::istringstream numbers(said->out);
        pid_t stray = 0;
        pid_t near = 0;
        numbers >> stray >> near;
        QVERIFY(stray > 0 && near > 0);
        const auto has = [](const std::vector<FoundProcess>& all, pid_t pid) {
            return std::ranges::find(all, pid, &FoundProcess::pid) != all.end();
        };
        QVERIFY(waitUntil([&] { return has(adoptedProcesses({}), stray); }, 5s));
        QVERIFY(!has(adoptedProcesses({}), near));
        QVERIFY(!has(adoptedProcesses({stray}), stray));
        for (const pid_t pid : {stray, near}) {
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestNodeProcesses)
#include "tst_node_processes.moc"
