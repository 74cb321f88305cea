// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/run/imported_trainings.h"

#include "core/run/averaging_runs.h"
#include "core/run/imported_averagings.h"

#include <QtTest/QtTest>
#include <cmath>

using namespace millrace;
using namespace millrace::run;
using namespace millrace::tests;
using report::Made;
using report::MadeStore;

/// The averaging law of imported trainings.
class TestAveragingRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Each has the slowest connection of the profile with the fewest pairs that has its own.
    void profilesOfThePlaces()
    {
        MadeStore store(madeRuns());
        const auto found = importedAveragings(store.database);
        QVERIFY2(found.has_value(), found ? "" : found.error().text().c_str());
        QCOMPARE(found->size(), std::size_t(18));
        const planner::AveragingLaw law = madeLaw();
        for (const planner::MeasuredAveraging& each : *found)
            QVERIFY2(std::abs(law.seconds(each.load) / each.seconds - 1) < 1e-9,
                     qPrintable(QString::number(each.load.slowestPair)));
    }

    void theLawIsFound()
    {
        MadeStore store(madeRuns());
        const auto fitted = fitAveragingRuns(store.database, {}, "study.mrdb");
        QVERIFY2(fitted.has_value(), fitted ? "" : fitted.error().text().c_str());
        const planner::AveragingLaw law = madeLaw();
        QCOMPARE(fitted->law.source, std::string("18 imported trainings of study.mrdb"));
        QVERIFY2(fitted->meanError < 0.01, qPrintable(QString::number(fitted->meanError)));
        QVERIFY(std::abs(fitted->law.slowestPart / law.slowestPart - 1) < 0.02);
        QVERIFY(std::abs(fitted->law.perMegabit / law.perMegabit - 1) < 0.1);
        QCOMPARE(fitted->law.leastPeers, 2.0);
        QCOMPARE(fitted->law.mostPeers, 8.0);
    }

    /// A single machine, one without rounds, and one between places without a profile do not count.
    void badInput()
    {
        const planner::AveragingLaw law = madeLaw();
        std::vector<Made> runs = {profile({{"US→US", 6000}})};
        runs.push_back(training("ASIA", "GC", 4, 1e8, 6000, law));
        runs.push_back(training("US", "GC", 1, 1e8, 6000, law));
        Made idle = training("US", "GC", 4, 1e8, 6000, law);
        idle.metrics.pop_back();
        runs.push_back(idle);
        MadeStore store(numbered(runs));
        QVERIFY(importedAveragings(store.database)->empty());
        const auto fitted = fitAveragingRuns(store.database, {}, "study.mrdb");
        QVERIFY(!fitted.has_value());
        QVERIFY2(fitted.error().text().find("study.mrdb has 0 measured cells") != std::string::npos
                     && fitted.error().text().find("three or more") != std::string::npos,
                 fitted.error().text().c_str());
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(fitAveragingRuns(store.database, {}, "x", {stopped.get_token(), {}}).error().code,
                 ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestAveragingRuns)

#include "tst_averaging_runs.moc"
