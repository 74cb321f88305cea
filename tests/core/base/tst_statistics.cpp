// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/base/statistics.h"

#include <QtTest>
#include <cmath>

using namespace millrace;

namespace {

bool near(double a, double b, double tolerance = 1e-9)
{
    return std::abs(a - b) <= tolerance;
}

} // namespace

class TestStatistics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyAndSingle()
    {
        QVERIFY(std::isnan(mean({})));
        QVERIFY(std::isnan(quantile({}, 0.5)));
        const std::vector<double> one = {3};
        QCOMPARE(mean(one), 3.0);
        QVERIFY(std::isnan(standardDeviation(one)));
        QCOMPARE(populationDeviation(one), 0.0);
        QVERIFY(std::isnan(meanInterval(one).low));
    }

    void quantilesInterpolateAsTypeSeven()
    {
        // R: quantile(c(1,2,3,4,10), c(.25,.5,.9)) gives 2, 3, 7.6
        const std::vector<double> values = {10, 1, 3, 2, 4};
        QCOMPARE(quantile(values, 0.25), 2.0);
        QCOMPARE(median(values), 3.0);
        QVERIFY(near(quantile(values, 0.9), 7.6));
        QCOMPARE(quantile(values, 0), 1.0);
        QCOMPARE(quantile(values, 1), 10.0);
    }

    void studentInterval()
    {
        // R: t.test(c(1,2,3,4,5))$conf.int gives 1.036757, 4.963243
        const std::vector<double> values = {1, 2, 3, 4, 5};
        const Interval interval = meanInterval(values);
        QVERIFY(near(interval.low, 1.036757, 1e-6));
        QVERIFY(near(interval.high, 4.963243, 1e-6));
    }

    void binomial()
    {
        // R: binom.test(10, 1000, conf.level = 0.99)$conf.int gives 0.003754, 0.021228 (rounded)
        const Interval interval = binomialInterval(10, 1000, 0.99);
        // The defining equations: P(X >= 10 | low) = P(X <= 10 | high) = 0.005.
        const auto below = [](double p, int k) {
            double sum = 0;
            for (int i = 0; i <= k; ++i)
                sum += std::exp(std::lgamma(1001) - std::lgamma(i + 1) - std::lgamma(1001 - i) + i * std::log(p)
                                + (1000 - i) * std::log1p(-p));
            return sum;
        };
        QVERIFY(near(1 - below(interval.low, 9), 0.005, 1e-8));
        QVERIFY(near(below(interval.high, 10), 0.005, 1e-8));
        QCOMPARE(binomialInterval(0, 100, 0.99).low, 0.0);
        QCOMPARE(binomialInterval(100, 100, 0.99).high, 1.0);
        QVERIFY(near(binomialInterval(0, 100, 0.99).high, 1 - std::pow(0.005, 0.01), 1e-9));
    }

    void generatorIsStableAndUniform()
    {
        Random a(1), b(1);
        double sum = 0, squares = 0;
        for (int i = 0; i < 100000; ++i) {
            const double value = a.uniform();
            QCOMPARE(value, b.uniform());
            sum += value;
            squares += value * value;
        }
        QVERIFY(near(sum / 1e5, 0.5, 0.005));
        QVERIFY(near(squares / 1e5, 1.0 / 3, 0.005));
        double normal = 0, exponential = 0;
        for (int i = 0; i < 100000; ++i) {
            const double draw = a.normal();
            normal += draw * draw;
            exponential += a.exponential();
        }
        QVERIFY(near(normal / 1e5, 1, 0.03));
        QVERIFY(near(exponential / 1e5, 1, 0.03));
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
