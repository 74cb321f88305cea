// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/emulate/ability.h"
#include "core/emulate/emulation_spec.h"
#include "program_agent.h"

#include <QtTest>
#include <csignal>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::agent;
using namespace std::chrono_literals;

namespace {

constexpr double megabit = 1e6;

cluster::Link link(const std::string& from, const std::string& to, const cluster::LinkSettings& settings)
{
    return {from, to, false, settings};
}

/// a → b is 10 ms long and b → a 30 ms; a → c loses 2 %; b → c is limited to 100 Mbit/s, c → b to 1 Gbit/s.
emulate::EmulationSpec testSpec()
{
    cluster::Cluster cluster;
    for (const char* name : {"a", "b", "c"}) {
        cluster.nodes.emplace_back();
        cluster.nodes.back().name = name;
    }
    cluster::LinkSettings settings;
    settings.delay = 10ms;
    cluster.links.push_back(link("a", "b", settings));
    settings.delay = 30ms;
    cluster.links.push_back(link("b", "a", settings));
    settings = {};
    settings.loss = 0.02;
    cluster.links.push_back(link("a", "c", settings));
    settings = {};
    settings.bitsPerSecond = 100 * megabit;
    cluster.links.push_back(link("b", "c", settings));
    settings.bitsPerSecond = 1000 * megabit;
    cluster.links.push_back(link("c", "b", settings));
    auto spec = emulate::makeEmulationSpec(cluster, 7, false);
    spec.id = "agent-test-" + std::to_string(::getpid());
    return spec;
}

std::string text(const probe::RateReport& report)
{
    return fmt::format("offered {:.0f}, achieved {:.0f}, sent {}, received {}, dropped here {}",
                       report.offeredBitsPerSecond, report.achievedBitsPerSecond, report.sent, report.received,
                       report.localDrops);
}

/// The hypervisor stops this machine for tens of milliseconds now and then; a wrong measurement fails three times.
template <typename Attempt>
bool oneOfThree(Attempt attempt)
{
    return attempt() || attempt() || attempt();
}

} // namespace

