// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/lateness_histogram.h"

#include "core/base/random.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace millrace;
using namespace millrace::emulate;

class TestLatenessHistogram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void emptyIsZero()
    {
        const LatenessHistogram histogram;
        QCOMPARE(histogram.count(), 0u);
        QCOMPARE(histogram.quantile(0.5), Nanoseconds(0));
        QCOMPARE(histogram.maximum(), Nanoseconds(0));
    }

    void smallTimesAreExact()
    {
        LatenessHistogram histogram;
        for (int i = 1; i <= 32; ++i)
            histogram.add(Nanoseconds(i - 1));
        QCOMPARE(histogram.quantile(0.5), Nanoseconds(15));
        QCOMPARE(histogram.quantile(1), Nanoseconds(31));
        QCOMPARE(histogram.maximum(), Nanoseconds(31));
    }

    void negativeCountsAsZero()
    {
        LatenessHistogram histogram;
        histogram.add(Nanoseconds(-5));
        QCOMPARE(histogram.count(), 1u);
        QCOMPARE(histogram.maximum(), Nanoseconds(0));
    }

    // Never below the exact quantile, and at most a step of 1/32 above it.
    void quantilesAgreeWithSorting_data()
    {
        QTest::addColumn<double>("scale");
        for (const double scale : {10.0, 1e3, 1e5, 1e7, 1e9, 1e11})
            QTest::addRow("%g ns", scale) << scale;
    }

    void quantilesAgreeWithSorting()
    {
        QFETCH(double, scale);
        Random random(4);
        LatenessHistogram histogram;
        std::vector<std::int64_t> values;
        for (int i = 0; i < 20000; ++i) {
            values.push_back(static_cast<std::int64_t>(random.exponential() * scale));
            histogram.add(Nanoseconds(values.back()));
        }
        std::ranges::sort(values);
        for (const double fraction : {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
            const auto rank = static_cast<std::size_t>(std::ceil(fraction * 20000)) - 1;
            const auto exact = static_cast<double>(values[rank]);
            const auto got = static_cast<double>(histogram.quantile(fraction).count());
            QVERIFY(got >= exact);
            QVERIFY(got <= exact * (1 + 1.0 / 32) + 1);
        }
        QCOMPARE(histogram.maximum().count(), values.back());
    }

    void hugeTimesStayInside()
    {
        LatenessHistogram histogram;
        histogram.add(Nanoseconds::max());
        QCOMPARE(histogram.count(), 1u);
        QCOMPARE(histogram.maximum(), Nanoseconds::max());
    }

    void clears()
    {
        LatenessHistogram histogram;
        histogram.add(Nanoseconds(1000));
        histogram.clear();
        QCOMPARE(histogram.count(), 0u);
        QCOMPARE(histogram.quantile(0.99), Nanoseconds(0));
    }
};

QTEST_APPLESS_MAIN(TestLatenessHistogram)
#include "tst_lateness_histogram.moc"
