// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/interface_counters.h"
#include "core/emulate/netem_plan.h"
#include "core/emulate/node_plan.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::emulate;
using namespace std::chrono_literals;

namespace {

EmulationSpec threeNodes()
{
    cluster::Cluster cluster;
    cluster.name = "p";
    for (const char* name : {"a", "b", "c"})
        cluster.nodes.emplace_back().name = name;
    return makeEmulationSpec(cluster, 1, false);
}

} // namespace

class TestEmulationPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodePlanAsText()
    {
        EmulationSpec spec = threeNodes();
        spec.congestionControl = "bbr";
        QCOMPARE(QString::fromStdString(nodePlan(spec, 1)), R"(link set lo up
link set eth0 address 02:4d:52:00:00:02 mtu 1500 txqueuelen 1000 gso_max_segs 44 up
address add 10.77.0.2/24 broadcast + dev eth0 noprefixroute
route add 10.77.0.0/24 dev eth0 scope link src 10.77.0.2 congctl bbr
neighbour replace 10.77.0.1 lladdr 02:4d:52:00:00:01 dev eth0 nud permanent
neighbour replace 10.77.0.3 lladdr 02:4d:52:00:00:03 dev eth0 nud permanent
)");
        spec.mode = cluster::SwitchMode::Packet;
        spec.mtu = 9000;
        QVERIFY(nodePlan(spec, 0).find("mtu 9000 txqueuelen 10000 gso_max_segs 1 up") != std::string::npos);
    }

    // A frame may take about a millisecond of the slowest link, and an eighth of its queue.
    void gsoFramesFitTheLinks_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<quint64>("queue");
        QTest::addColumn<int>("segments");
        QTest::newRow("unlimited") << 0.0 << quint64(0) << 44;
        QTest::newRow("1 Gbit/s") << 1e9 << quint64(6250000) << 44;
        QTest::newRow("100 Mbit/s") << 100e6 << quint64(625000) << 8;
        QTest::newRow("10 Mbit/s") << 10e6 << quint64(262144) << 1;
        QTest::newRow("1 Gbit/s, short queue") << 1e9 << quint64(100000) << 8;
    }

    void gsoFramesFitTheLinks()
    {
        QFETCH(double, rate);
        QFETCH(quint64, queue);
        QFETCH(int, segments);
        EmulationSpec spec = threeNodes();
        spec.path(0, 2).bitsPerSecond = rate;
        spec.path(0, 2).queueBytes = queue;
        QCOMPARE(gsoSegments(spec, 0), segments);
        QCOMPARE(gsoSegments(spec, 1), 44);
        EmulationSpec shared = threeNodes();
        shared.sharedPorts = {{rate, queue, {{0, 1}}}};
        QCOMPARE(gsoSegments(shared, 0), segments);
        QCOMPARE(gsoSegments(shared, 2), 44);
    }

    void netemPlansAsText()
    {
        EmulationSpec spec = threeNodes();
        spec.backend = cluster::EmulationBackend::Netem;
        spec.path(0, 1) = {100e6, 5ms, 1ms, 0.01, 625000};
        spec.nodes[0].nicBitsPerSecond = 1e9;
        spec.nodes[0].nicQueueBytes = 6250000;
        QCOMPARE(QString::fromStdString(netemLinkPlan(spec, {11, 12, 13})), R"(link set lo up
link add sw0 type bridge
link set sw0 up
link add port0 mtu 1500 type veth peer name eth0 netns 11
link set port0 master sw0 up
link add port1 mtu 1500 type veth peer name eth0 netns 12
link set port1 master sw0 up
link add port2 mtu 1500 type veth peer name eth0 netns 13
link set port2 master sw0 up
)");
        // 625000 queued and 100 Mbit/s × 6 ms = 75000 in flight are 463 frames of 1514.
        QCOMPARE(QString::fromStdString(netemEgressPlan(spec, 0)), R"(qdisc add dev eth0 root handle 1: htb default 2
class add dev eth0 parent 1: classid 1:fff htb rate 1000000000bit burst 128k cburst 128k
class add dev eth0 parent 1:fff classid 1:3 htb rate 500000000bit ceil 1000000000bit burst 128k cburst 128k quantum 60000
qdisc add dev eth0 parent 1:3 handle 3: netem limit 464 delay 5000000ns 1000000ns loss 1% rate 100000000bit
filter add dev eth0 parent 1: protocol ip prio 1 u32 match ip dst 10.77.0.2/32 flowid 1:3
class add dev eth0 parent 1:fff classid 1:4 htb rate 500000000bit ceil 1000000000bit burst 128k cburst 128k quantum 60000
filter add dev eth0 parent 1: protocol ip prio 1 u32 match ip dst 10.77.0.3/32 flowid 1:4
)");
        QCOMPARE(QString::fromStdString(netemIngressPlan(spec)),
                 QStringLiteral("qdisc add dev port0 root tbf rate 1000000000bit burst 128k limit 6250000\n"));
        QVERIFY(netemIngressPlan(threeNodes()).empty());
    }

    void netemHasNoBottleneck()
    {
        EmulationSpec spec = threeNodes();
        spec.sharedPorts = {{1e6, 10000, {{0, 1}}}};
        const auto checked = checkNetem(spec);
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::Unsupported);
        QVERIFY(checked.error().what.find("use the switch backend") != std::string::npos);
    }

    void readsTheDropsOfAnInterface()
    {
        const std::string text =
            "Inter-|   Receive                                                |  Transmit\n"
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs "
            "drop fifo colls carrier compressed\n"
            "    lo:     840      10    0    1    0     0          0         0      840      10    0   "
            " 2    0     0       0          0\n"
            "  eth0:123 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n";
        QCOMPARE(*parseTransmitDrops(text, "lo"), 2u);
        QCOMPARE(*parseTransmitDrops(text, "eth0"), 14u);
        QVERIFY(!parseTransmitDrops(text, "eth1"));
        QVERIFY(!parseTransmitDrops("eth0: 1 2", "eth0"));
        QVERIFY(!parseTransmitDrops("", "eth0"));
    }
};

QTEST_APPLESS_MAIN(TestEmulationPlans)
#include "tst_emulation_plans.moc"
