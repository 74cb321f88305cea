// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/report/gate_tables.h"
#include "core/report/number_format.h"
#include "core/report/setup_tables.h"
#include "core/report/summary_tables.h"
#include "core/report/table_writers.h"
#include "core/report/usual_metrics.h"
#include "tests/core/report/made_store.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace millrace::report {

using store::RunState;
using store::Verdict;

namespace {

double numberAt(const Table& table, std::size_t row, const std::string& column)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == column) {
            const Cell& cell = table.rows.at(row)[i];
            if (const double* number = std::get_if<double>(&cell))
                return *number;
            return std::holds_alternative<Quantity>(cell) ? std::get<Quantity>(cell).value : unknown;
        }
    qFatal("no column %s", column.c_str());
}

std::string textAt(const Table& table, std::size_t row, const std::string& column)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].name == column)
            return std::get<std::string>(table.rows.at(row)[i]);
    qFatal("no column %s", column.c_str());
}

bool hasColumn(const Table& table, const std::string& name)
{
    return std::ranges::find(table.columns, name, &Column::name) != table.columns.end();
}

/// 4 of 10 steps under a load that makes them 2.5 times as long: 100 ms before, 250 ms under it, 160 ms in all.
Made loadedRun(int repetition)
{
    Made made;
    made.factors = {textFactor("cross_traffic", "poisson")};
    made.metrics = {metric("baseline_step_mean", 0.1, "s"),
                    metric("bus_bandwidth", 1e8, "bit/s"),
                    metric("loaded_step_mean", 0.25, "s"),
                    metric("samples_per_second", 100, "samples/s"),
                    metric("slowdown", 2.5, ""),
                    metric("step_mean", 0.16, "s")};
    made.repetition = repetition;
    return made;
}

Made run(const std::string& strategy, double step, int repetition)
{
    Made made;
    made.factors = {textFactor("strategy", strategy), textFactor("model", "resnet50")};
    made.metrics = {metric("step_mean", step, "s")};
    made.repetition = repetition;
    return made;
}

} // namespace