/// Agents inside the nodes of an emulated cluster: what they measure is held against what the cluster was asked for.
class TestAgentCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        ::signal(SIGPIPE, SIG_IGN);
        if (const auto ability = emulate::emulationAbility(); ability.kind != emulate::AbilityKind::Root)
            QSKIP(("this needs root: " + ability.reason).c_str());
        m_spec = testSpec();
        m_emulator = *startAgent(m_emulatorRecord);
        const auto folder = TemporaryFolder::make("mr-agent-cluster");
        const auto reply = m_emulator->client().request(
            "emulate.start", {{"spec", emulate::toJson(m_spec)}, {"registry_folder", folder->path().string()}}, soon());
        QVERIFY2(reply, reply ? "" : reply.error().text().c_str());
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string pid = std::to_string(reply->at("nodes").at(i).at("pid").get<int>());
            m_hosts.emplace_back(m_spec.nodes[i].name,
                                 std::vector<std::string>{serveCommand().argv.front(), "enter", pid, "--"});
            auto agent = NodeAgent::start(m_hosts.back(), serveCommand(), "test", m_records[i].events(), soon());
            QVERIFY2(agent, agent ? "" : agent.error().text().c_str());
            m_agents.push_back(*std::move(agent));
            const auto responder = m_agents.back()->startResponder({m_spec.nodes[i].address, 0}, soon());
            QVERIFY2(responder, responder ? "" : responder.error().text().c_str());
            m_responders.push_back(*responder);
        }
    }

    void cleanupTestCase()
    {
        for (auto& agent : m_agents)
            (void)agent->close(soon());
        m_agents.clear();
        if (m_emulator)
            QVERIFY(m_emulator->close(soon()));
    }

    void delayOfEachDirection()
    {
        QVERIFY(oneOfThree([this] {
            const auto there = m_agents[0]->probeDelay({m_responders[1], 100, 3ms, 64, 2s}, soon());
            const auto back = m_agents[1]->probeDelay({m_responders[0], 100, 3ms, 64, 2s}, soon());
            if (!there || !back || there->lost + back->lost > 0)
                return false;
            qInfo("10 ms: %.3f ms; 30 ms: %.3f ms; both ways %.3f and %.3f ms",
                  double(there->forward.median.count()) / 1e6, double(back->forward.median.count()) / 1e6,
                  double(there->roundTrip.median.count()) / 1e6, double(back->roundTrip.median.count()) / 1e6);
            return there->forward.minimum >= 10ms && there->forward.median < 10'500us && back->forward.minimum >= 30ms
                && back->forward.median < 31'500us && there->roundTrip.minimum >= 40ms
                && there->roundTrip.median < 42ms;
        }));
    }

    void lossIsWithinItsInterval()
    {
        const auto report = m_agents[0]->probeLoss({m_responders[2], 20'000, 10'000, 64, 5s}, soon());
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        QCOMPARE(report->localDrops, 0u);
        const Interval interval = binomialInterval(report->sent - report->received, report->sent, 0.999);
        qInfo("2 %%: %u of %u lost", report->sent - report->received, report->sent);
        QVERIFY(interval.contains(0.02));
        const auto back = m_agents[2]->probeLoss({m_responders[0], 5'000, 10'000, 64, 5s}, soon());
        QVERIFY(back && back->received == 5'000u);
    }

    void rateOfASlowPath()
    {
        QVERIFY(oneOfThree([this] {
            const auto report = m_agents[1]->probeRate({m_responders[2], 150 * megabit, 500ms, 0, 5s}, soon());
            qInfo("100 Mbit/s: %s", report ? text(*report).c_str() : report.error().text().c_str());
            return report && report->frameBytes == 1514
                && std::abs(report->achievedBitsPerSecond / (100 * megabit) - 1) < 0.02;
        }));
    }

    void rateOfAFastPath()
    {
        bool offered = false;
        QVERIFY(oneOfThree([&] {
                    const auto report = m_agents[2]->probeRate({m_responders[1], 1200 * megabit, 500ms, 0, 5s}, soon());
                    qInfo("1 Gbit/s: %s", report ? text(*report).c_str() : report.error().text().c_str());
                    if (report && report->offeredBitsPerSecond < 1050 * megabit)
                        return false;
                    offered = true;
                    return report && std::abs(report->achievedBitsPerSecond / (1000 * megabit) - 1) < 0.05;
                })
                || !offered);
        if (!offered)
            QSKIP("other programs keep this machine too busy to offer more than 1 Gbit/s");
    }

    void samplesAreThoseOfTheNode()
    {
        SamplingSpec spec;
        spec.interval = 10ms;
        const auto sampling = m_agents[1]->startSampling(spec, soon());
        QVERIFY2(sampling, sampling ? "" : sampling.error().text().c_str());
        QVERIFY(m_records[1].wait([&] { return !m_records[1].batches.empty(); }));
        const auto report = m_agents[2]->probeLoss({m_responders[1], 1000, 10'000, 100, 5s}, soon());
        QVERIFY(report);
        std::this_thread::sleep_for(100ms);
        QVERIFY(m_agents[1]->stopSampling(*sampling, soon()));
        const auto count = [&](const Sample& sample) {
            const auto it = std::ranges::find(sample.interfaces, "eth0", &counters::InterfaceCounters::name);
            return it == sample.interfaces.end() ? std::uint64_t(0) : it->receivedPackets;
        };
        const auto& batches = m_records[1].batches;
        const std::uint64_t packets = count(batches.back().samples.back()) - count(batches.front().samples.front());
        // The train, a few echo packets, requests for the result, address resolution.
        QVERIFY2(packets >= 1000 && packets < 1040, std::to_string(packets).c_str());
        QVERIFY(batches.front().samples.front().interfaces.size() <= 2); // its own, not the machine's
    }

    void aKilledAgentLeavesNothingInItsNode()
    {
        // The number that the agent knows itself by holds inside its pid namespace; a process there does the killing.
        const std::string own = fmt::format("{}", m_agents[0]->client().identity().pid);
        const auto sleepers = m_agents[0]->startProcess(shell("setsid sleep 300 & echo $!; exec sleep 300"), soon());
        QVERIFY(sleepers && printedNumber(m_records[0], sleepers->process) > 0);
        const auto sleeping = [&](Record& record) {
            const auto look = m_agents[0]->startProcess(shell("ps -A -o comm= | grep -c '^sleep$'"), soon());
            return look ? printedNumber(record, look->process) : -1;
        };
        QVERIFY(waitUntil([&] { return sleeping(m_records[0]) == 2; }, 5s));
        (void)m_agents[0]->startProcess({{"kill", "-9", own}, {}, {}}, soon()); // its answer may come or not
        QVERIFY(m_records[0].wait([&] { return m_records[0].losses.size() == 1; }));
        // Another agent enters the same node and looks.
        m_agents[0] = *NodeAgent::start(m_hosts[0], serveCommand(), "test", m_records[3].events(), soon());
        QVERIFY(waitUntil([&] { return sleeping(m_records[3]) == 0; }, 3s));
    }

private:
    emulate::EmulationSpec m_spec;
    Record m_emulatorRecord;
    Record m_records[4];
    std::vector<LocalHost> m_hosts;
    std::unique_ptr<NodeAgent> m_emulator;
    std::vector<std::unique_ptr<NodeAgent>> m_agents;
    std::vector<Endpoint> m_responders;
};

QTEST_APPLESS_MAIN(TestAgentCluster)
#include "tst_agent_cluster.moc"
