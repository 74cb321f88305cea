// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/periodicity.h"
#include "core/base/statistics.h"
#include "core/crosstraffic/flow_schedule.h"
#include "core/crosstraffic/published_patterns.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::crosstraffic;
using namespace std::chrono_literals;

namespace {

std::vector<double> incrementsOf(const PublishedLoad& load)
{
    std::vector<double> gaps;
    std::int64_t before = 0;
    for (const LoadFlow& flow : load.flows) {
        gaps.push_back(double(flow.microseconds - before));
        before = flow.microseconds;
    }
    return gaps;
}

double volume(const PublishedLoad& load)
{
    double sum = 0;
    for (const LoadFlow& flow : load.flows)
        sum += double(flow.bytes);
    return sum;
}

bool says(const std::vector<std::string>& flaws, const std::string& what)
{
    return std::ranges::any_of(flaws, [&](const std::string& flaw) { return flaw.find(what) != std::string::npos; });
}

TrafficProfile profileOf(Pattern pattern, double rate, Nanoseconds loaded)
{
    TrafficProfile profile;
    profile.name = "test";
    profile.pattern = pattern;
    profile.bitsPerSecond = rate;
    profile.sources = {"source"};
    profile.destinations = {"w0"};
    profile.phases.loaded = loaded;
    return profile;
}

} // namespace

