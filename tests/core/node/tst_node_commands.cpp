// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What runs as a process of its own: this program runs itself with the words of the agent's command line.

#include "core/node/enter_command.h"
#include "core/node/login_user.h"
#include "core/node/process_search.h"
#include "core/node/serve_command.h"
#include "core/node/shutdown_signals.h"
#include "core/node/watchdog.h"
#include "core/node/watchdog_command.h"
#include "core/node/work_folder.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>
#include <iostream>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string ownProgram()
{
    return QCoreApplication::applicationFilePath().toStdString();
}

Command ownCommand(std::vector<std::string> words)
{
    words.insert(words.begin(), ownProgram());
    return {std::move(words), {}, {}};
}

/// Waits for a signal as the agent does, and says that it came.
int waitForSignal()
{
    const node::ShutdownSignals signals;
    std::cout << "ready\n" << std::flush;
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait_for(lock, signals.token(), 20s, [] { return false; });
    std::cout << (signals.token().stop_requested() ? "told\n" : "not told\n") << std::flush;
    return 0;
}

std::string nextLine(const UniqueFd& fd)
{
    std::string line;
    char c = 0;
    while (waitReady(fd.get(), POLLIN, soon()).value_or(false) && ::read(fd.get(), &c, 1) == 1 && c != '\n')
        line += c;
    return line;
}

/// A folder as an agent's with a record of nothing, and a marked process.
struct AgentRemains
{
    AgentRemains() { node::writeText(folder / "data", "data"); }
    const std::string token = node::freshToken();
    TemporaryFolder base = *TemporaryFolder::make("millrace-watchdog");
    const fs::path folder = [this] {
        fs::create_directory(base.path() / "run-x");
        return base.path() / "run-x";
    }();
    Result<ChildProcess> marked =
        ChildProcess::start({{"sleep", "300"}, {{std::string(node::markVariable), token + ":1;"}}, {}});
};

bool haveEnded(const std::vector<pid_t>& pids)
{
    return std::ranges::none_of(pids, [](pid_t pid) { return isAlive(pid); });
}

/// The end of an agent that leaves a folder to its watchdogs, and prints their numbers; killed ones are replaced first.
int leaveToWatchdogs(const std::string& token, const fs::path& folder, bool killed)
{
    ::signal(SIGPIPE, SIG_IGN); // of the pipe to a killed one
    const auto watchdogs = node::Watchdogs::start(token, 20s);
    if (!watchdogs)
        return 1;
    (*watchdogs)->tellFolder(folder);
    const auto first = (*watchdogs)->pids();
    const auto areThere = [&] {
        return std::ranges::all_of((*watchdogs)->pids(), [&](pid_t pid) {
            return readFile(fmt::format("/proc/{}/cmdline", pid)).value_or("").starts_with("mr-")
                && !(killed && std::ranges::find(first, pid) != first.end());
        });
    };
    if (killed) {
        (*watchdogs)->watch();
        for (const pid_t pid : first)
            ::kill(pid, SIGKILL);
    }
    if (!waitUntil(areThere, 10s))
        return 1;
    for (const pid_t pid : (*watchdogs)->pids())
        std::cout << pid << '\n';
    std::cout << std::flush;
    (*watchdogs)->leaveToThem();
    return 0;
}

/// The numbers of the watchdogs of such an agent.
std::vector<pid_t> leftWatchdogs(const std::string& token, const fs::path& folder, bool killed)
{
    const auto output = runCommand(ownCommand({"leave", token, folder.string(), killed ? "killed" : ""}), soon());
    std::vector<pid_t> pids;
    std::istringstream numbers(output ? output->out : std::string());
    for (pid_t pid = 0; numbers >> pid;)
        pids.push_back(pid);
    return pids;
}

} // namespace

class TestNodeCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void signalsAreARequestToStop()
    {
        for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
            auto child = ChildProcess::start(ownCommand({"signals"}));
            QCOMPARE(nextLine(child->output), std::string("ready"));
            ::kill(child->pid(), SIGPIPE); // ignored
            ::kill(child->pid(), number);
            QCOMPARE(nextLine(child->output), std::string("told"));
            QVERIFY((child->wait(soon()) == ExitStatus{0, 0}));
        }
        const node::ShutdownSignals signals; // ends without one
        QVERIFY(!signals.token().stop_requested());
    }

    void watchdogsEndWithTheirAgentInOrder()
    {
        AgentRemains remains;
        std::vector<pid_t> pids;
        {
            const auto watchdogs = node::Watchdogs::start(remains.token, 20s);
            QVERIFY2(watchdogs, watchdogs ? "" : watchdogs.error().text().c_str());
            (*watchdogs)->watch();
            (*watchdogs)->tellFolder(remains.folder);
            pids = (*watchdogs)->pids();
            QCOMPARE(pids.size(), std::size_t(2));
            QVERIFY(std::ranges::all_of(pids, [](pid_t pid) { return isAlive(pid); }));
        }
        QVERIFY(haveEnded(pids));
        QVERIFY(!remains.marked->poll());
        QVERIFY(fs::exists(remains.folder / "data"));
    }

    void aKilledWatchdogIsReplacedAndTheNewOneKnowsTheFolder()
    {
        AgentRemains remains;
        const auto pids = leftWatchdogs("", remains.folder, true); // without a token no processes are looked for
        QCOMPARE(pids.size(), std::size_t(2));
        QVERIFY(waitUntil([&] { return haveEnded(pids); }, 10s));
        QVERIFY(!fs::exists(remains.folder));
        QVERIFY(!remains.marked->poll());
    }

    void whatIsLeftToThemIsPutInOrder()
    {
        AgentRemains remains;
        const auto pids = leftWatchdogs(remains.token, remains.folder, false);
        QCOMPARE(pids.size(), std::size_t(2));
        QVERIFY((remains.marked->wait(soon()) == ExitStatus{0, SIGKILL}));
        QVERIFY(waitUntil([&] { return haveEnded(pids); }, 10s));
        QVERIFY(!fs::exists(remains.folder));
    }

    void aSilentAgentIsTakenForDead()
    {
        AgentRemains remains;
        auto watchdog = ChildProcess::start(ownCommand({"keep"}));
        const std::string told = "agent 1\nlease 10000000\nfolder " + remains.folder.string() + "\nunknown\nbeat\n";
        QCOMPARE(::write(watchdog->input.get(), told.data(), told.size()), static_cast<ssize_t>(told.size()));
        QVERIFY((watchdog->wait(soon()) == ExitStatus{0, 0})); // a second after the lease, without its end
        QVERIFY(!fs::exists(remains.folder));
    }

    void aWatchdogThatCannotPutInOrderSaysSo()
    {
        AgentRemains remains;
        node::writeText(remains.folder / ".millrace-undo-e0.json", "{}");
        auto watchdog = ChildProcess::start(ownCommand({"keep"}));
        const std::string told = "folder " + remains.folder.string() + "\n";
        QCOMPARE(::write(watchdog->input.get(), told.data(), told.size()), static_cast<ssize_t>(told.size()));
        watchdog->input.reset();
        QVERIFY((watchdog->wait(soon()) == ExitStatus{1, 0}));
        QVERIFY(fs::exists(remains.folder / "data"));
    }

    void anAgentFromGreetingToEnd()
    {
        const TemporaryFolder base = *TemporaryFolder::make("millrace-serve");
        Record record;
        LocalHost host("here");
        auto agent =
            NodeAgent::start(host, ownCommand({"serve", base.path().string()}), "test", record.events(), soon());
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        const auto folder = (*agent)->openWork("", soon());
        QVERIFY(folder->starts_with(base.path().string() + "/run-"));
        const auto started = (*agent)->startProcess(shell("echo $MILLRACE_PROCESS; exec sleep 300"), soon());
        QVERIFY(record.wait([&] { return !record.lines.empty(); }));
        QVERIFY(*folder == base.path().string() + "/run-" + record.lines.front().text.substr(0, 16));
        QVERIFY((*agent)->health(soon())->processes == 1);
        QVERIFY((*agent)->close(soon()));
        QVERIFY(!isAlive(started->pid));
        QVERIFY(fs::is_empty(base.path()));
    }

    void anAgentThatIsTold()
    {
        const TemporaryFolder base = *TemporaryFolder::make("millrace-serve");
        auto child = ChildProcess::start(ownCommand({"serve", base.path().string()}));
        const std::string garbage = "this is not a frame of the protocol";
        QCOMPARE(::write(child->input.get(), garbage.data(), garbage.size()), static_cast<ssize_t>(garbage.size()));
        QVERIFY((child->wait(soon()) == ExitStatus{1, 0}));
        QVERIFY(nextLine(child->errors).starts_with("millrace-agent: "));
        auto told = ChildProcess::start(ownCommand({"serve", base.path().string()}));
        // Its watchdogs are there before it listens to signals.
        QVERIFY(waitUntil([&] { return node::processesBelow(told->pid()).size() == 2; }, 10s));
        std::this_thread::sleep_for(50ms);
        ::kill(told->pid(), SIGTERM);
        QVERIFY((told->wait(soon()) == ExitStatus{0, 0}));
    }

    void enteringWhatIsNotThere()
    {
        const auto entered = [](std::vector<std::string> words) {
            words.insert(words.begin(), "enter");
            const auto output = runCommand(ownCommand(words), soon());
            return std::pair(output->exitCode, output->err);
        };
        for (const std::vector<std::string>& words :
             std::vector<std::vector<std::string>>{{},
                                                   {"1"},
                                                   {"1", "--"},
                                                   {"1", "sh", "true"},
                                                   {"x", "--", "true"},
                                                   {"0", "--", "true"},
                                                   {"99999999999", "--", "true"}}) {
            const auto [code, said] = entered(words);
            QCOMPARE(code, 2);
            QVERIFY2(said.find("usage: ") != std::string::npos, said.c_str());
        }
        auto ended = ChildProcess::start({{"true"}, {}, {}});
        const std::string pid = std::to_string(ended->pid());
        QVERIFY(ended->wait(soon()));
        ended = ChildProcess::start({{"sleep", "300"}, {}, {}}); // reaps the other
        const auto [code, said] = entered({pid, "--", "true"});
        QCOMPARE(code, 126);
        QVERIFY2(said == "millrace-agent enter: there is no process " + pid + "\n", said.c_str());
    }

    void onlyRootActsForAUser()
    {
        // Neither this process nor init is of the user who called sudo.
        ::unsetenv("SUDO_UID");
        const auto became = node::becomeUserOf(::getpid());
        QCOMPARE(became.error().code, ErrorCode::Denied);
        QVERIFY(!node::actsForUser());
        if (::geteuid() == 0) {
            ::setenv("SUDO_UID", "0", 1); // root does not act for itself
            QCOMPARE(node::becomeUserOf(::getpid()).error().code, ErrorCode::Denied);
        }
    }
};

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string first = words.empty() ? "" : words.front();
    if (first == "signals")
        return waitForSignal();
    if (first == "keep")
        return node::watchdogCommand(argv[0]);
    if (first == "leave")
        return leaveToWatchdogs(words.at(1), words.at(2), words.at(3) == "killed");
    if (first == "serve")
        return node::serveCommand({false, words.at(1), 5s});
    if (first == "enter")
        return node::enterCommand({words.begin() + 1, words.end()});
    QCoreApplication application(argc, argv);
    TestNodeCommands test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_node_commands.moc"
