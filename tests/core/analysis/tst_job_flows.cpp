// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/job_flows.h"
#include "core/analysis/step_detector.h"
#include "core/analysis/traffic_pass.h"
#include "made_packets.h"

#include <QtTest>

#include <random>
#include <set>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t jobMs = 1'000'000;
constexpr std::int64_t jobStart = 1'700'000'000'000'000'000;
constexpr std::uint32_t firstNode = 0x0a000001;
constexpr std::uint16_t workerPort = 10'000;

/// A network on which jobs and others send.
class Wire
{
public:
    /// A ring: each node sends `packets` of 1400 B to the next one in each step of `length` ms; every second one is
    /// acknowledged 1 ms later, the last 30 ms later.
    void ring(std::uint32_t nodes, int steps, std::int64_t begin, std::int64_t length, int packets = 30)
    {
        for (int step = 0; step < steps; ++step) {
            const std::int64_t from = jobStart + (begin + step * length + length / 2) * jobMs;
            log.push_back(
                {jobStart + (begin + step * length) * jobMs, jobStart + (begin + (step + 1) * length) * jobMs});
            for (std::uint32_t node = 0; node < nodes; ++node)
                for (int i = 0; i < packets; ++i) {
                    const auto source = static_cast<std::uint16_t>(40'000 + node);
                    const std::int64_t time = from + i * (length / 2 - 2) * jobMs / packets;
                    const std::uint32_t to = firstNode + (node + 1) % nodes;
                    made.tcp(time, firstNode + node, source, to, workerPort, 1400);
                    if (i % 2 == 1)
                        made.tcp(time + (i + 1 == packets ? 30 : 1) * jobMs, to, workerPort, firstNode + node, source,
                                 0);
                }
        }
    }
    /// Connections of some packets to a server's port, at random.
    void requests(int count, std::uint16_t port, std::int64_t within, std::uint32_t bytes = 1400, int packets = 10)
    {
        for (int i = 0; i < count; ++i) {
            const std::int64_t begin =
                jobStart + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(within)) * jobMs;
            for (int k = 0; k < packets; ++k)
                made.tcp(begin + k * 2 * jobMs, firstNode + random() % 2, static_cast<std::uint16_t>(50'000 + i),
                         firstNode + 2, port, bytes);
        }
    }
    /// One connection that never pauses.
    void stream(std::uint16_t port, std::int64_t begin, std::int64_t end, int perMs)
    {
        for (std::int64_t time = begin; time < end; ++time)
            for (int i = 0; i < perMs; ++i)
                made.tcp(jobStart + time * jobMs + i, firstNode + 3, 60'000, firstNode, port, 1400);
    }

    [[nodiscard]] TrafficSummary summary() const
    {
        std::vector<capture::Packet> packets = made.packets;
        std::ranges::stable_sort(packets, {}, &capture::Packet::time);
        const capture::AddressBook book;
        TrafficPass pass({}, book);
        pass.add(packets);
        return pass.finish();
    }

    analysis::test::MadePackets made;
    std::vector<LoggedStep> log;
    std::mt19937 random{5};
};

/// Destination ports of flows.
std::set<int> portsOf(const TrafficSummary& summary, const JobFlows& flows)
{
    std::set<int> ports;
    for (const std::uint32_t row : flows.flows)
        ports.insert(summary.flows[row].destinationPort);
    return ports;
}

std::uint64_t matchedIn(const Wire& wire, const TrafficSummary& summary, const JobFlows& flows)
{
    const auto found = detectSteps(summary, flows);
    return found && found->reliable ? compareSteps(found->steps, wire.log).matched : 0;
}

} // namespace

class TestJobFlows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ringAmongRequests()
    {
        Wire wire;
        wire.ring(3, 30, 0, 100);
        wire.requests(150, 8080, 3000);
        const TrafficSummary summary = wire.summary();
        const JobFlows job = findJobFlows(summary);
        QCOMPARE(job.basis, FlowBasis::Shape);
        QCOMPARE(job.flows.size(), std::size_t(3)); // no direction that only acknowledges
        QCOMPARE(portsOf(summary, job), std::set<int>{workerPort});
        QVERIFY(job.share > 0.5 && job.share < 0.9);
        QCOMPARE(matchedIn(wire, summary, job), std::uint64_t(30));
    }

