// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/base/units.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace std::chrono_literals;

class TestUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durations()
    {
        QCOMPARE(parseDuration("10ms")->count(), 10'000'000);
        QCOMPARE(parseDuration("250 us")->count(), 250'000);
        QCOMPARE(parseDuration("1.5s")->count(), 1'500'000'000);
        QCOMPARE(parseDuration("0")->count(), 0);
        QCOMPARE(parseDuration("2")->count(), 2'000'000'000);
        QCOMPARE(parseDuration("1e-3s")->count(), 1'000'000);
        for (const char* bad : {"", "ms", "-1ms", "1 parsec", "1ms2", "nan", "inf", "1e30s"})
            QVERIFY2(!parseDuration(bad), bad);
    }

    void rates()
    {
        QCOMPARE(*parseRate("1Gbit"), 1e9);
        QCOMPARE(*parseRate("100 Mbit/s"), 1e8);
        QCOMPARE(*parseRate("2.5Gbps"), 2.5e9);
        QCOMPARE(*parseRate("0"), 0.0);
        for (const char* bad : {"1GB", "fast", "-1Gbit", "1 G"})
            QVERIFY2(!parseRate(bad), bad);
    }

    void sizes()
    {
        QCOMPARE(*parseSize("64KiB"), std::uint64_t(65536));
        QCOMPARE(*parseSize("2.5MB"), std::uint64_t(2'500'000));
        QCOMPARE(*parseSize("1500"), std::uint64_t(1500));
        QVERIFY(!parseSize("1e40"));
    }

    void fractions()
    {
        QCOMPARE(*parseFraction("1%"), 0.01);
        QCOMPARE(*parseFraction("0.05 %"), 0.0005);
        QCOMPARE(*parseFraction("0.01"), 0.01);
        QVERIFY(!parseFraction("101%"));
        QVERIFY(!parseFraction("2"));
        QVERIFY(!parseFraction("-1%"));
    }

    void errorsSayWhatToWrite()
    {
        QVERIFY(parseFraction("1x").error().text().find("write a share like 1% or 0.01") != std::string::npos);
        QVERIFY(parseDuration("soon").error().text().find("\"soon\"") != std::string::npos);
    }

    void textsReadBack()
    {
        Random random(7);
        for (int i = 0; i < 2000; ++i) {
            const double fraction = std::round(random.uniform() * 1e4) / 1e6;
            QCOMPARE(*parseFraction(fractionText(fraction)), fraction);
            const std::chrono::nanoseconds duration(random.below(10'000'000'000));
            QCOMPARE(parseDuration(durationText(duration))->count(), duration.count());
            const auto size = random.below(std::uint64_t(1) << 40);
            QCOMPARE(*parseSize(sizeText(size)), size);
            const double rate = static_cast<double>(random.below(100'000)) * 1e5;
            QVERIFY(std::abs(*parseRate(rateText(rate)) - rate) <= rate * 1e-15);
        }
        QCOMPARE(fractionText(0.07), std::string("7%"));
        QCOMPARE(durationText(10ms), std::string("10ms"));
        QCOMPARE(rateText(2.5e9), std::string("2.5Gbit"));
        QCOMPARE(sizeText(65536), std::string("64KiB"));
    }

    void peopleReadThreeDigits()
    {
        QCOMPARE(humanRate(1.254e9), std::string("1.25 Gbit/s"));
        QCOMPARE(humanRate(0), std::string("0 bit/s"));
        QCOMPARE(humanDuration(12345us), std::string("12.3 ms"));
        QCOMPARE(humanDuration(3725s), std::string("62 min 05 s"));
        QCOMPARE(humanDuration(7265s), std::string("2 h 01 min"));
        QCOMPARE(humanSize(102334368), std::string("97.6 MiB"));
    }
};

QTEST_APPLESS_MAIN(TestUnits)
#include "tst_units.moc"
