// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/driple_synth.h"
#include "core/predict/tabular_predictor.h"
#include "tests/core/predict/made_pickle.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::predict;

namespace {

/// Pooled features and divided labels of a part.
struct Pooled
{
    Matrix x{pooledFeatureCount};
    std::array<std::vector<double>, metricCount> y;

    Pooled(const DataSet& set, Part part)
    {
        const auto maxima = labelMaxima(set);
        for (const Batch& batch : set.of(part))
            for (std::size_t graph = 0; graph < batch.graphs; ++graph) {
                x.append(pooledFeatures(batch, graph));
                for (std::size_t i = 0; i < metricCount; ++i)
                    y[i].push_back(static_cast<double>(batch.labelsOf(graph)[i]) / maxima[i]);
            }
    }
};

bool isWithin(double value, double expected, double tolerance)
{
    return std::abs(value / expected - 1) <= tolerance;
}

} // namespace

/// Figures of the reference on the generated sets: test errors of the mean, of ridge with penalty 0.1 and of boosting.
class TestTabularPredictor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void yardsticks_data()
    {
        QTest::addColumn<int>("setting");
        QTest::addColumn<double>("meanValidation");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("ridge");
        QTest::addColumn<double>("boosting");
        QTest::newRow("A") << 0 << 0.03156 << 0.04486 << 0.01404 << 0.00755;
        QTest::newRow("B") << 1 << 0.02908 << 0.04800 << 0.01289 << 0.00488;
        QTest::newRow("C") << 2 << 0.05440 << 0.03910 << 0.01260 << 0.00830;
    }

    void yardsticks()
    {
        QFETCH(int, setting);
        QFETCH(double, meanValidation);
        QFETCH(double, mean);
        QFETCH(double, ridge);
        QFETCH(double, boosting);
        const DataSet set = makeDripleSynth(synthSettings[static_cast<std::size_t>(setting)]);
        const Pooled train(set, Part::Train), test(set, Part::Test);
        double squared = 0;
        for (std::size_t i = 0; i < metricCount; ++i) {
            const auto fitted = fitRidge(train.x, train.y[i], {}, 0.1);
            QVERIFY(fitted.has_value());
            for (std::size_t row = 0; row < test.x.rows(); ++row)
                squared += std::pow(fitted->predict(test.x.row(row)) - test.y[i][row], 2);
        }
        squared /= static_cast<double>(metricCount * test.x.rows());
        qInfo("ridge, penalty 0.1: %.5f (reference %.5f)", squared, ridge);
        QVERIFY(isWithin(squared, ridge, 0.002));

        const auto rated = ratePredictors(set, 42);
        QVERIFY2(rated.has_value(), rated ? "" : rated.error().text().c_str());
        QCOMPARE(rated->size(), availableRegressors().size());
        for (const RatedPredictor& each : *rated) {
            const double error = each.errors[2].squared;
            qInfo("%s: validation %.5f, test %.5f, mean relative error %.1f %%", regressorName(each.kind).data(),
                  each.errors[1].squared, error, 100 * each.errors[2].meanRelative);
            QCOMPARE(each.errors[2].graphs, std::size_t(64));
            if (each.kind == RegressorKind::Mean) {
                QVERIFY(isWithin(error, mean, 0.0005));
                QVERIFY(isWithin(each.errors[1].squared, meanValidation, 0.0005));
            } else if (each.kind == RegressorKind::Ridge) {
                QVERIFY(isWithin(error, ridge, 0.06)); // its penalty is chosen, and values below 0 are 0
            } else {
                QVERIFY(isWithin(error, boosting, 0.04));
            }
        }
        // The order is that of the validation errors.
        QVERIFY(rated->back().kind == RegressorKind::Mean);
        if (BoostedTrees::isAvailable())
            QVERIFY(rated->front().kind == RegressorKind::BoostedTrees);
    }

    void errorsByHand()
    {
        DataSet set = test::smallSet(1, 1, 1);
        Batch& batch = set.of(Part::Test)[0];
        std::vector<std::array<double, metricCount>> predictions(2);
        for (std::size_t graph = 0; graph < 2; ++graph)
            for (std::size_t i = 0; i < metricCount; ++i) {
                batch.labels[graph * metricCount + i] = graph == 0 ? 2.0f : 4.0f;
                predictions[graph][i] = graph == 0 ? 3 : 3;
            }
        for (float& each : set.of(Part::Train)[0].labels)
            each = 10;
        const PartErrors errors = errorsOf(set, Part::Test, predictions);
        QCOMPARE(errors.graphs, std::size_t(2));
        QVERIFY(std::abs(errors.squared - 0.01) < 1e-12);
        QVERIFY(std::abs(errors.absolute[5] - 1) < 1e-12);
        QVERIFY(std::abs(errors.relative[5] - 0.375) < 1e-12);
        QVERIFY(std::abs(errors.meanRelative - 0.375) < 1e-12);
        QVERIFY(std::abs(errors.explained[5]) < 1e-12);
    }

    void neverBelowZero()
    {
        const DataSet set = makeDripleSynth(synthSettings[0]);
        const auto predictor = TabularPredictor::fit(RegressorKind::Ridge, set, 1);
        QVERIFY(predictor.has_value());
        bool isAnyZero = false;
        for (const Part part : parts)
            for (const auto& values : predictor->predict(set, part))
                for (const double value : values) {
                    QVERIFY(value >= 0);
                    isAnyZero = isAnyZero || value == 0;
                }
        QVERIFY(isAnyZero); // otherwise nothing was tested
    }

    void refusals()
    {
        DataSet set = test::smallSet();
        set.of(Part::Validation).clear();
        QVERIFY(ratePredictors(set, 1).error().text().find("no graph to validate with") != std::string::npos);
        set = test::smallSet(1, 1, 1);
        for (const Part part : parts)
            for (Batch& batch : set.of(part)) {
                batch.nodeFeatures = 2;
                batch.features.resize(batch.graphs * batch.nodes * 2);
            }
        QVERIFY(ratePredictors(set, 1).error().text().find("three node features, but nodes have 2")
                != std::string::npos);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(TabularPredictor::fit(RegressorKind::Mean, test::smallSet(), 1, {stop.get_token(), {}}).error().code
                == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestTabularPredictor)
#include "tst_tabular_predictor.moc"
