// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an emulated cluster does to traffic, requested against achieved, measured from inside the nodes by ping and
// iperf3.

#include "core/base/process.h"
#include "core/base/statistics.h"
#include "core/emulate/ability.h"
#include "core/node/enter_command.h"
#include "tests/integration/cluster_bench.h"

#include <QtTest>

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

using namespace millrace;
using namespace millrace::emulate;
using namespace millrace::tests;
using namespace std::chrono_literals;

namespace {

bool isNear(double achieved, double requested, double tolerance)
{
    return std::abs(achieved / requested - 1) <= tolerance;
}

void note(const std::string& text)
{
    qInfo("%s", text.c_str());
}

/// The median of 50 pings from the first node to the second, in milliseconds; nothing when one was lost.
std::optional<double> roundTrip(const ClusterBench& bench)
{
    const std::vector<double> times = bench.ping(0, 1, 50);
    return times.size() == 50 ? std::optional(median(times)) : std::nullopt;
}

std::string healthText(const EmulationHealth& health)
{
    return fmt::format("lateness p50 {} µs, p99 {} µs, max {} µs; CPU {:.0f} %; buffered {} kB",
                       health.latenessMedian.count() / 1000, health.lateness99.count() / 1000,
                       health.latenessMaximum.count() / 1000, 100 * health.cpuSeconds / health.wallSeconds,
                       health.bufferedBytesMaximum / 1000);
}

/// Where one processor does not suffice for every packet on its own, the switch says so, and runs become invalid.
bool saysThatItIsTooSlow(const EmulationHealth& health, const EmulationSpec& spec)
{
    return health.cpuSeconds > 0.85 * health.wallSeconds && !healthProblems(health, spec).empty();
}

constexpr auto measured = 2s;

std::uint64_t deliveredBytes(const EmulationHealth& health, const std::pair<int, int>& flow)
{
    for (const PairHealth& pair : health.pairs) {
        if (pair.from == flow.first && pair.to == flow.second)
            return pair.counters.delivered.bytes;
    }
    return 0;
}

/// Flows from node to node that have left their slow starts behind, with counters of the switch from then on; they
/// last until this goes.
class Flows
{
public:
    Flows(const ClusterBench& bench, const std::vector<std::pair<int, int>>& pairs)
    {
        (void)bench.cluster().health(true);
        // One port per flow, since flows may share a receiver.
        for (const auto& [from, to] : pairs)
            m_programs.push_back(bench.start(to, iperf(from, {"-s", "-1"})));
        for (const auto& [from, to] : pairs)
            bench.awaitListener(to, portOf(from));
        for (const auto& [from, to] : pairs) {
            const std::string& address = bench.cluster().nodes()[static_cast<std::size_t>(to)].address;
            m_programs.push_back(bench.start(from, iperf(from, {"-c", address, "-t", "1000"})));
        }
        waitUntilAllRun(bench, pairs);
        (void)bench.cluster().health(true);
    }
    ~Flows()
    {
        for (auto program = m_programs.rbegin(); program != m_programs.rend(); ++program)
            (void)program->stop(2s);
    }
    Flows(const Flows&) = delete;
    Flows& operator=(const Flows&) = delete;

private:
    static int portOf(int from) { return 6000 + from; }
    static std::vector<std::string> iperf(int from, const std::vector<std::string>& options)
    {
        std::vector<std::string> argv{"nice", "-n", "-20", "iperf3", "-i", "0", "-p", std::to_string(portOf(from))};
        argv.insert(argv.end(), options.begin(), options.end());
        return argv;
    }
    /// All have sent a megabyte, and a second has passed.
    static void waitUntilAllRun(const ClusterBench& bench, const std::vector<std::pair<int, int>>& pairs)
    {
        const Deadline deadline = deadlineIn(30s);
        const auto runs = [&](const EmulationHealth& health) {
            return std::ranges::all_of(pairs,
                                       [&](const auto& pair) { return deliveredBytes(health, pair) > 1'000'000; });
        };
        while (timeLeft(deadline).count() > 0 && !runs(bench.cluster().health().value_or({})))
            std::this_thread::sleep_for(20ms);
        std::this_thread::sleep_for(1s);
    }

