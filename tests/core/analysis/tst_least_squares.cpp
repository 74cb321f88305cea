// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/block_bootstrap.h"
#include "core/analysis/least_squares.h"
#include "core/analysis/singular_values.h"
#include "core/base/random.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;

namespace {

void near(double value, double expected, double relative)
{
    const double scale = expected == 0 ? 1 : std::abs(expected);
    QVERIFY2(std::abs(value - expected) <= relative * scale,
             qPrintable(QString("%1, not %2").arg(value, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

/// NIST StRD, data set Longley: y, then x1 to x6.
const std::vector<std::vector<double>> longley = {
    {60323, 83.0, 234289, 2356, 1590, 107608, 1947},  {61122, 88.5, 259426, 2325, 1456, 108632, 1948},
    {60171, 88.2, 258054, 3682, 1616, 109773, 1949},  {61187, 89.5, 284599, 3351, 1650, 110929, 1950},
    {63221, 96.2, 328975, 2099, 3099, 112075, 1951},  {63639, 98.1, 346999, 1932, 3594, 113270, 1952},
    {64989, 99.0, 365385, 1870, 3547, 115094, 1953},  {63761, 100.0, 363112, 3578, 3350, 116219, 1954},
    {66019, 101.2, 397469, 2904, 3048, 117388, 1955}, {67857, 104.6, 419180, 2822, 2857, 118734, 1956},
    {68169, 108.4, 442769, 2936, 2798, 120445, 1957}, {66513, 110.8, 444546, 4681, 2637, 121950, 1958},
    {68655, 112.6, 482704, 3813, 2552, 123366, 1959}, {69564, 114.2, 502601, 3931, 2514, 125368, 1960},
    {69331, 115.7, 518173, 4806, 2572, 127852, 1961}, {70551, 116.9, 554894, 4007, 2827, 130081, 1962},
};

DesignMatrix longleyColumns(std::vector<double>& y)
{
    DesignMatrix x{{"const", "x1", "x2", "x3", "x4", "x5", "x6"}, std::vector<std::vector<double>>(7)};
    for (const auto& row : longley) {
        y.push_back(row[0]);
        x.columns[0].push_back(1);
        for (std::size_t i = 1; i < 7; ++i)
            x.columns[i].push_back(row[i]);
    }
    return x;
}

/// NIST StRD, Wampler: powers of 0 … 20.
DesignMatrix powers()
{
    DesignMatrix x{{"1", "x", "x2", "x3", "x4", "x5"}, std::vector<std::vector<double>>(6)};
    for (int i = 0; i <= 20; ++i)
        for (std::size_t power = 0; power < 6; ++power)
            x.columns[power].push_back(std::pow(i, power));
    return x;
}

} // namespace

class TestLeastSquares : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void longleyCertified()
    {
        std::vector<double> y;
        const DesignMatrix x = longleyColumns(y);
        const auto fit = leastSquares(x, y);
        QVERIFY(fit);
        const std::vector<std::pair<double, double>> certified = {
            {-3482258.63459582, 890420.383607373},
            {15.0618722713733, 84.9149257747669},
            {-0.358191792925910E-01, 0.334910077722432E-01},
            {-2.02022980381683, 0.488399681651699},
            {-1.03322686717359, 0.214274163161675},
            {-0.511041056535807E-01, 0.226073200069370},
            {1829.15146461355, 455.478499142212},
        };
        for (std::size_t i = 0; i < 7; ++i) {
            near(fit->coefficients[i].value, certified[i].first, 1e-9);
            near(fit->coefficients[i].error, certified[i].second, 1e-9);
        }
        near(fit->residualDeviation, 304.854073561965, 1e-10);
        near(fit->rSquared, 0.995479004577296, 1e-12);
        near(fit->f, 330.285339234588, 1e-9);
        // statsmodels prints these of the same data: adjusted R² 0.992, Cond. No. 4.86e+09, p of F 4.98e-10.
        near(fit->adjustedRSquared, 0.992, 1e-3);
        near(fit->conditionNumber, 4.86e9, 1e-3);
        near(fit->fP, 4.98e-10, 2e-3);
        near(fit->coefficients[3].t, -4.136, 2e-4);
        near(fit->coefficients[3].p, 0.003, 0.2);
        QCOMPARE(fit->rank, std::size_t(7));
        QVERIFY(fit->dropped.empty());
    }

    void longleyByPseudoInverse()
    {
        std::vector<double> y;
        const DesignMatrix x = longleyColumns(y);
        const auto fit = minimumNormFit(x, y);
        QVERIFY(fit);
        near(fit->coefficients[0].value, -3482258.63459582, 1e-6);
        near(fit->coefficients[6].error, 455.478499142212, 1e-6);
        near(fit->rSquared, 0.995479004577296, 1e-9);
    }

    void wampler()
    {
        const DesignMatrix x = powers();
        std::vector<double> one, two;
        for (int i = 0; i <= 20; ++i) {
            double a = 0, b = 0;
            for (std::size_t power = 0; power < 6; ++power) {
                a += std::pow(i, power);
                b += std::pow(i / 10.0, power);
            }
            one.push_back(a);
            two.push_back(b);
        }
        const auto first = leastSquares(x, one), second = leastSquares(x, two);
        QVERIFY(first && second);
        for (std::size_t power = 0; power < 6; ++power) {
            near(first->coefficients[power].value, 1, 1e-7);
            near(second->coefficients[power].value, std::pow(0.1, power), 1e-8);
        }
        near(first->rSquared, 1, 1e-14);
    }

    void wampler4Certified()
    {
        // Wampler4: the values of Wampler1 with large deviations; all coefficients are 1.
        static constexpr double deviations[] = {75901,   -204794, 204863,  -204436, 253665,  -200894, 214131,
                                                -185192, 221249,  -138370, 315911,  -27644,  455253,  197434,
                                                783995,  608816,  1370781, 1303798, 2205519, 2408860, 3444321};
        const std::vector<double> y(std::begin(deviations), std::end(deviations));
        const auto fit = leastSquares(powers(), y);
        QVERIFY(fit);
        for (const Coefficient& each : fit->coefficients)
            near(each.value, 1, 1e-6);
        near(fit->coefficients[0].error, 215232.624678170, 1e-9);
        near(fit->coefficients[5].error, 11.2324854679312, 1e-9);
        near(fit->residualDeviation, 236014.502379268, 1e-10);
        near(fit->rSquared, 0.957478440825662, 1e-10);
        near(fit->f, 67.5524458240122, 1e-9);
    }

    void straightLineByHand()
    {
        // y = 1, 3, 2, 6 at x = 0, 1, 2, 3: slope 7/5, intercept 9/10, residual sum 4.2, h = 1/4 + (x - 1.5)²/5.
        const DesignMatrix x{{"const", "x"}, {{1, 1, 1, 1}, {0, 1, 2, 3}}};
        const auto fit = leastSquares(x, std::vector<double>{1, 3, 2, 6});
        QVERIFY(fit);
        near(fit->coefficients[1].value, 1.4, 1e-14);
        near(fit->coefficients[0].value, 0.9, 1e-14);
        near(fit->residualDeviation, std::sqrt(2.1), 1e-14);
        near(fit->coefficients[1].error, std::sqrt(2.1 / 5), 1e-14);
        near(fit->rSquared, 1 - 4.2 / 14, 1e-14);
        near(fit->leverage[0], 0.7, 1e-14);
        near(fit->leverage[1], 0.3, 1e-14);
        // Each point left out by hand: lines through the other three.
        const double press =
            (std::pow(0.1 / 0.3, 2) + std::pow(0.7 / 0.7, 2) + std::pow(-1.7 / 0.7, 2) + std::pow(0.9 / 0.3, 2)) / 4;
        near(fit->leaveOneOutError, std::sqrt(press), 1e-13);
    }

    void dependentColumns()
    {
        // The third column is the first minus the second: nothing new. Cell means: 2 and 5.
        const DesignMatrix x{{"const", "a", "b"}, {{1, 1, 1, 1}, {1, 1, 0, 0}, {0, 0, 1, 1}}};
        const std::vector<double> y = {1, 3, 4, 6};
        const auto fit = leastSquares(x, y);
        QVERIFY(fit);
        QCOMPARE(fit->rank, std::size_t(2));
        QCOMPARE(fit->dropped, std::vector<std::string>{"b"});
        near(fit->coefficients[0].value, 5, 1e-14);
        near(fit->coefficients[1].value, -3, 1e-14);
        QVERIFY(std::isnan(fit->coefficients[2].value));
        near(fit->residualDeviation, std::sqrt(2), 1e-14);
        // The least norm with c + a = 2 and c + b = 5: c = 7/3, a = -1/3, b = 8/3.
        const auto least = minimumNormFit(x, y);
        QVERIFY(least);
        QCOMPARE(least->rank, std::size_t(2));
        near(least->coefficients[0].value, 7.0 / 3, 1e-13);
        near(least->coefficients[1].value, -1.0 / 3, 1e-13);
        near(least->coefficients[2].value, 8.0 / 3, 1e-13);
        near(least->residualDeviation, std::sqrt(2), 1e-13);
    }

    void whatCannotBeFitted()
    {
        QVERIFY(!leastSquares({}, std::vector<double>{1}));
        QVERIFY(!leastSquares({{"a"}, {{1, 2}}}, std::vector<double>{1}));
        QVERIFY(!leastSquares({{"a"}, {{1, NAN}}}, std::vector<double>{1, 2}));
        QVERIFY(!minimumNormFit({{"a"}, {{1, 2}}}, std::vector<double>{1, INFINITY}));
        // As many coefficients as observations: fitted, without errors.
        const auto fit = leastSquares({{"a", "b"}, {{1, 1}, {0, 1}}}, std::vector<double>{2, 5});
        QVERIFY(fit);
        near(fit->coefficients[1].value, 3, 1e-14);
        QVERIFY(std::isnan(fit->coefficients[1].error) && std::isnan(fit->f) && std::isnan(fit->leaveOneOutError));
        const auto zeros = leastSquares({{"a"}, {{0, 0}}}, std::vector<double>{1, 2});
        QVERIFY(zeros && zeros->rank == 0);
        const auto zerosLeast = minimumNormFit({{"a"}, {{0, 0}}}, std::vector<double>{1, 2});
        QVERIFY(zerosLeast && zerosLeast->rank == 0);
    }

    void singular()
    {
        // [[3, 0], [4, 5]] has the singular values 3√5 and √5.
        const SingularValues values = singularValues({{3, 4}, {0, 5}});
        near(values.values[0], 3 * std::sqrt(5), 1e-14);
        near(values.values[1], std::sqrt(5), 1e-14);
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t column = 0; column < 2; ++column) {
                double sum = 0;
                for (std::size_t k = 0; k < 2; ++k)
                    sum += values.left[k][row] * values.values[k] * values.right[k][column];
                near(sum, row == 0 ? (column == 0 ? 3 : 0) : (column == 0 ? 4 : 5), 1e-13);
            }
    }

    void bootstrap()
    {
        // Independent values: the interval is as wide as Student's. Chained ones (autocorrelation 0.8): wider, towards
        // the factor √((1 + 0.8) / (1 - 0.8)) = 3 that long series have.
        Random random(7);
        std::vector<double> independent, chained;
        double last = 0;
        for (int i = 0; i < 400; ++i) {
            independent.push_back(random.normal());
            last = 0.8 * last + random.normal();
            chained.push_back(last);
        }
        const auto width = [](const Interval& interval) { return interval.high - interval.low; };
        const double plain = width(blockBootstrapInterval(independent)) / width(meanInterval(independent));
        QVERIFY2(plain > 0.8 && plain < 1.2, qPrintable(QString::number(plain)));
        BootstrapOptions options;
        options.block = 25;
        const double wide = width(blockBootstrapInterval(chained, options)) / width(meanInterval(chained));
        QVERIFY2(wide > 1.9 && wide < 3.5, qPrintable(QString::number(wide)));
        QCOMPARE(blockBootstrapInterval(chained, options), blockBootstrapInterval(chained, options));
        QVERIFY(std::isnan(blockBootstrapInterval(std::vector<double>{1}).low));
    }
};

QTEST_APPLESS_MAIN(TestLeastSquares)
#include "tst_least_squares.moc"
