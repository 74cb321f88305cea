// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/comparison.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;

namespace {

/// Student's sleep data ("sleep" in R): ten patients under two drugs.
const std::vector<double> drug1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const std::vector<double> drug2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

void near(double value, double expected, double tolerance)
{
    QVERIFY2(std::abs(value - expected) <= tolerance, qPrintable(QString("%1, not %2").arg(value).arg(expected)));
}

} // namespace

class TestComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void welch()
    {
        // R 4: t.test(extra ~ group, data = sleep): df = 17.776, p = 0.07939, interval -3.3654832 to 0.2054832.
        const Comparison result = compare(drug1, drug2);
        near(result.difference.value, -1.58, 1e-12);
        near(result.difference.interval.low, -3.3654832, 1e-7);
        near(result.difference.interval.high, 0.2054832, 1e-7);
        near(result.degrees, 17.776, 5e-4);
        near(result.welchP, 0.07939, 5e-6);
        QCOMPARE(result.remark, std::string());
    }

    void paired()
    {
        // R 4: t.test(drug1, drug2, paired = TRUE): p = 0.002833, interval -2.4598858 to -0.7001142.
        Comparison result = compare(drug1, drug2);
        std::vector<std::pair<double, double>> pairs;
        for (std::size_t i = 0; i < drug1.size(); ++i)
            pairs.emplace_back(drug1[i], drug2[i]);
        QVERIFY(std::isnan(result.pairedP));
        addPairs(result, pairs);
        QCOMPARE(result.pairs, std::size_t(10));
        near(result.pairedDifference.value, -1.58, 1e-12);
        near(result.pairedDifference.interval.low, -2.4598858, 1e-7);
        near(result.pairedDifference.interval.high, -0.7001142, 1e-7);
        near(result.pairedP, 0.002833, 5e-7);
    }

    void mannWhitney()
    {
        // R 4: wilcox.test(extra ~ group, data = sleep, exact = FALSE): p = 0.06933, with ties.
        near(mannWhitneyP(drug1, drug2), 0.06933, 5e-6);
        // Hollander and Wolfe 1973, permeability constants, ?wilcox.test in R: W = 35, one-sided p = 0.1272; two-sided
        // by going through all 3003 orders: 0.2544122544.
        const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
        const std::vector<double> young = {1.15, 0.88, 0.90, 0.74, 1.21};
        near(mannWhitneyP(term, young), 0.2544122544, 1e-9);
        near(mannWhitneyP(young, term), 0.2544122544, 1e-9);
        // Three below three: 2 of the 20 orders are as extreme.
        near(mannWhitneyP(std::vector<double>{1, 2, 3}, std::vector<double>{4, 5, 6}), 0.1, 1e-12);
        QVERIFY(std::isnan(mannWhitneyP({}, drug1)));
        QVERIFY(std::isnan(mannWhitneyP(std::vector<double>{2, 2}, std::vector<double>{2, 2})));
    }

    void effectSize()
    {
        // g = J d with J = Γ(9) / (3 Γ(8.5)); ends of the interval by Simpson's rule over the noncentral t's defining
        // integral and bisection.
        const Estimate sleep = hedgesG(summarise(drug1), summarise(drug2));
        near(sleep.value, -0.7969352392, 1e-9);
        near(sleep.interval.low, -1.6651717908, 1e-6);
        near(sleep.interval.high, 0.0914077328, 1e-6);
        const Estimate far = hedgesG(summarise(std::vector<double>{10.1, 9.8, 10.4, 10.0, 9.9}),
                                     summarise(std::vector<double>{12.2, 11.9, 12.6, 11.5}));
        near(far.value, -5.0874907791, 1e-9);
        near(far.interval.low, -7.9180363676, 1e-5);
        near(far.interval.high, -2.2130148561, 1e-5);
    }

    void relative()
    {
        // The roots of |A - R B| = t sqrt(var A + R² var B), found by bisection.
        const Comparison result =
            compare(std::vector<double>{10.1, 9.8, 10.4, 10.0, 9.9}, std::vector<double>{12.2, 11.9, 12.6, 11.5});
        near(result.relative.value, -0.1668049793, 1e-9);
        near(result.relative.interval.low, -0.2126691816, 1e-9);
        near(result.relative.interval.high, -0.1166317598, 1e-9);
    }

    void fewValues()
    {
        const Comparison one = compare(std::vector<double>{1.0}, std::vector<double>{2.0, 3.0});
        near(one.difference.value, -1.5, 1e-12);
        near(one.relative.value, -0.6, 1e-12);
        QVERIFY(!one.difference.hasInterval() && !one.relative.hasInterval() && !one.hedgesG.hasInterval());
        QVERIFY(std::isnan(one.welchP) && std::isnan(one.mannWhitneyP) && std::isnan(one.hedgesG.value));
        QVERIFY(one.remark.find("single value") != std::string::npos);
        const Comparison none = compare({}, drug1);
        QVERIFY(std::isnan(none.difference.value) && std::isnan(none.relative.value));
        QVERIFY(none.remark.find("no value") != std::string::npos);
        Comparison pair = one;
        addPairs(pair, std::vector<std::pair<double, double>>{{1, 2}});
        QCOMPARE(pair.pairs, std::size_t(0));
    }

    void equalValues()
    {
        const Comparison result = compare(std::vector<double>{2, 2}, std::vector<double>{4, 4, 4});
        near(result.relative.value, -0.5, 1e-12);
        QCOMPARE(result.difference.interval, (Interval{-2, -2}));
        QCOMPARE(result.relative.interval, (Interval{-0.5, -0.5}));
        QVERIFY(std::isnan(result.hedgesG.value) && std::isnan(result.welchP));
        QVERIFY(!result.remark.empty());
    }

    void meanNearZero()
    {
        const Comparison result = compare(std::vector<double>{1, 2, 3}, std::vector<double>{-9, 0.1, 10});
        QVERIFY(result.difference.hasInterval() && !result.relative.hasInterval());
        QVERIFY(result.remark.find("may be 0") != std::string::npos);
    }

    void ordersOfMagnitude()
    {
        // A constant factor changes no p and no effect size, however small the values.
        const auto times = [](std::vector<double> values, double factor) {
            for (double& value : values)
                value *= factor;
            return values;
        };
        const Comparison plain = compare(drug1, drug2);
        const Comparison tiny = compare(times(drug1, 1e-9), times(drug2, 1e-9));
        near(tiny.welchP, plain.welchP, 1e-9);
        near(tiny.hedgesG.interval.low, plain.hedgesG.interval.low, 1e-6);
        // Far apart: no hang, no infinite interval.
        const Comparison far =
            compare(std::vector<double>{1, 1 + 1e-9, 1 - 1e-9}, std::vector<double>{1000, 1000 + 1e-9, 1000 - 1e-9});
        QVERIFY(std::isfinite(far.relative.interval.low));
        QVERIFY(!far.hedgesG.hasInterval());
        // Squares of variances that are no numbers any more, and variances that are none.
        for (const double factor : {1e-100, 1e100})
            near(compare(times(drug1, factor), times(drug2, factor)).welchP, plain.welchP, 1e-9);
        Comparison beyond = compare(std::vector<double>{1e308, 1, 3}, std::vector<double>{2, 1e308, 5});
        addPairs(beyond, std::vector<std::pair<double, double>>{{1e308, -1e308}, {1, 2}});
        QVERIFY(std::isnan(beyond.welchP) && std::isnan(beyond.degrees) && std::isnan(beyond.pairedP));
        QVERIFY(!beyond.difference.hasInterval());
        QVERIFY(beyond.mannWhitneyP > 0);
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
