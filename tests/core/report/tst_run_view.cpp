// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/campaign_figures.h"
#include "core/report/figure_table.h"
#include "core/report/run_comparison.h"
#include "core/report/run_view.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "tests/core/report/made_store.h"

#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

namespace millrace::report {

namespace {

RunView fullView()
{
    RunView view;
    view.name = "my \"view\"";
    view.filter = "loss=1% RING";
    view.campaigns = {"1111"};
    view.states = {"done", "failed"};
    view.factors = {{"strategy", {"RING", "STAR"}}};
    view.groupBy = {"strategy", "loss"};
    view.metric = "samples_per_second";
    view.x = "loss";
    view.series = "-";
    view.kind = FigureKind::Cdf;
    view.values = ViewValues::Steps;
    view.compareOf = "strategy=RING";
    view.compareWith = "strategy=STAR";
    return view;
}

FigureSpec figureOf(MadeStore& store, const RunView& view)
{
    const CampaignData data = need(loadRuns(store.database, need(filterOf(store.database, view))));
    const Provenance provenance = need(provenanceOf(store.database, data, view, store.clock.wall()));
    return need(viewFigure(store.database, data, view, provenance));
}

bool samePoints(const FigureSpec& a, const FigureSpec& b)
{
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    if (a.series.size() != b.series.size() || a.kind != b.kind || a.x != b.x || a.y != b.y)
        return false;
    for (std::size_t s = 0; s < a.series.size(); ++s) {
        const auto &left = a.series[s].points, &right = b.series[s].points;
        if (a.series[s].name != b.series[s].name || left.size() != right.size())
            return false;
        for (std::size_t i = 0; i < left.size(); ++i)
            if (!same(left[i].x, right[i].x) || !same(left[i].y, right[i].y) || !same(left[i].low, right[i].low)
                || !same(left[i].high, right[i].high) || !same(left[i].target, right[i].target)
                || left[i].count != right[i].count)
                return false;
    }
    return true;
}

/// Adds a second campaign, a copy of the first under another name.
void addCampaign(MadeStore& store)
{
    store.sql("INSERT INTO campaigns SELECT 99, '99999999-0000-4000-8000-000000000000', project_name, project_path, "
              "'other', spec_json, seed, tool_version, state, created_ns + 1 FROM campaigns");
    store.sql("INSERT INTO runs SELECT id + 1000, 'x' || uuid, 99, cell, repetition, block, position, attempt, state, "
              "warmup, superseded, excluded, exclusion_reason, created_ns, started_ns, ended_ns, duration_ns, "
              "monotonic_offset_ns, error_code, error_text, simulation FROM runs");
    store.sql("INSERT INTO run_factors SELECT run_id + 1000, name, ordinal, level, number, unit FROM run_factors");
    store.sql("INSERT INTO metrics SELECT run_id + 1000, name, subject, value * 2, unit, how FROM metrics");
}

} // namespace

class TestRunView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip()
    {
        const RunView view = fullView();
        const RunView again = need(viewFromJson(viewToJson(view)));
        QVERIFY(again == view);
        QCOMPARE(again.factors[0].levels, view.factors[0].levels);
        QCOMPARE(int(again.kind), int(FigureKind::Cdf));
        QVERIFY(!(RunView{} == view));
        QVERIFY(need(viewFromJson("{}")) == RunView{});
        for (const char* bad : {"", "[]", "{\"kind\": \"pie\"}", "{\"states\": 3}"})
            QCOMPARE(viewFromJson(bad).error().code, ErrorCode::InvalidInput);
    }

    void barsAreThoseOfTheReport()
    {
        const auto store = quickstartStore();
        const CampaignData data = need(loadCampaign(store->database, store->campaign));
        const auto figures = metricFigures(data, {});
        QVERIFY(figures.size() >= 4);
        for (const FigureSpec& figure : figures) {
            RunView view;
            view.metric = figure.name;
            view.kind = figure.kind;
            const FigureSpec mine = figureOf(*store, view);
            QVERIFY2(samePoints(mine, figure), figure.name.c_str());
            QCOMPARE(mine.caption, figure.caption);
            QCOMPARE(mine.targetLabel, figure.targetLabel);
        }
    }

