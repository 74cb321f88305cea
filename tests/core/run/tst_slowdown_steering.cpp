// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/run/slowdown_steering.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::run;

class TestSlowdownSteering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A queue that makes a transfer of 20 ms longer by `share` of what the rate takes of the path, until nothing more
    /// goes through.
    void findsTheRateOfAnUnknownQueue_data()
    {
        QTest::addColumn<double>("slowdown");
        QTest::addColumn<double>("share");
        for (const double slowdown : {0.05, 0.1, 0.2, 0.5})
            for (const double share : {0.6, 1.0, 1.6})
                QTest::addRow("%g %g", slowdown, share) << slowdown << share;
    }
    void findsTheRateOfAnUnknownQueue()
    {
        QFETCH(double, slowdown);
        QFETCH(double, share);
        constexpr double step = 0.04, transfer = 0.02, capacity = 1e8;
        SlowdownSteering steering(slowdown, step, transfer, capacity, 2);
        Random random(1);
        double last = 0;
        for (int i = 0; i < 200; ++i) {
            const double left = 1 - steering.rate() / capacity;
            last = std::max(step + transfer * share * (1 - left), transfer / left);
            (void)steering.take(last * (1 + 0.002 * random.normal()));
        }
        QVERIFY2(std::abs((last / step - 1) / slowdown - 1) < 0.2, qPrintable(QString::number(last / step - 1)));
    }

    void neverTakesTheWholePath()
    {
        SlowdownSteering steering(0.5, 0.04, 0.02, 1e8, 1);
        for (int i = 0; i < 100; ++i) {
            (void)steering.take(0.04); // nothing helps
            QVERIFY(steering.rate() <= 0.95e8);
        }
        QVERIFY(steering.rate() > 0.9e8);
    }

    void staysWhenItFits()
    {
        SlowdownSteering steering(0.5, 0.04, 0.02, 1e8, 1);
        for (int i = 0; i < 100; ++i)
            QVERIFY(!steering.take(0.0605));
    }

    void withoutCommunicationNoRateIsKnown()
    {
        QVERIFY(std::isnan(SlowdownSteering(0.5, 0.04, 0, 1e8, 1).rate()));
        QVERIFY(std::isnan(SlowdownSteering(0.5, 0.04, 0.02, 0, 1).rate()));
    }
};

QTEST_APPLESS_MAIN(TestSlowdownSteering)
#include "tst_slowdown_steering.moc"