    void startIsLongerThanTraining()
    {
        // The library loads for 20 s and asks a server meanwhile; then 3 s of training.
        Wire wire;
        wire.ring(3, 30, 20'000, 100);
        wire.requests(200, 8080, 23'000);
        for (int i = 0; i < 230; ++i) // keeps a connection alive from the first second to the last
            wire.made.tcp(jobStart + i * 100 * jobMs, firstNode + 1, 45'000, firstNode, 29'500, 60);
        const TrafficSummary summary = wire.summary();
        const JobFlows job = findJobFlows(summary);
        QCOMPARE(portsOf(summary, job), std::set<int>{workerPort});
        QCOMPARE(matchedIn(wire, summary, job), std::uint64_t(30));
    }

    void endlessStreamIsNoJob()
    {
        Wire wire;
        wire.ring(3, 40, 0, 100);
        wire.stream(5001, 500, 4000, 4); // ten times the bytes of a connection of the ring
        const TrafficSummary summary = wire.summary();
        const JobFlows job = findJobFlows(summary);
        QCOMPARE(portsOf(summary, job), std::set<int>{workerPort});
        QCOMPARE(matchedIn(wire, summary, job), std::uint64_t(40));
        Wire alone;
        alone.stream(5001, 0, 2000, 3);
        QCOMPARE(findJobFlows(alone.summary()).flows.size(), std::size_t(1)); // nothing else is there
    }

    void largeRequestIsStillARequest()
    {
        Wire wire;
        wire.ring(2, 40, 0, 100, 20);
        wire.requests(60, 9977, 4000, 1400, 30);
        wire.requests(1, 9977, 100, 1400, 1800); // of 3.6 s
        const TrafficSummary summary = wire.summary();
        QCOMPARE(portsOf(summary, findJobFlows(summary)), std::set<int>{workerPort});
    }

    void portsDecide()
    {
        Wire wire;
        wire.ring(3, 20, 0, 100);
        wire.requests(100, 9977, 2000, 1400, 40);
        wire.requests(5, 22, 2000, 100, 3);
        const TrafficSummary summary = wire.summary();
        const KnownPorts ports{{{10'000, 10'003}}, {{9977, 9977}}, {}};
        const auto classes = classesOf(summary, ports);
        std::uint64_t job = 0, cross = 0, other = 0;
        for (std::size_t row = 0; row < classes.size(); ++row) {
            const Flow& flow = summary.flows[row];
            const bool ofJob = flow.destinationPort == workerPort || flow.sourcePort == workerPort;
            QCOMPARE(classes[row] == TrafficClass::Job, ofJob);
            QCOMPARE(classes[row] == TrafficClass::Cross, flow.destinationPort == 9977);
            (ofJob ? job : flow.destinationPort == 9977 ? cross : other) += flow.packets;
        }
        QCOMPARE(job, std::uint64_t(3 * 20 * 45));
        QCOMPARE(cross, std::uint64_t(4000));
        QCOMPARE(other, std::uint64_t(15));
        const JobFlows found = findJobFlows(summary, ports);
        QCOMPARE(found.basis, FlowBasis::Ports);
        QCOMPARE(found.among, std::size_t(6));
        QCOMPARE(found.flows.size(), std::size_t(3));
    }

    void nodesDecideWhereThePortsDoNot()
    {
        Wire wire;
        wire.ring(2, 10, 0, 100);
        wire.made.tcp(jobStart, firstNode, 2000, 0x08080808, 443, 100);
        const TrafficSummary summary = wire.summary();
        KnownPorts ports{
            {{1024, 65'535}}, {}, {capture::IpAddress::v4(firstNode), capture::IpAddress::v4(firstNode + 1)}};
        const auto classes = classesOf(summary, ports);
        QCOMPARE(flowsOfClass(classes, TrafficClass::Job).size(), std::size_t(4));
        QCOMPARE(flowsOfClass(classes, TrafficClass::Other).size(), std::size_t(1));
    }

    void crossTrafficIsLeftOutWhereOnlyItsPortsAreKnown()
    {
        Wire wire;
        wire.ring(2, 20, 0, 100);
        wire.stream(9977, 0, 2000, 5);
        const TrafficSummary summary = wire.summary();
        const JobFlows job = findJobFlows(summary, KnownPorts{{}, {{9977, 9977}}, {}});
        QCOMPARE(job.basis, FlowBasis::Shape);
        QCOMPARE(portsOf(summary, job), std::set<int>{workerPort});
    }

    void chosenFlowsAreTakenAsTheyAre()
    {
        Wire wire;
        wire.ring(2, 10, 0, 100);
        wire.requests(5, 8080, 500);
        const TrafficSummary summary = wire.summary();
        const JobFlows chosen = givenFlows(summary, {1, 3});
        QCOMPARE(chosen.flows, (std::vector<std::uint32_t>{1, 3}));
        QCOMPARE(chosen.basis, FlowBasis::Chosen);
        QCOMPARE(givenFlows(summary, {}).flows.size(), summary.flows.size());
        QCOMPARE(givenFlows(summary, {}).basis, FlowBasis::All);
        QVERIFY(findJobFlows(TrafficSummary{}).flows.empty());
    }

    void readsPorts()
    {
        const auto ports = parsePorts("10000-10003, 29500");
        QVERIFY(ports);
        QCOMPARE(*ports, (std::vector<PortRange>{{10'000, 10'003}, {29'500, 29'500}}));
        QVERIFY(parsePorts("")->empty());
        for (const char* wrong : {"x", "1,", "65536", "5-4", "-1", "1-2-3"}) {
            const auto refused = parsePorts(wrong);
            QVERIFY2(!refused, wrong);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        }
    }
};

QTEST_APPLESS_MAIN(TestJobFlows)
#include "tst_job_flows.moc"
