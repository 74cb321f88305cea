// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/graphs/residual_model.h"
#include "tests/app/graphs/published_values.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::graphs;
using predict::Part;

namespace {

ResidualShape small(int layers = 2)
{
    ResidualShape shape;
    shape.layers = layers;
    shape.hidden = 8;
    shape.readOutWidth = 16;
    shape.members = 2;
    return shape;
}

ResidualPlan shortPlan(int epochs = 3)
{
    ResidualPlan plan;
    plan.fit.epochs = epochs;
    return plan;
}

ResidualModel residual(const ResidualShape& shape, std::uint64_t seed = 1)
{
    return *ResidualModel::create(shape, seed);
}

std::vector<SettingData> only(const predict::DataSet& set)
{
    return {{&set, {}}};
}

bool isDifferent(const predict::NamedTensors& a, const predict::NamedTensors& b, std::string_view name)
{
    return *predict::findTensor(a, name) != *predict::findTensor(b, name);
}

} // namespace

class TestResidualModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The readout over the statistics alone: below the errors of boosted trees on pooled features (0.0076, 0.0049,
    /// 0.0083) and of the published transfer learning (0.0163, 0.0149, 0.0193).
    void beatsTrees_data()
    {
        QTest::addColumn<char>("set");
        QTest::addColumn<double>("trees");
        QTest::newRow("A") << 'A' << 0.0076;
        QTest::newRow("B") << 'B' << 0.0049;
        QTest::newRow("C") << 'C' << 0.0083;
    }

    void beatsTrees()
    {
        QFETCH(char, set);
        QFETCH(double, trees);
        ResidualShape shape;
        shape.layers = 0;
        shape.members = 1;
        auto model = residual(shape);
        const auto report = model.fit(only(synth(set)), ResidualPlan(), Transfer::None);
        QVERIFY(report.has_value());
        qInfo("train %.5f, validation %.5f, test %.5f, %.1f CPU s", report->after[0], report->after[1],
              report->after[2], report->cpuSeconds);
        QVERIFY(report->after[2] < trees);
    }

    void lossesAreOfPredictions()
    {
        auto model = residual(small());
        const auto report = model.fit(only(synth('A')), shortPlan(), Transfer::None);
        QVERIFY(report.has_value());
        const auto maxima = predict::labelMaxima(synth('A'));
        double sum = 0;
        for (const auto& batch : synth('A').of(Part::Test)) {
            const auto predicted = model.predict(batch);
            QVERIFY(predicted.has_value());
            for (std::size_t graph = 0; graph < batch.graphs; ++graph)
                for (std::size_t m = 0; m < maxima.size(); ++m) {
                    QVERIFY((*predicted)[graph].values[m] > 0);
                    QVERIFY((*predicted)[graph].spread[m] > 0);
                    sum += std::pow(((*predicted)[graph].values[m] - batch.labelsOf(graph)[m]) / maxima[m], 2);
                }
        }
        MR_NEAR(report->after[2], sum / (64 * 12), 1e-5, 0);
    }

    void isDeterministic()
    {
        auto first = residual(small());
        auto second = residual(small());
        auto other = residual(small(), 2);
        for (ResidualModel* model : {&first, &second, &other})
            QVERIFY(model->fit(only(synth('A')), shortPlan(), Transfer::None).has_value());
        QVERIFY(first.weights() == second.weights());
        QVERIFY(first.weights() != other.weights());
    }

    void poolings_data()
    {
        QTest::addColumn<Pooling>("pooling");
        QTest::addColumn<bool>("statistics");
        QTest::newRow("statistics") << Pooling::Statistics << true;
        QTest::newRow("sum") << Pooling::Sum << true;
        QTest::newRow("Set2Set") << Pooling::Set2Set << true;
        QTest::newRow("without statistics of the graph") << Pooling::Statistics << false;
    }

    void poolings()
    {
        QFETCH(Pooling, pooling);
        QFETCH(bool, statistics);
        ResidualShape shape = small();
        shape.pooling = pooling;
        shape.statistics = statistics;
        auto model = residual(shape);
        const auto report = model.fit(only(synth('A')), shortPlan(6), Transfer::None);
        QVERIFY(report.has_value());
        QVERIFY(report->epochs[5].train < report->epochs[0].train);
    }

    void weightsRoundTrip()
    {
        auto model = residual(small());
        QVERIFY(model.fit(only(synth('A')), shortPlan(), Transfer::None).has_value());
        auto copy = residual(small(), 7);
        QVERIFY(copy.load(model.weights()).has_value());
        const auto& batch = synth('A').of(Part::Test).front();
        const auto expected = model.predict(batch);
        const auto found = copy.predict(batch);
        QVERIFY(expected && found);
        for (std::size_t i = 0; i < expected->size(); ++i)
            QVERIFY((*expected)[i].values == (*found)[i].values);
        QCOMPARE(residual(small(3)).load(model.weights()).error().code, ErrorCode::InvalidInput);
    }

    void transferChanges_data()
    {
        QTest::addColumn<Transfer>("transfer");
        QTest::addColumn<bool>("firstLayer");
        QTest::addColumn<bool>("lastLayer");
        QTest::newRow("readout") << Transfer::ReadOut << false << false;
        QTest::newRow("last layers") << Transfer::LastLayers << false << true;
        QTest::newRow("everything") << Transfer::Everything << true << true;
    }

    void transferChanges()
    {
        QFETCH(Transfer, transfer);
        QFETCH(bool, firstLayer);
        QFETCH(bool, lastLayer);
        auto model = residual(small());
        QVERIFY(model.fit(only(synth('A')), shortPlan(20), Transfer::None).has_value());
        const auto before = model.weights();
        const auto report = model.fit(only(synth('B')), shortPlan(20), transfer);
        QVERIFY(report.has_value());
        const auto after = model.weights();
        QVERIFY(isDifferent(before, after, "readout0.last.weight"));
        QVERIFY(isDifferent(before, after, "readout1.last.weight"));
        QCOMPARE(isDifferent(before, after, "trunk.inner0.weight"), firstLayer);
        QCOMPARE(isDifferent(before, after, "trunk.inner1.weight"), lastLayer);
        QVERIFY(!isDifferent(before, after, "normalisation.labels_mean"));
        QVERIFY(report->after[1] < report->before[1]);
    }

    /// The setting is the only difference between two sets with the same graphs and labels of which one is doubled.
    void readsSettings()
    {
        predict::DataSet doubled = synth('A');
        for (const Part part : predict::parts)
            for (auto& batch : doubled.of(part))
                for (float& label : batch.labels)
                    label *= 2;
        ResidualShape shape = small(0);
        shape.settings = 1;
        auto model = residual(shape);
        const std::vector<SettingData> sets{{&synth('A'), {1}}, {&doubled, {10}}};
        QVERIFY(model.fit(sets, shortPlan(30), Transfer::None).has_value());
        const auto& batch = synth('A').of(Part::Test).front();
        const std::vector<double> one{1};
        const std::vector<double> ten{10};
        const auto low = model.predict(batch, one);
        const auto high = model.predict(batch, ten);
        QVERIFY(low && high);
        double ratio = 0;
        for (std::size_t graph = 0; graph < batch.graphs; ++graph)
            ratio += (*high)[graph].values[5] / (*low)[graph].values[5] / static_cast<double>(batch.graphs);
        QVERIFY2(ratio > 1.7 && ratio < 2.3, qPrintable(QString::number(ratio)));
        QCOMPARE(model.predict(batch).error().what, std::string("the network reads a setting of 1 values, found 0"));
    }

    void isCancelled()
    {
        auto model = residual(small());
        std::stop_source source;
        JobContext job;
        job.stop = source.get_token();
        const auto report = model.fit(
            only(synth('A')), shortPlan(1000), Transfer::None, [&](const EpochLoss&) { source.request_stop(); }, job);
        QVERIFY(!report.has_value());
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
    }

    void refused()
    {
        ResidualShape shape = small(0);
        shape.statistics = false;
        QCOMPARE(ResidualModel::create(shape, 1).error().what,
                 std::string("a network without layers must read the statistics of the graph"));
        shape = small(17);
        QCOMPARE(ResidualModel::create(shape, 1).error().code, ErrorCode::InvalidInput);
        shape = small();
        shape.features = 4;
        QCOMPARE(residual(shape).fit(only(synth('A')), shortPlan(), Transfer::None).error().code,
                 ErrorCode::InvalidInput);
        QCOMPARE(residual(small()).fit({}, shortPlan(), Transfer::None).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestResidualModel)
#include "tst_residual_model.moc"
