// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/tensor_pickle.h"
#include "tests/app/graphs/published_values.h"

#include <QtTest/QtTest>
#include <filesystem>

using namespace millrace;
using namespace millrace::graphs;
using predict::Part;

namespace {

/// Published weights, or none where the file is not there.
std::filesystem::path checkpointFile()
{
    const std::string data = qEnvironmentVariable("MILLRACE_STUDY_DATA").toStdString();
    const auto folder = data.empty()
        ? std::filesystem::path(qEnvironmentVariable("MR_SOURCE").toStdString()) / "../shared/data"
        : std::filesystem::path(data);
    return folder / "driple" / "pre-train.pkl";
}

PublishedModel loaded(const PublishedShape& shape, Transfer transfer)
{
    auto created = PublishedModel::create(shape, transfer, 42);
    const auto weights = predict::readStateDict(checkpointFile());
    if (!created || !weights)
        qFatal("%s", (created ? weights.error() : created.error()).text().c_str());
    if (const auto done = created->load(*weights); !done)
        qFatal("%s", done.error().text().c_str());
    return *std::move(created);
}

} // namespace

/// The published weights and their transfer to other data.
class TestPublishedTransfer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::exists(checkpointFile()))
            QSKIP(
                "the published weights (driple/pre-train.pkl) are not there; set MILLRACE_STUDY_DATA to their folder");
    }

    void outputs()
    {
        const std::vector expected{0.180063, 0.057670, 0.196258, 0.157108, 0.049696, 0.441274,
                                   0.255849, 0.182018, 0.506897, 0.210916, 0.246280, 0.509894};
        const auto outputs = loaded({}, Transfer::None).outputs(synth('A').of(Part::Test).front());
        QVERIFY(outputs.has_value());
        for (std::size_t i = 0; i < expected.size(); ++i)
            MR_NEAR((*outputs)[i], expected[i], 1e-5, 5e-7); // six decimals are published
    }

    void transfer_data()
    {
        QTest::addColumn<char>("set");
        QTest::addColumn<std::vector<double>>("before");
        QTest::addColumn<int>("best");
        QTest::addColumn<std::vector<double>>("after");
        QTest::addColumn<std::vector<PublishedEpoch>>("expected");
        QTest::newRow("A") << 'A' << std::vector{0.067566, 0.065857, 0.085161} << 59
                           << std::vector{0.012258, 0.016663, 0.016299}
                           << std::vector<PublishedEpoch>{
                                  {1, 0.039072216, 0.052363243},  {3, 0.032210384, 0.038817912},
                                  {10, 0.013831872, 0.019198375}, {20, 0.012058771, 0.017767846},
                                  {40, 0.011769616, 0.016905721}, {60, 0.011801578, 0.016694445}};
        QTest::newRow("B") << 'B' << std::vector{0.063955, 0.055667, 0.091919} << 52
                           << std::vector{0.015890, 0.015689, 0.014923}
                           << std::vector<PublishedEpoch>{{1, 0.031939127, 0.039853971},
                                                          {10, 0.020222614, 0.016479390},
                                                          {60, 0.015808908, 0.015700850}};
        QTest::newRow("C") << 'C' << std::vector{0.071024, 0.097635, 0.076099} << 32
                           << std::vector{0.020436, 0.031789, 0.019300}
                           << std::vector<PublishedEpoch>{{1, 0.051266026, 0.083548091},
                                                          {10, 0.022501312, 0.037769262},
                                                          {60, 0.014537367, 0.032623533}};
    }

    void transfer()
    {
        QFETCH(char, set);
        QFETCH(std::vector<double>, before);
        QFETCH(int, best);
        QFETCH(std::vector<double>, after);
        QFETCH(std::vector<PublishedEpoch>, expected);
        auto network = loaded({}, Transfer::ReadOut);
        FitPlan plan;
        plan.epochs = 60;
        const double begin = processorSeconds();
        const auto report = network.fit(synth(set), plan);
        QVERIFY(report.has_value());
        qInfo("%.2f CPU s for the embeddings and %.2f for 60 epochs", processorSeconds() - begin - report->cpuSeconds,
              report->cpuSeconds);
        for (std::size_t part = 0; part < before.size(); ++part)
            MR_NEAR(report->before[part], before[part], 1e-5, 5e-7);
        if (hasPublishedRounding()) {
            QCOMPARE(report->bestEpoch, best);
            for (std::size_t part = 0; part < after.size(); ++part)
                MR_NEAR(report->after[part], after[part], 1e-5, 6e-7); // six decimals are published
        }
        for (const auto& [epoch, train, validation] : expected) {
            const EpochLoss& loss = report->epochs[static_cast<std::size_t>(epoch - 1)];
            MR_NEAR(loss.train, train, 0, epochTolerance(epoch, train));
            MR_NEAR(loss.validation, validation, 0, epochTolerance(epoch, validation));
        }
    }

    /// A chain of four nodes, two layers.
    void smallGraph()
    {
        predict::Batch batch{1,
                             4,
                             3,
                             std::vector<float>(16, 0.0F),
                             {1000, 2, 0.1F, 5000, 3, 0.2F, 200, 1, 0.05F, 0, 4, 0.3F},
                             std::vector<float>(predict::metricCount, 1.0F)};
        for (std::size_t i = 0; i < 3; ++i)
            batch.adjacency[4 * i + i + 1] = batch.adjacency[4 * (i + 1) + i] = 1;
        PublishedShape shape;
        shape.depth.rule = "2";
        const auto network = loaded(shape, Transfer::None);
        const auto outputs = network.outputs(batch);
        const auto step = network.firstStep(batch);
        QVERIFY(outputs.has_value() && step.has_value());
        const std::vector expected{-0.052650, -0.001284, 6.997744,  -0.041829, -0.000060, 7.042535,
                                   -0.034959, -0.068399, 26.734280, -0.024366, -0.095633, 26.901348};
        for (std::size_t i = 0; i < expected.size(); ++i)
            MR_NEAR((*outputs)[i], expected[i], 1e-5, 1e-5);
        const std::vector message{-0.892011, -2.753675, 441.474243, -2.496349, -0.394189, 300.221222};
        const std::vector state{1.0, -2.753675, 1.0, -2.496349, -0.394189, 0.999999};
        for (std::size_t i = 0; i < message.size(); ++i) {
            MR_NEAR(step->message[i], message[i], 1e-5, 1e-5);
            MR_NEAR(step->state[i], state[i], 1e-5, 1e-5);
        }
    }
};

QTEST_APPLESS_MAIN(TestPublishedTransfer)
#include "tst_published_transfer.moc"
