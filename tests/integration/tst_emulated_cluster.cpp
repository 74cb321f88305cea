// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an emulated cluster is: its nodes from inside, its end and its refusals.

#include "core/agent/agent_client.h"
#include "core/base/file_io.h"
#include "core/base/local_host.h"
#include "core/base/process.h"
#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/emulate/ability.h"
#include "core/emulate/netem_plan.h"
#include "core/emulate/stale_emulations.h"
#include "core/node/enter_command.h"
#include "tests/integration/cluster_bench.h"

#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::emulate;
using namespace millrace::tests;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string trimmed(const CommandOutput& output)
{
    return std::string(trim(output.out));
}

EmulationSpec plainSpec(int nodes)
{
    return makeEmulationSpec(plainCluster(nodes), 1, false);
}

/// "net:[4026532008]" and so on, of a process.
std::vector<std::string> namespacesOf(const std::string& pid)
{
    std::vector<std::string> result;
    for (const char* kind : {"net", "mnt", "uts", "pid", "ipc"}) {
        std::error_code error;
        result.push_back(fs::read_symlink(fmt::format("/proc/{}/ns/{}", pid, kind), error).string());
    }
    return result;
}

/// Namespaces that some process is in or that something keeps alive, as lsns sees them.
std::string listedNamespaces()
{
    const auto output = runCommand({{"lsns", "-rno", "NS"}, {}, {}}, deadlineIn(10s));
    return output ? "\n" + output->out : std::string();
}

std::string hostInterfaces()
{
    // Others may add and remove interfaces at the same time; an emulation has TAP interfaces only.
    const auto output = runCommand({{"ip", "-br", "link", "show", "type", "tun"}, {}, {}}, deadlineIn(10s));
    return output ? output->out : std::string();
}

std::string inodeOf(const std::string& name)
{
    const auto open = name.find('[');
    return name.substr(open + 1, name.size() - open - 2);
}

/// This program as an emulating process: starts two nodes, prints their first processes, runs until its input ends.
int runEmulation(const std::string& registryFolder)
{
    EmulationOptions options;
    options.registryFolder = registryFolder;
    auto cluster = EmulatedCluster::start(plainSpec(2), options);
    if (!cluster) {
        std::cout << cluster.error().text() << std::endl;
        return 1;
    }
    for (const EmulatedNode& node : (*cluster)->nodes())
        std::cout << node.init << ' ';
    std::cout << std::endl;
    std::string line;
    std::getline(std::cin, line);
    return 0;
}

/// Reads the line with the numbers of the first processes.
std::vector<std::string> readPids(ChildProcess& process)
{
    std::string line;
    char byte = 0;
    while (::read(process.output.get(), &byte, 1) == 1 && byte != '\n')
        line += byte;
    std::vector<std::string> pids;
    for (const std::string_view piece : split(line, ' ')) {
        if (parseInteger(piece))
            pids.emplace_back(piece);
        else if (!piece.empty())
            qFatal("the emulating process says: %s", line.c_str());
    }
    return pids;
}

/// This program as a controller: starts an emulating process, prints its number and those of the nodes, and waits.
int runController(const std::string& registryFolder)
{
    auto process = ChildProcess::start({{ownProgram(), "emulate", registryFolder}, {}, {}});
    if (!process)
        return 1;
    std::cout << process->pid();
    for (const std::string& pid : readPids(*process))
        std::cout << ' ' << pid;
    std::cout << std::endl;
    std::string line;
    std::getline(std::cin, line);
    return 0;
}

} // namespace

class TestEmulatedCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const EmulationAbility ability = emulationAbility();
        if (ability.kind != AbilityKind::Root)
            QSKIP(("needs root: " + ability.reason).c_str());
    }

    void everyNodeIsAHostOfItsOwn()
    {
        const ClusterBench bench(plainSpec(3));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(trimmed(bench.run(i, {"hostname"})), fmt::format("n{}", i));
            QVERIFY(bench.run(i, {"sh", "-c", "touch /tmp/only-here /dev/shm/only-here"}).succeeded());
            QCOMPARE(trimmed(bench.run(i, {"sh", "-c", "ls /tmp /dev/shm | wc -l"})), "5"); // with ls's headings
            // The first process of the node has the number 1 in its own /proc.
            QCOMPARE(trimmed(bench.run(i, {"cat", "/proc/1/comm"})), "mr-node");
            QCOMPARE(trimmed(bench.run(i, {"cat", "/proc/sys/net/ipv6/conf/all/disable_ipv6"})), "1");
            QCOMPARE(trimmed(bench.run(i, {"sh", "-c", "cut -f3 /proc/sys/net/ipv4/tcp_wmem"})), "67108864");
        }
        QVERIFY(!fs::exists("/tmp/only-here"));
        const auto health = bench.cluster().health();
        QVERIFY(health);
        QVERIFY(health->notes.empty());
        QVERIFY(health->realtime && health->memoryLocked);
        QVERIFY(health->deadNodes.empty());
    }

    void allPairsOfEightNodesTalk()
    {
        const ClusterBench bench(plainSpec(8));
        for (int i = 0; i < 8; ++i) {
            const CommandOutput output = bench.run(
                i,
                {"sh", "-c", "for j in 1 2 3 4 5 6 7 8; do ping -q -c 1 -W 2 10.77.0.$j >/dev/null || echo $j; done"});
            QCOMPARE(output.out, "");
        }
        const auto health = bench.cluster().health();
        QCOMPARE(health->pairs.size(), std::size_t(56));
        for (const PairHealth& pair : health->pairs)
            QCOMPARE(pair.counters.delivered.packets, 2u); // one request and one reply each way
        // Broadcast goes to all others.
        QVERIFY(bench.cluster().health(true));
        (void)bench.run(0, {"ping", "-b", "-c", "1", "-W", "1", "10.77.0.255"});
        const auto flooded = bench.cluster().health();
        QCOMPARE(flooded->pairs.size(), std::size_t(7));
    }

    void sharedFoldersStayVisible()
    {
        auto folder = TemporaryFolder::make("mr-shared");
        QVERIFY(folder);
        const std::string inner = (folder->path() / "a" / "b").string();
        fs::create_directories(inner);
        EmulationSpec spec = plainSpec(1);
        spec.sharedFolders = {inner, "/usr"};
        const ClusterBench bench(spec);
        QVERIFY(bench.run(0, {"sh", "-c", "echo x > " + inner + "/from-node"}).succeeded());
        QVERIFY(fs::exists(fs::path(inner) / "from-node"));
        spec.sharedFolders = {"/tmp/mr-no-such-folder"};
        const auto refused = EmulatedCluster::start(spec);
        QVERIFY(!refused);
        QVERIFY2(refused.error().what.find("shared folder") != std::string::npos, refused.error().text().c_str());
    }

    void congestionControlIsWhatWasAskedFor_data()
    {
        QTest::addColumn<std::string>("name");
        for (const std::string_view name :
             split(trim(*readFile("/proc/sys/net/ipv4/tcp_available_congestion_control")), ' '))
            QTest::newRow(std::string(name).c_str()) << std::string(name);
    }

    void congestionControlIsWhatWasAskedFor()
    {
        QFETCH(std::string, name);
        EmulationSpec spec = plainSpec(2);
        spec.congestionControl = name;
        const ClusterBench bench(spec);
        const auto json = nlohmann::json::parse(bench.iperf(0, 1, {"-n", "100K"}, 20s));
        QCOMPARE(json.at("end").at("sender_tcp_congestion").get<std::string>(), name);
        QCOMPARE(json.at("end").at("receiver_tcp_congestion").get<std::string>(), name);
    }

    void anUnknownCongestionControlIsRefused()
    {
        EmulationSpec spec = plainSpec(2);
        spec.congestionControl = "warp";
        const auto cluster = EmulatedCluster::start(spec);
        QVERIFY(!cluster);
        QCOMPARE(cluster.error().code, ErrorCode::Unsupported);
        QVERIFY2(cluster.error().text().find("does not offer the congestion control 'warp' (it has ")
                     != std::string::npos,
                 cluster.error().text().c_str());
    }

    void netemIsRefusedWhereTheKernelHasNone()
    {
        EmulationSpec spec = plainSpec(2);
        spec.backend = cluster::EmulationBackend::Netem;
        if (checkNetem(spec))
            QSKIP("this kernel has netem");
        const auto cluster = EmulatedCluster::start(spec);
        QVERIFY(!cluster);
        QCOMPARE(cluster.error().code, ErrorCode::Unsupported);
        QVERIFY(cluster.error().text().find("use the switch backend") != std::string::npos);
    }

    void updatesHoldWhileItRuns()
    {
        const ClusterBench bench(plainSpec(2));
        const auto rtt = [&] { return median(bench.ping(0, 1, 20)); };
        const double baseline = rtt();
        QVERIFY(baseline < 5);
        for (const int milliseconds : {20, 5}) {
            const cluster::PathSettings path{0, milliseconds * 1ms, 0ms, 0, 0};
            QVERIFY(bench.cluster().update({{0, 1, path}, {1, 0, path}}));
            QVERIFY(oneOfThree([&] {
                (void)bench.cluster().health(true);
                const double achieved = rtt() - baseline;
                return isDelayOf(achieved, 2 * milliseconds, bench.cluster().health().value_or({}));
            }));
            QCOMPARE(bench.cluster().spec().path(1, 0), path);
        }
        QVERIFY(bench.cluster().update({{0, 1, {0, 0ms, 0ms, 1, 0}}}));
        QVERIFY(bench.ping(0, 1, 5).empty());
        QVERIFY(!bench.cluster().update({{0, 2, {}}}));
        QVERIFY(!bench.cluster().update({{0, 1, {0, 0ms, 0ms, 2, 0}}}));
    }

    void aDeadNodeIsNoticed()
    {
        const ClusterBench bench(plainSpec(3));
        QCOMPARE(::kill(bench.cluster().nodes()[1].init, SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.cluster().health()->deadNodes.empty(), 5000);
        const auto health = bench.cluster().health();
        QCOMPARE(health->deadNodes, (std::vector<std::string>{"n1"}));
        QCOMPARE(healthProblems(*health, bench.cluster().spec()).size(), std::size_t(1));
        QCOMPARE(bench.ping(0, 2, 3).size(), std::size_t(3)); // the others go on
    }

    void killingTheEmulatingProcessLeavesNothing()
    {
        auto folder = TemporaryFolder::make("mr-registry");
        const std::string registry = (folder->path() / "millrace").string();
        const std::string interfaces = hostInterfaces();
        auto process = ChildProcess::start({{ownProgram(), "emulate", registry}, {}, {}});
        QVERIFY(process);
        const std::vector<std::string> pids = readPids(*process);
        QCOMPARE(pids.size(), std::size_t(2));
        std::vector<std::string> inodes;
        for (const std::string& pid : pids) {
            for (const std::string& name : namespacesOf(pid))
                inodes.push_back(inodeOf(name));
        }
        for (const std::string& inode : inodes)
            QVERIFY(listedNamespaces().find("\n" + inode + "\n") != std::string::npos);
        // A process of the user inside, with a group and session of its own.
        const std::string seconds = fmt::format("4242.{}", ::getpid());
        auto inside =
            ChildProcess::start({{ownProgram(), "enter", pids[0], "--", "setsid", "--fork", "sleep", seconds}, {}, {}});
        QVERIFY(inside && inside->wait(deadlineIn(5s)));

        QCOMPARE(::kill(process->pid(), SIGKILL), 0);
        QVERIFY(process->wait(deadlineIn(5s)));
        for (const std::string& pid : pids)
            QTRY_VERIFY_WITH_TIMEOUT(!identifyProcess(static_cast<pid_t>(*parseInteger(pid))), 5000);
        // The pid namespace is listed until the system's first process has reaped the node's, which may take it
        // seconds.
        for (const std::string& inode : inodes)
            QTRY_VERIFY_WITH_TIMEOUT(listedNamespaces().find("\n" + inode + "\n") == std::string::npos, 30000);
        QTRY_COMPARE_WITH_TIMEOUT(hostInterfaces(), interfaces, 5000);
        const auto sleeping = runCommand({{"pgrep", "-fx", "sleep " + seconds}, {}, {}}, deadlineIn(5s));
        QCOMPARE(sleeping->out, "");

        // Its entry stays, and goes when its controller (this process) is gone; here it is still there.
        QCOMPARE(std::distance(fs::directory_iterator(registry), {}), 1);
        QVERIFY(removeStaleEmulations(registry).empty());
    }

    // The controller is killed while the emulating process is stopped and cannot notice.
    void aHangingEmulationIsFoundAtTheNextStart()
    {
        auto folder = TemporaryFolder::make("mr-registry");
        const std::string registry = (folder->path() / "millrace").string();
        auto controller = ChildProcess::start({{ownProgram(), "control", registry}, {}, {}});
        QVERIFY(controller);
        const std::vector<std::string> pids = readPids(*controller);
        QCOMPARE(pids.size(), std::size_t(3));
        const auto pid = [&](std::size_t index) { return static_cast<pid_t>(*parseInteger(pids[index])); };
        QVERIFY(removeStaleEmulations(registry).empty());
        QCOMPARE(::kill(pid(0), SIGSTOP), 0);
        QCOMPARE(::kill(controller->pid(), SIGKILL), 0);
        QVERIFY(controller->wait(deadlineIn(5s)));
        const std::vector<std::string> done = removeStaleEmulations(registry);
        QVERIFY(!done.empty());
        for (std::size_t i = 0; i < pids.size(); ++i)
            QTRY_VERIFY_WITH_TIMEOUT(!identifyProcess(pid(i)), 5000);
        QVERIFY(fs::is_empty(registry));
        QVERIFY(removeStaleEmulations(registry).empty());
    }

    void anOrderlyEndLeavesNothing()
    {
        auto folder = TemporaryFolder::make("mr-registry");
        const fs::path registry = folder->path() / "millrace";
        EmulationOptions options;
        options.registryFolder = registry;
        std::vector<std::string> inodes;
        {
            const auto cluster = EmulatedCluster::start(plainSpec(4), options);
            QVERIFY(cluster);
            QVERIFY(!fs::is_empty(registry));
            for (const EmulatedNode& node : (*cluster)->nodes()) {
                for (const std::string& name : namespacesOf(std::to_string(node.init)))
                    inodes.push_back(inodeOf(name));
            }
        }
        QVERIFY(fs::is_empty(registry));
        for (const std::string& inode : inodes)
            QTRY_VERIFY_WITH_TIMEOUT(listedNamespaces().find("\n" + inode + "\n") == std::string::npos, 5000);
    }

    void theAgentServesEmulations();
};

