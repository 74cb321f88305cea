// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/network_matrix.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace millrace;
using namespace millrace::cluster;
using namespace std::chrono_literals;

namespace {

Cluster threeNodes()
{
    Cluster cluster;
    cluster.name = "lab";
    for (const char* name : {"eu", "us", "asia"}) {
        Node node;
        node.name = name;
        cluster.nodes.push_back(node);
    }
    cluster.nodes[1].host = "trainer@us.example.org";
    cluster.nodes[2].nics[0].address = "10.0.0.3";
    Link all;
    all.settings.delay = 1ms;
    all.settings.loss = 0.001;
    cluster.links.push_back(all);
    return cluster;
}

const PairEntry& pairOf(const NetworkMatrix& matrix, std::string_view from, std::string_view to)
{
    const auto found =
        std::ranges::find_if(matrix, [&](const PairEntry& entry) { return entry.from == from && entry.to == to; });
    if (found == matrix.end())
        qFatal("no pair");
    return *found;
}

} // namespace

class TestNetworkMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tablesAreReadAndWritten()
    {
        const auto read = parseMatrix("\xef\xbb\xbf# measured on Monday\n"
                                      "From, to, rtt, rate, loss, streams\r\n"
                                      "eu,us,90ms,6.5Gbit,0.1%,8\n"
                                      "us,eu,90ms,,,\n");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->size(), std::size_t(2));
        QVERIFY((*read)[0] == (PairEntry{"eu", "us", 6.5e9, 90ms, 0.001, 8, ""}));
        QVERIFY((*read)[1] == (PairEntry{"us", "eu", {}, 90ms, {}, 1, ""}));
        QVERIFY(*parseMatrix(matrixText(*read)) == *read);
    }

    void badTablesSayWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* text, const char* error) {
            QTest::newRow(name) << QByteArray(text) << QString(error);
        };
        row("empty", "", "there is no header with the columns from and to");
        row("column", "from,to,speed\n",
            "line 1: there is no column \"speed\"; known are from, to, rate, rtt, loss, streams, source");
        row("missing", "from,rate\n", "line 1: the column \"to\" is missing");
        row("twice", "from,to,from\n", "line 1: the column \"from\" is there twice");
        row("ends", "from,to\na,\n", "line 2: from or to is empty");
        row("streams", "from,to,streams\na,b,0\n", "line 2: \"0\" is not a number of connections");
    }

    void badTablesSayWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        const auto read = parseMatrix(text.toStdString());
        QCOMPARE(read ? QString() : QString::fromStdString(read.error().text()), error);
        QVERIFY(!parseMatrix("from,to,rate\na,b,fast\n"));
    }

    void iperf3IsRead()
    {
        const auto read = parseIperf3(
            R"({"start": {"connected": [{"local_host": "10.0.0.1", "remote_host": "10.0.0.3"}, {}],
                          "test_start": {"reverse": 0}},
                "end": {"streams": [{"sender": {"mean_rtt": 1000}}, {"sender": {"mean_rtt": 3000}}],
                        "sum_received": {"bits_per_second": 9.4e8}}})",
            "a.json");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY((*read == PairEntry{"10.0.0.1", "10.0.0.3", 9.4e8, 2ms, {}, 2, "a.json"}));
        QCOMPARE(parseIperf3("{\"error\": \"unable to connect\"}", "b.json").error().what,
                 std::string("b.json: iperf3 failed: unable to connect"));
        QVERIFY(!parseIperf3("{}", "c.json") && !parseIperf3("[1", "d.json"));
    }

    void unknownRatesAreEstimatedAndMarked()
    {
        NetworkMatrix matrix = {{"eu", "us", {}, 80ms, {}, 1, ""},
                                {"us", "eu", 1e9, 80ms, {}, 1, "iperf3"},
                                {"us", "asia", {}, {}, {}, 1, ""}};
        estimateRates(matrix, 4, 65536);
        QCOMPARE(*matrix[0].bitsPerSecond, 8 * 4 * 65536 / 0.080); // k · window ÷ RTT
        QVERIFY(matrix[0].source.starts_with("estimated: 4 × 64"));
        QCOMPARE(*matrix[1].bitsPerSecond, 1e9);
        QVERIFY(!matrix[2].bitsPerSecond);
    }

    void pairsBecomeLinks()
    {
        Cluster cluster = threeNodes();
        const NetworkMatrix matrix = {{"eu", "us.example.org", 2e8, 90ms, {}, 8, "iperf3"},
                                      {"us", "eu", 1e8, 90ms, {}, 1, "iperf3"},
                                      {"eu", "10.0.0.3", {}, 250ms, 0.01, 1, "table"}};
        QVERIFY(bool(putMatrix(cluster, matrix)));
        QCOMPARE(cluster.links.size(), std::size_t(4));
        QCOMPARE(cluster.links[1].note, std::string("iperf3, 8 connections"));
        const NetworkMatrix all = matrixOf(cluster);
        QCOMPARE(all.size(), std::size_t(6));
        QCOMPARE(*pairOf(all, "eu", "us").bitsPerSecond, 2e8);
        QCOMPARE(*pairOf(all, "us", "eu").bitsPerSecond, 1e8);
        QVERIFY(*pairOf(all, "eu", "us").roundTrip == 90ms);
        QCOMPARE(*pairOf(all, "eu", "us").loss, 0.001); // of the rule for all
        QVERIFY(!pairOf(all, "eu", "asia").bitsPerSecond);
        QVERIFY(*pairOf(all, "eu", "asia").roundTrip == 126ms); // 125 ms there, 1 ms back
        // A second time replaces what the first made.
        QVERIFY(bool(putMatrix(cluster, {{"eu", "us", 3e8, 90ms, {}, 1, "again"}})));
        QCOMPARE(cluster.links.size(), std::size_t(4));
        QCOMPARE(*pairOf(matrixOf(cluster), "eu", "us").bitsPerSecond, 3e8);
        // The note stays in the project.
        Issues issues;
        const Cluster again = readCluster(toJson(cluster), "cluster", issues);
        QVERIFY(issues.empty());
        QVERIFY(again.links == cluster.links);
        const auto bad = putMatrix(cluster, {{"eu", "mars", 1e6, {}, {}, 1, ""}});
        QCOMPARE(bad.error().what,
                 std::string("\"mars\" is no node of the cluster \"lab\", nor the host or address of one"));
    }
};

QTEST_APPLESS_MAIN(TestNetworkMatrix)
#include "tst_network_matrix.moc"
