// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/change_point_detector.h"
#include "core/monitor/cusum_detector.h"
#include "core/monitor/ewma_detector.h"
#include "core/monitor/iteration_time.h"
#include "core/monitor/kungfu_rule.h"
#include "core/monitor/kungfu_step_time.h"
#include "core/monitor/page_hinkley_detector.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace millrace;
using namespace millrace::monitor;

namespace {

constexpr double mebibyte = 1024 * 1024;
constexpr double payload = 97.6 * mebibyte; // ResNet50

/// All ranks alike.
StepSight stepOf(std::int64_t iteration, double time, int ranks = 4)
{
    const auto count = static_cast<std::size_t>(ranks);
    StepSight step;
    step.iteration = iteration;
    step.wall = step.monotonic = std::chrono::seconds(iteration);
    step.duration.assign(count, time);
    step.compute.assign(count, 0.05);
    step.communication.assign(count, time - 0.05);
    step.bytes.assign(count, payload);
    return step;
}

/// A step in which the ranks have these throughputs, MiB/s.
StepSight throughputs(std::int64_t iteration, const std::vector<double>& rates)
{
    StepSight step = stepOf(iteration, 1, static_cast<int>(rates.size()));
    for (std::size_t rank = 0; rank < rates.size(); ++rank)
        step.communication[rank] = payload / (rates[rank] * mebibyte);
    return step;
}

std::vector<Alarm> feed(Detector& detector, const std::vector<double>& times, int ranks = 4)
{
    std::vector<Alarm> alarms;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (auto alarm = detector.take(stepOf(static_cast<std::int64_t>(i), times[i], ranks)))
            alarms.push_back(*alarm);
    return alarms;
}

/// A second with a spread that repeats itself: its median is 1 and its median distance from that 0.01.
std::vector<double> quiet(std::size_t count)
{
    constexpr double pattern[] = {1, 1.01, 0.99, 1.02, 0.98};
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i)
        times.push_back(pattern[i * 3 % 5]);
    return times;
}

std::vector<double> shifted(std::size_t count, std::size_t from, std::size_t to, double factor)
{
    std::vector<double> times = quiet(count);
    for (std::size_t i = from; i < std::min(to, count); ++i)
        times[i] *= factor;
    return times;
}

} // namespace

class TestDetectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameHasADetector()
    {
        for (const std::string_view name : detectorNames()) {
            const auto detector = makeDetector(name, 4);
            QVERIFY(detector != nullptr);
            QCOMPARE(detector->name(), name);
        }
        QVERIFY(std::ranges::count(detectorNames(), defaultDetector) == 1);
        QVERIFY(makeDetector("oracle", 4) == nullptr);
    }

    void theSlowestRankMakesTheIteration()
    {
        StepSight step = stepOf(0, 1, 3);
        step.duration = {1, std::numeric_limits<double>::quiet_NaN(), 1.5};
        QCOMPARE(iterationTime(step), 1.5);
        step.duration = {0, -1};
        QVERIFY(std::isnan(iterationTime(step)));
        const Reference reference = robustReference({1, 2, 3, 4, 1000});
        QCOMPARE(reference.centre, 3.0);
        QCOMPARE(reference.spread, 1.4826); // the distances are 0, 1, 1, 2, 997
    }

    /// The sample of KungFu's figure 5, as rank 0 reports it; the reference is 115.14 since reff is 92.11.
    void theSampleOfKungFu()
    {
        KungFuRule rule(8);
        const std::vector<double> reference{115.14, 115.14, 115.14, 130, 115.14, 115.14, 115.14, 115.14};
        for (int step = 0; step < 5; ++step)
            QVERIFY(!rule.take(throughputs(step, std::vector<double>(8, 10)))); // slow, but before the first call
        QVERIFY(!rule.take(throughputs(5, reference)));
        QCOMPARE(rule.votes(), 0);
        for (int step = 6; step < 31; ++step) {
            std::vector<double> rates(8, 119.7);
            if (step == 22)
                rates[3] = 101; // one stray vote: below 0.8 of its own reference, 104
            QVERIFY(!rule.take(throughputs(step, rates)));
            QCOMPARE(rule.votes(), step == 22 ? 1 : 0);
        }
        std::vector<double> rates(8, 68.82);
        rates[5] = 100;
        const auto alarm = rule.take(throughputs(31, rates));
        QVERIFY(alarm.has_value());
        QCOMPARE(rule.votes(), 7);
        QCOMPARE(alarm->raised, std::int64_t(31));
        QCOMPARE(alarm->workers, (std::vector<int>{0, 1, 2, 3, 4, 6, 7}));
        for (int step = 32; step < 60; ++step) // switched for ever
            QVERIFY(!rule.take(throughputs(step, rates)));
    }

    void kungFuAsksForAMajority_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("needed");
        QTest::newRow("2") << 2 << 2;
        QTest::newRow("3") << 3 << 2;
        QTest::newRow("4") << 4 << 3;
        QTest::newRow("8") << 8 << 5;
        QTest::newRow("16") << 16 << 9;
        QTest::newRow("300, where an int8 wraps") << 300 << 151;
    }

    void kungFuAsksForAMajority()
    {
        QFETCH(int, ranks);
        QFETCH(int, needed);
        for (const int votes : {needed - 1, needed}) {
            KungFuRule rule(ranks);
            std::vector<double> rates(static_cast<std::size_t>(ranks), 100);
            for (int step = 0; step < 7; ++step)
                QVERIFY(!rule.take(throughputs(step, rates)));
            std::fill_n(rates.begin(), votes, 79.99);
            QCOMPARE(rule.take(throughputs(7, rates)).has_value(), votes == needed);
        }
        KungFuRule rule(ranks);
        std::vector<double> rates(static_cast<std::size_t>(ranks), 100);
        for (int step = 0; step < 7; ++step)
            QVERIFY(!rule.take(throughputs(step, rates)));
        QVERIFY(!rule.take(throughputs(7, std::vector<double>(static_cast<std::size_t>(ranks), 80.01))));
    }

    void kungFuByStepTime()
    {
        KungFuStepTime rule(4);
        std::vector<double> times(200, 1.0);
        times[50] = 1.24; // less than a quarter above the mean
        times[60] = 1.27;
        const auto alarms = feed(rule, times);
        QCOMPARE(alarms.size(), std::size_t(2));
        QCOMPARE(alarms[0].raised, std::int64_t(60));
        QVERIFY(alarms[1].over);
        QCOMPARE(alarms[1].raised, std::int64_t(160)); // 100 steps later
    }

    /// With λ = 0.2 and a constant z the average is z·(1 − 0.8^t), the limit 2.962·√(1/9·(1 − 0.64^t)).
    void ewmaCrossesItsLimit()
    {
        EwmaDetector chart(4);
        const double z = 1.2;
        std::vector<double> times = quiet(25);
        const Reference reference = robustReference(times);
        for (int i = 0; i < 40; ++i)
            times.push_back(reference.centre + z * reference.spread);
        int expected = 0;
        for (int t = 1; expected == 0; ++t)
            if (z * (1 - std::pow(0.8, t)) > 2.962 * std::sqrt(0.2 / 1.8 * (1 - std::pow(0.8, 2 * t))))
                expected = t;
        const auto alarms = feed(chart, times);
        QCOMPARE(alarms.size(), std::size_t(1));
        QCOMPARE(alarms[0].raised, std::int64_t(24 + expected));
        QCOMPARE(alarms[0].onset, std::int64_t(25));
    }

    /// With a constant z the sum is t·(z − 0.5); it passes 5 first at t = 11 for z = 0.99. Then it goes down by
    /// 1.5 each iteration at z = −1.
    void cusumAddsUp()
    {
        CusumDetector chart(4);
        std::vector<double> times = quiet(25);
        const Reference reference = robustReference(times);
        times.insert(times.end(), 15, reference.centre + 0.99 * reference.spread); // sum 7.35
        times.insert(times.end(), 10, reference.centre - reference.spread); // less than 0 after 5: 7.35 − 7.5
        const auto alarms = feed(chart, times);
        QCOMPARE(alarms.size(), std::size_t(2));
        QCOMPARE(alarms[0].raised, std::int64_t(24 + 11));
        QCOMPARE(alarms[0].onset, std::int64_t(25));
        QVERIFY(alarms[1].over);
        QCOMPARE(alarms[1].raised, std::int64_t(24 + 15 + 5));
        QCOMPARE(alarms[1].onset, std::int64_t(40));
    }

    void pageHinkleyAddsUp()
    {
        PageHinkleyDetector chart(4);
        std::vector<double> times = shifted(400, 200, 400, 1.1);
        const auto alarms = feed(chart, times);
        QCOMPARE(alarms.size(), std::size_t(1));
        // z grows by 0.1 ÷ 0.0148 = 6.7: 50 is passed after 8 or 9, since the mean follows by 1/200 each.
        QVERIFY(alarms[0].raised >= 207 && alarms[0].raised <= 209);
        QVERIFY(std::abs(alarms[0].onset - 200) <= 1);
    }

    void changePointRaisesAndEnds_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<int>("within"); // iterations
        QTest::newRow("5 %") << 1.05 << 20;
        QTest::newRow("8 %") << 1.08 << 10;
        QTest::newRow("20 %") << 1.2 << 8;
        QTest::newRow("50 %") << 1.5 << 8;
        QTest::newRow("5 times") << 5.0 << 8;
    }

    void changePointRaisesAndEnds()
    {
        QFETCH(double, factor);
        QFETCH(int, within);
        ChangePointDetector detector(4);
        const auto alarms = feed(detector, shifted(500, 200, 300, factor));
        QCOMPARE(alarms.size(), std::size_t(2));
        QVERIFY(!alarms[0].over && alarms[1].over);
        QVERIFY2(alarms[0].raised >= 200 && alarms[0].raised <= 200 + within,
                 qPrintable(QString::number(alarms[0].raised)));
        QVERIFY(std::abs(alarms[0].onset - 200) <= 2);
        QVERIFY(std::abs(alarms[0].size - (factor - 1)) < 0.02 * factor);
        QVERIFY(alarms[0].confidence >= 0.95 && alarms[0].confidence <= 1);
        QVERIFY(alarms[1].raised >= 300 && alarms[1].raised <= 330);
        QVERIFY(std::abs(alarms[1].onset - 300) <= 3);
        QCOMPARE(alarms[0].onsetWall, Nanoseconds(std::chrono::seconds(alarms[0].onset)));
    }

    /// An active alarm is reported as worse, with its total size, and ends once.
    void changePointSaysWorse()
    {
        std::vector<double> times = shifted(600, 200, 400, 1.1);
        for (std::size_t i = 300; i < 400; ++i)
            times[i] *= 1.3;
        ChangePointDetector detector(4);
        const auto alarms = feed(detector, times);
        QCOMPARE(alarms.size(), std::size_t(3));
        QVERIFY(!alarms[0].worse && !alarms[0].over && std::abs(alarms[0].size - 0.1) < 0.01);
        QVERIFY(alarms[1].worse && !alarms[1].over);
        QVERIFY(alarms[1].raised >= 300 && alarms[1].raised <= 306 && std::abs(alarms[1].onset - 300) <= 1);
        QVERIFY(std::abs(alarms[1].size - (1.1 * 1.3 - 1)) < 0.02);
        QVERIFY(alarms[1].sentence.find("worse than before") != std::string::npos);
        QVERIFY(alarms[2].over && alarms[2].raised <= 410);
    }

    /// Asynchronous checkpoints: six longer iterations each 50. What is longer than they are is still seen.
    void changePointLearnsPauses()
    {
        for (const bool isLoaded : {false, true}) {
            std::vector<double> times = quiet(1000);
            for (std::size_t i = 40; i < times.size(); ++i)
                times[i] *= i % 50 >= 40 && i % 50 < 46 ? 1.3 : 1;
            for (std::size_t i = 620; isLoaded && i < 760; ++i)
                times[i] *= 1.2;
            ChangePointDetector detector(4);
            const auto alarms = feed(detector, times);
            QCOMPARE(alarms.size(), std::size_t(isLoaded ? 2 : 0));
            if (isLoaded)
                QVERIFY(alarms[0].raised >= 620 && alarms[0].raised <= 630 && alarms[1].over);
        }
    }

    void changePointKeepsSilent()
    {
        std::vector<double> times = quiet(1000);
        for (std::size_t i = 0; i < 15; ++i)
            times[i] *= 2 - 0.06 * static_cast<double>(i); // warm-up
        for (std::size_t i = 100; i < 1000; i += 100) {
            times[i] *= 6; // checkpoints, two iterations
            times[i + 1] *= 4;
        }
        for (std::size_t i = 50; i < 1000; i += 37)
            times[i] *= 1.4;
        for (std::size_t i = 0; i < 1000; ++i)
            times[i] *= 1 + 2e-5 * static_cast<double>(i); // 2 % slower at the end
        ChangePointDetector detector(4);
        QCOMPARE(feed(detector, times).size(), std::size_t(0));
    }

    /// A job that became faster has a new reference: what was normal before is an alarm now.
    void changePointLearnsAnew()
    {
        std::vector<double> times = quiet(500);
        for (std::size_t i = 150; i < 350; ++i)
            times[i] *= 0.7;
        ChangePointDetector detector(4);
        const auto alarms = feed(detector, times);
        QCOMPARE(alarms.size(), std::size_t(1));
        QVERIFY(alarms[0].raised >= 350 && alarms[0].raised < 362);
        QVERIFY(std::abs(alarms[0].size - (1 / 0.7 - 1)) < 0.03);
    }

    void excusedIterationsDoNotCount()
    {
        for (const char* name : {"change-point", "ewma", "cusum", "page-hinkley"}) {
            const auto detector = makeDetector(name, 4);
            const auto times = quiet(300);
            for (int i = 0; i < 300; ++i) {
                const bool pause = i >= 200 && i < 230;
                if (i == 200)
                    detector->excuse(30);
                QVERIFY(!detector->take(stepOf(i, times[static_cast<std::size_t>(i)] * (pause ? 3 : 1))));
            }
        }
    }

    /// One worker computes longer and everybody waits for it.
    void aSlowWorkerIsNamed()
    {
        ChangePointDetector detector(4);
        const auto times = shifted(300, 200, 300, 1.3);
        std::optional<Alarm> alarm;
        for (int i = 0; i < 300 && !alarm; ++i) {
            StepSight step = stepOf(i, times[static_cast<std::size_t>(i)]);
            step.compute = {0.5, 0.5, 0.5 + (i >= 200 ? 0.3 : 0), 0.5};
            alarm = detector.take(step);
        }
        QVERIFY(alarm.has_value());
        QCOMPARE(alarm->workers, std::vector<int>{2});
        QVERIFY(!alarm->link);
        QVERIFY(alarm->sentence.find("rank 2") != std::string::npos);
    }

    void withoutEvidenceNobodyIsNamed()
    {
        ChangePointDetector detector(4);
        const auto alarms = feed(detector, shifted(300, 200, 300, 1.3));
        QCOMPARE(alarms.size(), std::size_t(1));
        QVERIFY(alarms[0].workers.empty() && !alarms[0].link);
        QVERIFY(alarms[0].sentence.find("unknown") != std::string::npos);
    }

    void strangeNumbersAreTaken()
    {
        constexpr double strange[] = {std::numeric_limits<double>::quiet_NaN(), 0, -1, 1e-300, 1e300,
                                      std::numeric_limits<double>::infinity()};
        for (const std::string_view name : detectorNames()) {
            const auto detector = makeDetector(name, 2);
            auto times = quiet(400);
            for (std::size_t i = 5; i < times.size(); i += 7)
                times[i] = strange[i % 6];
            (void)feed(*detector, times, 2);
            StepSight step = stepOf(400, 1, 0);
            (void)detector->take(step); // no ranks at all
            step.duration.assign(9, 1); // more ranks than were announced
            step.compute.assign(9, 1);
            (void)detector->take(step);
        }
    }
};

QTEST_APPLESS_MAIN(TestDetectors)
#include "tst_detectors.moc"
