// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/policy/made_steps.h"

#include <cmath>

using namespace millrace;
using namespace millrace::policy;

namespace {

class TestWorkerPolicies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Throughput by number of workers → the sizes that the rule goes through.
    void kungfuStopsWhereTheGainEnds_data()
    {
        QTest::addColumn<QList<double>>("throughput");
        QTest::addColumn<QList<int>>("sizes");
        // Needed: 1 + 1/6, 1 + 1/9, 1 + 1/12.
        QTest::newRow("all four") << QList<double>{100, 120, 135, 150} << QList<int>{1, 2, 3, 4};
        QTest::newRow("two") << QList<double>{100, 120, 130, 300} << QList<int>{1, 2, 3, 2};
        QTest::newRow("one") << QList<double>{100, 116, 300, 300} << QList<int>{1, 2, 1};
        QTest::newRow("exactly enough") << QList<double>{600, 700, 778, 843} << QList<int>{1, 2, 3, 4};
    }

    void kungfuStopsWhereTheGainEnds()
    {
        QFETCH(QList<double>, throughput);
        QFETCH(QList<int>, sizes);
        MadeTraining training("kungfu-workers(window=20)", 1, 8);
        QList<int> seen = {1};
        for (int i = 0; i < 400; ++i) {
            const double rate = throughput[training.workers - 1]; // samples/s of all workers
            // The first half of a window does not count.
            const double slow = i % 20 < 9 ? 5 : 1;
            if (training.step(0, slow * 8.0 * training.workers / rate * 1000)) {
                seen << training.workers;
                QCOMPARE(training.done % 20, 0);
            }
        }
        QCOMPARE(seen, sizes);
    }

    /// With the weights of time and cost; the best number by the formula.
    void costFindsTheBest_data()
    {
        QTest::addColumn<double>("weight");
        for (const double weight : {0.0, 0.3, 0.5, 0.8, 1.0})
            QTest::addRow("weight %.1f", weight) << weight;
    }

    void costFindsTheBest()
    {
        QFETCH(double, weight);
        const auto rateOf = [](int workers) { return 100.0 * workers / (1 + 0.15 * (workers - 1)); }; // concave
        MadeTraining training(QString("cost-workers(window=10,most=8,weight=%1,again=1000)").arg(weight).toStdString(),
                              3);
        for (int i = 0; i < 400; ++i)
            static_cast<void>(training.step(0, 32.0 * training.workers / rateOf(training.workers) * 1000));
        int best = 1;
        for (int workers = 1; workers <= 8; ++workers)
            if (rateOf(workers) / std::pow(workers, weight) > rateOf(best) / std::pow(best, weight))
                best = workers;
        QCOMPARE(training.workers, best);
    }

    void costLooksAgainWhenTheThroughputChanges()
    {
        MadeTraining training("cost-workers(window=10,most=4,weight=0.5)", 1);
        const auto run = [&](double bottleneck) {
            for (int i = 0; i < 150; ++i) {
                const double rate = std::min(100.0 * training.workers, bottleneck);
                static_cast<void>(training.step(0, 32.0 * training.workers / rate * 1000));
            }
        };
        run(200);
        QCOMPARE(training.workers, 2);
        run(1000);
        QCOMPARE(training.workers, 4);
        run(100);
        QCOMPARE(training.workers, 1);
    }

    void schedules()
    {
        MadeTraining training("workers-schedule(3:2,5:4,6:1)", 1);
        QList<int> workers;
        for (int i = 0; i < 8; ++i) {
            workers << training.workers; // of step i
            static_cast<void>(training.step(1));
        }
        QCOMPARE(workers, (QList<int>{1, 1, 1, 2, 2, 4, 1, 1}));

        MadeTraining strategies("strategy-schedule(2:RING,4:STAR@7)", 4);
        for (int i = 0; i < 2; ++i)
            static_cast<void>(strategies.step(1));
        QCOMPARE(strategies.setting.strategy, collective::Strategy::Ring);
        for (int i = 0; i < 2; ++i)
            static_cast<void>(strategies.step(1));
        QCOMPARE(strategies.setting.strategy, collective::Strategy::Star);
        QCOMPARE(strategies.setting.root, 3); // the last of four

        MadeTraining batches("batch-schedule(10:64,20:128)", 4);
        for (int i = 0; i < 30; ++i) {
            QCOMPARE(batches.setting.batch, i < 10 ? 32 : i < 20 ? 64 : 128);
            static_cast<void>(batches.step(1));
        }
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestWorkerPolicies)
#include "tst_worker_policies.moc"