// emulate.start, health, update and stop over the agent's protocol; then a start that is cut short by its end.
void TestEmulatedCluster::theAgentServesEmulations()
{
    auto folder = TemporaryFolder::make("mr-agent");
    const std::string program = std::string(qgetenv("MR_BIN")) + "/millrace-agent";
    if (!fs::exists(program))
        QFAIL(("there is no " + program).c_str());
    LocalHost host("local");
    auto stream = host.open({{program, "serve"}, {}, {}});
    QVERIFY(stream);
    agent::ClientOptions options;
    options.version = "0.1.0";
    auto client = agent::AgentClient::connect(*std::move(stream), options, deadlineIn(10s));
    QVERIFY2(client, client ? "" : client.error().text().c_str());
    const auto ask = [&](const char* method, const nlohmann::ordered_json& params) {
        return (*client)->request(method, params, deadlineIn(30s));
    };
    const nlohmann::ordered_json start{{"spec", toJson(plainSpec(2))},
                                       {"registry_folder", (folder->path() / "millrace").string()}};
    const auto started = ask("emulate.start", start);
    QVERIFY2(started, started ? "" : started.error().text().c_str());
    QCOMPARE(started->at("id"), "bench");
    QCOMPARE(started->at("nodes").size(), std::size_t(2));
    const pid_t init = started->at("nodes")[1].at("pid").get<pid_t>();
    QCOMPARE(ask("emulate.start", start).error().code, ErrorCode::AlreadyExists);

    // The agent's own command enters the node, and the agent's folder is visible there.
    const auto entered =
        runCommand({{program, "enter", std::to_string(init), "--", "ls", program}, {}, {}}, deadlineIn(10s));
    QVERIFY2(entered && entered->succeeded(), entered ? entered->err.c_str() : "");

    QVERIFY(ask("emulate.update", {{"id", "bench"}, {"paths", {{{"from", 0}, {"to", 1}, {"delay_ns", 5000000}}}}}));
    QVERIFY(!ask("emulate.update", {{"id", "bench"}, {"paths", {{{"from", 0}, {"to", 7}}}}}));
    QCOMPARE(ask("emulate.health", {{"id", "other"}}).error().code, ErrorCode::NotFound);
    const auto health = ask("emulate.health", {{"id", "bench"}, {"reset", true}});
    QVERIFY(health && parseEmulationHealth(health->at("health")));
    QVERIFY(ask("emulate.stop", {{"id", "bench"}}));
    QVERIFY(!identifyProcess(init));

    const auto again = ask("emulate.start", start);
    QVERIFY(again);
    const pid_t last = again->at("nodes")[0].at("pid").get<pid_t>();
    QVERIFY(identifyProcess(last));
    QVERIFY((*client)->close(deadlineIn(10s)));
    QVERIFY(!identifyProcess(last));
    QVERIFY(fs::is_empty(folder->path() / "millrace"));
}

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string first = arguments.empty() ? "" : arguments[0];
    if (first == "enter")
        return node::enterCommand({arguments.begin() + 1, arguments.end()});
    if (first == "emulate")
        return runEmulation(arguments.at(1));
    if (first == "control")
        return runController(arguments.at(1));
    TestEmulatedCluster test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_emulated_cluster.moc"