    void groupsAreTheCells()
    {
        const auto store = quickstartStore();
        const CampaignData data = need(loadCampaign(store->database, store->campaign));
        const Table cells = cellTable(data);
        Table groups = groupTable(data, {"strategy", "loss"});
        QCOMPARE(groups.title, std::string("Results by strategy, loss"));
        QVERIFY(groups.columns == cells.columns);
        QCOMPARE(toCsv(groups), toCsv(cells));
        const Table all = groupTable(data, {});
        QCOMPARE(all.rows.size(), std::size_t(1));
        QCOMPARE(std::get<double>(all.rows[0][0]), static_cast<double>(data.counted));
        const Table one = groupTable(data, {"strategy", "unknown"});
        QCOMPARE(one.rows.size(), std::size_t(4));
        QVERIFY(one.notes.back().find("pools the levels of loss") != std::string::npos);
    }

    void everyKind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("steps");
        for (const FigureKind kind :
             {FigureKind::Bars, FigureKind::Box, FigureKind::Lines, FigureKind::Cdf, FigureKind::Scatter})
            for (const bool steps : {false, true})
                QTest::addRow("%s%s", std::string(kindName(kind)).c_str(), steps ? " of steps" : "")
                    << int(kind) << steps;
    }
    void everyKind()
    {
        QFETCH(int, kind);
        QFETCH(bool, steps);
        const auto store = quickstartStore();
        RunView view;
        view.kind = static_cast<FigureKind>(kind);
        view.values = steps ? ViewValues::Steps : ViewValues::Runs;
        view.metric = "step_mean";
        const FigureSpec figure = figureOf(*store, view);
        QCOMPARE(int(figure.kind), kind);
        QVERIFY(!isEmpty(figure));
        QVERIFY(!figure.caption.empty() && !figure.title.empty());
        std::size_t values = 0;
        for (const FigureSeries& series : figure.series)
            values += series.points.size() + series.boxes.size();
        const bool distribution = view.kind == FigureKind::Box || view.kind == FigureKind::Cdf;
        const std::size_t runs = 15; // that count, of 8 cells
        const std::size_t expected = view.kind == FigureKind::Scatter ? runs
            : view.kind == FigureKind::Cdf                            ? (steps ? runs * 20 : runs)
                                                                      : 8;
        QCOMPARE(values, expected);
        QCOMPARE(figure.provenance.runCount, runs);
        QVERIFY(distribution || figure.title.starts_with("Step time"));
        // The drawing carries the view, from which it comes out the same.
        const RunView again = need(viewFromJson(figure.provenance.view));
        QCOMPARE(toSvg(figureOf(*store, again)), toSvg(figure));
        QCOMPARE(figureTable(figure).rows.size(), values);
        QVERIFY(figure.caption.find(" 0 measured") == std::string::npos && figure.caption[0] != '0');
    }

    void scatterOverAMetric()
    {
        const auto store = quickstartStore();
        RunView view;
        view.kind = FigureKind::Scatter;
        view.metric = "sent_payload_per_step";
        view.x = "predicted_payload_per_step";
        const FigureSpec figure = figureOf(*store, view);
        QVERIFY(figure.identity);
        QCOMPARE(figure.title, std::string("Payload per step over predicted payload"));
        QVERIFY(std::abs(figure.series[0].points[0].y / figure.series[0].points[0].x - 1.004) < 1e-9);
    }

    void filtersAndPools()
    {
        const auto store = quickstartStore();
        RunView view;
        view.filter = "strategy=RING";
        view.x = "strategy";
        view.series = "-";
        const FigureSpec figure = figureOf(*store, view);
        QCOMPARE(figure.series.size(), std::size_t(1));
        QCOMPARE(figure.series[0].points.size(), std::size_t(1));
        QCOMPARE(figure.series[0].points[0].count, std::size_t(4));
        QVERIFY(figure.note.find("different levels of loss are drawn together") != std::string::npos);
        QVERIFY(figure.provenance.query.find("strategy=RING") != std::string::npos);
        view.filter = "strategy=NOBODY";
        QVERIFY(figureOf(*store, view).note.find("no run matches") != std::string::npos);
        view.filter = "state=failed";
        QVERIFY(figureOf(*store, view).note.find("1 failed run") != std::string::npos);
        view.filter = "loss<";
        QCOMPARE(filterOf(store->database, view).error().code, ErrorCode::InvalidInput);
        view.filter.clear();
        view.campaigns = {"abc"};
        QCOMPARE(filterOf(store->database, view).error().code, ErrorCode::NotFound);
    }

    void severalCampaigns()
    {
        const auto store = quickstartStore();
        addCampaign(*store);
        const CampaignData data = need(loadRuns(store->database, {}));
        QCOMPARE(data.campaigns.size(), std::size_t(2));
        QCOMPARE(data.factors[0].name, std::string("campaign"));
        QCOMPARE(data.factors[0].levels[0].level, std::string("1")); // as in the list and in filters
        QCOMPARE(data.factors[0].levels[1].level, std::string("99"));
        const Table runs = runTable(data);
        QCOMPARE(runs.columns[0].name, std::string("campaign"));
        QVERIFY(!runs.columns[0].forMachines);
        QCOMPARE(std::ranges::count(runs.columns, "campaign", &Column::name), 1);
        QCOMPARE(std::get<double>(runs.rows.back()[0]), 99.0);
        QCOMPARE(std::get<std::string>(runs.rows.back()[2]), std::string("99999999-0000-4000-8000-000000000000"));
        QCOMPARE(data.cells.size(), std::size_t(16));
        RunView view;
        view.metric = "step_mean";
        view.x = "campaign";
        view.series = "strategy";
        const FigureSpec figure = figureOf(*store, view);
        for (const FigureSeries& series : figure.series)
            QVERIFY(std::abs(series.points[1].y - 2 * series.points[0].y) < 1e-9);
        view.campaigns = {"9999"};
        const FigureSpec second = figureOf(*store, view);
        QCOMPARE(second.provenance.campaignUuid, std::string("99999999-0000-4000-8000-000000000000"));
    }

    void tableOfAFigure()
    {
        const auto store = quickstartStore();
        RunView view;
        view.metric = "sent_payload_per_step";
        const FigureSpec figure = figureOf(*store, view);
        const Table table = figureTable(figure);
        const std::string csv = toCsv(table);
        QVERIFY2(csv.starts_with("series,x,y (B),low (B),high (B),target (B),n\r\n"), csv.substr(0, 80).c_str());
        QCOMPARE(std::get<double>(table.rows[0][2]), figure.series[0].points[0].y);
        const auto metadata = nlohmann::json::parse(csvMetadata(table, figure.provenance));
        QCOMPARE(metadata["millrace:provenance"]["runs_sha256"].get<std::string>(), figure.provenance.runsHash);
        QCOMPARE(metadata["millrace:provenance"]["view"]["metric"].get<std::string>(), view.metric);
    }

    void compares()
    {
        const auto store = quickstartStore();
        ComparedRuns of{"RING", {}}, with{"STAR", {}};
        of.filter.conditions = need(store::parseConditions("strategy=RING"));
        with.filter.conditions = need(store::parseConditions("strategy=STAR"));
        const RunComparison comparison = need(compareRuns(store->database, "", of, with, {}));
        QCOMPARE(comparison.metric.name, std::string("step_mean"));
        // 0.22 against 0.41, the same factors otherwise.
        QVERIFY(std::abs(comparison.numbers.relative.value - (0.22 / 0.41 - 1)) < 1e-9);
        QVERIFY(comparison.sentence.starts_with("step time of RING is 46.3 % lower than of STAR (95 % interval -"));
        QCOMPARE(comparison.numbers.pairs, std::size_t(4));
        QCOMPARE(comparison.pairedBy, (std::vector<std::string>{"block", "loss"}));
        QCOMPARE(comparison.figure.series[0].boxes.size(), std::size_t(2));
        QCOMPARE(comparison.figure.provenance.runCount, std::size_t(8));
        const auto json = nlohmann::json::parse(toJsonText(comparison));
        QCOMPARE(json["groups"]["rows"][0][1].get<double>(), 4.0);
        QVERIFY(toText(comparison, 0).find("Hedges' g") != std::string::npos);
        with.filter.conditions = need(store::parseConditions("loss=1%"));
        QCOMPARE(compareRuns(store->database, "", of, with, {}).error().code, ErrorCode::InvalidInput);
        with.filter.conditions = need(store::parseConditions("strategy=NONE"));
        const RunComparison empty = need(compareRuns(store->database, "step_mean", of, with, {}));
        QVERIFY(empty.note.find("no value") != std::string::npos);
        QCOMPARE(compareRuns(store->database, "nothing", of, with, {}).error().code, ErrorCode::NotFound);
    }
};

} // namespace millrace::report

QTEST_GUILESS_MAIN(millrace::report::TestRunView)
#include "tst_run_view.moc"
