// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "program_agent.h"
#include "tests/core/impair/namespace_pair.h"

#include <QtTest>
#include <csignal>
#include <fstream>
#include <iostream>
#include <random>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr Nanoseconds lease = 3s;
constexpr Nanoseconds patience = 15s;

enum class Blow
{
    Agent, ///< SIGKILL
    WatchdogThenAgent, ///< the agent a moment later
    AgentAndWatchdog, ///< one of the two, at once
    AgentAndGuard,
    AgentThenWatchdog, ///< while the watchdogs clean up
    All, ///< agent, watchdog, guard: the next agent cleans up
    Pipe, ///< the controller has gone
    Frozen, ///< SIGSTOP to the agent
    WatchdogFrozen, ///< SIGSTOP to a watchdog, then SIGKILL to the agent
    Silent, ///< the connection is cut: nothing arrives, nothing closes
    Told ///< SIGTERM
};
constexpr std::array blowNames{"agent killed",
                               "watchdog, then agent killed",
                               "agent and watchdog killed at once",
                               "agent and guard killed at once",
                               "agent, then watchdog killed",
                               "agent, watchdog and guard killed at once",
                               "controller's pipe closed",
                               "agent frozen",
                               "watchdog frozen, agent killed",
                               "connection silent",
                               "agent told to end"};
constexpr int blows = static_cast<int>(blowNames.size());

/// Everything of the product that is left on a node.
struct StaleState
{
    int queues = 0;
    int tables = 0;
    int processes = 0;
    int captures = 0;
    int files = 0;
    bool settings = false; ///< offloads or segment limits differ from before

    [[nodiscard]] int count() const { return queues + tables + processes + captures + files + (settings ? 1 : 0); }
    [[nodiscard]] std::string text() const
    {
        return fmt::format("{} queues, {} tables, {} processes, {} captures, {} files, settings {}", queues, tables,
                           processes, captures, files, settings ? "changed" : "as before");
    }
};

int lines(const std::string& text)
{
    return static_cast<int>(std::ranges::count(text, '\n'));
}

std::string linkOf(const std::string& path)
{
    std::error_code error;
    return fs::read_symlink(path, error).string();
}

/// Living processes in the node's network, besides the one that holds it.
std::vector<pid_t> processesOf(const impair::NodeNamespace& node)
{
    std::vector<pid_t> found;
    const std::string space = linkOf(fmt::format("/proc/{}/ns/net", node.pid()));
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const auto pid = parseInteger(entry.path().filename().string());
        if (pid && *pid != node.pid() && linkOf(entry.path() / "ns/net") == space && isAlive(*pid))
            found.push_back(static_cast<pid_t>(*pid));
    }
    return found;
}

std::string commandLine(pid_t pid)
{
    return readFile(fmt::format("/proc/{}/cmdline", pid)).value_or("");
}

struct KilledNode
{
    impair::NamespacePair pair;
    TemporaryFolder folder = *TemporaryFolder::make("millrace-killed");
    const std::string settings = read();
    Record record;
    std::unique_ptr<NodeAgent> agent;
    pid_t agentPid = -1;
    std::map<std::string, pid_t> watchdogs;

