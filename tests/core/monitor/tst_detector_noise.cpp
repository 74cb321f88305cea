// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "tests/bench/rival_detectors.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::monitor;

namespace {

constexpr int jobs = 100;

struct Delays
{
    double middle = 0;
    int missed = 0; ///< not noticed within 30 iterations
};

/// How soon the default notices a slow-down in noise whose neighbours resemble each other, on test seeds.
Delays delaysIn(double similarity, double deviation, const Injection& injection)
{
    const NoiseFamily family{.name = "alike", .jitter = 0, .correlated = deviation, .similarity = similarity};
    Delays delays;
    std::vector<double> found;
    for (std::size_t i = 0; i < jobs; ++i) {
        const ScoredJob job = noisyJob(family, injection, trialSeed(SeedSet::Test, family, i));
        const JobVerdict verdict = judge(job, judgeOf(defaultDetector)(job));
        if (verdict.delay <= 30)
            found.push_back(verdict.delay);
        else
            ++delays.missed;
    }
    delays.middle = median(found);
    return delays;
}

double meanF1(std::span<const NoiseFamily> families, const Judge& judge, std::vector<double>& each,
              const std::vector<Injection>& injections = injectionLadder())
{
    each.clear();
    for (const NoiseFamily& family : families)
        each.push_back(tryDetector({&family, SeedSet::Test, 1, injections}, judge).score.f1);
    return mean(each);
}

} // namespace

/// What the manual promises of the default detector, on seeds that nothing was chosen by.
class TestDetectorNoise : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// While it lasts, the level drifts by as much as a small slow-down, unseen.
    void noAlarmAfterALongSlowdown()
    {
        const NoiseFamily family{.name = "drift", .jitter = 0.01, .drift = 0.06};
        std::size_t found = 0, falseAlarms = 0;
        for (std::size_t i = 0; i < jobs; ++i) {
            const ScoredJob job = noisyJob(family, {0.08, 200, 1}, trialSeed(SeedSet::Test, family, i));
            const JobVerdict verdict = judge(job, judgeOf(defaultDetector)(job));
            found += verdict.found ? 1 : 0;
            falseAlarms += verdict.falseAlarms;
        }
        QCOMPARE(found, std::size_t(jobs));
        QVERIFY2(falseAlarms <= 1, std::to_string(falseAlarms).c_str());
    }

    void seventeenKindsOfNoise_data()
    {
        QTest::addColumn<bool>("variants");
        QTest::newRow("the kinds") << false;
        QTest::newRow("with other numbers") << true;
    }

    void seventeenKindsOfNoise()
    {
        QFETCH(bool, variants);
        const auto families = variants ? noiseVariants() : noiseFamilies();
        QCOMPARE(families.size(), std::size_t(17));
        std::vector<double> each;
        const double ours = meanF1(families, judgeOf(defaultDetector), each);
        qInfo("mean F1 %.3f", ours);
        QVERIFY2(ours >= 0.8, qPrintable(QString::number(ours)));
        for (std::size_t i = 0; i < each.size(); ++i)
            QVERIFY2(each[i] >= 0.35, families[i].name);
    }

    /// Each of the others with one limit for all noise, by which it has no more false alarms than the default.
    void nobodyIsBetterInMoreThanThree()
    {
        constexpr int controls = 2;
        const std::vector<Injection> few{{0, 100}, {0.05, 50}, {0.08, 200}, {0.1, 25}, {0.2, 10}, {0.5, 100}};
        const auto families = noiseFamilies();
        std::vector<double> ours;
        const double allowed = std::max(0.05, cleanAlarms(judgeOf(defaultDetector), families, controls));
        (void)meanF1(families, judgeOf(defaultDetector), ours, few);
        for (const Rival& rival : rivals()) {
            if (rival.name.starts_with("PELT"))
                continue; // sees the end of the job before it judges the beginning
            std::vector<double> theirs;
            (void)meanF1(families, rival.at(tunedLimit(rival, families, allowed, controls)), theirs, few);
            int better = 0;
            for (std::size_t i = 0; i < ours.size(); ++i)
                better += theirs[i] > ours[i] ? 1 : 0;
            QVERIFY2(better <= 3, qPrintable(QString::fromStdString(std::string(rival.name))));
        }
    }

    /// 40 % in noise of 1.3 %, and 20 % in noise of 3 %, at once or over 8 iterations.
    void largeSlowdownsAreSeenSoon_data()
    {
        QTest::addColumn<double>("similarity");
        QTest::addColumn<int>("ramp");
        for (const double similarity : {0.0, 0.6, 0.8})
            for (const int ramp : {1, 8})
                QTest::addRow("alike %.1f, over %d", similarity, ramp) << similarity << ramp;
    }

    void largeSlowdownsAreSeenSoon()
    {
        QFETCH(double, similarity);
        QFETCH(int, ramp);
        const Delays delays = delaysIn(similarity, 0.013, {0.4, 100, ramp});
        QVERIFY2(delays.middle <= 5, qPrintable(QString::number(delays.middle)));
        QCOMPARE(delays.missed, 0);
    }

    void noSlowdownIsHiddenByASmallAlarm()
    {
        for (const double similarity : {0.0, 0.6, 0.8})
            for (const double level : {0.2, 0.4})
                QCOMPARE(delaysIn(similarity, 0.03, {level, 100, 1}).missed, 0);
    }
};

QTEST_APPLESS_MAIN(TestDetectorNoise)
#include "tst_detector_noise.moc"
