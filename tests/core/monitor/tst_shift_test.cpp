// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/monitor/pause_memory.h"
#include "core/monitor/shift_test.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::monitor;

namespace {

/// A model that has learnt `count` values of an autoregression with φ and innovations of this deviation.
NoiseModel learnt(double similarity, double deviation, int count)
{
    Random random(11);
    NoiseModel model;
    model.begin(deviation, 12);
    NoiseModel::History history{};
    for (int i = 0; i < count; ++i) {
        const double innovation = deviation * random.normal();
        const double value = similarity * history[0] + innovation;
        model.learn({value - model.predicted(history), value, history});
        std::copy_backward(history.begin(), history.end() - 1, history.end());
        history[0] = value;
    }
    return model;
}

} // namespace

/// The parts of the default detector: noise, shifts, pauses.
class TestShiftTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void neighboursThatResembleEachOther()
    {
        const NoiseModel alike = learnt(0.8, 0.01, 3000);
        QVERIFY(std::abs(alike.predicted({1, 1, 1, 1, 1, 1}) - 0.8) < 0.15);
        QVERIFY(std::abs(alike.innovationDeviation() - 0.01) < 0.002);
        // The variance of an autoregression is that of its innovations ÷ (1 − φ²).
        QVERIFY(std::abs(alike.wholeDeviation() - 0.01 / 0.6) < 0.005);
        const NoiseModel plain = learnt(0, 0.01, 3000);
        QVERIFY(std::abs(plain.predicted({1, 0, 0, 0, 0, 0})) < 0.3);
    }

    /// The density is one: its integral over what can come is 1.
    void theDensityIsOne()
    {
        const NoiseModel model = learnt(0, 0.01, 500);
        double sum = 0;
        const double step = 1e-4;
        for (double at = -60; at < 60; at += step)
            sum += step * std::exp(model.logDensity(at));
        QVERIFY2(std::abs(sum - 1) < 0.01, qPrintable(QString::number(sum)));
    }

    void outliersAreLearnt()
    {
        NoiseModel model = learnt(0, 0.01, 200);
        QVERIFY(model.inlier(0.22) < 0.01 && model.inlier(0.01) > 0.9);
        const double strange = model.logDensity(0.22);
        Random random(5);
        for (int i = 0; i < 300; ++i) {
            const double value = 0.01 * random.normal() + (i % 10 < 3 ? 0.22 : 0);
            model.learn({value, i % 10 < 3 ? 0 : value, {}});
        }
        QVERIFY(model.logDensity(0.22) > strange + 3); // a second step length
        QVERIFY(std::abs(model.outlierShare() - 0.3) < 0.12);
    }

    /// A shift of ten deviations is in the first innovation and in each later value, whatever the autocorrelation.
    void aShiftIsSeenWhateverTheLikeness()
    {
        for (const double similarity : {0.0, 0.8}) {
            const NoiseModel model = learnt(similarity, 0.015, 2000);
            ShiftTest test;
            NoiseModel::History history{};
            for (int i = 0; i < 25; ++i) {
                const double deviation = i < 20 ? 0.003 * (i % 3 - 1) : 0.15;
                test.take(i, deviation, model, history);
                history = continued(history, deviation, model);
            }
            const auto right = std::ranges::find(test.hypotheses(), 0.15, &ShiftTest::Hypothesis::shift);
            QVERIFY(right != test.hypotheses().end());
            QCOMPARE(right->begin, std::int64_t(20));
            QVERIFY(right->evidence > 10 && right->evidence > test.strongest() - 1e-9);
            const auto down = std::ranges::find(test.hypotheses(), -0.15, &ShiftTest::Hypothesis::shift);
            QCOMPARE(down->evidence, 0.0);
            test.forget();
            QCOMPARE(test.strongest(), 0.0);
        }
    }

    void aPeriodIsFoundAfterThree()
    {
        PauseMemory memory;
        for (const std::int64_t begin : {30, 80, 130}) {
            QVERIFY(!memory.foresees(begin + 2, 0.26, 0.01));
            memory.add({begin, 6, 0.26});
            QCOMPARE(memory.longest(begin + 6), std::int64_t(begin < 130 ? 6 : 0)); // foreseen ones need no waiting
        }
        QVERIFY(memory.foresees(180, 0.26, 0.01) && memory.foresees(185, 0.26, 0.01));
        QVERIFY(!memory.foresees(170, 0.26, 0.01) && !memory.foresees(190, 0.26, 0.01));
        QVERIFY(!memory.foresees(182, 0.5, 0.01)); // far longer than a pause of this job
        QVERIFY(memory.foresees(230, 0.26, 0.01) && !memory.foresees(330, 0.26, 0.01)); // three missed: over
    }

    void pausesWithoutAPeriodAreWaitedFor()
    {
        PauseMemory memory;
        memory.add({30, 1, 0.3});
        QCOMPARE(memory.longest(40), std::int64_t(0)); // a spike
        memory.add({50, 4, 0.3});
        memory.add({63, 3, 0.3});
        memory.add({121, 4, 0.3});
        QCOMPARE(memory.longest(130), std::int64_t(4));
        QCOMPARE(memory.longest(1000), std::int64_t(0)); // long ago
        memory.add({1100, 40, 0.3});
        QCOMPARE(memory.longest(1150), std::int64_t(0)); // longer than one waits
    }
};

QTEST_APPLESS_MAIN(TestShiftTest)
#include "tst_shift_test.moc"
