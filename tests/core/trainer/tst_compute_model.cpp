// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/trainer/compute_model.h"

#include <QtTest>

using namespace millrace;
using namespace millrace::trainer;
using namespace std::chrono_literals;

namespace {

std::vector<double> durations(const ComputeModel& model, int steps)
{
    std::vector<double> values;
    for (int step = 0; step < steps; ++step)
        values.push_back(static_cast<double>(model.durationOf(step).count()));
    return values;
}

} // namespace

class TestComputeModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGivenDurationHolds()
    {
        ComputeSpec spec;
        spec.duration = 5ms;
        spec.deviceFlops = 1;
        const auto model = ComputeModel::make(spec, *findModel("tiny"), 32, 0);
        QVERIFY(model);
        QVERIFY(model->durationOf(0) == 5ms);
        QVERIFY(model->durationOf(123456) == 5ms);
        QVERIFY(model->nominal() == 5ms);
    }

    void deviceSpeedAndModelGiveTheTime()
    {
        ComputeSpec spec;
        spec.deviceFlops = 10e12;
        const auto model = ComputeModel::make(spec, *findModel("resnet50"), 32, 0);
        // 3 × 8.178 GFLOP × 32 ÷ 10 TFLOP/s
        QCOMPARE(model->durationOf(0).count(), 78508800LL);
    }

    void withoutAnythingTheDefaultDeviceComputes()
    {
        const auto model = ComputeModel::make({}, *findModel("resnet50"), 64, 0);
        const double imagesPerSecond = 64e9 / static_cast<double>(model->durationOf(0).count());
        QVERIFY2(std::abs(imagesPerSecond - 344) < 4, qPrintable(QString::number(imagesPerSecond)));
        QVERIFY(ComputeModel::make({}, *findModel("tiny"), 32, 0)->durationOf(0) == 0ns);
    }

    void jitterHasTheRightMeanAndSpread()
    {
        ComputeSpec spec;
        spec.duration = 10ms;
        spec.jitter = 0.1;
        const auto values = durations(*ComputeModel::make(spec, *findModel("slp-mnist"), 32, 3), 20000);
        QVERIFY(std::abs(mean(values) / 10e6 - 1) < 0.003);
        // A normal distribution cut at three deviations has 0.9866 of its deviation.
        QVERIFY(std::abs(standardDeviation(values) / 1e6 - 0.9866) < 0.02);
        QVERIFY(*std::ranges::min_element(values) >= 7e6);
        QVERIFY(*std::ranges::max_element(values) <= 13e6);
    }

    void seedRankAndStepDecide()
    {
        ComputeSpec spec;
        spec.duration = 10ms;
        spec.jitter = 0.2;
        const Model model = *findModel("slp-mnist");
        const auto one = durations(*ComputeModel::make(spec, model, 32, 1), 50);
        QCOMPARE(durations(*ComputeModel::make(spec, model, 32, 1), 50), one);
        QVERIFY(durations(*ComputeModel::make(spec, model, 32, 2), 50) != one);
        spec.seed = 2;
        QVERIFY(durations(*ComputeModel::make(spec, model, 32, 1), 50) != one);
    }

    void stragglersTakeLonger()
    {
        ComputeSpec spec;
        spec.duration = 10ms;
        spec.stragglers = {{2, 1.5}};
        const Model model = *findModel("slp-mnist");
        QVERIFY(ComputeModel::make(spec, model, 32, 1)->durationOf(7) == 10ms);
        QVERIFY(ComputeModel::make(spec, model, 32, 2)->durationOf(7) == 15ms);
    }

    void badInputIsRefused_data()
    {
        QTest::addColumn<double>("jitter");
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("flops");
        QTest::addColumn<QString>("model");
        QTest::newRow("jitter too large") << 0.31 << 1.0 << 1e12 << "resnet50";
        QTest::newRow("jitter negative") << -0.1 << 1.0 << 1e12 << "resnet50";
        QTest::newRow("jitter no number") << std::nan("") << 1.0 << 1e12 << "resnet50";
        QTest::newRow("factor zero") << 0.0 << 0.0 << 1e12 << "resnet50";
        QTest::newRow("factor no number") << 0.0 << std::nan("") << 1e12 << "resnet50";
        QTest::newRow("device stands still") << 0.0 << 1.0 << 0.0 << "resnet50";
        QTest::newRow("device so slow that a step takes hours") << 0.0 << 1.0 << 1e3 << "resnet50";
        QTest::newRow("unknown arithmetic") << 0.0 << 1.0 << 1e12 << "tiny";
    }
    void badInputIsRefused()
    {
        QFETCH(double, jitter);
        QFETCH(double, factor);
        QFETCH(double, flops);
        QFETCH(QString, model);
        ComputeSpec spec;
        spec.deviceFlops = flops;
        spec.jitter = jitter;
        spec.stragglers = {{0, factor}};
        const auto made = ComputeModel::make(spec, *findModel(model.toStdString()), 32, 0);
        QVERIFY(!made);
        QVERIFY(made.error().code == ErrorCode::InvalidInput);
        QVERIFY(!made.error().what.empty());
    }
};

QTEST_APPLESS_MAIN(TestComputeModel)
#include "tst_compute_model.moc"
