// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_axis.h"
#include "core/report/score_report.h"
#include "core/report/scored_run.h"
#include "core/report/table_writers.h"
#include "tests/core/report/made_store.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t start = 1'795'167'760 * second;
constexpr int ranks = 4;
constexpr int warmup = 3, baseline = 60, loaded = 60, recovery = 60;

void addEvent(MadeStore& store, std::size_t run, std::int64_t wall, const std::string& kind, const std::string& node,
              const std::string& text, const std::string& json = {})
{
    auto insert =
        need(store.database.prepare("INSERT INTO events (run_id, wall_ns, monotonic_ns, kind, node, text, json) "
                                    "VALUES (?, ?, ?, ?, ?, ?, ?)"));
    need(insert.run(store.ids[run], wall, wall, kind, node, text, json));
}

/// Steps of a second with a little noise, `factor` longer under load; rank k ends k ms after rank 0.
void addTraining(MadeStore& store, std::size_t run, double factor)
{
    std::int64_t wall = start;
    std::vector<analysis::Series> series;
    for (int rank = 0; rank < ranks; ++rank) {
        series.push_back({"step.time", fmt::format("rank {}", rank), "s", {}, {}});
        addEvent(store, run, start, "worker-start", fmt::format("w{}", rank), fmt::format("worker {}", rank));
    }
    for (int i = 0; i < warmup + baseline + loaded + recovery; ++i) {
        const bool isLoaded = i >= warmup + baseline && i < warmup + baseline + loaded;
        const double time = (i < warmup ? 3 : isLoaded ? factor : 1) * (1 + 0.01 * (i * 7 % 5 - 2));
        if (i == warmup)
            for (int rank = 0; rank < ranks; ++rank)
                addEvent(store, run, wall + 10'000'000, "phase", fmt::format("w{}", rank), "benchmark");
        wall += static_cast<std::int64_t>(time * 1e9);
        for (int rank = 0; rank < ranks; ++rank) {
            const auto position = static_cast<std::size_t>(rank);
            series[position].times.push_back(wall + rank * 1'000'000);
            series[position].values.push_back(time - 0.001 * rank);
        }
        const auto phase = [&](const char* name) { addEvent(store, run, wall + 3'000'000, "phase", "", name); };
        if (factor > 1 && i == warmup)
            phase("baseline");
        if (factor > 1 && i == warmup + baseline - 1)
            phase("loaded");
        if (factor > 1 && i == warmup + baseline + loaded - 1)
            phase("recovery");
    }
    for (const analysis::Series& each : series)
        store.addSeries(run, each);
    if (factor > 1)
        addEvent(store, run, start, "cross-traffic", "", "some",
                 R"({"slowdown": "50%", "sources": ["source"], "destinations": ["w2"]})");
}

Made madeRun(double slowdown, int repetition = 1)
{
    Made made{{numberFactor("cross_slowdown", fmt::format("{}%", 100 * slowdown), slowdown)}};
    made.repetition = repetition;
    return made;
}

} // namespace

class TestScoreReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunIsReadWithItsTruth()
    {
        MadeStore store({madeRun(0.5)});
        addTraining(store, 0, 1.5);
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const ScoredRun run = need(readScoredRun(store.database, data.rows[0], {}));
        QCOMPARE(QString::fromStdString(run.problem), QString());
        QCOMPARE(run.job.ranks, ranks);
        QCOMPARE(run.job.steps.size(), std::size_t(baseline + loaded + recovery)); // warm-up is not in it
        QCOMPARE(run.job.steps[0].duration.size(), std::size_t(ranks));
        QVERIFY(run.job.truth.has_value());
        QCOMPARE(run.job.truth->onset, std::int64_t(baseline));
        QCOMPARE(run.job.truth->end, std::int64_t(baseline + loaded));
        QCOMPARE(run.job.truth->requested, 0.5);
        QCOMPARE(run.job.truth->level, 0.5);
        QVERIFY(std::abs(run.job.truth->measured - 0.5) < 0.01);
        QCOMPARE(*run.job.truth->link, (std::pair{-1, 2})); // the source has no worker
        QVERIFY(run.job.truth->uncertainty < 0.05);
    }

    void whatItCameToCounts()
    {
        MadeStore store({madeRun(0.5), madeRun(0.2), madeRun(0)});
        addTraining(store, 0, 1.09);
        addTraining(store, 1, 1.01);
        addTraining(store, 2, 1.2); // phases, but nothing was asked for
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const ScoreReport report = need(scoreReport(store.database, data, {"change-point"}, {}));
        QCOMPARE(report.jobs.size(), std::size_t(2));
        QCOMPARE(report.jobs[0].truth->requested, 0.5);
        QVERIFY(std::abs(report.jobs[0].truth->level - nearestLevel(0.09)) < 1e-12);
        QVERIFY(!report.jobs[1].truth);
        QVERIFY(std::ranges::any_of(report.notes, [](const std::string& note) {
            return note.find("left out: iterations were only") != std::string::npos;
        }));
    }

    /// Host noise becomes neither ground truth nor another level.
    void hostNoiseIsNotGroundTruth()
    {
        const auto run = [](const char* cell, double requested, double size, double uncertainty = 0.01) {
            return MeasuredTruth{cell, requested, {size, uncertainty}, 0.05, 0};
        };
        const std::vector<MeasuredTruth> runs{
            run("20", 0.2, 0.21),      run("20", 0.2, 10.06), run("20", 0.2, 0.19), // one of three is off
            run("5", 0.05, 1.72), // alone, and far too long
            run("10", 0.1, 0.11),      run("10", 0.1, 4.72), // of two, one is as asked for
            run("8", 0.08, 0.09, 0.2), // not sure
            run("50", 0.5, 0.21),      run("50", 0.5, 0.22) // the load was weaker, both times
        };
        const auto decisions = decideTruths(runs);
        for (const std::size_t kept : {0u, 2u})
            QVERIFY(decisions[kept].problem.empty() && decisions[kept].level == 0.2 && !decisions[kept].isMoved);
        QVERIFY(decisions[1].problem.find("1006.0 % longer, but 21.0 %") != std::string::npos);
        QVERIFY(decisions[3].problem.find("no other run confirms it") != std::string::npos);
        QVERIFY(decisions[4].problem.empty() && decisions[4].level == 0.1);
        QVERIFY(!decisions[5].problem.empty());
        QVERIFY(decisions[6].problem.find("uncertain ground truth") != std::string::npos);
        for (const std::size_t moved : {7u, 8u})
            QVERIFY(decisions[moved].problem.empty() && decisions[moved].level == 0.2 && decisions[moved].isMoved);
    }

    void runsOnABusyMachineAreLeftOut()
    {
        std::vector<MeasuredTruth> runs(5, MeasuredTruth{"a", 0.2, {0.2, 0.01}, 0.08, 0});
        runs[2].runDelayShare = 0.34;
        runs[4].steal = 0.11;
        const auto decisions = decideTruths(runs);
        QVERIFY(decisions[0].problem.empty() && decisions[1].problem.empty() && decisions[3].problem.empty());
        QVERIFY(decisions[2].problem.find("waited for a CPU 34.0 % of the time") != std::string::npos);
        QVERIFY(decisions[4].problem.find("11.0 % CPU steal") != std::string::npos);
        for (MeasuredTruth& each : runs)
            each.runDelayShare = 0.34; // a small machine is always so
        QVERIFY(decideTruths(runs)[2].problem.empty());
    }

    /// By hand: 10 % over a baseline of 1 s; a burst in a part of a phase makes the effect unsure.
    void theEffectOfALoad()
    {
        std::vector<double> calmSteps, loadedSteps;
        for (int i = 0; i < 64; ++i) {
            calmSteps.push_back(1 + 0.01 * (i % 5 - 2));
            loadedSteps.push_back(1.1 * calmSteps.back());
        }
        const LoadEffect calm = loadEffect(calmSteps, loadedSteps, calmSteps);
        QVERIFY(std::abs(calm.size - 0.1) < 0.005 && calm.uncertainty < 0.02);
        std::vector<double> burst = loadedSteps;
        for (std::size_t i = 32; i < 64; ++i)
            burst[i] *= 3;
        QVERIFY(loadEffect(calmSteps, burst, calmSteps).uncertainty > 0.3);
        std::vector<double> slower = calmSteps; // after the load the machine is another
        for (double& time : slower)
            time *= 1.2;
        QVERIFY(loadEffect(calmSteps, loadedSteps, slower).uncertainty > 0.09);
        QVERIFY(std::isnan(loadEffect(calmSteps, {}, calmSteps).size));
    }

    void nearestLevels()
    {
        QCOMPARE(nearestLevel(0.5), 0.5);
        QCOMPARE(nearestLevel(3), 0.5);
        QCOMPARE(nearestLevel(0.03), 0.05);
        QCOMPARE(nearestLevel(0.063), 0.05); // √(0.05 · 0.08) = 0.0632
        QCOMPARE(nearestLevel(0.064), 0.08);
        QVERIFY(std::isnan(nearestLevel(0.02)) && std::isnan(nearestLevel(std::nan(""))));
    }

    void damagedAlarms()
    {
        std::string detector;
        const monitor::Alarm alarm = parseAlarm(R"({"detector": "kungfu", "over": true, "raised": 31, "onset": 29,
            "onset_wall_ns": 5, "size": null, "confidence": 0.875, "workers": [0, 3], "link": [-1, 2]})",
                                                detector);
        QCOMPARE(detector, std::string("kungfu"));
        QVERIFY(alarm.over && !alarm.worse && std::isnan(alarm.size));
        QVERIFY(parseAlarm(R"({"worse": true})", detector).worse);
        QCOMPARE(alarm.raised, std::int64_t(31));
        QCOMPARE(alarm.confidence, 0.875);
        QCOMPARE(alarm.workers, (std::vector<int>{0, 3}));
        QCOMPARE(*alarm.link, (std::pair{-1, 2}));
        for (const char* text : {"", "{", "[]", "3", R"({"raised": 1e300, "workers": {"a": 1}, "link": [1]})",
                                 R"({"raised": "x", "workers": ["x", 1e99], "link": [null, {}], "over": 3})"}) {
            const monitor::Alarm damaged = parseAlarm(text, detector);
            QVERIFY(damaged.raised == 0 && !damaged.over);
        }
    }

    void theCard()
    {
        MadeStore store({madeRun(0.5), madeRun(0.5, 2), madeRun(0)});
        addTraining(store, 0, 1.5);
        addTraining(store, 1, 1.5);
        addTraining(store, 2, 1);
        // Live, the rule raised one alarm in the first run, five iterations after the onset, and one in the control.
        for (const auto& [run, raised] : {std::pair{0, 65}, std::pair{2, 20}})
            addEvent(
                store, static_cast<std::size_t>(run), start, "alarm", "", "slow",
                fmt::format(R"({{"detector": "kungfu", "over": false, "raised": {}, "size": 0.4, "link": [1, 2]}})",
                            raised));
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const ScoreReport report = need(scoreReport(store.database, data, {"change-point", "kungfu"}, {}));
        const auto of = [&](std::string_view detector, double level) -> const monitor::DetectorScore& {
            for (const monitor::DetectorScore& score : report.scores)
                if (score.detector == detector && score.level == level)
                    return score;
            qFatal("no score of %s", std::string(detector).c_str());
        };
        QCOMPARE(of("change-point", 0.5).f1, 1.0);
        QCOMPARE(of("change-point", 0).falseAlarms, std::size_t(0));
        const monitor::DetectorScore& live = of("kungfu (live)", 0.5);
        QCOMPARE(live.jobs, std::size_t(2));
        QCOMPARE(live.found, std::size_t(1)); // the second run had no alarm, and was watched
        QCOMPARE(live.delayMedian, 5.0);
        QCOMPARE(live.linkNamed, 1.0);
        QCOMPARE(live.f1, 2 / (2 + 2.0 + 1)); // one control, one false alarm: twice as many iterations make two
        QCOMPARE(of("kungfu (live)", 0).falseAlarms, std::size_t(1));
        QCOMPARE(report.jobs.size(), std::size_t(3));
        QVERIFY(report.jobs[0].steps.empty());
        QCOMPARE(report.tables.size(), std::size_t(2));
        QCOMPARE(report.tables[1].rows.size(), std::size_t(3));
        for (const Table& table : report.tables)
            for (const auto& row : table.rows)
                QCOMPARE(row.size(), table.columns.size());
        QCOMPARE(report.figures.size(), std::size_t(3));
        for (const FigureSpec& figure : report.figures)
            QVERIFY(!isEmpty(figure) && figure.provenance.runCount == 3);
        // F1 is at most 1, and so is its axis.
        const AxisMap f1(report.figures[0].y, {0, 1, 0.5}, true, 6);
        QCOMPARE(f1.high(), 1.0);
        QCOMPARE(f1.ticks().back().value, 1.0);
        QCOMPARE(report.tables[1].columns[1].name, std::string("run"));
        QVERIFY(std::get<std::string>(report.tables[1].rows[0][4]).starts_with("run "));
        QVERIFY(toText(report.tables[0]).find("change-point") != std::string::npos);
        QVERIFY(!report.notes.empty());
    }

    void whatCannotBeScored()
    {
        MadeStore store({madeRun(0.5)});
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const auto none = scoreReport(store.database, data, {}, {});
        QVERIFY(!none && none.error().code == ErrorCode::InvalidInput);
        const auto oracle = scoreReport(store.database, data, {"oracle"}, {});
        QVERIFY(!oracle && oracle.error().text().find("change-point") != std::string::npos);
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = scoreReport(store.database, data, {}, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestScoreReport)
#include "tst_score_report.moc"