    std::vector<ChildProcess> m_programs; ///< servers and clients
};

/// Of TCP payload that a node receives, by the counters of its interface. Each frame, as large as it may be, carries 66
/// bytes of headers.
double goodput(const ClusterBench& bench, int node)
{
    const auto payload = [&] {
        const InterfaceCounters counters = bench.counters(node);
        return static_cast<double>(counters.receivedBytes - 66 * counters.receivedPackets);
    };
    const auto start = std::chrono::steady_clock::now();
    const double before = payload();
    std::this_thread::sleep_for(measured);
    const double after = payload();
    return 8 * (after - before) / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

class TestEmulatedLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const EmulationAbility ability = emulationAbility();
        if (ability.kind != AbilityKind::Root)
            QSKIP(("needs root: " + ability.reason).c_str());
    }

    void delay_data()
    {
        QTest::addColumn<int>("milliseconds");
        QTest::addColumn<bool>("packet");
        for (const int milliseconds : {2, 5, 20}) {
            QTest::addRow("%d ms fast", milliseconds) << milliseconds << false;
            QTest::addRow("%d ms packet", milliseconds) << milliseconds << true;
        }
    }

    void delay()
    {
        QFETCH(int, milliseconds);
        QFETCH(bool, packet);
        cluster::Cluster cluster = plainCluster(2);
        cluster.mode = packet ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
        // What the way itself takes, through four threads that must be woken up, differs from machine to machine.
        const double baseline = roundTrip(ClusterBench(makeEmulationSpec(cluster, 1, false))).value_or(0);
        cluster.links = {linkOf(0, milliseconds * 1ms, 0ms, 0)};
        const ClusterBench bench(makeEmulationSpec(cluster, 1, false));
        QVERIFY(oneOfThree([&] {
            (void)bench.cluster().health(true);
            const std::optional<double> achieved = roundTrip(bench);
            const EmulationHealth health = bench.cluster().health().value_or({});
            note(fmt::format("rtt requested {} ms, achieved {:.3f} ms of which {:.3f} ms without delay; {}",
                             2 * milliseconds, achieved.value_or(0), baseline, healthText(health)));
            return baseline > 0 && achieved && isDelayOf(*achieved - baseline, 2 * milliseconds, health);
        }));
    }

    // Two independent uniform deviations of ±4 ms add up to a standard deviation of 4 √(2/3) ms.
    void jitter()
    {
        cluster::Cluster cluster = plainCluster(2);
        cluster.links = {linkOf(0, 10ms, 4ms, 0)};
        const ClusterBench bench(makeEmulationSpec(cluster, 1, false));
        QVERIFY(oneOfThree([&] {
            const std::vector<double> times = bench.ping(0, 1, 100, 0.03);
            note(fmt::format("rtt mean {:.2f} ms, deviation {:.2f} ms", mean(times), standardDeviation(times)));
            // The standard error of the deviation is about 7 % with 100 pings.
            return isNear(mean(times), 20, 0.05) && isNear(standardDeviation(times), 4 * std::sqrt(2.0 / 3), 0.25);
        }));
    }

