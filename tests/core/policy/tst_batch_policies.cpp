// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/policy/made_steps.h"

#include <cmath>

using namespace millrace;
using namespace millrace::policy;

namespace {

class TestBatchPolicies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The rule of the study, written down a second time with plain arrays.
    void kungfusBatchAsPublished()
    {
        constexpr int cycle = 40;
        MadeTraining training("kungfu-batch(cycle=40,most=200)", 4, 32);
        double mean = 0;
        bool known = false;
        std::vector<double> history;
        int batch = 32;
        for (int i = 0; i < 10 * cycle; ++i) {
            const double noise = (100 + 3 * i) * (i % 7 == 0 ? -5 : 1); // outliers and negative values
            const double ratio = std::fabs(noise) / batch;
            if (!known)
                mean = ratio;
            const double clipped = ratio < mean / 2 ? mean / 2 : ratio > 2 * mean ? 2 * mean : ratio;
            mean = known ? 0.9 * mean + 0.1 * clipped : 0.9 * mean + 0.1 * ratio;
            known = true;
            static_cast<void>(training.step(10, 20, noise));
            if ((i + 1) % cycle == 0) {
                history.push_back(mean);
                if (history.size() >= 2) {
                    double scale = history.back() / history.front();
                    scale = scale < 1 ? 1 : scale > 2 ? 2 : scale;
                    const int next = static_cast<int>(batch * scale);
                    batch = next > 200 ? 200 : next;
                }
            }
            QCOMPARE(training.setting.batch, batch);
        }
        QVERIFY(batch > 32);
    }

    void kungfusBatchNeverShrinks()
    {
        MadeTraining training("kungfu-batch(cycle=10)", 4, 32);
        for (int i = 0; i < 100; ++i)
            QVERIFY(!training.step(10, 20, 1000.0 / (1 + i)));
    }

    /// Steps to the batch with the largest goodput, found here by trying all of them.
    void goodputFindsTheBest_data()
    {
        QTest::addColumn<int>("begin");
        QTest::addColumn<double>("noise");
        QTest::addColumn<double>("communication");
        QTest::newRow("large noise: up") << 32 << 20000.0 << 80.0;
        QTest::newRow("small noise: down") << 256 << 200.0 << 20.0;
        QTest::newRow("moderate") << 64 << 2000.0 << 50.0;
    }

    void goodputFindsTheBest()
    {
        QFETCH(int, begin);
        QFETCH(double, noise);
        QFETCH(double, communication);
        constexpr int workers = 4;
        constexpr double fixed = 5; // ms of a step that do not depend on the batch
        constexpr double perSample = 0.5;
        MadeTraining training("goodput-batch(interval=5,gain=0.001)", workers, begin);
        for (int i = 0; i < 400; ++i)
            static_cast<void>(training.step(communication, fixed + perSample * training.setting.batch, noise));
        const auto goodput = [&](int batch) {
            const double all = batch * workers;
            return all / (fixed + perSample * batch + communication) / (noise + all);
        };
        int best = 1;
        for (int batch = 1; batch <= 1024; ++batch)
            if (goodput(batch) > goodput(best))
                best = batch;
        const double reached = goodput(training.setting.batch) / goodput(best);
        QVERIFY2(reached > 0.998, qPrintable(QString("%1 instead of %2").arg(training.setting.batch).arg(best)));
        QCOMPARE(training.setting.batch > begin, best > begin);
    }

    void aBatchChangesByAFactorOfTwoAtMost()
    {
        MadeTraining training("goodput-batch(interval=5)", 4, 32);
        int before = training.setting.batch;
        for (int i = 0; i < 200; ++i)
            if (training.step(200, 0.1 * training.setting.batch, 1e6)) {
                QVERIFY(training.setting.batch <= 2 * before);
                before = training.setting.batch;
            }
        QCOMPARE(training.setting.batch, 1024);
    }

    /// AdaScale's gain for a batch s times the first one is (σ² + μ²) / (σ²/s + μ²), with φ = σ²/μ² counted in units of
    /// the first batch.
    void learningRateIsAdaScales()
    {
        MadeTraining training("goodput-batch(interval=2)", 2, 100);
        static_cast<void>(training.step(500, 10, 4000));
        const auto decision = training.step(500, 10, 4000);
        QVERIFY(decision);
        const double scale = decision->value / 100.0;
        const double phi = 4000 / 200.0;
        const QString expected = QString("learning rate %1 times").arg((phi + 1) / (phi / scale + 1), 0, 'g', 3);
        QVERIFY2(QString::fromStdString(decision->reason).contains(expected), decision->reason.c_str());
    }

    void withoutANoiseScaleNothingIsDecided()
    {
        MadeTraining training("goodput-batch(interval=5)", 4);
        for (int i = 0; i < 50; ++i)
            QVERIFY(!training.step(100));
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestBatchPolicies)
#include "tst_batch_policies.moc"
