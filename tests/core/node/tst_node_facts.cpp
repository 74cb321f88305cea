// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "core/node/host_handlers.h"
#include "core/node/interface_facts.h"
#include "core/node/preflight_facts.h"
#include "core/node/preflight_handlers.h"
#include "tests/core/node/node_bed.h"

#include <QtTest>
#include <csignal>
#include <sys/utsname.h>

using namespace millrace;
using namespace millrace::agent;
using namespace millrace::node;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A node that has all tools, and can do all but netem.
void addTools(const FakePrograms& programs)
{
    programs.add("ip", "echo 'ip utility, iproute2-6.1.0, libbpf 1.1.0'");
    programs.add("tc",
                 "case \"$*\" in\n"
                 "-V) echo 'tc utility, iproute2-6.1.0, libbpf 1.1.0';;\n"
                 "*'show dev lo') echo '[{\"kind\":\"noqueue\",\"handle\":\"0:\",\"root\":true}]';;\n"
                 "*show*) echo '[{\"kind\":\"htb\",\"handle\":\"1:\",\"root\":true}]';;\n"
                 "esac");
    programs.add("ss", "echo 'ss utility, iproute2-6.1.0' >&2");
    programs.add("nft", "echo 'nftables v1.0.6 (Lester Gooch #5)'");
    programs.add("tcpdump", "exit 1");
    programs.add("iperf3", "echo 'iperf 3.12 (cJSON 1.7.15)'; echo more");
    programs.add("unshare", "case \"$*\" in\n*' true') ;;\n*) printf 'htb\\nu32\\ntbf\\nnft-loss\\n';;\nesac");
    programs.add("nvidia-smi", "printf 'Tesla T4, 535.1, 15360, 50\\nbroken line\\n'");
    programs.add("python",
                 "case $1 in\n--version) echo 'Python 3.11.2';;\n"
                 "*) echo '{\"torch\": \"2.1.0\", \"numpy\": null}';;\nesac");
}

NodeBed makeBed()
{
    return NodeBed([](AgentServer& server) {
        registerHostHandlers(server);
        registerPreflightHandlers(server);
    });
}

JobContext cancelledJob()
{
    std::stop_source stop;
    stop.request_stop();
    return {stop.get_token(), {}};
}

} // namespace

class TestNodeFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { ::signal(SIGPIPE, SIG_IGN); }

    void theLoopback()
    {
        const auto all = interfaceFacts();
        const auto lo = std::ranges::find(all, "lo", &InterfaceFacts::name);
        QVERIFY(lo != all.end());
        QCOMPARE(lo->mac, std::string("00:00:00:00:00:00"));
        QCOMPARE(std::to_string(lo->mtu), std::string(trim(*readFile("/sys/class/net/lo/mtu"))));
        QVERIFY(lo->isUp && !lo->megabitsPerSecond && lo->driver.empty());
        QVERIFY(std::ranges::find(lo->addresses, "127.0.0.1/8") != lo->addresses.end());
        const Json json = toJson(*lo);
        QCOMPARE(json.at("name").get<std::string>(), std::string("lo"));
        QVERIFY(json.at("speed_mbit").is_null() && json.at("up").get<bool>());
        QCOMPARE(json.at("offloads").size(), lo->offloads.size());
        QVERIFY(isIpv4WithPrefix("10.0.0.1/8") && !isIpv4WithPrefix("::1/128"));
    }

    void aSnapshot()
    {
        const FakePrograms programs;
        addTools(programs);
        programs.add("tc", "exit 3");
        NodeBed bed = makeBed();
        const auto snapshot = bed.node->snapshot(soon());
        QVERIFY2(snapshot, snapshot ? "" : snapshot.error().text().c_str());
        utsname names{};
        ::uname(&names);
        QCOMPARE(snapshot->at("hostname").get<std::string>(), std::string(names.nodename));
        QCOMPARE(snapshot->at("kernel").get<std::string>(), std::string(names.release));
        QVERIFY(snapshot->at("cpu").at("count").get<int>() > 0
                && snapshot->at("memory_bytes").get<std::uint64_t>() > 0);
        QCOMPARE(snapshot->at("load").size(), std::size_t(3));
        const Json tools = snapshot->at("tools");
        QCOMPARE(tools.at("iperf3").get<std::string>(), std::string("iperf 3.12 (cJSON 1.7.15)"));
        QVERIFY(tools.at("tc").is_null());
        QCOMPARE(snapshot->at("interfaces").size(), interfaceFacts().size());
        const std::string buffers = snapshot->at("sysctls").at("net.ipv4.tcp_rmem").get<std::string>();
        QCOMPARE(std::ranges::count(buffers, ' '), std::ptrdiff_t(2));
        QVERIFY(std::abs(snapshot->at("wall_ns").get<std::int64_t>() - wallNow().count()) < 20'000'000'000);
        if (fs::exists("/etc/os-release")) {
            const Json distribution = snapshot->at("distribution");
            QVERIFY(distribution.is_string() && distribution.get<std::string>().find('"') == std::string::npos);
        }
    }

    void aPreflight()
    {
        const FakePrograms programs;
        addTools(programs);
        const TemporaryFolder folder = *TemporaryFolder::make("millrace-preflight");
        const auto listener = listenTcp({"127.0.0.1", 0});
        const int port = localEndpoint(listener->get())->port;
        cluster::PreflightQuestion question;
        question.address = "127.0.0.1";
        question.folder = (folder.path() / "not" / "there").string();
        question.firstPort = question.lastPort = port;
        question.tools = {"iperf3", "no-such-program", "tc", (programs.folder() / "ip").string()};
        question.python = "python";
        NodeBed bed = makeBed();
        const auto facts = bed.node->preflight(question, soon());
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY(!facts->hostname.empty() && !facts->machineId.empty() && !facts->user.empty());
        QCOMPARE(facts->root, ::geteuid() == 0);
        QCOMPARE(facts->sudo, std::optional<bool>(false));
        QVERIFY(facts->memoryBytes > facts->availableMemory && facts->availableMemory > 0 && facts->processors > 0);
        QVERIFY(std::ranges::find(facts->congestionControls, facts->congestionControl)
                != facts->congestionControls.end());
        QCOMPARE(facts->folder, folder.path().string());
        QVERIFY(facts->folderWritable && facts->freeBytes > 0);
        QCOMPARE(facts->usedPorts, std::vector<int>{port});

        QCOMPARE(facts->interface, std::string("lo"));
        QCOMPARE(facts->nic("lo")->rootQueue, std::string("noqueue"));
        QCOMPARE(facts->nic("lo")->queueOwner, cluster::QueueOwner::Kernel);
        QCOMPARE(facts->nic("lo")->addresses.front(), std::string("127.0.0.1/8"));

        const auto version = [&](const char* tool) { return facts->tool(tool)->version; };
        QCOMPARE(version("tc"), std::string("6.1.0"));
        QCOMPARE(version("ss"), std::string("6.1.0"));
        QCOMPARE(version("nft"), std::string("1.0.6"));
        QCOMPARE(version("python"), std::string("3.11.2"));
        QVERIFY(facts->tool("tcpdump")->found && version("tcpdump").empty());
        QVERIFY(facts->tool("iperf3")->found && !facts->tool("no-such-program")->found);
        QVERIFY(facts->tool((programs.folder() / "ip").string())->found);
        QCOMPARE(std::ranges::count(facts->tools, "tc", &cluster::ToolFacts::name), std::ptrdiff_t(1));
        QCOMPARE(facts->package("torch")->version, std::string("2.1.0"));
        QVERIFY(facts->package("numpy")->found && facts->package("numpy")->version.empty());
        QVERIFY(!facts->package("horovod")->found);
        QVERIFY(
            (facts->gpus == std::vector<cluster::GpuFacts>{{"Tesla T4", "535.1", std::uint64_t(15360) << 20, 0.5}}));

        QCOMPARE(facts->features.at("htb"), std::optional<bool>(true));
        QCOMPARE(facts->features.at("netem"), std::optional<bool>(false));
        QCOMPARE(facts->featureReason, std::string());
        QVERIFY(facts->clock.offset && facts->clock.uncertainty < 1s);
    }

    void featuresThatNobodyMayTry()
    {
        const FakePrograms programs;
        addTools(programs);
        programs.add("unshare", "exit 1");
        programs.add("id", "echo 1000");
        cluster::NodeFacts facts;
        addFeatures(facts, {});
        QCOMPARE(facts.featureReason, std::string("only root can try"));
        QCOMPARE(facts.features.size(), std::size_t(6));
        QVERIFY(!facts.features.at("htb"));
        programs.add("id", "echo 0");
        addFeatures(facts, {});
        QVERIFY2(facts.featureReason.find("CAP_SYS_ADMIN") != std::string::npos, facts.featureReason.c_str());
    }

    void programsAreFilesThatCanBeExecuted()
    {
        const FakePrograms programs;
        programs.add("mine", "echo out; echo err >&2");
        programs.add("quiet", "echo \"$LC_ALL\" >&2");
        fs::create_directory(programs.folder() / "folder");
        writeText(programs.folder() / "text", "");
        QCOMPARE(findProgram("mine"), (programs.folder() / "mine").string());
        QCOMPARE(findProgram((programs.folder() / "mine").string()), (programs.folder() / "mine").string());
        for (const std::string name : {"folder", "text", "absent", "", "/absent", "/tmp", "/"})
            QVERIFY2(findProgram(name).empty(), name.c_str());
        QCOMPARE(printed({"mine"}, {}), std::string("out\n"));
        QCOMPARE(printed({"quiet"}, {}), std::string("C\n"));
        QCOMPARE(printed({"absent"}, {}), std::string());
        programs.add("slow", "echo out; exec sleep 300");
        QCOMPARE(printed({"slow"}, cancelledJob()), std::string());
    }

    void foldersThatAreThereAndNot()
    {
        const auto facts = [](const std::string& folder) {
            cluster::NodeFacts found;
            addFolder(found, folder);
            return found;
        };
        const TemporaryFolder folder = *TemporaryFolder::make("millrace-folder");
        QCOMPARE(facts(folder.path() / "a/b/c").folder, folder.path().string());
        QVERIFY(facts(folder.path()).freeBytes > 0 && facts(folder.path()).folderWritable);
        QCOMPARE(facts("/proc/x").folderWritable, ::geteuid() == 0);
        QCOMPARE(facts("/no-such-folder/x").folder, std::string("/"));
        ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
        QCOMPARE(facts("").folder, folder.path().string());
        ::setenv("XDG_CACHE_HOME", "", 1);
        ::setenv("HOME", folder.path().c_str(), 1);
        QCOMPARE(facts("").folder, folder.path().string());
    }

    void competingProcesses()
    {
        const FakePrograms programs;
        fs::create_symlink(findProgram("sleep"), programs.folder() / "tcpdump");
        // An orphan: what this process has started itself is no competitor.
        programs.add("begin", "echo $$ > $here/pid; exec tcpdump 300 >/dev/null 2>&1");
        programs.add("leave", "setsid begin & while [ ! -s $here/pid ]; do sleep 0.01; done");
        QVERIFY(runCommand({{"leave"}, {}, {}}, soon())->succeeded());
        const std::int64_t stranger = std::atoll(readFile(programs.folder() / "pid")->c_str());
        QVERIFY(stranger > 0);
        auto own = ChildProcess::start({{"tcpdump", "300"}, {}, {}});
        const std::string file = fmt::format("/proc/{}/cmdline", stranger);
        QVERIFY(waitUntil([&] { return readFile(file).value_or("").starts_with("tcpdump"); }, 5s));
        cluster::NodeFacts facts;
        addBusyProcesses(facts, cancelledJob());
        QVERIFY(facts.busy.empty());
        addBusyProcesses(facts, {});
        ::kill(static_cast<pid_t>(stranger), SIGKILL);
        const auto seen = std::ranges::find(facts.busy, stranger, &cluster::BusyProcess::pid);
        // At most eight are named, by their use of the processor.
        if (facts.busy.size() < 8) {
            QVERIFY(seen != facts.busy.end());
            QVERIFY(seen->measures && seen->command == "tcpdump" && !seen->user.empty());
        }
        QVERIFY(std::ranges::find(facts.busy, own->pid(), &cluster::BusyProcess::pid) == facts.busy.end());
        QVERIFY(facts.busy.size() <= 8);
        QVERIFY(std::ranges::is_sorted(facts.busy, std::greater(), &cluster::BusyProcess::cpuShare));
    }

    void peersByPing()
    {
        const FakePrograms programs;
        programs.add("ping",
                     "for address; do :; done\necho \"$*\" >> $here/asked\n"
                     "case $address in\n"
                     "10.0.0.1) case $* in *'-s 1472'*) exit 1;; esac\n"
                     "  echo 'rtt min/avg/max/mdev = 0.250/0.300/0.400/0.005 ms';;\n"
                     "10.0.0.2) exit 1;;\n"
                     "10.0.0.3) echo 'connect: Network is unreachable' >&2; exit 2;;\n"
                     "10.0.0.4) exit 2;;\n"
                     "10.0.0.5) case $* in *-s*) exit 1;; esac; echo nothing;;\n"
                     "esac");
        NodeBed bed = makeBed();
        const auto peers = bed.node->reachPeers(
            "10.0.0.9", 1500, {"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "no address"}, soon());
        QVERIFY2(peers, peers ? "" : peers.error().text().c_str());
        using cluster::PeerReach;
        QVERIFY(((*peers)[0] == PeerReach{"10.0.0.1", true, Nanoseconds(250us), 1492}));
        QVERIFY(((*peers)[1] == PeerReach{"10.0.0.2", false, {}, {}}));
        QVERIFY(((*peers)[2] == PeerReach{"10.0.0.3", false, {}, {}}));
        QVERIFY(((*peers)[3] == PeerReach{"10.0.0.4", {}, {}, {}}));
        QVERIFY(((*peers)[4] == PeerReach{"10.0.0.5", true, {}, {}}));
        QVERIFY(((*peers)[5] == PeerReach{"no address", {}, {}, {}}));
        QVERIFY(readFile(programs.folder() / "asked")->find("-I 10.0.0.9 -M do -s 1464 10.0.0.1\n")
                != std::string::npos);
    }

    void refusals()
    {
        NodeBed bed = makeBed();
        const std::vector<std::string> many(501, "127.0.0.1");
        QCOMPARE(bed.node->reachPeers("", 1500, many, soon()).error().code, ErrorCode::InvalidInput);
        QCOMPARE(bed.request("host.reach", {{"peers", 3}}).error().code, ErrorCode::Protocol);
        QVERIFY(!bed.request("host.preflight", {{"tools", "tc"}}));
        QVERIFY(reachPeers("", 1500, {"127.0.0.1"}, cancelledJob()).front().address.empty());
    }
};

QTEST_GUILESS_MAIN(TestNodeFacts)
#include "tst_node_facts.moc"