class TestSummaryTables : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void underLoadTheLoadedPhaseComesFirst()
    {
        MadeStore store({loadedRun(1), loadedRun(2)});
        const CampaignData data = need(loadCampaign(store.database, store.campaign));
        const Table table = cellTable(data);
        std::vector<std::string> means;
        for (const Column& column : table.columns)
            if (column.name.ends_with(".mean"))
                means.push_back(column.name);
        QCOMPARE(means.at(0), std::string("loaded_step_mean.mean"));
        QCOMPARE(means.at(1), std::string("baseline_step_mean.mean"));
        QCOMPARE(numberAt(table, 0, means.at(0)), 0.25);
        // On a line of the terminal there is no number over all phases.
        QCOMPARE(briefMetrics(data.metrics),
                 (std::vector<std::string_view>{"loaded_step_mean", "baseline_step_mean", "slowdown"}));
        QCOMPARE(usualFirst(data.metrics).front().name, std::string("loaded_step_mean"));
        QCOMPARE(usualFirst(data.metrics).size(), data.metrics.size());
        const Made loaded = loadedRun(1), quiet = run("RING", 3, 1);
        QCOMPARE(shownStep(loaded.metrics).time, 0.25);
        QCOMPARE(shownStep(loaded.metrics).baseline, 0.1);
        QCOMPARE(shownStep(quiet.metrics).time, 3.0);
        QVERIFY(!shownStep(quiet.metrics).isLoaded());
        // Runs without a load have their number in the same table.
        MadeStore mixed({loadedRun(1), quiet});
        const CampaignData both = need(loadCampaign(mixed.database, mixed.campaign));
        const auto brief = briefMetrics(both.metrics);
        QCOMPARE(brief.front(), std::string_view("loaded_step_mean"));
        QVERIFY(std::ranges::find(brief, "step_mean") != brief.end());
    }

    void cellsMatchHandComputedStatistics()
    {
        // 10, 12, 17: mean 13, deviation √13, t(2, 0.975) = 4.302652729749464 (tables of Student's distribution).
        MadeStore store({run("RING", 10, 1), run("STAR", 5, 1), run("RING", 12, 2), run("RING", 17, 3)});
        const Table table = need(cellTable(store.database, store.campaign, {false, {}, true, false}));
        QCOMPARE(table.rows.size(), std::size_t(2));
        QCOMPARE(textAt(table, 0, "strategy"), std::string("RING"));
        QCOMPARE(numberAt(table, 0, "n"), 3.0);
        QCOMPARE(numberAt(table, 0, "step_mean.mean"), 13.0);
        QCOMPARE(numberAt(table, 0, "step_mean.sd"), std::sqrt(13.0));
        const double half = 4.302652729749464 * std::sqrt(13.0) / std::sqrt(3.0);
        QVERIFY(std::abs(numberAt(table, 0, "step_mean.low") - (13 - half)) < 1e-9);
        QVERIFY(std::abs(numberAt(table, 0, "step_mean.high") - (13 + half)) < 1e-9);
        QCOMPARE(numberAt(table, 0, "step_mean.min"), 10.0);
        QCOMPARE(numberAt(table, 0, "step_mean.max"), 17.0);
        QVERIFY(!hasColumn(table, "model")); // the same in all runs
        // A single repetition has a mean, and neither deviation nor interval.
        QCOMPARE(numberAt(table, 1, "step_mean.mean"), 5.0);
        for (const char* column : {"step_mean.sd", "step_mean.low", "step_mean.high"})
            QVERIFY(std::isnan(numberAt(table, 1, column)));
        const Table brief = need(cellTable(store.database, store.campaign));
        QVERIFY(std::abs(numberAt(brief, 0, "step_mean.half_width") - half) < 1e-9);
        QVERIFY(toText(brief).find("–") != std::string::npos);
        QVERIFY(hasColumn(need(cellTable(store.database, store.campaign, {true, {}, false, false})), "model"));
    }

    void whatDoesNotCountIsLeftOutAndCounted()
    {
        std::vector<Made> runs = {run("RING", 10, 1), run("RING", 99, 1), run("RING", 98, 2),
                                  run("RING", 97, 3), run("RING", 96, 4), run("RING", 95, 5),
                                  run("RING", 94, 6), run("RING", 12, 7), run("STAR", 93, 1)};
        runs[1].warmup = true;
        runs[2].state = RunState::Failed;
        runs[3].state = RunState::Invalid;
        runs[4].excluded = true;
        runs[5].state = RunState::Planned;
        runs[6].state = RunState::Cancelled;
        runs[8].state = RunState::Failed;
        MadeStore store(runs);
        const auto data = need(loadCampaign(store.database, store.campaign));
        QCOMPARE(data.counted, std::size_t(2));
        QCOMPARE(noteOnRuns(data),
                 std::string("Left out: 1 warm-up run, 2 failed runs, 1 invalid run, 1 excluded run, 1 run not started "
                             "yet, 1 cancelled run."));
        const Table table = cellTable(data);
        QCOMPARE(numberAt(table, 0, "step_mean.mean"), 11.0);
        // A cell without a run that counts is shown, not hidden.
        QCOMPARE(textAt(table, 1, "strategy"), std::string("STAR"));
        QCOMPARE(numberAt(table, 1, "n"), 0.0);
        QVERIFY(std::isnan(numberAt(table, 1, "step_mean.mean")));
        const Table all = runTable(data);
        QCOMPARE(all.rows.size(), runs.size());
        QCOMPARE(textAt(all, 1, "remark"), std::string("warm-up"));
        QCOMPARE(textAt(all, 4, "remark"), std::string("excluded: noisy neighbour"));
        QVERIFY(std::isnan(numberAt(all, 5, "duration")));
        QCOMPARE(numberAt(all, 0, "duration"), 4.0);
    }

    /// A loss is a share, a plain setting has names; neither is a bare number.
    void conditionsAsTheyAreRead()
    {
        store::GateResult loss{"loss", "", 0.01, 0.012, 0.005, 0.02, "", store::Verdict::Pass, ""};
        const GateCells share = gateCells(loss);
        QCOMPARE(std::get<Quantity>(share.requested), (Quantity{0.01, "share"}));
        QCOMPARE(std::get<Quantity>(share.high), (Quantity{0.02, "share"}));
        store::GateResult setting{"congestion control",        "rank 0", 1, 0, 1, 1, "", store::Verdict::Fail,
                                  "requested cubic, used reno"};
        const GateCells names = gateCells(setting);
        QCOMPARE(std::get<std::string>(names.requested), std::string("cubic"));
        QCOMPARE(std::get<std::string>(names.achieved), std::string("reno"));
        setting.achieved = std::nan("");
        setting.sentence = "requested cubic, what was used is not known";
        QCOMPARE(std::get<std::string>(gateCells(setting).requested), std::string("cubic"));
        QVERIFY(isUnknown(gateCells(setting).achieved));
    }

    void repeatedAttemptsAreSuperseded()
    {
        MadeStore store({run("RING", 10, 1), run("STAR", 20, 1)});
        store.sql("UPDATE runs SET state = 'failed' WHERE position = 1");
        store::RunRepository repository(store.database, store.clock);
        (void)need(repository.repeat(store.ids[0], "retried", store::PartialData::Keep));
        store.sql("UPDATE runs SET state = 'done' WHERE attempt = 2");
        store.sql("INSERT INTO metrics SELECT id, 'step_mean', '', 30.0, 's', '' FROM runs WHERE attempt = 2");
        const auto data = need(loadCampaign(store.database, store.campaign));
        const Table cells = cellTable(data);
        QCOMPARE(numberAt(cells, 0, "step_mean.mean"), 30.0);
        QCOMPARE(noteOnRuns(data), std::string("Left out: 1 repeated attempt."));
        QCOMPARE(noteOnRuns(data, data), std::string("Left out: 2 repeated attempts."));
        QCOMPARE(runTable(data).rows.size(), std::size_t(2));
        QCOMPARE(runTable(data, {false, {}, false, true}).rows.size(), std::size_t(3));
    }

    void unknownIsNotZero()
    {
        std::vector<Made> runs = {run("RING", std::nan(""), 1), run("RING", 4, 2), run("STAR", std::nan(""), 1)};
        runs[0].metrics.push_back(metric("sent_payload_per_step", 1030, "B"));
        runs[0].metrics.push_back(metric("predicted_payload_per_step", 1000, "B"));
        runs[2].metrics.push_back(metric("sent_payload_per_step", 1000, "B"));
        runs[2].metrics.push_back(metric("predicted_payload_per_step", 0, "B"));
        MadeStore store(runs);
        const Table table = need(cellTable(store.database, store.campaign));
        QCOMPARE(numberAt(table, 0, "step_mean.mean"), 4.0); // the NaN is no value
        QCOMPARE(numberAt(table, 0, "n"), 2.0);
        QVERIFY(std::isnan(numberAt(table, 1, "step_mean.mean")));
        QCOMPARE(numberAt(table, 0, "payload_ratio.mean"), 1.03);
        QVERIFY(std::isnan(numberAt(table, 1, "payload_ratio.mean"))); // nothing was predicted
        QVERIFY(!hasColumn(table, "predicted_payload_per_step.half_width"));
        QVERIFY(toJson(table)["rows"][1][2].is_null());
    }

    void levelsAreInTheirOrder()
    {
        std::vector<Made> runs;
        for (const auto& [text, number] :
             {std::pair("10ms", 1e7), std::pair("2ms", 2e6), std::pair("0", 0.0), std::pair("100us", 1e5)}) {
            Made made;
            made.factors = {textFactor("strategy", "RING"), numberFactor("delay", text, number, "ns")};
            made.metrics = {metric("step_mean", 1, "s")};
            runs.push_back(made);
        }
        MadeStore store(runs);
        const Table table = need(cellTable(store.database, store.campaign));
        std::vector<std::string> order;
        for (std::size_t i = 0; i < 4; ++i)
            order.push_back(textAt(table, i, "delay"));
        QCOMPARE(order, (std::vector<std::string>{"0", "100us", "2ms", "10ms"}));
    }

    void equalFailuresAreOneLine()
    {
        std::vector<Made> runs;
        for (int i = 0; i < 7; ++i) {
            runs.push_back(run(i % 2 == 0 ? "RING" : "STAR", 1, i + 1));
            runs.back().state = i == 6 ? RunState::Invalid : RunState::Failed;
            runs.back().errorCode = i == 6 ? "gate-not-met" : "peer-failed";
            runs.back().error = i == 6 ? "delay: 3 ms" : i == 5 ? "the disk is full" : fmt::format("rank {} died", i);
        }
        MadeStore store(runs);
        const Table table = failureTable(need(loadCampaign(store.database, store.campaign)));
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(numberAt(table, 0, "runs"), 5.0);
        QCOMPARE(textAt(table, 0, "error"), std::string("rank 0 died"));
        QCOMPARE(textAt(table, 0, "first"), std::string("run 1"));
        QCOMPARE(textAt(table, 2, "state"), std::string("invalid"));
    }

    void conditionsAreShownAsMeasured()
    {
        std::vector<Made> runs = {run("RING", 1, 1), run("RING", 1, 2)};
        runs[0].gates = {
            {"round trip", "node0↔node1", 0.002, 0.0025, 0.0019, 0.0021, "s", Verdict::Fail, "too slow"},
            {"loss", "node0→node1", 0.01, std::nan(""), 0, 1, "", Verdict::Unknown, "not known"},
            {"congestion control", "rank 0", 1, 1, 1, 1, "", Verdict::Pass, "requested cubic, used cubic"}};
        runs[1].gates = {{"round trip", "node0↔node1", 0.002, 0.0019, 0.0019, 0.0021, "s", Verdict::Pass, "fine"}};
        MadeStore store(runs);
        const auto data = need(loadCampaign(store.database, store.campaign));
        const Table table = need(gateTable(store.database, data));
        QCOMPARE(table.rows.size(), std::size_t(4));
        const std::string text = toText(table);
        QVERIFY(text.find("2.5 ms") != std::string::npos);
        QVERIFY(text.find("1 %") != std::string::npos);
        const auto overview = need(gateOverview(store.database, data, 2));
        QCOMPARE(overview.summary.rows.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i)
            if (textAt(overview.summary, i, "condition") == "round trip") {
                QCOMPARE(numberAt(overview.summary, i, "met"), 1.0);
                QCOMPARE(numberAt(overview.summary, i, "not_met"), 1.0);
                QVERIFY(std::abs(numberAt(overview.summary, i, "deviation") - 0.25) < 1e-12);
            }
        QCOMPARE(overview.notMet.rows.size(), std::size_t(2));
        QCOMPARE(overview.first.rows.size(), std::size_t(2));
        QVERIFY(!overview.first.notes.empty());
    }

    void tablesKeepTheirLooks()
    {
        const auto store = quickstartStore();
        QVERIFY(equalsGolden(toText(need(cellTable(store->database, store->campaign)), {100, true}), "cells.txt"));
        QVERIFY(equalsGolden(toText(need(runTable(store->database, store->campaign)), {140, true}), "runs.txt"));
        const Table cells = need(cellTable(store->database, store->campaign, {true, {}, true, false}));
        QVERIFY(equalsGolden(toCsv(cells), "cells.csv"));
    }

    void theSetUpIsTold()
    {
        const auto store = quickstartStore();
        const auto data = need(loadCampaign(store->database, store->campaign));
        QCOMPARE(nodeTable(data).rows.size(), std::size_t(4));
        const Table links = linkTable(data);
        QCOMPARE(links.rows.size(), std::size_t(3)); // ordinary pairs, node0 ↔ node3, the bottleneck
        QCOMPARE(textAt(links, 0, "rate"), std::string("1Gbit/s"));
        QCOMPARE(textAt(links, 1, "between"), std::string("node0 ↔ node3"));
        QCOMPARE(textAt(links, 1, "delay"), std::string("5ms"));
        QCOMPARE(textAt(links, 2, "rate"), std::string("500Mbit/s"));
        QVERIFY(links.notes.at(0).find("loss") != std::string::npos);
        QVERIFY(toText(workloadTable(data)).find("resnet50") != std::string::npos);
        QVERIFY(toText(gridTable(data)).find("STAR, ") != std::string::npos
                || toText(gridTable(data)).find(", STAR") != std::string::npos);
        const Environment environment = need(environmentTables(store->database, data));
        const std::string brief = toText(environment.brief);
        for (const char* expected : {"6.1.0-25-amd64", "EPYC 7B13", "15.6 GiB", "mode packet", "cubic"})
            QVERIFY2(brief.find(expected) != std::string::npos, brief.c_str());
        const std::string full = toText(environment.full);
        QVERIFY(full.find("all 4 nodes") != std::string::npos);
        QVERIFY(full.find("node3") != std::string::npos); // its host name alone differs
        QVERIFY(toText(switchTable(data)).find("switch lateness p99") != std::string::npos);
        QVERIFY(brief.find("of 1 cells") == std::string::npos);
        // Cells that were emulated in different ways are listed separately.
        store::RunRepository repository(store->database, store->clock);
        const std::vector<store::Snapshot> fast = {{{}, R"({"mode": "fast", "backend": "switch"})"}};
        need(repository.saveSnapshots(store->ids[3], fast));
        const std::string both = toText(need(environmentTables(store->database, data)).brief);
        QVERIFY2(both.find("(mode packet) (1 of 2 cells)") != std::string::npos, both.c_str());
        QVERIFY(both.find("(mode fast) (1 of 2 cells)") != std::string::npos);
        QVERIFY(both.find("user-space switch (") == std::string::npos);
    }

    void aStrangeSpecificationIsNoObstacle()
    {
        for (const char* spec : {"", "not json", "[]", "{\"cluster\": 3, \"workload\": [], \"grid\": \"x\"}",
                                 "{\"cluster\": {\"nodes\": [{\"name\": 7}]}}"}) {
            MadeStore store({run("RING", 1, 1)}, spec);
            const auto data = need(loadCampaign(store.database, store.campaign));
            for (const Table& table : {nodeTable(data), linkTable(data), workloadTable(data), gridTable(data)})
                QVERIFY(!toText(table).empty());
        }
    }

    void findsCampaigns()
    {
        MadeStore store({run("RING", 1, 1)});
        QCOMPARE(need(findCampaign(store.database)).value, store.campaign.value);
        const auto none = findCampaign(store.database, "other");
        QVERIFY(!none && none.error().what.find("\"grid\"") != std::string::npos);
        QVERIFY(!loadCampaign(store.database, store::CampaignId{99}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(loadCampaign(store.database, store.campaign, {stop.get_token(), {}}).error().code,
                 ErrorCode::Cancelled);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestSummaryTables)
#include "tst_summary_tables.moc"
