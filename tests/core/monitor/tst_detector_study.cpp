// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/monitor/simulated_job.h"

#include <QtTest>
#include <chrono>
#include <cmath>
#include <map>

using namespace millrace;
using namespace millrace::monitor;

namespace {

constexpr std::uint64_t judging = 2026; // the parameters were chosen on seed 1
constexpr int jobsOfALevel = 16;

using ScoreByLevel = std::map<double, DetectorScore>;

std::map<std::string, ScoreByLevel> study(Surroundings around)
{
    const auto jobs = simulatedJobs(judging, jobsOfALevel, around);
    std::vector<std::string> names;
    for (const std::string_view name : detectorNames())
        names.emplace_back(name);
    std::map<std::string, ScoreByLevel> scores;
    for (const DetectorScore& score : scoreDetectors(jobs, names))
        if (!std::isnan(score.level)) {
            scores[score.detector][score.level] = score;
            qInfo("%-16s %4.0f %%: F1 %.3f, recall %.3f, delay %.0f (p90 %.0f), %.2f false alarms per hour, size %.3f",
                  score.detector.c_str(), 100 * score.level, score.f1, score.recall, score.delayMedian, score.delayP90,
                  score.falseAlarmsPerHour, score.sizeError);
        }
    return scores;
}

} // namespace

/// Detectors on simulated jobs whose seeds none of them was tuned with.
class TestDetectorStudy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDefaultIsBestInRoughSurroundings()
    {
        auto scores = study(Surroundings::Rough);
        for (const auto& [level, ours] : scores[std::string(defaultDetector)]) {
            if (level <= 0) {
                QVERIFY2(ours.falseAlarmsPerHour <= 0.5, qPrintable(QString::number(ours.falseAlarmsPerHour)));
                continue;
            }
            QVERIFY(ours.f1 >= (level < 0.06 ? 0.6 : 0.9)); // 5 % in alike jitter of up to 5 %
            for (const auto& [name, byLevel] : scores)
                if (name != defaultDetector)
                    QVERIFY2(ours.f1 > byLevel.at(level).f1, name.c_str());
        }
    }

    /// Where the charts are at home nobody may be better.
    void theDefaultIsNotWorseInPlainSurroundings()
    {
        auto scores = study(Surroundings::Plain);
        for (const auto& [level, ours] : scores[std::string(defaultDetector)])
            for (const auto& [name, byLevel] : scores)
                if (level > 0)
                    QVERIFY2(ours.f1 >= byLevel.at(level).f1, name.c_str());
    }

    void anIterationTakesLittleTime()
    {
        const auto jobs = simulatedJobs(3, 2);
        std::size_t steps = 0;
        const auto begin = std::chrono::steady_clock::now();
        for (const ScoredJob& job : jobs) {
            const auto detector = makeDetector(defaultDetector, job.ranks);
            (void)replay(job, *detector);
            steps += job.steps.size();
        }
        const double each = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count()
            / static_cast<double>(steps);
        qInfo("%.1f µs for each iteration", each);
        QVERIFY(each < 500); // 14 with optimisation; the goal of 50 is for those
    }
};

QTEST_APPLESS_MAIN(TestDetectorStudy)
#include "tst_detector_study.moc"
