// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/base/process.h"
#include "core/crosstraffic/flow_log.h"
#include "core/crosstraffic/traffic_order.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <unistd.h>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

struct Answer
{
    int code = -1;
    std::string out;
};

Answer shell(const std::string& script)
{
    const auto output = runCommand({{"/bin/sh", "-c", script}, {}, {}}, deadlineIn(60s));
    if (!output)
        return {};
    if (!output->succeeded())
        qWarning("%s: %s", script.c_str(), output->err.c_str());
    return {output->succeeded() ? 0 : 1, output->out};
}

} // namespace

/// Two namespaces with a link of 100 Mbit/s, and the agent's commands in them.
class TestTrafficPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (::geteuid() != 0)
            QSKIP("namespaces need root");
        const char* folder = std::getenv("MR_BIN");
        m_agent = std::string(folder != nullptr ? folder : ".") + "/millrace-agent";
        auto made = TemporaryFolder::make("traffic-path");
        QVERIFY(made);
        m_folder.emplace(*std::move(made));
        shell("ip netns del " + m_a + " 2>/dev/null; ip netns del " + m_b + " 2>/dev/null; true");
        const std::string tc = "ip netns exec " + m_a + " ";
        if (shell("ip netns add " + m_a + " && ip netns add " + m_b + " && ip link add va netns " + m_a
                  + " type veth peer vb netns " + m_b + " && ip -n " + m_a + " addr add 10.78.0.1/24 dev va && ip -n "
                  + m_b + " addr add 10.78.0.2/24 dev vb && ip -n " + m_a + " link set va up && ip -n " + m_b
                  + " link set vb up && " + tc + "ethtool -K va tso off gso off >/dev/null && " + tc
                  + "tc qdisc add dev va root tbf rate 100mbit burst 10kb latency 60ms")
                .code
            != 0)
            QSKIP("no namespaces with tbf here");
    }
    void cleanupTestCase()
    {
        if (m_folder)
            shell("ip netns del " + m_a + " 2>/dev/null; ip netns del " + m_b + " 2>/dev/null; true");
    }

    /// Bytes with their heads at the rate of the link, plus a round trip.
    void completionTimeOfOneMegabyte()
    {
        TrafficOrder order = orderFor(1200ms);
        order.congestionControl = "cubic";
        for (int i = 0; i < 5; ++i)
            order.flows.push_back({Nanoseconds(i * 200ms), 1'000'000, 0, 0});
        const auto records = send(order);
        QCOMPARE(records.size(), std::size_t(5));
        const double expected = 1e6 / 1448 * 1514 * 8 / 1e8;
        const double free = 10'240 * 8 / 1e8; // what the bucket holds at first
        double best = 1e9;
        for (const FlowRecord& record : records) {
            QCOMPARE(record.end, FlowEnd::Completed);
            best = std::min(best, std::chrono::duration<double>(record.completion).count());
            QVERIFY(record.ideal > 80ms && record.ideal < 90ms);
            QVERIFY(record.slowdown() > 1);
        }
        QVERIFY2(best > expected - free - 0.001 && best < expected * 1.05, qPrintable(QString::number(best)));
    }

    /// Every tenth datagram is dropped on its way; the firewall's own counter is the truth.
    void lossOnTheWay()
    {
        const std::string nft = "ip netns exec " + m_b + " nft ";
        if (shell(nft
                  + "'add table inet t; add chain inet t c { type filter hook prerouting priority 0; }; add rule "
                    "inet t c udp length > 1000 numgen inc mod 10 == 3 counter drop'")
                .code
            != 0)
            QSKIP("no nft here");
        TrafficOrder order = orderFor(1s);
        order.transport = Transport::Udp;
        order.flowBitsPerSecond = 20e6;
        order.flows.push_back({0ns, 0, 0, 0});
        const auto records = send(order);
        const std::string rules = shell(nft + "list chain inet t c").out;
        shell(nft + "delete table inet t");
        QCOMPARE(records.size(), std::size_t(1));
        const auto at = rules.find("counter packets ");
        QVERIFY(at != std::string::npos);
        const std::uint64_t dropped = std::stoull(rules.substr(at + 16));
        QVERIFY(dropped > 100);
        QCOMPARE(records[0].datagramsLost, dropped);
        QVERIFY(std::abs(static_cast<double>(records[0].ackedBytes) / 1448 / 9 - static_cast<double>(dropped)) <= 2);
    }

    /// What leaves must be what the interface has counted.
    void bytesOnTheInterface()
    {
        TrafficOrder order = orderFor(1s);
        order.transport = Transport::Udp;
        order.flowBitsPerSecond = 50e6;
        order.flows.push_back({0ns, 0, 0, 0});
        const std::string count = "ip netns exec " + m_a + " cat /proc/net/dev | grep va: | awk '{print $10}'";
        const double bytes = std::stod(shell(count).out);
        const auto records = send(order);
        const double sent = std::stod(shell(count).out) - bytes;
        QCOMPARE(records.size(), std::size_t(1));
        const double payload = static_cast<double>(records[0].ackedBytes);
        QVERIFY2(std::abs(sent / (payload / 1448 * 1490) - 1) < 0.01, qPrintable(QString::number(sent / payload)));
        QVERIFY(std::abs(payload * 8 / 50e6 - 1) < 0.1);
    }

    void theSignalInTheMiddleOfTheLoad()
    {
        TrafficOrder order = orderFor(1h);
        order.flows = {{0ns, 0, 0, 0}, {10ms, 10'000, 0, 0}, {10min, 1, 0, 0}};
        const auto records = send(order, "sleep 0.7; kill -TERM $S; ");
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(records[0].end, FlowEnd::Cut);
        QVERIFY(records[0].ackedBytes > 1'000'000);
        QVERIFY(m_said.find("\"event\":\"traffic-end\"") != std::string::npos);
        QVERIFY(m_said.find("code 0") != std::string::npos);
        QVERIFY(m_heard.find("\"event\":\"traffic-end\"") != std::string::npos);
        QVERIFY(m_heard.find("code 0") != std::string::npos);
    }

    void ordersThatCannotBeRead()
    {
        const Answer answer = shell(m_agent + " traffic send --order /nonexistent; echo code $?");
        QVERIFY(answer.out.find("\"event\":\"traffic-error\"") != std::string::npos);
        QVERIFY(answer.out.find("code 1") != std::string::npos);
    }

private:
    static TrafficOrder orderFor(Nanoseconds duration)
    {
        TrafficOrder order;
        order.targets = {{"b", "10.78.0.2", 5555, 1e8}};
        order.duration = duration;
        return order;
    }

    std::vector<FlowRecord> send(const TrafficOrder& order, const std::string& meanwhile = {})
    {
        const std::string folder = m_folder->path().string();
        const std::string log = folder + "/flows.csv";
        std::remove(log.c_str());
        if (!writeFileAtomically(folder + "/order", orderText(order)))
            return {};
        shell("cd " + folder + "; ip netns exec " + m_b + " " + m_agent
              + " traffic receive --address 10.78.0.2 --port 5555 > heard & R=$!; "
                "for i in $(seq 100); do grep -q ready heard && break; sleep 0.1; done; ip netns exec "
              + m_a + " " + m_agent + " traffic send --order order --log flows.csv > said & S=$!; " + meanwhile
              + "wait $S; echo code $? >> said; sleep 0.2; kill -TERM $R; wait $R; echo code $? >> heard");
        m_said = readFile(folder + "/said").value_or("");
        m_heard = readFile(folder + "/heard").value_or("");
        Issues issues;
        const auto records = parseFlowLog(readFile(log).value_or(""), issues);
        return records && issues.empty() ? *records : std::vector<FlowRecord>();
    }

    const std::string m_a = "mr-path-a-" + std::to_string(::getpid());
    const std::string m_b = "mr-path-b-" + std::to_string(::getpid());
    std::string m_agent;
    std::string m_said;
    std::string m_heard;
    std::optional<TemporaryFolder> m_folder;
};

QTEST_GUILESS_MAIN(TestTrafficPath)
#include "tst_traffic_path.moc"