    void rate_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<bool>("packet");
        QTest::addColumn<bool>("offload");
        for (const double rate : {10e6, 100e6, 1e9}) {
            QTest::addRow("%g Mbit/s fast", rate / 1e6) << rate << false << false;
            QTest::addRow("%g Mbit/s packet", rate / 1e6) << rate << true << false;
            QTest::addRow("%g Mbit/s packet, cut and joined", rate / 1e6) << rate << true << true;
        }
    }

    void rate()
    {
        QFETCH(double, rate);
        QFETCH(bool, packet);
        QFETCH(bool, offload);
        cluster::Cluster cluster = plainCluster(2);
        cluster.mode = packet ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
        cluster.links = {linkOf(rate, 1ms, 0ms, 0)};
        EmulationSpec spec = makeEmulationSpec(cluster, 1, false);
        spec.segmentationOffload = offload;
        const ClusterBench bench(spec);
        QVERIFY(oneOfThree([&] {
            const Flows flows(bench, {{0, 1}});
            const double achieved = wireRate(goodput(bench, 1), cluster.mtu);
            const EmulationHealth health = bench.cluster().health().value_or({});
            note(fmt::format("rate requested {:.0f} Mbit/s, achieved {:.1f} Mbit/s; {}", rate / 1e6, achieved / 1e6,
                             healthText(health)));
            return isNear(achieved, rate, 0.05) || (achieved < rate && saysThatItIsTooSlow(health, spec));
        }));
    }

    // Lost are those that the sender's interface counted out and the receiver's did not count in.
    void loss_data()
    {
        QTest::addColumn<double>("loss");
        QTest::newRow("1 %") << 0.01;
        QTest::newRow("5 %") << 0.05;
    }

    void loss()
    {
        QFETCH(double, loss);
        cluster::Cluster cluster = plainCluster(2);
        cluster.links = {linkOf(0, 2ms, 0ms, loss)};
        cluster.mode = cluster::SwitchMode::Packet; // so that interfaces count what the switch counts
        const EmulationSpec spec = makeEmulationSpec(cluster, 1, false);
        QVERIFY(!spec.segmentationOffload);
        const ClusterBench bench(spec);
        QVERIFY(bench.cluster().health(true));
        const InterfaceCounters sender = bench.counters(0);
        const InterfaceCounters receiver = bench.counters(1);
        const auto json = nlohmann::json::parse(bench.iperf(0, 1, {"-u", "-b", "50M", "-l", "1400", "-t", "2"}, 30s));
        std::this_thread::sleep_for(50ms);
        const std::uint64_t offered = bench.counters(0).sentPackets - sender.sentPackets;
        const std::uint64_t arrived = bench.counters(1).receivedPackets - receiver.receivedPackets;
        const auto health = bench.cluster().health();
        QVERIFY(health);
        const PairCounters& counters = health->pairs.at(0).counters;
        QCOMPARE(counters.offered.packets, offered);
        QCOMPARE(counters.delivered.packets, arrived);
        QCOMPARE(counters.lost.packets, offered - arrived);
        QCOMPARE(counters.offered.bytes, bench.counters(0).sentBytes - sender.sentBytes);
        QCOMPARE(counters.delivered.bytes, bench.counters(1).receivedBytes - receiver.receivedBytes);

        const Interval interval = binomialInterval(offered - arrived, offered, 0.99);
        const auto& sum = json.at("end").at("sum");
        const auto lost = sum.at("lost_packets").get<std::uint64_t>();
        const auto sent = sum.at("packets").get<std::uint64_t>();
        note(
            fmt::format("loss requested {} %, achieved {:.3f} % of {} packets, 99 % interval {:.3f} … {:.3f} %; iperf3 "
                        "says {} of {}",
                        loss * 100, 100.0 * double(offered - arrived) / double(offered), offered, interval.low * 100,
                        interval.high * 100, lost, sent));
        QVERIFY(offered > 8000);
        // The sequence of losses is fixed by the seed, so this does not fail once in a hundred runs.
        QVERIFY(interval.contains(loss));
        QVERIFY(binomialInterval(lost, sent, 0.99).contains(loss));
    }

    // Packets that were cut in the switch are lost one by one, and none is lost unseen.
    void lossOfCutPackets()
    {
        cluster::Cluster cluster = plainCluster(2);
        cluster.links = {linkOf(100e6, 1ms, 0ms, 0.01)};
        const EmulationSpec spec = makeEmulationSpec(cluster, 1, false);
        QVERIFY(spec.segmentationOffload);
        const ClusterBench bench(spec);
        QVERIFY(bench.cluster().health(true));
        const auto json = nlohmann::json::parse(bench.iperf(0, 1, {"-n", "20M"}, 60s));
        // iperf3 does not count what its server has not read when the client says that it is done.
        QVERIFY(json.at("end").at("sum_received").at("bytes").get<double>() > 0.97 * 20 * 1024 * 1024);
        std::this_thread::sleep_for(50ms);
        const auto health = bench.cluster().health();
        QVERIFY(health);
        const PairCounters& counters = health->pairs.at(0).counters;
        // 20 MiB in pieces of 1448 bytes, and what was sent once more.
        QVERIFY(counters.offered.packets > 14'482 && counters.offered.packets < 16'000);
        QCOMPARE(counters.offered.packets,
                 counters.delivered.packets + counters.lost.packets + counters.queueDropped.packets);
        QVERIFY(binomialInterval(counters.lost.packets, counters.offered.packets, 0.999).contains(0.01));
        QVERIFY(bench.counters(0).sentPackets < counters.offered.packets * 3 / 4);
        note(fmt::format("{} packets in {} frames of the sender, {} of the receiver; {} lost", counters.offered.packets,
                         bench.counters(0).sentPackets, bench.counters(1).receivedPackets, counters.lost.packets));
    }

    // Four flows, each with a link of its own, through one port.
    void bottleneckIsShared_data()
    {
        QTest::addColumn<bool>("packet");
        QTest::newRow("fast") << false;
        QTest::newRow("packet") << true;
    }

    void bottleneckIsShared()
    {
        QFETCH(bool, packet);
        constexpr double rate = 200e6;
        cluster::Cluster cluster = plainCluster(8);
        cluster.mode = packet ? cluster::SwitchMode::Packet : cluster::SwitchMode::Fast;
        for (std::size_t i = 0; i < 8; ++i)
            cluster.nodes[i].zone = i < 4 ? "left" : "right";
        cluster.links = {linkOf(1e9, 2ms, 0ms, 0)};
        cluster.bottleneck = cluster::Bottleneck{"left", "right", true, rate, 0};
        const ClusterBench bench(makeEmulationSpec(cluster, 1, false));
        QVERIFY(oneOfThree([&] { return shareBottleneck(bench, rate); }));
    }

    // Eight nodes, four flows at once, each with the rate of its own link.
    void flowsDoNotDisturbEachOther_data()
    {
        QTest::addColumn<double>("rate");
        QTest::newRow("250 Mbit/s") << 250e6;
        QTest::newRow("1 Gbit/s") << 1e9;
    }

    void flowsDoNotDisturbEachOther()
    {
        QFETCH(double, rate);
        cluster::Cluster cluster = plainCluster(8);
        cluster.links = {linkOf(rate, 5ms, 0ms, 0)};
        const ClusterBench bench(makeEmulationSpec(cluster, 1, false));
        QVERIFY(oneOfThree([&] {
            const std::vector<double> rates = fourFlows(bench);
            return std::ranges::all_of(rates, [&](double each) { return isNear(each, rate, 0.05); });
        }));
    }

    // A NIC limits all that a node receives, whoever sends.
    void nicLimitsTheSumOfItsSenders()
    {
        constexpr double rate = 100e6;
        cluster::Cluster cluster = plainCluster(3);
        cluster.nodes[2].nics[0].bitsPerSecond = rate;
        cluster.links = {linkOf(0, 2ms, 0ms, 0)};
        const ClusterBench bench(makeEmulationSpec(cluster, 1, false));
        QVERIFY(oneOfThree([&] {
            std::vector<double> rates = runFlows(bench, {{0, 2}, {1, 2}});
            note(fmt::format("NIC requested 100 Mbit/s, achieved {:.1f} + {:.1f} Mbit/s", rates[0] / 1e6,
                             rates[1] / 1e6));
            return isNear(rates[0] + rates[1], rate, 0.05);
        }));
    }

