// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/elastic/cluster_document.h"

#include <QtTest>
#include <map>
#include <random>

using namespace millrace;
using namespace millrace::elastic;

namespace {

/// As KungFu's server prints it.
const std::string published = R"({"Runners":[{"IPv4":2130706433,"Port":38080}],)"
                              R"("Workers":[{"IPv4":2130706433,"Port":10000},{"IPv4":2130706433,"Port":10001}]})";

ClusterDocument onHosts(int hosts)
{
    ClusterDocument document;
    for (int host = 1; host <= hosts; ++host)
        document.runners.push_back({"10.0.0." + std::to_string(host), 38080});
    return document;
}

} // namespace

class TestClusterDocument : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theirJson()
    {
        const auto document = parseClusterDocument(published);
        QVERIFY(document);
        QVERIFY(document->workers == (std::vector<Endpoint>{{"127.0.0.1", 10000}, {"127.0.0.1", 10001}}));
        QCOMPARE(clusterDocumentText(*document), published);
    }

    void invalidOnes_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("reason");
        const QString runner = R"("Runners":[{"IPv4":2130706433,"Port":38080}])";
        QTest::addRow("no JSON") << "{"
                                 << "not a JSON object";
        QTest::addRow("a list") << "[]"
                                << "not a JSON object";
        QTest::addRow("no runner") << R"({"Workers":[{"IPv4":1,"Port":1}]})"
                                   << "host without a runner";
        QTest::addRow("twice") << "{" + runner
                + R"(,"Workers":[{"IPv4":2130706433,"Port":1},{"IPv4":2130706433,"Port":1}]})"
                               << "127.0.0.1:1 is named twice";
        QTest::addRow("two runners") << R"({"Runners":[{"IPv4":1,"Port":1},{"IPv4":1,"Port":2}]})"
                                     << "two runners";
        QTest::addRow("port 0") << "{" + runner + R"(,"Workers":[{"IPv4":2130706433,"Port":0}]})"
                                << "Workers[0]";
        QTest::addRow("port") << "{" + runner + R"(,"Workers":[{"IPv4":2130706433,"Port":65536}]})"
                              << "1 to 65535";
        QTest::addRow("text") << "{" + runner + R"(,"Workers":[{"IPv4":"127.0.0.1","Port":1}]})"
                              << "2130706433 for";
        QTest::addRow("too large") << "{" + runner + R"(,"Workers":[{"IPv4":4294967296,"Port":1}]})"
                                   << "IPv4";
        QTest::addRow("no list") << R"({"Workers":{}})"
                                 << "Workers is not a list";
    }
    void invalidOnes()
    {
        QFETCH(QString, json);
        QFETCH(QString, reason);
        const auto document = parseClusterDocument(json.toStdString());
        QVERIFY(!document);
        QVERIFY2(document.error().what.find(reason.toStdString()) != std::string::npos, document.error().what.c_str());
    }

    /// Every size from every size, against the rule written down once more.
    void growthIsBalanced()
    {
        for (int hosts = 1; hosts <= 4; ++hosts)
            for (int from = 0; from <= 9; ++from)
                for (int to = 0; to <= 12; ++to) {
                    const auto before = *resized(onHosts(hosts), from);
                    const auto after = *resized(before, to);
                    std::vector<Endpoint> expected = before.workers;
                    expected.resize(static_cast<std::size_t>(std::min(from, to)));
                    std::map<std::string, std::vector<int>> ports;
                    for (const Endpoint& worker : expected)
                        ports[worker.address].push_back(worker.port);
                    for (int count = from; count < to; ++count) {
                        std::string best;
                        for (int host = 1; host <= hosts; ++host) {
                            const std::string address = "10.0.0." + std::to_string(host);
                            if (best.empty() || ports[address].size() < ports[best].size())
                                best = address;
                        }
                        const int port =
                            ports[best].empty() ? 10000 : *std::max_element(ports[best].begin(), ports[best].end()) + 1;
                        ports[best].push_back(port);
                        expected.push_back({best, static_cast<std::uint16_t>(port)});
                    }
                    QVERIFY(after.workers == expected);
                    QVERIFY(parseClusterDocument(clusterDocumentText(after)));
                }
        QVERIFY(!resized({}, 1));
        QVERIFY(!resized(onHosts(1), -1));
    }

    void singleWorkers()
    {
        auto document = *withWorker({}, {"10.0.0.7", 10000});
        QVERIFY(document.runners == (std::vector<Endpoint>{{"10.0.0.7", 38080}}));
        QVERIFY(!withWorker(document, {"10.0.0.7", 10000}));
        document = *withWorker(document, {"10.0.0.7", 10001});
        document = *withoutWorker(document, {"10.0.0.7", 10000});
        QCOMPARE(document.runners.size(), std::size_t(1));
        document = *withoutWorker(document, {"10.0.0.7", 10001});
        QVERIFY(document == ClusterDocument());
        QVERIFY(!withoutWorker(document, {"10.0.0.7", 10001}));
        QVERIFY(*parsePeer(R"({"IPv4":167772167,"Port":10001})") == (Endpoint{"10.0.0.7", 10001}));
    }

    void anyBytes()
    {
        std::mt19937 random(7);
        for (int turn = 0; turn < 20'000; ++turn) {
            std::string text = published;
            for (int change = 0; change < 3; ++change)
                text[random() % text.size()] = static_cast<char>(random() % 256);
            if (const auto document = parseClusterDocument(text))
                QVERIFY(*parseClusterDocument(clusterDocumentText(*document)) == *document);
        }
    }
};

QTEST_APPLESS_MAIN(TestClusterDocument)
#include "tst_cluster_document.moc"
