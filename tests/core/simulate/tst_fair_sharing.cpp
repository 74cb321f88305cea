// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/simulate/fair_sharing.h"

#include <QtTest/QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::simulate;

namespace {

/// Nodes whose NICs have these rates, in payload bytes per second.
cluster::Cluster nodesOf(const std::vector<double>& rates)
{
    cluster::Cluster cluster;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        cluster::Node node;
        node.name = "n" + std::to_string(i);
        node.nics.front().bitsPerSecond = 8 * rates[i];
        cluster.nodes.push_back(node);
    }
    return cluster;
}

} // namespace

class TestFairSharing final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalSharesOfOneNic()
    {
        const Network network(nodesOf({100, 1000, 1000}), {});
        FairSharing sharing(network);
        const Flow first = sharing.add(network.path(0, 1));
        const Flow second = sharing.add(network.path(0, 2));
        sharing.start(first);
        QVERIFY(sharing.isOutdated());
        QCOMPARE(sharing.rate(first), 100.0);
        QVERIFY(sharing.update().empty()); // it had this rate already
        sharing.start(second);
        QCOMPARE(sharing.rate(second), 50.0);
        QCOMPARE(sharing.update().size(), 1u);
        QCOMPARE(sharing.rate(first), 50.0);
        QCOMPARE(sharing.rate(second), 50.0);
        QCOMPARE(sharing.rateBefore(first), 100.0);
        sharing.stop(first);
        QCOMPARE(sharing.update().size(), 1u);
        QCOMPARE(sharing.rate(second), 100.0);
        QCOMPARE(sharing.rate(first), 0.0);
    }

    /// The textbook case: a flow that is held back elsewhere leaves its share to the others.
    void whatOneCannotUseGoesToTheOthers()
    {
        auto cluster = nodesOf({90, 10, 1000, 1000});
        const Network network(cluster, {});
        FairSharing sharing(network);
        const Flow held = sharing.add(network.path(0, 1));
        const Flow free = sharing.add(network.path(0, 2));
        const Flow other = sharing.add(network.path(0, 3));
        for (const Flow flow : {held, free, other})
            sharing.start(flow);
        (void)sharing.update();
        QCOMPARE(sharing.rate(held), 10.0);
        QCOMPARE(sharing.rate(free), 40.0);
        QCOMPARE(sharing.rate(other), 40.0);
    }

    /// Two flows the opposite ways of two NICs: the acknowledgements of one pass the NIC that the other has filled, and
    /// that holds neither back, whatever their weights.
    void acknowledgementsHoldNobodyBack()
    {
        TransportLaw law;
        law.acknowledgements = 0.02;
        const Network network(nodesOf({100, 100}), law);
        FairSharing sharing(network);
        const Flow there = sharing.add(network.path(0, 1), 1.0);
        const Flow back = sharing.add(network.path(1, 0), 0.7);
        sharing.start(there);
        sharing.start(back);
        (void)sharing.update();
        QVERIFY2(sharing.rate(there) > 97 && sharing.rate(there) <= 100,
                 qPrintable(QString::number(sharing.rate(there))));
        QVERIFY2(sharing.rate(back) > 97 && sharing.rate(back) <= 100, qPrintable(QString::number(sharing.rate(back))));
    }

    void aPathOfItsOwnRateIsNoShare()
    {
        auto cluster = nodesOf({100, 1000, 1000});
        cluster::Link slow{"n0", "n1", true, {}};
        slow.settings.bitsPerSecond = 8 * 20;
        cluster.links.push_back(slow);
        const Network network(cluster, {});
        FairSharing sharing(network);
        const Flow held = sharing.add(network.path(0, 1));
        const Flow free = sharing.add(network.path(0, 2));
        sharing.start(held);
        sharing.start(free);
        (void)sharing.update();
        QCOMPARE(sharing.rate(held), 20.0);
        QCOMPARE(sharing.rate(free), 80.0);
    }

    void weightsDivideAShare()
    {
        const Network network(nodesOf({90, 1000, 1000}), {});
        FairSharing sharing(network);
        const Flow heavy = sharing.add(network.path(0, 1), 2);
        const Flow light = sharing.add(network.path(0, 2));
        sharing.start(heavy);
        sharing.start(light);
        (void)sharing.update();
        QCOMPARE(sharing.rate(heavy), 60.0);
        QCOMPARE(sharing.rate(light), 30.0);
    }

    void nothingLimits()
    {
        const Network network(nodesOf({0, 0}), {});
        FairSharing sharing(network);
        const Flow flow = sharing.add(network.path(0, 1));
        sharing.start(flow);
        QVERIFY(sharing.update().empty());
        QVERIFY(std::isinf(sharing.rate(flow)));
    }

    /// Against the definition: every flow has a bottleneck, a full resource (or its own limit) on which no flow has
    /// more.
    void everyFlowHasABottleneck()
    {
        Random random(7);
        for (int trial = 0; trial < 200; ++trial) {
            const std::size_t count = 3 + random.below(10);
            std::vector<double> rates;
            for (std::size_t i = 0; i < count; ++i)
                rates.push_back(10 + 90 * random.uniform());
            auto cluster = nodesOf(rates);
            if (trial % 2 == 0)
                cluster.bottleneck = cluster::Bottleneck{"n0", "*", true, 8 * 30, 0};
            const Network network(cluster, {});
            FairSharing sharing(network);
            struct Known
            {
                Path path;
                bool active = false;
            };
            std::vector<Known> flows;
            for (int i = 0; i < 30; ++i) {
                const std::size_t from = random.below(count);
                const std::size_t to = (from + 1 + random.below(count - 1)) % count;
                flows.push_back({network.path(from, to), false});
                sharing.add(flows.back().path);
            }
            for (int change = 0; change < 60; ++change) {
                const auto flow = static_cast<Flow>(random.below(flows.size()));
                flows[flow].active ? sharing.stop(flow) : sharing.start(flow);
                flows[flow].active = !flows[flow].active;
                if (random.below(3) > 0)
                    continue;
                (void)sharing.update();
                std::vector<double> load(network.resources(), 0), most(network.resources(), 0);
                for (Flow each = 0; each < flows.size(); ++each)
                    for (std::size_t i = 0; flows[each].active && i < flows[each].path.count; ++i) {
                        load[flows[each].path.resources[i]] += sharing.rate(each);
                        double& largest = most[flows[each].path.resources[i]];
                        largest = std::max(largest, sharing.rate(each));
                    }
                for (Resource resource = 0; resource < load.size(); ++resource)
                    QVERIFY(load[resource] <= network.capacity(resource) * (1 + 1e-9));
                for (Flow each = 0; each < flows.size(); ++each) {
                    if (!flows[each].active)
                        continue;
                    bool held = false;
                    for (std::size_t i = 0; i < flows[each].path.count; ++i) {
                        const Resource resource = flows[each].path.resources[i];
                        held = held
                            || (load[resource] > network.capacity(resource) * (1 - 1e-9)
                                && sharing.rate(each) > most[resource] * (1 - 1e-9));
                    }
                    QVERIFY(held);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestFairSharing)
#include "tst_fair_sharing.moc"
