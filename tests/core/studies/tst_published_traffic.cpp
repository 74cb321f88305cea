// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/wall_zone.h"
#include "core/base/statistics.h"
#include "core/studies/tum/published_campaign.h"
#include "core/studies/tum/published_series.h"
#include "core/studies/tum/published_traffic.h"
#include "core/studies/tum/published_training.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;
using namespace millrace::importers;
using namespace millrace::report;
using namespace millrace::studies::tum;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t begin = 1626091385 * second; ///< 2021-07-12 12:03:05 UTC

/// Values of pandas 1.5.3 and numpy 1.24 on the same numbers stand where nothing else is said.
void near(double value, double expected, double relative = 1e-12)
{
    const double scale = expected == 0 ? 1 : std::abs(expected);
    QVERIFY2(std::abs(value - expected) <= relative * scale,
             qPrintable(QString("%1, not %2").arg(value, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

struct Made
{
    NameBook names;
    std::vector<PacketRecord> packets;

    void add(std::int64_t time, const std::string& source, const std::string& destination, std::uint32_t sourcePort,
             std::uint32_t destinationPort, std::uint32_t bytes, std::uint8_t protocol = 6)
    {
        PacketRecord packet;
        packet.time = time;
        packet.source = names.idOf(source);
        packet.destination = names.idOf(destination);
        packet.sourcePort = sourcePort;
        packet.destinationPort = destinationPort;
        packet.wireBytes = bytes;
        packet.protocol = protocol;
        packet.knows = known::addresses | known::ports | known::wireBytes | known::ipv4;
        packets.push_back(packet);
    }
    PublishedTraffic pass(const PublishedTrafficLimits& limits = {})
    {
        std::ranges::stable_sort(packets, {}, &PacketRecord::time);
        PublishedTrafficPass traffic(WallZone::centralEurope(), names, limits);
        traffic.add(packets);
        return traffic.finish();
    }
};

std::string host(int k)
{
    return "192.168.17." + std::to_string(50 + k % 4);
}

/// A4: host k sends 200 segments to host k + 1 and every 20th time a small one to host k + 2.
Made fourHosts()
{
    Made made;
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 200; ++i) {
            const std::int64_t time = begin + i * 310'000;
            made.add(time, host(k), host(k + 1), 40000u + unsigned(k), 2222, 1502);
            if (i % 20 == 0)
                made.add(time + 50'000, host(k), host(k + 2), 41000u + unsigned(k), 22, 154);
        }
    return made;
}

/// The numbers behind the values of the training tests.
Made trainingTraffic()
{
    Made made;
    for (std::int64_t i = 0; i < 1000; ++i)
        made.add(begin + i * 2'900'000 + (i * 7919 % 1000) * 1000, host(0), host(1), 1, 2,
                 static_cast<std::uint32_t>(60 + i * 104729 % 1400));
    return made;
}

std::vector<TrainRow> trainingLog()
{
    std::vector<TrainRow> rows;
    for (std::int64_t k = 0; k < 36; ++k)
        rows.push_back({false, k, begin + 100'000'000 + k * 73'123'456 + (k * 31 % 11) * 1'000'000, 1,
                        static_cast<double>(k) / 40, -1});
    return rows;
}

} // namespace

class TestPublishedTraffic : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void zones_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("utc");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<QString>("letters");
        const auto at = [](int year, unsigned month, unsigned day, std::int64_t hour, std::int64_t minute) {
            return qint64(civilTime(year, month, day, (hour * 60 + minute) * 60 * second));
        };
        // Changes of 2021, from the tz database (zdump -v).
        QTest::newRow("Berlin before summer") << "Europe/Berlin" << at(2021, 3, 28, 0, 59) << 60 << "CET";
        QTest::newRow("Berlin summer begins") << "Europe/Berlin" << at(2021, 3, 28, 1, 0) << 120 << "CEST";
        QTest::newRow("Berlin summer ends") << "CET" << at(2021, 10, 31, 0, 59) << 120 << "CEST";
        QTest::newRow("Berlin winter") << "CET" << at(2021, 10, 31, 1, 0) << 60 << "CET";
        QTest::newRow("London") << "Europe/London" << at(2021, 7, 12, 0, 0) << 60 << "BST";
        QTest::newRow("New York begins") << "America/New_York" << at(2021, 3, 14, 7, 0) << -240 << "EDT";
        QTest::newRow("New York before") << "America/New_York" << at(2021, 3, 14, 6, 59) << -300 << "EST";
        QTest::newRow("New York ends") << "America/New_York" << at(2021, 11, 7, 6, 0) << -300 << "EST";
        QTest::newRow("New York before its end") << "America/New_York" << at(2021, 11, 7, 5, 59) << -240 << "EDT";
        QTest::newRow("offset") << "-0330" << at(2021, 1, 1, 0, 0) << -210 << "-0330";
        QTest::newRow("UTC") << "UTC" << at(2021, 7, 1, 0, 0) << 0 << "UTC";
    }
    void zones()
    {
        QFETCH(QString, name);
        QFETCH(qint64, utc);
        const auto zone = WallZone::parse(name.toStdString());
        QVERIFY(zone);
        QTEST(int(zone->offsetAt(utc) / (60 * second)), "minutes");
        QTEST(QString::fromStdString(zone->abbreviationAt(utc)), "letters");
        QCOMPARE(qint64(zone->utcOf(utc + zone->offsetAt(utc))),
                 name == "CET" && zone->offsetAt(utc) == 3600 * second
                     ? utc - 3600 * second // in the hour that comes twice the earlier one
                     : (name == "America/New_York" && utc == civilTime(2021, 11, 7, 6 * 3600 * second)
                            ? utc - 3600 * second
                            : utc));
    }
    void unknownZone()
    {
        for (const char* name : {"", "Mars", "+", "+1", "+2500", "2021", "+02:0", "+15"})
            QVERIFY2(!WallZone::parse(name), name);
    }

    void fourHostSet()
    {
        const PublishedTraffic traffic = fourHosts().pass();
        QCOMPARE(traffic.sent.size(), std::size_t(4));
        for (const HostBytes& each : traffic.sent)
            QCOMPARE(each.wireBytes, std::uint64_t(301940));
        QCOMPARE(traffic.pairs.size(), std::size_t(8));
        QCOMPARE(traffic.studyFlows(), std::size_t(8));
        const auto sizes = flowSizes(traffic, true);
        QCOMPARE(sizes.size(), std::size_t(2));
        QCOMPARE(sizes[0].bytes, std::uint64_t(1540));
        QCOMPARE(sizes[1].bytes, std::uint64_t(300400));
        QCOMPARE(sizes[0].cumulative, 0.5);
        QCOMPARE(sizes[1].cumulative, 1.0);
        const PairTotals* pair = traffic.pair("192.168.17.50", "192.168.17.51");
        QVERIFY(pair != nullptr);
        QCOMPARE(pair->milliseconds.at(begin / 1'000'000), 6008u);
        QCOMPARE(pair->milliseconds.at(begin / 1'000'000 + 1), 4506u);
        QCOMPARE(traffic.wallShift(), 7200 * second);
        QVERIFY(traffic.issues.empty());
    }

    void flowsKeepTheirTimes()
    {
        // Two hosts whose packets interleave: first at 4.9999 s, last at 1.9 ms.
        Made made;
        for (int i = 0; i < 5; ++i) {
            made.add(begin + i * 400'000 + 300'000, host(0), host(1), 1, 2, 100);
            made.add(begin + i * 400'000, host(1), host(0), 2, 1, 100);
        }
        made.add(begin + 4'999'900'000, host(2), host(0), 5, 6, 100);
        made.add(begin + 5'000'000'000, host(0), host(1), 9, 9, 100);
        const PublishedTraffic traffic = made.pass();
        QCOMPARE(traffic.flows.size(), std::size_t(4));
        const PublishedFlow& first = traffic.flows[0];
        QCOMPARE(first.destinationPort, std::string("2"));
        QCOMPARE(first.first - begin, std::int64_t(300'000));
        QCOMPARE(first.last - begin, std::int64_t(1'900'000));
        const PublishedFlow& late = traffic.flows[3];
        QCOMPARE(late.source, host(2));
        QCOMPARE(late.first - begin, std::int64_t(4'999'900'000));
        QCOMPARE(late.firstRank, std::uint64_t(10));
    }

    void lanes()
    {
        Made made;
        made.add(begin, host(0), host(1), 1, 2, 10);
        for (const int at : {37, 165, 338})
            made.add(begin + at * 100'000'000ll, host(1), host(0), 2, 1, 54);
        const PublishedTraffic traffic = made.pass();
        QCOMPARE(traffic.flows[0].studyLane, (FlowLane{{0, 10}})); // a flow below 10 s
        // As published from the flow's own first packet: 3.7, 13.7, 23.7 and 33.7 s.
        QCOMPARE(traffic.flows[1].studyLane, (FlowLane{{0, 54}, {1, 54}, {3, 54}}));
        QCOMPARE(traffic.flows[1].lane, (FlowLane{{0, 54}, {1, 54}, {3, 54}}));
        Made other;
        other.add(begin, host(0), host(1), 1, 2, 10);
        other.add(begin + 9 * second, host(1), host(0), 2, 1, 20);
        other.add(begin + 12 * second, host(1), host(0), 2, 1, 30);
        const PublishedTraffic apart = other.pass();
        QCOMPARE(apart.flows[1].studyLane, (FlowLane{{0, 50}}));
        QCOMPARE(apart.flows[1].lane, (FlowLane{{0, 20}, {1, 30}}));
    }

    void bounds()
    {
        // A packet a day for three years, and more flows than fit.
        Made made;
        for (int i = 0; i < 1000; ++i)
            made.add(begin + i * 86'400 * second, host(0), host(1), unsigned(i), 2, 100);
        const PublishedTraffic traffic = made.pass({50, 100});
        QCOMPARE(traffic.flows.size(), std::size_t(50));
        QCOMPARE(traffic.wireBytes, std::uint64_t(100'000));
        QCOMPARE(traffic.issues.size(), std::size_t(2));
        QCOMPARE(traffic.issues[0].kind, std::string("flows-beyond"));
        QCOMPARE(traffic.issues[0].count, std::int64_t(950));
        QCOMPARE(traffic.issues[1].kind, std::string("bins-beyond"));
    }

    void timeBackwards()
    {
        Made made;
        made.add(begin, host(0), host(1), 1, 2, 10);
        made.add(begin - second, host(0), host(1), 1, 2, 10);
        PublishedTrafficPass pass(WallZone(), made.names);
        pass.add(made.packets);
        const PublishedTraffic traffic = pass.finish();
        QCOMPARE(traffic.first, begin - second);
        QCOMPARE(traffic.flows[0].first, begin - second);
        QCOMPARE(traffic.issues.size(), std::size_t(1));
        QCOMPARE(traffic.issues[0].kind, std::string("time-backwards"));
    }

    void tableOneByHand()
    {
        const PublishedTraffic traffic = trainingTraffic().pass();
        // Seconds 0 and 1: 0.00214208 and 0.00211028 Gbit/s, which two decimals hide.
        const PublishedFigures figures = tableOne(traffic, {0, 2});
        QCOMPARE(figures.size(), std::size_t(3));
        QCOMPARE(figures[1].asPublished, 0.0);
        near(figures[1].right, 0.00212618);
        // Where the run has ended there is nothing to average.
        QVERIFY(std::isnan(tableOne(traffic)[1].asPublished));
        QVERIFY(std::isnan(tableOne(traffic)[1].right));
        QVERIFY(tableOne(traffic)[1].remark.find("ends before") != std::string::npos);
    }

    void tableTwoByHand()
    {
        // One host sends 1 Gbit/s in every third second and 0.1 Gbit/s in the others.
        Made made;
        for (int s = 0; s < 121; ++s)
            for (int i = 0; i < 100; ++i)
                made.add(begin + s * second + i * 10'000'000ll, host(0), host(1), 1, 2,
                         s % 3 == 0 ? 1'250'000 : 125'000);
        const PublishedFigures figures = tableTwo(made.pass());
        // 30 values, ten of 1 and twenty of 0.1 Gbit/s: m = 0.4, population variance 0.18.
        near(figures[1].asPublished, 0.4);
        near(figures[0].asPublished, std::nearbyint((0.4 - 0.196 * std::sqrt(0.18)) * 100) / 100);
        near(figures[2].asPublished, std::nearbyint((0.4 + 0.196 * std::sqrt(0.18)) * 100) / 100);
        near(figures[1].right, 0.4);
        QVERIFY(figures[2].right > figures[1].right && figures[0].right < figures[1].right);
        QVERIFY(figures[1].remark.find("n = 30") != std::string::npos);
    }

    void rowsAreNoTimes()
    {
        // A silence of all pairs from 1 s to 11 s: row 1000 of the study is second 11.
        Made made;
        for (int i = 0; i < 1000; ++i) {
            made.add(begin + i * 1'000'000ll, host(0), host(1), 1, 2, 1000);
            made.add(begin + 11 * second + i * 1'000'000ll, host(1), host(0), 2, 1, 2000);
        }
        const PublishedTraffic traffic = made.pass();
        QCOMPARE(StudyRows::ofPairs(traffic).count(), std::int64_t(2000));
        QCOMPARE(StudyRows::ofAll(traffic).count(), std::int64_t(12000));
        const auto panel = linkPanel(traffic, 100, 2);
        QCOMPARE(panel.size(), std::size_t(2));
        QVERIFY(panel[0].studyName.empty()); // the notebook knows 12 and 6 links only
        near(panel[1].asPublished[0], 2000 * 8 / 1e6);
        QCOMPARE(panel[1].right[0], 0.0);
        near(panel[0].asPublished[0] + 1, 1);
        QCOMPARE(studyLinkNames(12)[3], std::string("W2-W1"));
        QCOMPARE(studyLinkNames(6)[3], std::string("W2-W4"));
    }

    void dataPerStepAsPandas()
    {
        const PublishedFigure figure = dataPerStep(trainingTraffic().pass(), trainingLog());
        near(figure.asPublished, 0.0191425);
        // 27055 bytes before the first step, 704260 before the last one, 35 steps between them.
        near(figure.right, (704260 - 27055) / 35.0 / 1e6, 1e-4);
        QVERIFY(std::isnan(dataPerStep(trainingTraffic().pass(), {}).right));
    }

    void accuracyAsPandas()
    {
        const AccuracyCurve curve = accuracyCurve(trainingTraffic().pass(), trainingLog());
        QCOMPARE(curve.asPublished.size(), std::size_t(36));
        QCOMPARE(curve.binsLeftOut, std::int64_t(4));
        near(curve.asPublished[0].gigabytes, 9.0214e-05);
        near(curve.asPublished[1].gigabytes, 0.000109539);
        near(curve.asPublished[35].gigabytes, 0.0007657);
        QCOMPARE(curve.right.size(), std::size_t(36));
        near(curve.right[0].gigabytes, 27055e-9, 0.02);
        near(curve.right[35].gigabytes, 704260e-9, 1e-3);
        QCOMPARE(curve.right[20].accuracy, 0.5);
        // More steps than bins: the notebook finds no offset.
        std::vector<TrainRow> many = trainingLog();
        for (int i = 0; i < 9; ++i) {
            many.push_back(many.back());
            many.back().time += 73'000'000;
        }
        QVERIFY(accuracyCurve(trainingTraffic().pass(), many).asPublished.empty());
    }

    void loggedDuration()
    {
        const PublishedFigures figures = trainingFigures(trainingLog());
        near(figures[0].asPublished, (35 * 73'123'456ll + 7 * 1'000'000) / 60e9);
        QCOMPARE(figures[2].right, 36.0);
        QVERIFY(trainingFigures({}).empty());
    }

    void exactSelection()
    {
        std::vector<StudyRun> runs;
        for (const char* topology : {"BINARY_TREE_STAR", "TREE", "STAR", "CLIQUE"}) {
            StudyRun run;
            run.name = topology;
            run.factors = {"kungfu_ssgd", "resnet50", "adam", "64", "kungfu", "normal", topology};
            const std::uint64_t bytes = runs.empty() ? 3'000'000'000 : 600'000'000;
            run.pairs = {{{"a", "b"}, bytes}, {{"b", "a"}, bytes}};
            runs.push_back(run);
        }
        const StudyFactors wanted{"", "", "", "", "", "", "BINARY_TREE_STAR"};
        QCOMPARE(selectRuns(runs, wanted, Selection::AsPublished).size(), std::size_t(3)); // \"in\" matches substrings
        QCOMPARE(selectRuns(runs, wanted, Selection::Exact).size(), std::size_t(1));
        const auto maps = patternMaps(runs);
        QCOMPARE(maps.size(), std::size_t(4));
        QCOMPARE(maps[0].topology, std::string("BINARY_TREE_STAR"));
        near(maps[0].asPublished[0][1], 1.4);
        near(maps[0].right[0][1], 3);
        near(maps[1].right[1][0], 0.6);
    }

    void lossWords()
    {
        QCOMPARE(lossPercent("normal"), std::optional(0.0));
        QCOMPARE(lossPercent("0"), std::optional(0.0));
        QCOMPARE(lossPercent("loss_0.05"), std::optional(0.05));
        QCOMPARE(lossPercent("2"), std::optional(2.0));
        for (const char* wrong : {"", "loss_", "loss_x", "-1", "nan", "101", "often"})
            QVERIFY2(!lossPercent(wrong), wrong);
    }

    void durationsByLoss()
    {
        std::vector<StudyRun> runs;
        const std::vector<std::pair<std::string, double>> made = {
            {"loss_2", 50}, {"normal", 10}, {"loss_0.1", 12}, {"loss_0.5", 20}};
        for (const auto& [delay, minutes] : made) {
            StudyRun run;
            run.factors = {"tf_sync", "mobilenetv2", "adam", "64", "grpc_nccl", delay, "ring"};
            run.durationMinutes = minutes;
            runs.push_back(run);
        }
        const PublishedFigures figures = lossDurations(runs);
        QCOMPARE(figures.size(), std::size_t(4));
        QCOMPARE(figures[0].subject, std::string("0 %"));
        near(figures[1].right, 1.2);
        QVERIFY(std::isnan(figures[2].asPublished)); // 0.5 % is not in the study's figure
        near(figures[3].asPublished, 5);
    }

    void regressionOfAKnownLaw()
    {
        // MB per step = 5 + 2 size + 30 for horovod_mpi + 7 for batch 64 (128 comes first): recovered exactly.
        std::vector<StudyRun> runs;
        for (const char* model : {"mobilenetv2", "densenet201", "resnet50", "resnet101"})
            for (const char* batch : {"64", "128"})
                for (const char* framework : {"horovod", "gloo"}) {
                    StudyRun run;
                    run.factors = {framework, model, "adam", batch, "mpi", "normal", "ring"};
                    run.megabytesPerStep = run.rightMegabytesPerStep = 5 + 2 * studyModelMegabytes(model)
                        + (run.factors.framework == "horovod" ? 30 : 0) + (run.factors.batch == "64" ? 7 : 0);
                    runs.push_back(run);
                }
        const auto fit = studyRegression(runs);
        QVERIFY(fit);
        const auto& coefficients = fit->right.coefficients;
        QCOMPARE(coefficients.size(), std::size_t(4));
        QCOMPARE(coefficients[2].name, std::string("framework_backend_horovod_mpi"));
        QCOMPARE(coefficients[3].name, std::string("bsize_64"));
        near(coefficients[0].value, 5, 1e-10);
        near(coefficients[1].value, 2, 1e-12);
        near(coefficients[2].value, 30, 1e-11);
        near(coefficients[3].value, 7, 1e-10);
        near(fit->asPublished.coefficients[2].value, 30, 1e-10);
        QVERIFY(!studyRegression({}));
    }

    void regressionOfTheStudysDesign()
    {
        // KungFu has topologies, the others rings only: "topology_ring" says what the frameworks' columns say.
        std::vector<StudyRun> runs;
        for (const char* model : {"mobilenetv2", "resnet50", "resnet101"})
            for (const char* topology : {"CLIQUE", "TREE", "ring"}) {
                StudyRun run;
                const bool ring = std::string_view(topology) == "ring";
                run.factors = {ring ? "horovod" : "kungfu_ssgd", model,    "adam",  "64",
                               ring ? "mpi" : "kungfu",          "normal", topology};
                run.megabytesPerStep = run.rightMegabytesPerStep = studyModelMegabytes(model) * (ring ? 6 : 7);
                runs.push_back(run);
            }
        const auto fit = studyRegression(runs);
        QVERIFY(fit);
        QCOMPARE(fit->right.dropped, std::vector<std::string>{"topology_ring"});
        QCOMPARE(fit->asPublished.rank, fit->right.rank);
        near(fit->asPublished.rSquared, fit->right.rSquared, 1e-9);
        QVERIFY(fit->remark.find("topology_ring") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestPublishedTraffic)
#include "tst_published_traffic.moc"
