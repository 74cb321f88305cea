// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_plan.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

/// Nodes w0, w1, w2 with workers and "source" without; every interface has 500 Mbit/s.
NetworkPlan network()
{
    NetworkPlan plan;
    for (const char* name : {"w0", "w1", "w2", "source"}) {
        RunNode& node = plan.nodes.emplace_back();
        node.name = name;
        node.address = "10.77.0." + std::to_string(plan.nodes.size());
        node.nicBitsPerSecond = 5e8;
    }
    plan.nodes.back().slots = 0;
    plan.paths.resize(16);
    plan.congestionControl = "cubic";
    return plan;
}

crosstraffic::TrafficProfile profile()
{
    crosstraffic::TrafficProfile wanted;
    wanted.name = "load";
    wanted.bitsPerSecond = 1e8;
    wanted.sources = {"source"};
    wanted.destinations = {"w0"};
    wanted.phases.loaded = 4s;
    return wanted;
}

double bitsOf(const TrafficSender& sender)
{
    double bits = 0;
    for (const crosstraffic::Flow& flow : sender.order.flows)
        bits += 8 * static_cast<double>(flow.bytes);
    return bits;
}

} // namespace

class TestTrafficPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneSourceToOneDestination()
    {
        const auto plan = planTraffic(profile(), network(), 7);
        QVERIFY2(bool(plan), plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->senders.size(), std::size_t(1));
        QCOMPARE(plan->senders[0].node, 3);
        QCOMPARE(plan->receivers, std::vector<int>{0});
        const crosstraffic::TrafficOrder& order = plan->senders[0].order;
        QCOMPARE(order.source, std::string("10.77.0.4"));
        QCOMPARE(order.targets.size(), std::size_t(1));
        QCOMPARE(order.targets[0].address, std::string("10.77.0.1"));
        QCOMPARE(order.targets[0].bitsPerSecond, 5e8);
        QCOMPARE(order.congestionControl, std::string("cubic"));
        QCOMPARE(plan->capacity, 5e8);
        QCOMPARE(plan->requested, 1e8);
        QCOMPARE(plan->baseline, plan->profile.phases.baseline);
        // Exact volume: 4 s of 100 Mbit/s.
        QVERIFY(std::abs(bitsOf(plan->senders[0]) - 4e8) < 8.0 * static_cast<double>(order.flows.size()));
        QVERIFY(*plan == *planTraffic(profile(), network(), 7));
        QVERIFY(!(*plan == *planTraffic(profile(), network(), 8)));
    }

    void theDryRunSaysHowTheVolumeIsExact()
    {
        auto wanted = profile();
        wanted.sizes = {};
        auto text = trafficText(*planTraffic(wanted, network(), 7), network());
        QVERIFY2(text.find("volume: exact, sizes × 1") != std::string::npos, text.c_str());
        QVERIFY2(text.find("note: ") == std::string::npos, text.c_str());
        wanted.pattern = crosstraffic::Pattern::Burst;
        text = trafficText(*planTraffic(wanted, network(), 7), network());
        QVERIFY2(text.find("note: exact volume changed the sizes") != std::string::npos, text.c_str());
        wanted.exactVolume = false;
        text = trafficText(*planTraffic(wanted, network(), 7), network());
        QVERIFY2(text.find("exact") == std::string::npos, text.c_str());
    }

    void aSlowerLinkOnTheWayIsTheCapacity()
    {
        NetworkPlan narrow = network();
        narrow.paths[3 * 4 + 0].bitsPerSecond = 2e8;
        QCOMPARE(planTraffic(profile(), narrow, 1)->capacity, 2e8);
        narrow.sharedLimits.push_back({1e8, {{3, 0}}});
        QCOMPARE(planTraffic(profile(), narrow, 1)->capacity, 1e8);
    }

    void everySourceHasItsOwnRate()
    {
        auto wanted = profile();
        wanted.matrix = crosstraffic::Matrix::Incast;
        wanted.sources = {"source", "w1"};
        const auto plan = planTraffic(wanted, network(), 1);
        QCOMPARE(plan->senders.size(), std::size_t(2));
        QCOMPARE(plan->requested, 2e8);
        QCOMPARE(plan->receivers, std::vector<int>{0});
    }

    void endlessFlowsShareTheRate()
    {
        auto wanted = profile();
        wanted.pattern = crosstraffic::Pattern::Stream;
        wanted.streams = 4;
        const auto plan = planTraffic(wanted, network(), 1);
        QCOMPARE(plan->senders[0].order.flows.size(), std::size_t(4));
        QCOMPARE(plan->senders[0].order.flowBitsPerSecond, 2.5e7);
        wanted.bitsPerSecond = 0; // unlimited
        QCOMPARE(planTraffic(wanted, network(), 1)->senders[0].order.flowBitsPerSecond, 0.0);
    }

    void withoutARateNothingIsSent()
    {
        auto wanted = profile();
        wanted.bitsPerSecond = 0;
        const auto plan = planTraffic(wanted, network(), 1);
        QVERIFY(bool(plan));
        QVERIFY(plan->senders.empty());
        QCOMPARE(plan->duration(), 10s + 4s + 10s);
    }

    void theOnsetMovesWithTheSeed()
    {
        auto wanted = profile();
        wanted.phases.baseline = 5s;
        wanted.phases.onsetSpread = 10s;
        double sum = 0;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const Nanoseconds baseline = planTraffic(wanted, network(), seed)->baseline;
            QVERIFY(baseline >= 5s && baseline < 15s);
            sum += std::chrono::duration<double>(baseline).count();
        }
        QVERIFY(std::abs(sum / 200 - 10) < 4 * 10 / std::sqrt(12.0 * 200)); // four standard errors of the mean
    }

    void unknownNodesAreNamed()
    {
        auto wanted = profile();
        wanted.sources = {"nobody"};
        const auto plan = planTraffic(wanted, network(), 1);
        QVERIFY(!plan);
        QVERIFY(plan.error().text().find("nobody") != std::string::npos);
        QVERIFY(plan.error().text().find("load") != std::string::npos);
    }

    void slowdownGivesTheRateThatTakesAsMuchLonger()
    {
        // 100 ms of 250 ms are communication at 500 Mbit/s. 20 ms more by a queue that is shared: a fifth of the path.
        QCOMPARE(rateForSlowdown(0.02, 0.25, 0.1, 5e8), 1e8);
        // 250 ms more: 50 Mbit in 500 ms leave 400 Mbit/s.
        QCOMPARE(rateForSlowdown(0.25, 0.25, 0.1, 5e8), 4e8);
        QCOMPARE(rateForSlowdown(0, 0.25, 0.1, 5e8), 0.0);
        QVERIFY(std::isnan(rateForSlowdown(0.02, 0.25, 0, 5e8)));
        QVERIFY(std::isnan(rateForSlowdown(0.02, 0.25, 0.1, 0)));
    }
};

QTEST_APPLESS_MAIN(TestTrafficPlan)
#include "tst_traffic_plan.moc"
