// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/cluster/clusters.h"
#include "ui/cluster/topology_layout.h"
#include "ui/cluster/topology_view.h"

#include <QSignalSpy>
#include <QtTest>

using namespace millrace;
using namespace millrace::ui;

class TestTopology : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingOverlaps_data();
    void nothingOverlaps();
    void compactFrom17();
    void summary();
    void keyboardAndSelection();
};

void TestTopology::nothingOverlaps_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("zones");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("longNames");
    for (int nodes = 1; nodes <= 16; ++nodes) {
        for (const int zones : {0, 1, 2, 4}) {
            for (const int width : {500, 760, 1040}) {
                for (const bool longNames : {false, true})
                    QTest::addRow("%d nodes, %d zones, %d wide%s", nodes, zones, width, longNames ? ", long names" : "")
                        << nodes << zones << width << longNames;
            }
        }
    }
    QTest::addRow("64 nodes") << 64 << 4 << 1040 << false;
    QTest::addRow("250 nodes") << 250 << 2 << 700 << true;
}

void TestTopology::nothingOverlaps()
{
    QFETCH(int, nodes);
    QFETCH(int, zones);
    QFETCH(int, width);
    QFETCH(bool, longNames);
    const std::vector<std::string> names{"europe", "america", "asia-south-east-number-3-with-a-long-name", "africa"};
    cluster::Cluster cluster = test::makeCluster(nodes, {names.begin(), names.begin() + zones});
    if (longNames) {
        for (cluster::Node& node : cluster.nodes)
            node.name += "-a-name-that-is-as-long-as-names-can-be.example.org";
    }
    cluster.links = {test::makeLink("*", "*", 1e9), test::makeLink(cluster.nodes.front().name, "*", 1e8),
                     test::makeLink(cluster.nodes.front().name, cluster.nodes.back().name, 1e7)};
    if (zones > 1)
        cluster.links.push_back(test::makeLink("europe", "america", 5e8));
    cluster.bottleneck = cluster::Bottleneck{"*", "*", true, 1e8, 0};
    const QFontMetricsF metrics(qApp->font());
    const TopologyLayout layout = layoutTopology(cluster, width, metrics);
    QCOMPARE(layout.nodes.size(), cluster.nodes.size());
    QCOMPARE(layout.lanes.size(), cluster.links.size() + 1);
    const QRectF whole(QPointF(), layout.size);
    const auto texts = layout.texts();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        QVERIFY2(whole.contains(texts[i].rect), qPrintable(texts[i].text));
        QVERIFY2(metrics.horizontalAdvance(texts[i].text) <= texts[i].rect.width() + 0.5, qPrintable(texts[i].text));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY2(!texts[i].rect.intersects(texts[j].rect),
                     qPrintable(texts[i].text + QStringLiteral(" over ") + texts[j].text));
    }
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        QVERIFY(whole.contains(layout.nodes[i].rect));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!layout.nodes[i].rect.intersects(layout.nodes[j].rect));
    }
}

void TestTopology::compactFrom17()
{
    const QFontMetricsF metrics(qApp->font());
    QVERIFY(!layoutTopology(test::makeCluster(16), 1040, metrics).compact);
    const TopologyLayout layout = layoutTopology(test::makeCluster(64, {"a", "b"}), 1040, metrics);
    QVERIFY(layout.compact);
    QCOMPARE(layout.zones.size(), std::size_t(2));
    QVERIFY(layout.zones[0].title.text.contains(QStringLiteral("32")));
}

void TestTopology::summary()
{
    cluster::Cluster cluster = test::makeCluster(4, {"europe", "america"});
    cluster.links = {test::makeLink("europe", "america", 5e8), test::makeLink("node0", "*", 1e9)};
    cluster.links[0].settings.loss = 0.01;
    cluster.links[1].bothWays = false;
    cluster.bottleneck = cluster::Bottleneck{"*", "*", true, 1e8, 65536};
    const QStringList lines = topologySummary(cluster).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 5);
    QVERIFY(lines[0].startsWith(QStringLiteral("europe: 2 node")));
    QVERIFY(lines[0].endsWith(QStringLiteral("node0, node1")));
    QCOMPARE(lines[2], QStringLiteral("europe ↔ america: 500Mbit, 10ms, loss 1%"));
    QCOMPARE(lines[3], QStringLiteral("node0 → all nodes: 1Gbit, 10ms"));
    QCOMPARE(lines[4], QStringLiteral("Bottleneck, all pairs: 100Mbit, queue 64KiB"));
    QVERIFY(topologySummary({}).contains(QStringLiteral("No nodes yet")));
}

void TestTopology::keyboardAndSelection()
{
    TopologyView view;
    view.resize(800, 300);
    cluster::Cluster cluster = test::makeCluster(3);
    cluster.links = {test::makeLink("*", "*", 1e9)};
    cluster.bottleneck = cluster::Bottleneck{"*", "*", true, 1e8, 0};
    view.setCluster(cluster);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("Bottleneck")));
    view.show();
    QSignalSpy nodes(&view, &TopologyView::nodePicked);
    QSignalSpy links(&view, &TopologyView::linkPicked);
    QSignalSpy bottleneck(&view, &TopologyView::bottleneckPicked);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(nodes.size(), 4);
    QCOMPARE(nodes[1][0].toInt(), 1);
    QCOMPARE(nodes[3][0].toInt(), 0);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(nodes[4][0].toInt(), 2);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(links.size(), 1);
    QCOMPARE(bottleneck.size(), 1);
    const QPointF place = view.topology().nodes[1].rect.center();
    QTest::mouseClick(&view, Qt::LeftButton, {}, place.toPoint());
    QCOMPARE(nodes.back()[0].toInt(), 1);

    const QImage plain = view.grab().toImage();
    view.setSelectedNodes({1});
    QVERIFY(view.grab().toImage() != plain);
}

QTEST_MAIN(TestTopology)
#include "tst_topology.moc"