private:
    /// Wire rates of flows that run at once, by the counters of the switch, which the loss case holds against those of
    /// the interfaces.
    static std::vector<double> runFlows(const ClusterBench& bench, const std::vector<std::pair<int, int>>& pairs)
    {
        const Flows flows(bench, pairs);
        const auto start = std::chrono::steady_clock::now();
        std::this_thread::sleep_for(measured);
        const auto health = bench.cluster().health();
        const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::vector<double> rates;
        for (const auto& pair : pairs)
            rates.push_back(8.0 * static_cast<double>(deliveredBytes(health.value_or({}), pair)) / elapsed);
        note(health ? healthText(*health) : health.error().text());
        return rates;
    }

    static std::vector<double> fourFlows(const ClusterBench& bench)
    {
        std::vector<double> rates = runFlows(bench, {{0, 4}, {1, 5}, {2, 6}, {3, 7}});
        note(fmt::format("four flows: {:.1f}, {:.1f}, {:.1f}, {:.1f} Mbit/s", rates[0] / 1e6, rates[1] / 1e6,
                         rates[2] / 1e6, rates[3] / 1e6));
        return rates;
    }

    static bool shareBottleneck(const ClusterBench& bench, double rate)
    {
        const std::vector<double> rates = fourFlows(bench);
        const double sum = rates[0] + rates[1] + rates[2] + rates[3];
        // No flow starves; how evenly TCP itself shares is not the switch's doing.
        return isNear(sum, rate, 0.05) && std::ranges::min(rates) > 0.05 * rate;
    }
};

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "enter")
        return node::enterCommand({argv + 2, argv + argc});
    TestEmulatedLinks test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_emulated_links.moc"
