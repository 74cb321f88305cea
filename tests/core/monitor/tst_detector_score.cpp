// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/detector_score.h"

#include <QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::monitor;

namespace {

/// 100 iterations of a second each, loaded from 40 to 60.
ScoredJob jobOf(double level)
{
    ScoredJob job;
    job.ranks = 4;
    for (int i = 0; i < 100; ++i) {
        StepSight step;
        step.iteration = i;
        step.wall = std::chrono::seconds(i);
        step.duration = {0.5, 1};
        job.steps.push_back(step);
    }
    if (level > 0)
        job.truth = InjectedSlowdown{40, 60, level, level + 0.01, std::pair{-1, 2}};
    return job;
}

Alarm raisedAt(std::int64_t iteration)
{
    Alarm alarm;
    alarm.raised = alarm.onset = iteration;
    alarm.size = 0.15;
    return alarm;
}

Alarm overAt(std::int64_t iteration)
{
    Alarm alarm = raisedAt(iteration);
    alarm.over = true;
    return alarm;
}

} // namespace

class TestDetectorScore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstAlarmInsideCounts()
    {
        const std::vector<Alarm> alarms{raisedAt(45), overAt(50), raisedAt(55), overAt(62), raisedAt(80)};
        const JobVerdict verdict = judge(jobOf(0.1), alarms);
        QVERIFY(verdict.found);
        QCOMPARE(verdict.delay, 5.0);
        QCOMPARE(verdict.falseAlarms, std::size_t(1)); // at 80; the one at 55 counts for nothing
        QVERIFY(std::abs(verdict.sizeError - 0.04) < 1e-12); // 0.15 − 0.11
        QVERIFY(verdict.named.has_value() && !*verdict.named);
        QCOMPARE(verdict.cleanSeconds, 70.0); // without 40 to 69
    }

    /// A false alarm that is active when the load begins: the slow-down counts as found when the alarm is reported as
    /// worse, with the size of the change.
    void anAlarmThatGotWorse()
    {
        Alarm before = raisedAt(30);
        before.size = 0.05;
        Alarm worse = raisedAt(44);
        worse.worse = true;
        worse.size = 1.05 * 1.11 - 1;
        const JobVerdict hidden = judge(jobOf(0.1), std::vector{before});
        QVERIFY(!hidden.found && hidden.falseAlarms == 1);
        const JobVerdict told = judge(jobOf(0.1), std::vector{before, worse});
        QVERIFY(told.found);
        QCOMPARE(told.delay, 4.0);
        QCOMPARE(told.falseAlarms, std::size_t(1));
        QVERIFY(told.sizeError < 1e-12);
        worse.raised = 80;
        QCOMPARE(judge(jobOf(0.1), std::vector{before, worse}).falseAlarms, std::size_t(2));
    }

    void edges_data()
    {
        QTest::addColumn<int>("raised");
        QTest::addColumn<bool>("found");
        QTest::newRow("just before") << 39 << false;
        QTest::newRow("onset") << 40 << true;
        QTest::newRow("last") << 59 << true;
        QTest::newRow("grace") << 69 << true;
        QTest::newRow("after") << 70 << false;
    }

    void edges()
    {
        QFETCH(int, raised);
        QFETCH(bool, found);
        const JobVerdict verdict = judge(jobOf(0.1), std::vector{raisedAt(raised)});
        QCOMPARE(verdict.found, found);
        QCOMPARE(verdict.falseAlarms, std::size_t(found ? 0 : 1));
    }

    void namingWorkersAndLinks()
    {
        Alarm alarm;
        const auto isRight = [&](int from, int to) { return isNamed(alarm, {from, to}); };
        QVERIFY(!isRight(-1, 2));
        alarm.workers = {2};
        QVERIFY(!isRight(-1, 2) && !isRight(2, -1)); // a node without a direction
        alarm.link = std::pair{1, 2};
        QVERIFY(isRight(-1, 2) && isRight(1, 3) && !isRight(2, 1) && !isRight(0, 3));
        alarm.link = std::pair{-1, 2};
        QVERIFY(isRight(-1, 2) && isRight(0, 2) && !isRight(-1, 3));
        alarm.link = std::pair{2, -1};
        QVERIFY(isRight(2, 0) && !isRight(-1, 2)); // the wrong direction
    }

    /// Two jobs of 10 %: one found with a false alarm besides, one missed. Four controls with 2 false alarms: of as
    /// many iterations as the level has, 1. So precision 1 ÷ (1 + 1 + 1), recall 1/2, F1 = 2 ÷ (2 + 2 + 1).
    void aLevelByHand()
    {
        std::vector<JobVerdict> verdicts;
        verdicts.push_back(judge(jobOf(0.1), std::vector{raisedAt(10), raisedAt(47)}));
        verdicts.push_back(judge(jobOf(0.1), {}));
        verdicts.push_back(judge(jobOf(0.5), std::vector{raisedAt(41)}));
        verdicts.push_back(judge(jobOf(0), std::vector{raisedAt(3), overAt(5), raisedAt(9)}));
        for (int i = 0; i < 3; ++i)
            verdicts.push_back(judge(jobOf(0), {}));
        const auto scores = scoreVerdicts("x", verdicts);
        QCOMPARE(scores.size(), std::size_t(4)); // controls, 10 %, 50 %, all
        QCOMPARE(scores[0].level, 0.0);
        QCOMPARE(scores[0].falseAlarms, std::size_t(2));
        QCOMPARE(scores[0].falseAlarmsPerHour, 3600 * 2 / 400.0);
        QVERIFY(std::isnan(scores[0].f1) && std::isnan(scores[0].recall) && std::isnan(scores[0].precision));
        const DetectorScore& ten = scores[1];
        QCOMPARE(ten.level, 0.1);
        QCOMPARE(ten.jobs, std::size_t(2));
        QCOMPARE(ten.found, std::size_t(1));
        QCOMPARE(ten.missed, std::size_t(1));
        QCOMPARE(ten.falseAlarms, std::size_t(1));
        QCOMPARE(ten.precision, 1 / 3.0);
        QCOMPARE(ten.recall, 0.5);
        QCOMPARE(ten.f1, 0.4);
        QCOMPARE(ten.delayMedian, 7.0);
        QCOMPARE(ten.falseAlarmsPerHour, 3600 / 140.0);
        QCOMPARE(scores[2].f1, 2 / 2.5); // 1 found, half a false alarm of the controls
        QVERIFY(std::isnan(scores[3].level));
        QCOMPARE(scores[3].precision, 2 / 5.0);
        QCOMPARE(scores[3].f1, 4 / (4 + 3.0 + 1));
    }

    void withoutControls()
    {
        const auto scores = scoreVerdicts("x", std::vector{judge(jobOf(0.2), std::vector{raisedAt(40)})});
        QCOMPARE(scores[0].f1, 1.0);
        QCOMPARE(scores[0].precision, 1.0);
        QVERIFY(scoreVerdicts("x", {}).size() == 1);
        const auto silent = scoreVerdicts("x", std::vector{judge(jobOf(0.2), {})});
        QCOMPARE(silent[0].f1, 0.0);
        QVERIFY(std::isnan(silent[0].precision) && std::isnan(silent[0].delayMedian));
    }

    void unknownDetectorsAreLeftOut()
    {
        const std::vector jobs{jobOf(0)};
        QCOMPARE(scoreDetectors(jobs, std::vector<std::string>{"oracle"}).size(), std::size_t(0));
        QCOMPARE(scoreDetectors(jobs, std::vector<std::string>{"kungfu"}).size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestDetectorScore)
#include "tst_detector_score.moc"