    [[nodiscard]] std::string read() const
    {
        return pair.first("ethtool -k e0; ip -d link show e0 | grep -o 'gso_max_segs [0-9]*'");
    }
    Result<void> start(Nanoseconds ping)
    {
        LocalHost host("node", pair.first.prefix());
        Command command = serveCommand();
        command.argv.insert(
            command.argv.end(),
            {"--folder", folder.path().string(), "--dead-man",
             fmt::format("{}ms", std::chrono::duration_cast<std::chrono::milliseconds>(lease).count())});
        MR_TRY(stream, host.open(command));
        ClientOptions options;
        options.name = "node";
        options.version = "test";
        options.ping = ping;
        options.lost = 1h;
        MR_TRY(connected, NodeAgent::connect(std::move(stream), options, record.events(), soon()));
        agent = std::move(connected);
        agentPid = static_cast<pid_t>(agent->client().identity().pid);
        return findWatchdogs() ? Result<void>() : fail(ErrorCode::Internal, "there are not two watchdogs");
    }
    /// Each has its name once it has become what it is.
    bool findWatchdogs()
    {
        return waitUntil(
            [&] {
                watchdogs.clear();
                for (const pid_t pid : processesOf(pair.first))
                    if (const std::string line = commandLine(pid); line.starts_with("mr-"))
                        watchdogs[line.substr(0, line.find('\0'))] = pid;
                return watchdogs.size() == 2;
            },
            5s);
    }
    /// Files, a capture, two trees of processes; the impairment is left to the caller.
    Result<void> occupy()
    {
        MR_CHECK(agent->openWork("", soon()));
        MR_CHECK(agent->putFile("sub/folder/data", std::string(300'000, 'x'), false, soon()));
        capture::CaptureSpec spec;
        spec.interface = "e0";
        MR_CHECK(agent->startCapture(spec, soon()));
        for (int i = 0; i < 2; ++i)
            MR_CHECK(agent->startProcess(shell("trap '' TERM; sleep 300 & setsid sh -c 'trap \"\" TERM; sleep 300 & "
                                               "while :; do sleep 1; done' & echo started; "
                                               "ping -q 10.9.0.2 >/dev/null & while :; do sleep 1; done"),
                                         soon()));
        (void)record.wait([&] { return record.lines.size() >= 2; });
        return {};
    }
    impair::ImpairSpec impairment() const
    {
        impair::ImpairSpec spec;
        spec.peers.resize(2);
        spec.peers[0].address = "10.9.0.2";
        spec.peers[0].loss = 0.01;
        spec.peers[1].address = "10.9.0.3";
        spec.peers[1].bitsPerSecond = 50e6;
        return spec;
    }
    [[nodiscard]] StaleState left() const
    {
        StaleState left;
        left.queues = lines(
            pair.first("tc qdisc show dev e0 | grep -v noqueue; tc filter show dev e0; ip -o link show type ifb"));
        left.tables = lines(pair.first("nft list tables"));
        left.captures = lines(pair.first("tail -n +2 /proc/net/packet"));
        left.processes = static_cast<int>(processesOf(pair.first).size());
        for ([[maybe_unused]] const auto& entry : fs::recursive_directory_iterator(folder.path()))
            ++left.files;
        left.settings = read() != settings;
        return left;
    }
    void strike(Blow blow)
    {
        const pid_t watchdog = watchdogs.at("mr-watchdog");
        const pid_t guard = watchdogs.at("mr-guard");
        const auto kill = [](pid_t pid, int signal) { ::kill(pid, signal); };
        if (blow == Blow::WatchdogThenAgent || blow == Blow::AgentAndWatchdog || blow == Blow::All)
            kill(watchdog, SIGKILL);
        if (blow == Blow::AgentAndGuard || blow == Blow::All)
            kill(guard, SIGKILL);
        if (blow == Blow::WatchdogFrozen)
            kill(watchdog, SIGSTOP);
        if (blow == Blow::WatchdogThenAgent)
            std::this_thread::sleep_for(200ms);
        if (blow == Blow::Frozen)
            kill(agentPid, SIGSTOP);
        else if (blow == Blow::Told)
            kill(agentPid, SIGTERM);
        else if (blow == Blow::Pipe)
            (void)agent->close(soon());
        else if (blow != Blow::Silent)
            kill(agentPid, SIGKILL);
        if (blow == Blow::AgentThenWatchdog) {
            std::this_thread::sleep_for(1500ms);
            kill(watchdog, SIGKILL);
        }
    }
};

struct Outcome
{
    Blow blow = Blow::Agent;
    std::string moment;
    std::string problem;
    StaleState busy;
    StaleState left;
    Nanoseconds struck{0};
    double seconds = 0; ///< until nothing was left
};

Result<void> act(KilledNode& node, Outcome& outcome, bool steady, Nanoseconds moment)
{
    MR_CHECK(node.start(outcome.blow == Blow::Silent ? Nanoseconds(1h) : Nanoseconds(200ms)));
    MR_CHECK(node.occupy());
    std::jthread applying;
    if (steady) {
        MR_CHECK(node.agent->applyImpairment(node.impairment(), soon()));
        outcome.busy = node.left();
        if (outcome.busy.settings || outcome.busy.queues < 6 || outcome.busy.tables != 2 || outcome.busy.captures < 1
            || outcome.busy.processes < 10 || outcome.busy.files < 5)
            return fail(ErrorCode::Internal, "the node is not as busy as it should be: " + outcome.busy.text());
    } else {
        applying = std::jthread([&] { (void)node.agent->applyImpairment(node.impairment(), deadlineIn(8s)); });
    }
    std::this_thread::sleep_for(moment);
    outcome.struck = monotonicNow();
    node.strike(outcome.blow);
    return {};
}

Outcome tryOne(int number)
{
    Outcome outcome;
    outcome.blow = static_cast<Blow>(number % blows);
    const bool steady = number < blows;
    const char* seed = std::getenv("MR_SEED");
    std::mt19937 random(static_cast<unsigned>(number)
                        + (seed != nullptr ? 100U * static_cast<unsigned>(std::atoi(seed)) : 2026U));
    const std::chrono::milliseconds moment(random() % (steady ? 300 : 700));
    outcome.moment = fmt::format("{} ms {}", moment.count(), steady ? "into the run" : "into the change");
    KilledNode node;
    if (const auto acted = act(node, outcome, steady, moment); !acted) {
        outcome.problem = acted.error().text();
        return outcome;
    }
    if (outcome.blow == Blow::All) {
        (void)waitUntil([&] { return !isAlive(node.agentPid); }, 5s);
        const auto kept = std::move(node.agent); // its end is not what is tested
        if (const auto next = node.start(200ms); !next)
            outcome.problem = next.error().text();
        else if (const auto opened = node.agent->openWork("", soon()); !opened)
            outcome.problem = opened.error().text();
        (void)node.agent->close(soon());
    }
    // A frozen watchdog cannot end by itself; it does when it goes on.
    if (outcome.blow == Blow::WatchdogFrozen) {
        std::this_thread::sleep_for(500ms);
        ::kill(node.watchdogs.at("mr-watchdog"), SIGCONT);
    }
    (void)waitUntil(
        [&] {
            std::this_thread::sleep_for(100ms);
            outcome.left = node.left();
            return outcome.left.count() == 0;
        },
        patience);
    outcome.seconds = std::chrono::duration<double>(monotonicNow() - outcome.struck).count();
    return outcome;
}

} // namespace

class TestAgentKilled : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedWatchdogsAreReplaced()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        ::signal(SIGPIPE, SIG_IGN);
        KilledNode node;
        const auto started = node.start(200ms);
        QVERIFY2(started, started ? "" : started.error().text().c_str());
        QVERIFY(node.occupy());
        const auto first = node.watchdogs;
        for (const auto& [name, pid] : first)
            ::kill(pid, SIGKILL);
        for (const auto& [name, pid] : first)
            QVERIFY(waitUntil([&] { return !isAlive(pid); }, 2s));
        QVERIFY(node.findWatchdogs());
        for (const auto& [name, pid] : first)
            QVERIFY(node.watchdogs.at(name) != pid);
        QVERIFY(node.agent->health(soon()));
        // They know of the folder that was opened before they were there.
        ::kill(node.agentPid, SIGKILL);
        QVERIFY2(waitUntil([&] { return node.left().count() == 0; }, patience), node.left().text().c_str());
    }

