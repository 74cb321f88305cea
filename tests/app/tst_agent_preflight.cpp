// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/socket.h"
#include "program_agent.h"

#include <QtTest>
#include <csignal>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

std::string output(const std::string& script)
{
    const auto finished = runCommand(shell(script), soon());
    return finished ? finished->out.substr(0, finished->out.find('\n')) : std::string();
}

} // namespace

/// The facts against what other programs say about this machine.
class TestAgentPreflight : public QObject
{
    Q_OBJECT

    Record m_record;
    std::unique_ptr<NodeAgent> m_agent;

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        auto agent = startAgent(m_record);
        QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
        m_agent = *std::move(agent);
    }
    void cleanupTestCase() { m_agent.reset(); }

    void factsOfThisMachine()
    {
        auto listener = listenTcp({"127.0.0.1", 0});
        const int port = localEndpoint(listener->get())->port;
        cluster::PreflightQuestion question;
        question.address = "127.0.0.1";
        question.folder = "/tmp/there/is/none";
        question.firstPort = question.lastPort = port;
        question.tools = {"sh", "no-such-program"};
        question.python = "/usr/bin/python3";
        QElapsedTimer timer;
        timer.start();
        const auto facts = m_agent->preflight(question, soon());
        QVERIFY2(facts, facts ? "" : facts.error().text().c_str());
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        utsname names{};
        ::uname(&names);
        QCOMPARE(facts->hostname, std::string(names.nodename));
        QCOMPARE(facts->kernel, std::string(names.release));
        QCOMPARE(facts->user, output("id -un"));
        QCOMPARE(facts->root, ::geteuid() == 0);
        QCOMPARE(facts->interface, std::string("lo"));
        QCOMPARE(std::to_string(facts->nic("lo")->mtu), output("cat /sys/class/net/lo/mtu"));
        QCOMPARE(facts->nic("lo")->queueOwner, cluster::QueueOwner::Kernel);
        QVERIFY(facts->tool("sh")->found && !facts->tool("no-such-program")->found);
        QVERIFY2(facts->tool("tc")->version.empty() == output("command -v tc").empty(),
                 facts->tool("tc")->version.c_str());
        if (const auto* tc = facts->tool("tc"); tc->found)
            QVERIFY2(output("tc -V").find(tc->version) != std::string::npos, tc->version.c_str());
        const std::string torch =
            output("/usr/bin/python3 -c 'import importlib.metadata as m; print(m.version(\"torch\"))' 2>/dev/null");
        QCOMPARE(facts->package("torch")->version, torch);
        QCOMPARE(facts->folder, std::string("/tmp"));
        QVERIFY(facts->folderWritable);
        struct statvfs room
        {
        };
        QVERIFY(::statvfs("/tmp", &room) == 0);
        const double free = double(room.f_bavail) * double(room.f_frsize);
        QVERIFY(std::abs(double(facts->freeBytes) - free) < 1e9);
        QCOMPARE(facts->usedPorts, std::vector<int>{port});
        QCOMPARE(facts->congestionControl, output("cat /proc/sys/net/ipv4/tcp_congestion_control"));
        QCOMPARE(facts->processors, std::stoi(output("nproc")));
        QVERIFY(facts->memoryBytes > facts->availableMemory && facts->availableMemory > 0);
        QCOMPARE(facts->features.size(), std::size_t(6));
        QVERIFY(!facts->root || facts->features.at("htb").has_value() || !facts->featureReason.empty());
    }

    void aClockThatIsTheSame()
    {
        const auto clock = m_agent->compareClock(20, soon());
        QVERIFY(clock && clock->offset);
        QVERIFY2(std::abs(clock->offset->count()) <= clock->uncertainty.count(),
                 qPrintable(QString::number(clock->offset->count())));
        QVERIFY(clock->uncertainty < 50ms);
    }

    void peers()
    {
        if (output("ping -c 1 -W 1 127.0.0.1 | grep -c '1 received'") != "1")
            QSKIP("ping does not work here");
        const auto peers =
            m_agent->reachPeers("127.0.0.1", 1500, {"127.0.0.2", "192.0.2.77", "not an address"}, soon());
        QVERIFY2(peers, peers ? "" : peers.error().text().c_str());
        QCOMPARE(peers->size(), std::size_t(3));
        QCOMPARE((*peers)[0].answers, std::optional<bool>(true));
        QCOMPARE((*peers)[0].pathMtu, std::optional<int>(1500));
        QVERIFY((*peers)[0].roundTrip && *(*peers)[0].roundTrip < 100ms && (*peers)[0].roundTrip->count() > 0);
        QVERIFY(!(*peers)[1].answers.value_or(false));
        QVERIFY(!(*peers)[2].answers);
    }

    void aBusyProcessIsSeen()
    {
        const auto started = m_agent->startProcess(shell("while :; do :; done"), soon());
        QVERIFY(started);
        // One of this agent's own is no competitor; one of another agent is.
        auto child = ChildProcess::start(shell("exec -a tcpdump sleep 20 || exec sleep 20"));
        auto busy = ChildProcess::start(shell("while :; do :; done"));
        QVERIFY(child && busy);
        const auto facts = m_agent->preflight({}, soon());
        QVERIFY(facts);
        const auto seen = [&](std::int64_t pid) {
            return std::ranges::any_of(facts->busy, [&](const auto& process) { return process.pid == pid; });
        };
        QVERIFY(seen(busy->pid()));
        QVERIFY(!seen(started->pid));
        (void)m_agent->stopProcess(started->process, 0ns, soon());
    }

    void refusals()
    {
        std::vector<std::string> many(501, "127.0.0.1");
        QVERIFY(!m_agent->reachPeers("", 1500, many, soon()));
        QVERIFY(!m_agent->client().request("host.reach", {{"peers", 3}}, soon()));
        QVERIFY(!m_agent->client().request("host.preflight", {{"tools", "tc"}}, soon()));
    }
};

QTEST_GUILESS_MAIN(TestAgentPreflight)
#include "tst_agent_preflight.moc"
