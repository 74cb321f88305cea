// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/trainer/synthetic_gradient.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace millrace;
using namespace millrace::trainer;

namespace {

std::vector<float> filled(const SyntheticGradient& gradient, std::size_t elements, std::int64_t step, int rank)
{
    std::vector<float> values(elements, std::nanf(""));
    gradient.fill(values, step, rank);
    return values;
}

std::vector<float> summed(const SyntheticGradient& gradient, std::size_t elements, std::int64_t step, int ranks)
{
    std::vector<float> total(elements, 0.0f);
    for (int rank = 0; rank < ranks; ++rank) {
        const auto values = filled(gradient, elements, step, rank);
        for (std::size_t i = 0; i < elements; ++i)
            total[i] += values[i];
    }
    return total;
}

} // namespace

class TestSyntheticGradient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillAgreesWithValue_data()
    {
        QTest::addColumn<int>("elements");
        for (const int elements : {0, 1, 7, 65520, 65521, 65522, 200000})
            QTest::addRow("%d", elements) << elements;
    }
    void fillAgreesWithValue()
    {
        QFETCH(int, elements);
        const SyntheticGradient gradient(7);
        const auto values = filled(gradient, static_cast<std::size_t>(elements), 3, 2);
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], gradient.value(i, 3, 2));
    }

    void valuesAreSmallIntegers()
    {
        const auto values = filled(SyntheticGradient(1), SyntheticGradient::period, 0, 0);
        for (const float value : values) {
            QCOMPARE(value, std::round(value));
            QVERIFY(value >= -2048 && value <= 2047);
        }
        QVERIFY(std::ranges::count(values, 0.0f) < 100);
    }

    /// Added in float32 in any order, the result is bitwise the closed form.
    void sumsAreExactInEveryOrder()
    {
        const SyntheticGradient gradient(5);
        constexpr int ranks = 64;
        constexpr std::size_t elements = 500;
        std::vector<int> order(ranks);
        std::iota(order.begin(), order.end(), 0);
        Random random(9);
        for (int round = 0; round < 20; ++round) {
            shuffle(order, random);
            for (std::size_t i = 0; i < elements; ++i) {
                float total = 0;
                for (const int rank : order)
                    total += gradient.value(i, round, rank);
                QCOMPARE(total, gradient.sum(i, round, ranks));
            }
        }
    }

    void theLargestSumIsStillExact()
    {
        const float most = 2048.0f * SyntheticGradient::maximumRanks;
        QVERIFY(most < 16777216.0f);
    }

    void ranksStepsAndSeedsDiffer()
    {
        const SyntheticGradient gradient(1);
        const auto base = filled(gradient, 1000, 4, 1);
        QVERIFY(filled(gradient, 1000, 4, 2) != base);
        QVERIFY(filled(gradient, 1000, 5, 1) != base);
        QVERIFY(filled(SyntheticGradient(2), 1000, 4, 1) != base);
        QCOMPARE(filled(SyntheticGradient(1), 1000, 4, 1), base);
    }

    void checkAcceptsTheSum()
    {
        const SyntheticGradient gradient(3);
        const std::vector<std::size_t> tensors{100000, 0, 1, 30000};
        QVERIFY(!gradient.check(summed(gradient, 130001, 8, 5), tensors, 8, 5, 1000));
        QVERIFY(!gradient.check(filled(gradient, 130001, 8, 0), tensors, 8, 1, 1000));
        QVERIFY(!gradient.check({}, {}, 8, 5, 1000));
    }

    /// The faults that an all-reduce can have.
    void checkFindsFaults_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("a rank is missing") << 0;
        QTest::newRow("a rank is added twice and another one never") << 1;
        QTest::newRow("a chunk is moved by a page") << 2;
        QTest::newRow("the step before") << 3;
        QTest::newRow("the last element of a tensor") << 4;
        QTest::newRow("added once too often") << 5;
        QTest::newRow("no number") << 6;
    }
    void checkFindsFaults()
    {
        QFETCH(int, fault);
        const SyntheticGradient gradient(3);
        const std::vector<std::size_t> tensors{100000, 50000};
        constexpr std::size_t elements = 150000;
        auto values = summed(gradient, elements, 8, 4);
        const auto one = filled(gradient, elements, 8, 1);
        const auto two = filled(gradient, elements, 8, 2);
        for (std::size_t i = 0; i < elements; ++i) {
            if (fault == 0)
                values[i] -= one[i];
            if (fault == 1)
                values[i] += one[i] - two[i];
            if (fault == 5)
                values[i] += one[i];
        }
        if (fault == 2)
            std::rotate(values.begin() + 20000, values.begin() + 21024, values.begin() + 90000);
        if (fault == 3)
            values = summed(gradient, elements, 7, 4);
        if (fault == 4)
            values[99999] += 1;
        if (fault == 6)
            values[0] = std::nanf("");
        const auto mismatch = gradient.check(values, tensors, 8, 4, 1000);
        QVERIFY(mismatch);
        QCOMPARE(mismatch->expected, gradient.sum(mismatch->element, 8, 4));
        QVERIFY(mismatch->found != mismatch->expected);
    }

    void everyElementIsLookedAtInTime()
    {
        const SyntheticGradient gradient(3);
        const std::vector<std::size_t> tensors{5000};
        int found = 0;
        for (int step = 0; step < 300; ++step) {
            auto values = summed(gradient, 5000, step, 2);
            values[1234] += 1;
            found += gradient.check(values, tensors, step, 2, 500) ? 1 : 0;
        }
        // One of ten elements is looked at in each step.
        QVERIFY2(found > 10 && found < 60, qPrintable(QString::number(found)));
    }

    void stepsUntilOverflow_data()
    {
        QTest::addColumn<int>("ranks");
        for (const int ranks : {2, 3, 4, 7, 16, 100, 8191})
            QTest::addRow("%d ranks", ranks) << ranks;
    }
    void stepsUntilOverflow()
    {
        QFETCH(int, ranks);
        const std::int64_t steps = SyntheticGradient::stepsUntilOverflow(ranks);
        QVERIFY(steps >= 1);
        float value = 2048;
        for (std::int64_t step = 0; step < steps; ++step)
            value *= static_cast<float>(ranks);
        QVERIFY(value <= 0x1p120f);
        QVERIFY(value * static_cast<float>(ranks) > 0x1p119f);
    }
};

QTEST_APPLESS_MAIN(TestSyntheticGradient)
#include "tst_synthetic_gradient.moc"