    void nothingIsLeftWhoeverIsKilled()
    {
        if (::geteuid() != 0)
            QSKIP("needs root");
        ::signal(SIGPIPE, SIG_IGN);
        constexpr int points = 2 * blows;
        std::vector<Outcome> outcomes(points);
        std::atomic<int> next = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    for (int number = next++; number < points; number = next++)
                        outcomes[static_cast<std::size_t>(number)] = tryOne(number);
                });
        }
        int left = 0;
        for (const Outcome& outcome : outcomes) {
            left += outcome.left.count();
            std::cout << fmt::format("{}, {}: {} after {:.1f} s{}{}\n",
                                     blowNames[static_cast<std::size_t>(outcome.blow)], outcome.moment,
                                     outcome.left.count() == 0 ? "nothing left" : outcome.left.text(), outcome.seconds,
                                     outcome.problem.empty() ? "" : "; ", outcome.problem);
        }
        std::cout << fmt::format("{} kill points, {} things of ours left\n", points, left) << std::flush;
        for (const Outcome& outcome : outcomes)
            QVERIFY2(outcome.problem.empty(), outcome.problem.c_str());
        QCOMPARE(left, 0);
    }
};

QTEST_APPLESS_MAIN(TestAgentKilled)
#include "tst_agent_killed.moc"
