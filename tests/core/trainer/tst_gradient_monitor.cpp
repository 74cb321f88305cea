// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/gradient_monitor.h"
#include "core/trainer/synthetic_gradient.h"

#include <QtTest>
#include <cmath>
#include <vector>

using namespace millrace;
using namespace millrace::trainer;

class TestGradientMonitor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreRead()
    {
        QVERIFY(*parseGradientStatistic("noise-scale") == GradientStatistic::NoiseScale);
        QVERIFY(*parseGradientStatistic("variance") == GradientStatistic::Variance);
        QVERIFY(*parseGradientStatistic("none") == GradientStatistic::None);
        QVERIFY(!parseGradientStatistic("noise"));
    }

    void normsAreSumsOfSquares()
    {
        for (const std::size_t size : {0, 1, 15, 16, 17, 1000}) {
            std::vector<float> values(size);
            double expected = 0;
            for (std::size_t i = 0; i < size; ++i) {
                values[i] = static_cast<float>(i) - 7;
                expected += static_cast<double>(values[i]) * static_cast<double>(values[i]);
            }
            QCOMPARE(squaredNorm(values), expected);
        }
    }

    void aKnownNoiseScaleIsFound_data()
    {
        QTest::addColumn<double>("requested");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("ranks");
        QTest::newRow("below the batch") << 4.0 << 32 << 4;
        QTest::newRow("equal to it") << 32.0 << 32 << 2;
        QTest::newRow("far above") << 3000.0 << 16 << 8;
    }
    void aKnownNoiseScaleIsFound()
    {
        QFETCH(double, requested);
        QFETCH(int, batch);
        QFETCH(int, ranks);
        constexpr std::size_t elements = 200'000;
        const SyntheticGradient gradient(3, requested, batch);
        const double exact = gradient.noiseScale(elements);
        QVERIFY(std::abs(exact / requested - 1) < 0.02);
        NoiseScaleEstimate estimate(batch, ranks, 0.98);
        QVERIFY(!estimate.value());
        std::vector<float> local(elements), mean(elements);
        for (int step = 0; step < 60; ++step) {
            std::ranges::fill(mean, 0.0f);
            double square = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                gradient.fill(local, step, rank);
                square += squaredNorm(local);
                for (std::size_t i = 0; i < elements; ++i)
                    mean[i] += local[i];
            }
            estimate.add(square / ranks, squaredNorm(mean) / ranks / ranks);
        }
        QVERIFY2(std::abs(*estimate.value() / exact - 1) < 0.03,
                 qPrintable(QString("%1 instead of %2").arg(*estimate.value()).arg(exact)));
    }

    void itIsNotDefinedForOneRankOrWithoutAMean()
    {
        NoiseScaleEstimate one(32, 1);
        one.add(3, 3);
        QVERIFY(!one.value());
        NoiseScaleEstimate noMean(32, 4);
        noMean.add(4, 1); // the mean's square is that of the noise alone
        QVERIFY(!noMean.value());
        NoiseScaleEstimate noNoise(32, 4);
        noNoise.add(4, 4);
        QCOMPARE(*noNoise.value(), 0.0);
    }

    void theVarianceIsThatOfTheDefinition()
    {
        // Two ranks, tensors of two and one elements: (1, 4 | 2) and (3, 4 | 8).
        const std::vector<float> sums{4, 8, 10}, squares{10, 32, 68};
        const std::vector<std::size_t> tensors{2, 1};
        QCOMPARE(gradientVariance(sums, squares, tensors, 2), 1.0 + 9.0);
        // ‖(1, 0)‖ of the first tensor, and ‖(9)‖ of the second.
    }

    void sumsOfGradientsWithNoiseAreExact()
    {
        const SyntheticGradient gradient(9, 100, 25);
        std::vector<float> total(70'000, 0.0f), one(70'000);
        for (int rank = 0; rank < 5; ++rank) {
            gradient.fill(one, 7, rank);
            QCOMPARE(one[69'999], gradient.value(69'999, 7, rank));
            for (std::size_t i = 0; i < total.size(); ++i)
                total[i] += one[i];
        }
        const std::vector<std::size_t> tensors{60'000, 10'000};
        QVERIFY(!gradient.check(total, tensors, 7, 5, 10'000));
        total[65'521] += 1;
        QVERIFY(gradient.check(total, tensors, 7, 5, 70'000));
    }
};

QTEST_GUILESS_MAIN(TestGradientMonitor)
#include "tst_gradient_monitor.moc"
