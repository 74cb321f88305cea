// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/predict/driple_synth.h"
#include "core/predict/pooled_features.h"
#include "core/predict/sample.h"

#include <QtTest/QtTest>
#include <cmath>
#include <set>

using namespace millrace;
using namespace millrace::predict;

namespace {

Sample made()
{
    Sample sample;
    sample.setting.model = "resnet50";
    sample.setting.parameters = 25.6e6;
    sample.setting.workers = 4;
    sample.setting.batch = 32;
    sample.setting.strategy = "RING_ALLREDUCE";
    sample.setting.bitsPerSecond = 1e9;
    sample.setting.graph.assign(pooledFeatureCount, 0.25);
    sample.labels[*findMetric("rx_idle")] = {0.5, 0.125, 40};
    sample.labels[*findMetric("rx_burst")] = {1.5, unknown, 41};
    sample.labels[*findMetric("rx_consumption")] = {812.5, unknown, 0};
    sample.provenance = {"run 7", "node1", "2026-11-27T15:00:00Z", 1, 0.01, 60};
    return sample;
}

Result<SampleFile> withSamples(const std::string& samples)
{
    return parseSamples(R"({"format": "millrace-samples", "version": 1, "samples": [)" + samples + "]}");
}

QString problemOf(const std::string& sample)
{
    const auto file = withSamples(sample);
    if (!file || file->issues.empty())
        return {};
    return file->samples.empty() ? QString::fromStdString(issueText(file->issues.front())) : "kept";
}

} // namespace

class TestSample : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        Sample other = made();
        other.setting = {};
        other.provenance = {};
        const auto file = parseSamples(formatSamples({made(), other}));
        QVERIFY2(file.has_value(), file ? "" : file.error().text().c_str());
        QVERIFY2(file->issues.empty(), file->issues.empty() ? "" : issueText(file->issues.front()).c_str());
        QCOMPARE(file->samples.size(), std::size_t(2));
        QVERIFY(isSame(file->samples[0], made()));
        QVERIFY(isSame(file->samples[1], other));
        QVERIFY(!isSame(made(), other));
        const auto folder = TemporaryFolder::make("predict");
        QVERIFY(writeSamples(folder->path() / "s.json", {made()}).has_value());
        QVERIFY(isSame(readSamples(folder->path() / "s.json")->samples.at(0), made()));
        QVERIFY(readSamples(folder->path() / "none.json").error().code == ErrorCode::NotFound);
    }

    void otherFiles()
    {
        QVERIFY(parseSamples("").error().code == ErrorCode::InvalidInput);
        QVERIFY(parseSamples("[]").error().code == ErrorCode::InvalidInput);
        QVERIFY(parseSamples(R"({"format": "millrace-project", "version": 1})").error().code
                == ErrorCode::InvalidInput);
        QVERIFY(parseSamples(R"({"format": "millrace-samples"})").error().code == ErrorCode::InvalidInput);
        QVERIFY(parseSamples(R"({"format": "millrace-samples", "version": 1})").error().code
                == ErrorCode::InvalidInput);
        QVERIFY(parseSamples(R"({"format": "millrace-samples", "version": 2, "samples": []})").error().code
                == ErrorCode::NewerVersion);
        QVERIFY(withSamples("").has_value());
    }

    void badSamples_data()
    {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no object") << "7"
                                   << "samples[0]: expected an object";
        QTest::newRow("no setting") << R"({"labels": {"rx_idle": {"value": 1}}})"
                                    << "samples[0].setting: missing";
        QTest::newRow("no labels") << R"({"setting": {"model": "m"}})"
                                   << "samples[0].labels: missing";
        QTest::newRow("nothing measured") << R"({"setting": {"model": "m"}, "labels": {}})"
                                          << "no value was measured";
        QTest::newRow("negative") << R"({"setting": {"model": "m"}, "labels": {"rx_idle": {"value": -1}}})"
                                  << "samples[0].labels.rx_idle";
        QTest::newRow("text") << R"({"setting": {"model": "m"}, "labels": {"rx_idle": {"value": "1"}}})"
                              << "samples[0].labels.rx_idle";
        QTest::newRow("more than all")
            << R"({"setting": {"model": "m"}, "labels": {"gpu_consumption": {"value": 101}}})"
            << "101 % is not from 0 to 100 %";
        QTest::newRow("above the line")
            << R"({"setting": {"rate": 1e9}, "labels": {"tx_consumption": {"value": 1100}}})"
            << "1100 Mbit/s is not from 0 to 1020 Mbit/s";
        QTest::newRow("half a worker") << R"({"setting": {"workers": 0.5}, "labels": {"rx_idle": {"value": 1}}})"
                                       << "workers";
        QTest::newRow("strategy") << R"({"setting": {"strategy": "RINGS"}, "labels": {"rx_idle": {"value": 1}}})"
                                  << "samples[0].setting.strategy";
        QTest::newRow("short graph") << R"({"setting": {"graph": [1, 2]}, "labels": {"rx_idle": {"value": 1}}})"
                                     << "a graph has 27 pooled features, found 2";
        QTest::newRow("graph of texts") << R"({"setting": {"graph": ["x"]}, "labels": {"rx_idle": {"value": 1}}})"
                                        << "expected a list of numbers";
    }

    /// A bad sample is left out and named; the others are read.
    void badSamples()
    {
        QFETCH(QString, sample);
        QFETCH(QString, sentence);
        const QString problem = problemOf(sample.toStdString());
        QVERIFY2(problem.contains(sentence), qPrintable(problem));
        const auto file =
            withSamples(sample.toStdString() + R"(, {"setting": {}, "labels": {"rx_idle": {"value": 1}}})");
        QCOMPARE(file->samples.size(), std::size_t(1));
    }

    void unknownMembers()
    {
        const auto file =
            withSamples(R"({"setting": {"modle": "m"}, "labels": {"rx_idle": {"value": 1}, "rx_idel": {"value": 1}}})");
        QCOMPARE(file->samples.size(), std::size_t(1));
        QCOMPARE(file->issues.size(), std::size_t(2));
        QVERIFY(!hasErrors(file->issues));
    }

    /// A chain of three nodes with features that can be pooled by hand.
    void pooledByHand()
    {
        Batch batch;
        batch.graphs = 1;
        batch.nodes = 3;
        batch.nodeFeatures = 3;
        batch.adjacency = {0, 1, 0, 1, 0, 1, 0, 1, 0};
        batch.features = {1, 10, 0, 2, 20, 0, 6, 30, 0};
        const PooledFeatures pooled = pooledFeatures(batch, 0);
        const double deviation = std::sqrt((4 + 1 + 9) / 3.0);
        const std::array<double, 8> first = {9, 3, 6, 1, deviation, 1.5, 2, 4};
        for (std::size_t i = 0; i < first.size(); ++i)
            QVERIFY2(std::abs(pooled[i] - std::log1p(first[i])) < 1e-12, pooledFeatureNames()[i].c_str());
        QCOMPARE(pooled[8], std::log1p(60.0));
        QCOMPARE(pooled[16], 0.0);
        QCOMPARE(pooled[24], 2.0);
        QCOMPARE(pooled[25], 2.0);
        QVERIFY(std::abs(pooled[26] - std::sqrt(2.0) / 3) < 1e-12);
        const auto& names = pooledFeatureNames();
        QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), pooledFeatureCount);
    }
};

QTEST_APPLESS_MAIN(TestSample)
#include "tst_sample.moc"