class TestPublishedPatterns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Counts of the study's generator.
    void consistentCounts_data()
    {
        QTest::addColumn<double>("gbps");
        QTest::addColumn<int>("flows");
        QTest::addColumn<double>("gap");
        QTest::newRow("1") << 1.0 << 3165 << 18957.0;
        QTest::newRow("2") << 2.0 << 6330 << 9479.0;
        QTest::newRow("8") << 8.0 << 25321 << 2369.6;
        QTest::newRow("10") << 10.0 << 31652 << 1895.6;
        QTest::newRow("20") << 20.0 << 63304 << 947.8;
        QTest::newRow("24") << 24.0 << 75965 << 789.8;
        QTest::newRow("25") << 25.0 << 79130 << 758.2;
    }
    void consistentCounts()
    {
        QFETCH(const double, gbps);
        QFETCH(const int, flows);
        QFETCH(const double, gap);
        Random random(3);
        const auto load = publishedConsistent(gbps * 1e9, 60s, random);
        QCOMPARE(int(load->flows.size()), flows);
        const auto gaps = incrementsOf(*load);
        // A Poisson draw varies by the square root of its mean.
        QVERIFY(std::abs(mean(gaps) - gap) < 4 * std::sqrt(gap / flows) + 0.5);
        QVERIFY(std::abs(populationDeviation(gaps) / std::sqrt(gap) - 1) < 0.06);
        QVERIFY(std::ranges::is_sorted(load->flows, {}, &LoadFlow::microseconds));
    }

    void consistentIsNearlyPeriodic()
    {
        Random random(8);
        const auto load = publishedConsistent(10e9, 60s, random);
        const auto gaps = incrementsOf(*load);
        QVERIFY(std::abs(populationDeviation(gaps) - 43.5) < 1);
        QVERIFY(std::abs(populationDeviation(gaps) / mean(gaps) - 0.023) < 5e-4);
        QVERIFY(says(load->flaws, "mean 1895.6 µs"));
        QVERIFY(says(load->flaws, "by 2.3 % only"));
        // Volume by chance: relative standard error 2.29 / √n.
        QVERIFY(std::abs(volume(*load) / 75e9 - 1) < 4 * 2.29 / std::sqrt(31'652));
        QVERIFY(volume(*load) != 75e9);
    }

    void consistentRepeatsWithItsGapOnly()
    {
        const auto schedule = makeSchedule(profileOf(Pattern::PublishedConsistent, 10e9, 20s), 3);
        const auto found = analysis::findPeriod(previewOf(*schedule, 20'000).bitsPerSecond, 1e-3);
        if (!found->found)
            return;
        // What repeats is a whole number of the nearly equal gaps, and not the 10 ms of the burst.
        const double gaps = found->period / 1895.6e-6;
        QVERIFY2(std::abs(gaps - std::round(gaps)) < 0.02, qPrintable(QString::number(found->period)));
        QVERIFY(found->period < 0.008);
    }

    void poissonCounts()
    {
        Random random(4);
        const auto load = publishedPoisson(10e9, 60s, 10'000'000, random);
        QCOMPARE(load->flows.size(), std::size_t(7500)); // 75 GB in flows of 10 MB
        const auto gaps = incrementsOf(*load);
        QVERIFY(std::abs(mean(gaps) / 8000 - 1) < 4 / std::sqrt(7500.0));
        QVERIFY(std::abs(populationDeviation(gaps) / mean(gaps) - 1) < 0.05);
        QVERIFY(std::ranges::all_of(load->flows, [](const LoadFlow& flow) { return flow.bytes == 10'000'000; }));
        QVERIFY(says(load->flaws, "same size"));
        QCOMPARE(publishedPoisson(10e9, 5s, 10'000'000, random)->flows.size(), std::size_t(625)); // 6.25 GB
    }

    /// The volume of a pattern and its distribution over time.
    void burstShares()
    {
        Random random(5);
        const auto load = publishedBurst(10e9, 60s, 1ms, random);
        QCOMPARE(load->flows.size(), std::size_t(6000 * 10));
        double inside = 0;
        for (std::size_t i = 0; i < load->flows.size(); i += 10) {
            const double pair = double(load->flows[i].bytes + load->flows[i + 1].bytes);
            QVERIFY(std::abs(pair - 0.3 * 12.5e6) <= 2);
            inside += pair;
        }
        // The others are drawn: 48,000 flows with CV 2.29, so 1.05 % standard error of their part.
        QVERIFY(std::abs((volume(*load) - inside) / (0.7 * 75e9) - 1) < 4 * 0.0105);
        QVERIFY(std::abs(inside / 75e9 - 0.3) < 1e-6);
    }

    void burstPeriodIsRightOnAverage()
    {
        Random random(6);
        const auto load = publishedBurst(10e9, 60s, 1ms, random);
        const double last = double(load->flows.back().microseconds);
        // 6000 patterns of 10 ms; each one varies by √9000 µs and by twice its start.
        QVERIFY(std::abs(last / 6000 - 10'000) < 4 * 600 / std::sqrt(6000.0));
        const auto found = analysis::findPeriod(
            previewOf(*makeSchedule(profileOf(Pattern::PublishedBurst, 10e9, 20s), 6), 20'000).bitsPerSecond, 1e-3);
        QVERIFY(found->found);
        QVERIFY2(std::abs(found->period - 0.010) < 4e-4, qPrintable(QString::number(found->period)));
    }

    void burstTimesRunBackwards()
    {
        Random random(7);
        const auto load = publishedBurst(10e9, 300s, 1ms, random);
        const auto gaps = incrementsOf(*load);
        const auto backwards = std::ranges::count_if(gaps, [](double gap) { return gap < 0; });
        // P(300 + Exponential(200) > 1000) = e^-3.5 = 3.02 % of 30,000 patterns: 906 ± 30.
        QVERIFY2(std::abs(double(backwards) - 906) < 120, qPrintable(QString::number(backwards)));
        QVERIFY(says(load->flaws, "of 30000 patterns"));

        const auto schedule = makeSchedule(profileOf(Pattern::PublishedBurst, 10e9, 60s), 7);
        QVERIFY(std::ranges::is_sorted(schedule->flows, {}, &Flow::start));
        QVERIFY(says(schedule->flaws, "run backwards"));
    }

    /// Achieved volume by load, Gbit/s: "22 → 98.9 %, 23 → 95.9 %, 24 → 93.2 %, 25 → 98.2 %, 26 → 95.6 % of target".
    void burstVolumeIsTooLow_data()
    {
        QTest::addColumn<double>("gbps");
        QTest::addColumn<double>("percent");
        QTest::newRow("21") << 21.0 << 100.0;
        QTest::newRow("22") << 22.0 << 98.9;
        QTest::newRow("23") << 23.0 << 95.9;
        QTest::newRow("24") << 24.0 << 93.2;
        QTest::newRow("25") << 25.0 << 98.2;
        QTest::newRow("26") << 26.0 << 95.6;
    }
    void burstVolumeIsTooLow()
    {
        QFETCH(const double, gbps);
        QFETCH(const double, percent);
        Random random(1);
        const auto load = publishedBurst(gbps * 1e9, 300s, 1ms, random);
        const double asked = gbps * 1e9 / 8 * 300;
        // 240,000 flows with CV 2.29: 0.47 % of 70 % of the volume.
        QVERIFY(std::abs(100 * volume(*load) / asked - percent) < 1.3);
        QCOMPARE(says(load->flaws, QString::number(percent, 'f', 1).toStdString() + " % of the volume is requested"),
                 percent < 100);
    }

    void burstSizesFollowTheLoad()
    {
        Random random(1);
        // At 2 Gbit/s the sizes are scaled by 0.09: 0.7 × 2.5 MB / 8 flows.
        const auto load = publishedBurst(2e9, 10s, 1ms, random);
        QVERIFY(says(load->flaws, "scaled by 0.092"));
    }

    void aPublishedLoadIsRepeatable()
    {
        for (const Pattern pattern :
             {Pattern::PublishedConsistent, Pattern::PublishedBurst, Pattern::PublishedPoisson}) {
            const auto profile = profileOf(pattern, 1e9, 10s);
            QVERIFY(*makeSchedule(profile, 1) == *makeSchedule(profile, 1));
            QVERIFY(makeSchedule(profile, 1)->flows != makeSchedule(profile, 2)->flows);
            QVERIFY(!makeSchedule(profile, 1)->flaws.empty());
        }
    }

    void longAndImpossibleLoads()
    {
        Random random(1);
        const auto load = publishedConsistent(1e9, 3000s, random);
        QVERIFY(load->flows.back().microseconds > 2'900'000'000); // 32 bits end at 2147 s
        QVERIFY(!publishedConsistent(1e3, 1s, random));
        QVERIFY(!publishedConsistent(1e12, 3600s, random));
        QVERIFY(!publishedPoisson(1e9, 1s, 0, random));
        QVERIFY(!publishedBurst(1e9, 1s, 200ms, random));
        QVERIFY(!publishedBurst(1e9, 1s, 0ns, random));
        QVERIFY(!publishedBurst(1e9, 3600s, 1us, random));
    }
};

QTEST_APPLESS_MAIN(TestPublishedPatterns)
#include "tst_published_patterns.moc"
