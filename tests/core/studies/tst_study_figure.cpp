// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_geometry.h"
#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "core/studies/study_figure.h"
#include "core/studies/study_import.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"
#include "tests/processor_time.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::studies;
using report::Made;
using report::MadeStore;
using report::metric;
using report::need;
using report::numberFactor;
using report::textFactor;

namespace {

constexpr const char* ofStudy = R"({"imported": {"study": "multi-cloud"}})";

store::Metric subjectMetric(std::string name, std::string subject, double value, std::string unit = {})
{
    return {std::move(name), std::move(subject), value, std::move(unit), {}};
}

/// Experiments of one zone with their published rates.
std::vector<Made> zoneRuns()
{
    struct Row
    {
        const char* experiment;
        int gpus;
        double cv, nlp;
    };
    std::vector<Made> runs;
    for (const Row& row : {Row{"A-1", 1, 80.78, 208.76}, Row{"A-2", 2, 70.15, 211.44}, Row{"A-3", 3, 102.58, 296.69},
                           Row{"A-4", 4, 140.4, 378.85}, Row{"A-6", 6, 200.08, 500.18}, Row{"A-8", 8, 261.86, 575.09}})
        for (const bool cv : {true, false}) {
            Made& run = runs.emplace_back();
            run.factors = {textFactor("experiment", row.experiment), textFactor("task", cv ? "CV" : "NLP"),
                           textFactor("set", "A"), numberFactor("gpus", std::to_string(row.gpus), row.gpus),
                           textFactor("kind", row.gpus == 1 ? "baseline" : "hivemind")};
            run.metrics = {metric("throughput_published", cv ? row.cv : row.nlp, "samples/s")};
            const bool one = row.gpus == 1;
            if (one || row.gpus == 8) // the wall-clock rates that the document gives
                run.metrics.push_back(metric("throughput", one ? (cv ? 37.0 : 139.6) : (cv ? 261.86 : 575.09)));
        }
    return runs;
}

Recipe recipeOf(const std::string& json)
{
    return need(parseRecipes("[" + json + "]")).at(0);
}

Recipe speedupRecipe(const std::string& kind = "bars", const std::string& more = "")
{
    return recipeOf(fmt::format(R"({{"study": "multi-cloud", "name": "speedup", "title": "Speedup", "source": "5.2",
        "kind": "{}", "where": "kind=hivemind", "x": "experiment", "series": "task", "y_label": "speedup",
        "order": ["A-2", "A-3", "A-4", "A-6", "A-8"], "needs": "hivemind-77 to -82" {},
        "published": {{"value": "throughput_published / base", "definition": "By step timers.",
            "names": {{"base": {{"metric": "throughput_published", "where": "experiment=A-1", "match": ["task"]}}}}}},
        "measured": {{"value": "throughput / base", "definition": "By the wall clock.",
            "names": {{"base": {{"metric": "throughput", "where": "experiment=A-1", "match": ["task"]}}}}}}}})",
                                kind, more));
}

double cellOf(const report::Table& table, const std::string& x, const std::string& series, const std::string& column)
{
    std::size_t at = 0;
    while (at < table.columns.size() && table.columns[at].name != column)
        ++at;
    for (const auto& row : table.rows)
        if (row[0] == report::Cell(x) && row[1] == report::Cell(series))
            return report::isUnknown(row[at]) ? std::nan("") : std::get<double>(row[at]);
    return std::nan("");
}

double rounded(double value)
{
    return std::round(value * 100) / 100;
}

bool hasNote(const StudyFigure& figure, const std::string& part)
{
    for (const std::string& note : figure.notes)
        if (note.find(part) != std::string::npos)
            return true;
    return false;
}

std::filesystem::path dataFolder()
{
    if (const QByteArray set = qgetenv("MILLRACE_STUDY_DATA"); !set.isEmpty())
        return set.toStdString();
    return std::filesystem::path(qgetenv("MR_SOURCE").toStdString()).parent_path() / "shared/data";
}

} // namespace

class TestStudyFigure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goldenSpeedups()
    {
        MadeStore store(zoneRuns(), ofStudy);
        const StudyFigure figure = need(makeStudyFigure(store.database, speedupRecipe(), {}));
        QVERIFY(figure.published && figure.measured);
        QCOMPARE(figure.table.rows.size(), std::size_t(10));
        const std::map<std::string, std::pair<double, double>> published = {{"A-2", {0.87, 1.01}},
                                                                            {"A-3", {1.27, 1.42}},
                                                                            {"A-4", {1.74, 1.81}},
                                                                            {"A-6", {2.48, 2.40}},
                                                                            {"A-8", {3.24, 2.75}}};
        for (const auto& [experiment, speedup] : published) {
            QCOMPARE(rounded(cellOf(figure.table, experiment, "CV", "published")), speedup.first);
            QCOMPARE(rounded(cellOf(figure.table, experiment, "NLP", "published")), speedup.second);
        }
        QCOMPARE(rounded(cellOf(figure.table, "A-8", "CV", "measured")), 7.08);
        QCOMPARE(rounded(cellOf(figure.table, "A-8", "NLP", "measured")), 4.12);
        QVERIFY(std::isnan(cellOf(figure.table, "A-4", "CV", "measured")));
        QCOMPARE(cellOf(figure.table, "A-8", "CV", "n"), 1.0);
        QVERIFY(hasNote(figure, "8 of 10 runs have no value as measured"));
        QCOMPARE(figure.published->provenance.runCount, std::size_t(10));
        QCOMPARE(figure.measured->provenance.runCount, std::size_t(2));
        QVERIFY(figure.published->provenance.query.find("kind=hivemind") != std::string::npos);
        QCOMPARE(figure.definitions[0], std::string("As published: By step timers."));
        // The same scale for both.
        QVERIFY(figure.published->y.high && figure.published->y.high == figure.measured->y.high);
        QCOMPARE(figure.published->x.categories, (std::vector<std::string>{"A-2", "A-3", "A-4", "A-6", "A-8"}));
    }

    void perGpuAndOrder()
    {
        MadeStore store(zoneRuns(), ofStudy);
        Recipe recipe = speedupRecipe("bars");
        recipe.order = {"A-8", "A-2", "A-10"};
        recipe.published->value = "throughput_published / base / gpus";
        recipe.measured.reset();
        const StudyFigure figure = need(makeStudyFigure(store.database, recipe, {}));
        QCOMPARE(figure.published->x.categories, (std::vector<std::string>{"A-8", "A-2"}));
        QCOMPARE(rounded(cellOf(figure.table, "A-8", "CV", "published")), 0.41);
        QCOMPARE(rounded(cellOf(figure.table, "A-8", "NLP", "published")), 0.34);
        QVERIFY(std::abs(cellOf(figure.table, "A-2", "CV", "published") - 0.434) < 0.001);
        QVERIFY(hasNote(figure, "Without runs in the store: A-10."));
        QVERIFY(hasNote(figure, "hivemind-77 to -82"));
        QVERIFY(!figure.measured);
    }

    void levelsInNaturalOrder()
    {
        std::vector<Made> runs;
        for (const char* level : {"A-10", "A-2", "A-1", "B-1"})
            runs.push_back({{textFactor("experiment", level)}, {metric("value", 1)}});
        MadeStore store(runs);
        const StudyFigure figure = need(
            makeStudyFigure(store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "bars", "x": "experiment",
                                         "measured": {"value": "value"}})"),
                            {}));
        QCOMPARE(figure.measured->x.categories, (std::vector<std::string>{"A-1", "A-2", "A-10", "B-1"}));
    }

    void intervalsOverRuns()
    {
        std::vector<Made> runs;
        for (const double value : {9.0, 10.0, 11.0})
            runs.push_back({{textFactor("f", "a")},
                            {metric("value", value, "s")},
                            store::RunState::Done,
                            static_cast<int>(value)});
        runs.push_back({{textFactor("f", "a")}, {metric("value", 1000)}, store::RunState::Failed, 20});
        runs.push_back({{textFactor("f", "a")}, {metric("value", 1000)}, store::RunState::Done, 21, true});
        MadeStore store(runs);
        const StudyFigure figure =
            need(makeStudyFigure(store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "bars", "x": "f",
                                         "measured": {"value": "value * 2", "unit": "s"}})"),
                                 {}));
        const report::FigurePoint& point = figure.measured->series.at(0).points.at(0);
        QCOMPARE(point.y, 20.0);
        QCOMPARE(point.count, std::size_t(3));
        // t(0.975, 2) = 4.30265, s = 2, n = 3
        QVERIFY(std::abs(cellOf(figure.table, "a", "", "high") - (20 + 4.30265 * 2 / std::sqrt(3.0))) < 1e-4);
        QCOMPARE(point.values, (std::vector<double>{18, 20, 22}));
        QVERIFY(std::isnan(point.high));
        QVERIFY(figure.measured->caption.find("the runs themselves as dots") != std::string::npos);
    }

    void intervalsOverSamples()
    {
        std::vector<Made> runs = {{{textFactor("f", "a")}, {metric("rate", 280), metric("base", 2)}}};
        MadeStore store(runs);
        store.addSeries(0, {"epoch.rate", "", "samples/s", {1, 2, 3}, {50, 138, 142}});
        Recipe recipe = recipeOf(R"({"name": "a", "title": "A", "kind": "bars", "x": "f",
            "published": {"value": "rate / base", "series": "epoch.rate", "skip": 1},
            "measured": {"value": "sample / base", "series": "epoch.rate", "skip": 1}})");
        const StudyFigure figure = need(makeStudyFigure(store.database, recipe, {}));
        // Of 138 and 142: half a width of t(0.975, 1) = 12.7062 times sqrt(8) / sqrt(2) = 2.
        const report::FigurePoint& published = figure.published->series.at(0).points.at(0);
        QVERIFY(published.y == 140.0 && published.count == 2);
        QVERIFY(std::abs(cellOf(figure.table, "a", "", "published_high") - (140 + 12.7062 * 2)) < 1e-3);
        const report::FigurePoint& measured = figure.measured->series.at(0).points.at(0);
        QCOMPARE(measured.y, 70.0);
        QVERIFY(std::abs(cellOf(figure.table, "a", "", "low") - (70 - 12.7062)) < 1e-3);
        QVERIFY(figure.measured->caption.find("samples of epoch.rate") != std::string::npos);
    }

    void subjectsAndHeat()
    {
        std::vector<Made> runs;
        for (const double shift : {0.0, 2.0})
            runs.push_back(
                {{textFactor("kind", "network")},
                 {subjectMetric("rate", "US→EU", 200e6 + shift * 1e6, "bit/s"),
                  subjectMetric("rate", "US→US", 7e9, "bit/s"), subjectMetric("rate", "EU→US", 210e6, "bit/s")},
                 store::RunState::Done,
                 static_cast<int>(shift) + 1});
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database,
            recipeOf(R"({"name": "net", "title": "Rates", "kind": "heat", "x": "subject.2", "series": "subject.1",
                         "order": ["US", "EU"], "series_order": ["US", "EU"], "series_label": "from", "y_label": "rate",
                         "measured": {"value": "rate", "unit": "bit/s"}})"),
            {}));
        QVERIFY(figure.measured);
        const auto& rows = figure.measured->series;
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].name, std::string("US"));
        QCOMPARE(rows[0].points.at(1).y, 201e6);
        QCOMPARE(rows[0].points.at(1).count, std::size_t(2));
        QCOMPARE(rows[1].points.at(0).y, 210e6);
        QVERIFY(std::isnan(rows[1].points.at(1).y));
        const std::string svg = report::toSvg(*figure.measured);
        QVERIFY(svg.find(">7000<") != std::string::npos || svg.find(">7.00<") != std::string::npos);
        QCOMPARE(cellOf(figure.table, "EU", "US", "measured"), 201e6);
    }

    void stacksEndWhereTheyShould()
    {
        std::vector<Made> runs = {{{textFactor("experiment", "A-2")},
                                   {metric("calc_published", 396, "s"), metric("comm_published", 10, "s"),
                                    metric("granularity_published", 39.73)}}};
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database,
            recipeOf(R"({"name": "g", "title": "G", "kind": "stacked", "x": "experiment", "published": {"parts":
                [{"name": "calculation", "value": "calc_published"}, {"name": "communication", "value": "comm_published"}],
                "label": "granularity_published", "unit": "s"}})"),
            {}));
        const report::FigureSpec& spec = *figure.published;
        QVERIFY(spec.stacked);
        QCOMPARE(spec.series[0].points[0].base, 0.0);
        QCOMPARE(spec.series[1].points[0].base, 396.0);
        QCOMPARE(spec.series[1].points[0].y, 10.0);
        QCOMPARE(spec.series[1].points[0].label, std::string("39.7"));
        QVERIFY(spec.series[0].points[0].label.empty());
        const report::Plot plot(spec);
        QVERIFY(plot.y.high() >= 406);
        QVERIFY(report::toSvg(spec).find(">39.7</text>") != std::string::npos);
    }

    void distributions()
    {
        std::vector<Made> runs = {{{textFactor("f", "a")}, {}}, {{textFactor("f", "b")}, {}}};
        MadeStore store(runs);
        analysis::Series series{"training.step_time", "node0", "s", {}, {}};
        for (int i = 0; i < 100; ++i) {
            series.times.push_back(std::int64_t(i) * 1'000'000'000);
            series.values.push_back(1 + i / 100.0);
        }
        store.addSeries(0, series);
        for (double& value : series.values)
            value *= 2;
        store.addSeries(1, series);
        const auto make = [&](const char* kind) {
            return need(
                makeStudyFigure(store.database,
                                recipeOf(fmt::format(R"({{"name": "d", "title": "D", "kind": "{}", "x": "f", "bins": 10,
                                            "measured": {{"series": "training.step_time", "unit": "s"}}}})",
                                                     kind)),
                                {}));
        };
        const StudyFigure box = make("box");
        QCOMPARE(box.measured->series.at(0).boxes.size(), std::size_t(2));
        QCOMPARE(box.measured->series[0].boxes[0].median, 1.495);
        const StudyFigure cdf = make("cdf");
        QCOMPARE(cdf.measured->series.size(), std::size_t(2));
        QCOMPARE(cdf.measured->series[1].name, std::string("b"));
        QCOMPARE(cdf.measured->series[1].points.back().x, 3.98);
        QCOMPARE(cdf.measured->series[1].points.back().y, 1.0);
        const StudyFigure histogram = make("histogram");
        QCOMPARE(histogram.measured->series.size(), std::size_t(2));
        double sum = 0;
        for (const report::FigurePoint& point : histogram.measured->series[0].points)
            sum += point.y;
        QCOMPARE(sum, 100.0);
        QVERIFY(std::abs(histogram.measured->binWidth - 0.298) < 1e-9);
        const StudyFigure time = make("time");
        QCOMPARE(time.measured->series.size(), std::size_t(2));
        QCOMPARE(time.measured->series[0].name, std::string("a, node0"));
        QCOMPARE(time.measured->series[0].points.back().x, 99.0);
        for (const StudyFigure* figure : {&box, &cdf, &histogram, &time})
            QVERIFY(report::MarkupChecker(studyFigureSvg(*figure)).run().empty());
    }

    void distributionsBeyondMeasure()
    {
        constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max();
        std::vector<Made> runs = {{{textFactor("f", "a")}, {}}, {{textFactor("f", "b")}, {}}};
        const auto recipe = [](const char* kind) {
            return recipeOf(fmt::format(R"({{"name": "d", "title": "D", "kind": "{}", "x": "f",
                "measured": {{"series": "training.step_time", "unit": "s", "node": "*"}}}})",
                                        kind));
        };
        const std::vector<std::vector<double>> values = {
            {1, 1.1, 1.2, 1.3, 1e300}, {-1.7e308, 1.7e308, 0, 1, 2}, {0, 5e-324, 0, 0, 0}, {3e-320, 0, 0, 0, 0}};
        for (const auto& each : values) {
            MadeStore store(runs);
            store.addSeries(0, {"training.step_time", "node0", "s", {-farthest, 0, 1, 2, farthest}, each});
            store.addSeries(0, {"training.step_time", "node1", "s", {0, 1, 2, 3, 4}, each});
            const StudyFigure histogram = need(makeStudyFigure(store.database, recipe("histogram"), {}));
            double sum = 0;
            for (const report::FigurePoint& point : histogram.measured->series.at(0).points)
                sum += point.y;
            QCOMPARE(sum, 10.0);
            QVERIFY(histogram.measured->binWidth > 0 && std::isfinite(histogram.measured->binWidth));
            const StudyFigure time = need(makeStudyFigure(store.database, recipe("time"), {}));
            QCOMPARE(time.measured->series.at(0).points.front().x, 0.0);
            QCOMPARE(time.measured->series.at(0).points.back().x, 2 * static_cast<double>(farthest) / 1e9);
            for (const StudyFigure& figure : {histogram, time, need(makeStudyFigure(store.database, recipe("box"), {})),
                                              need(makeStudyFigure(store.database, recipe("cdf"), {}))})
                QVERIFY(report::MarkupChecker(studyFigureSvg(figure)).run().empty());
        }
        // The first instant of all is the begin, also where it is 0.
        MadeStore store(runs);
        store.addSeries(0, {"training.step_time", "node0", "s", {0, 5'000'000'000}, {1, 2}});
        store.addSeries(0, {"training.step_time", "node1", "s", {3'000'000'000, 4'000'000'000}, {1, 2}});
        const StudyFigure time = need(makeStudyFigure(store.database, recipe("time"), {}));
        QCOMPARE(time.measured->series.at(0).points.front().x, 0.0);
        QCOMPARE(time.measured->series.at(1).points.front().x, 3.0);
    }

    void responseHasItsLaw()
    {
        std::vector<Made> runs;
        for (int i = 0; i < 9; ++i) {
            const double rate = i * 1e9;
            runs.push_back(
                {{textFactor("model", "vgg16")},
                 {metric("cross_rate", rate, "bit/s"), metric("step_mean", 0.05 + 0.02 * 10e9 / (10e9 - rate), "s")},
                 store::RunState::Done,
                 i + 1});
        }
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database,
            recipeOf(R"({"name": "r", "title": "R", "kind": "response", "x": "cross_rate", "x_unit": "bit/s",
                         "series": "model", "capacity": "10 Gbit/s", "measured": {"value": "step_mean", "unit": "s"}})"),
            {}));
        QCOMPARE(figure.measured->series.size(), std::size_t(2));
        QVERIFY(figure.measured->series[1].curve);
        const auto& curve = figure.measured->series[1].points;
        QVERIFY(!curve.empty() && std::abs(curve.front().y - 0.07) < 0.002);
        QCOMPARE(figure.table.rows.size(), std::size_t(9));
    }

    void emptyStoresSayWhy()
    {
        MadeStore other(zoneRuns());
        const StudyFigure none = need(makeStudyFigure(other.database, speedupRecipe(), {}));
        QVERIFY(none.table.rows.empty());
        QVERIFY(hasNote(none, "The store has no data of the study multi-cloud."));
        QVERIFY(hasNote(none, "It is about these runs: hivemind-77 to -82."));
        QVERIFY(report::isEmpty(*none.published));
        MadeStore store(zoneRuns(), ofStudy);
        Recipe recipe = speedupRecipe();
        recipe.where = "set=F";
        const StudyFigure empty = need(makeStudyFigure(store.database, recipe, {}));
        QVERIFY(hasNote(empty, "No run in the store matches \"set=F\"."));
        QVERIFY(report::toSvg(*empty.published).find("No data") != std::string::npos);
        QVERIFY(!makeStudyFigure(store.database, recipe, "no-such-campaign"));
    }

    void unknownNamesAreTold()
    {
        MadeStore store(zoneRuns(), ofStudy);
        Recipe recipe = speedupRecipe();
        recipe.measured->value = "throughputt / base";
        const StudyFigure figure = need(makeStudyFigure(store.database, recipe, {}));
        QVERIFY(hasNote(figure, "No run has throughputt (as measured)."));
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = makeStudyFigure(store.database, recipe, {}, {stop.get_token(), {}});
        QVERIFY(!cancelled && cancelled.error().code == ErrorCode::Cancelled);
    }

    void tablesHaveNoDrawing()
    {
        MadeStore store(zoneRuns(), ofStudy);
        const StudyFigure figure = need(makeStudyFigure(store.database, speedupRecipe("table"), {}));
        QVERIFY(!figure.published && !figure.measured);
        QCOMPARE(figure.table.rows.size(), std::size_t(10));
        const std::string csv = report::toCsv(figure.table);
        QVERIFY(csv.starts_with("x,series,published,measured,ratio,n,low,high,published_low,published_high\r\n"));
    }

    void drawsBothBesideEachOther()
    {
        MadeStore store(zoneRuns(), ofStudy);
        const StudyFigure figure =
            need(makeStudyFigure(store.database, speedupRecipe("bars", ", \"remark\": \"a < b & \\\"c\\\"\""), {}));
        const std::string svg = studyFigureSvg(figure);
        QCOMPARE(report::MarkupChecker(svg).run(), std::string());
        QVERIFY(svg.find("id=\"p-title\"") != std::string::npos && svg.find("id=\"m-title\"") != std::string::npos);
        QVERIFY(svg.find("a &lt; b") != std::string::npos);
        QCOMPARE(svg.find("<?xml"), std::size_t(0));
        QVERIFY(svg.find("<?xml", 5) == std::string::npos);
        QSet<QString> ids;
        const QRegularExpression id(" id=\"([^\"]+)\"");
        for (auto it = id.globalMatch(QString::fromStdString(svg)); it.hasNext();) {
            const QString name = it.next().captured(1);
            QVERIFY2(!ids.contains(name), qPrintable(name));
            ids.insert(name);
        }
    }

    void tenThousandRuns()
    {
        std::vector<Made> runs;
        for (int i = 0; i < 10'000; ++i)
            runs.push_back({{numberFactor("gpus", std::to_string(i % 10), i % 10),
                             textFactor("task", i % 2 ? "CV" : "NLP"), textFactor("kind", "hivemind")},
                            {metric("throughput", i), metric("throughput_published", i), metric("x1", 1),
                             metric("x2", 2), metric("x3", 3)},
                            store::RunState::Done,
                            i + 1});
        MadeStore store(runs, ofStudy);
        const Recipe recipe =
            recipeOf(R"({"study": "multi-cloud", "name": "a", "title": "A", "kind": "lines", "x": "gpus",
            "series": "task", "where": "kind=hivemind", "measured": {"value": "throughput / base",
            "names": {"base": {"metric": "throughput", "where": "gpus=1", "match": ["task"]}}},
            "published": {"value": "throughput_published"}})");
        StudyFigure figure;
        const double seconds =
            tests::leastProcessorTime([&] { figure = need(makeStudyFigure(store.database, recipe, {})); });
        qInfo("10 000 runs in %.3f s", seconds);
        QCOMPARE(figure.published->series.size(), std::size_t(2));
        QCOMPARE(figure.published->series[0].points.size() + figure.published->series[1].points.size(),
                 std::size_t(10));
#if !defined(MR_SANITIZED) && defined(__OPTIMIZE__)
        QVERIFY2(seconds < 0.6, "a figure of 10 000 runs shall take less than 0.2 s of an ordinary core");
#endif
    }

    void realStudy()
    {
        const auto folder = dataFolder() / "multi-cloud";
        if (!std::filesystem::exists(folder))
            QSKIP("the data of the multi-cloud study are not here");
        const auto place = need(TemporaryFolder::make("mr-figures"));
        auto database = need(store::Database::create(place.path() / "multi-cloud.mrdb"));
        StudyImportRequest request;
        request.study = "multi-cloud";
        request.folder = folder;
        if (const auto outcome = importStudy(request, &database, {}); !outcome)
            QSKIP("this build does not import the multi-cloud study");
        Issues issues;
        const auto recipes = loadRecipes({}, issues);
        const auto make = [&](const char* name) {
            return need(makeStudyFigure(database, need(findRecipe("multi-cloud", name, recipes)), {}));
        };
        const StudyFigure speedup = make("geo-speedup");
        QCOMPARE(rounded(cellOf(speedup.table, "A-8", "CV", "published")), 3.24);
        QCOMPARE(rounded(cellOf(speedup.table, "A-8", "NLP", "published")), 2.75);
        QCOMPARE(rounded(cellOf(speedup.table, "C-8", "CV", "published")), 3.02);
        QCOMPARE(rounded(cellOf(speedup.table, "A-8", "CV", "measured")), 7.08);
        const StudyFigure perGpu = make("geo-per-gpu");
        QCOMPARE(rounded(cellOf(perGpu.table, "A-8", "NLP", "published")), 0.34);
        for (const Recipe& recipe : recipes) {
            if (recipe.study != "multi-cloud")
                continue;
            const StudyFigure figure = need(makeStudyFigure(database, recipe, {}));
            QVERIFY2(report::MarkupChecker(studyFigureSvg(figure)).run().empty(), recipe.name.c_str());
            QVERIFY2(!figure.table.rows.empty() || !figure.notes.empty(), recipe.name.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestStudyFigure)
#include "tst_study_figure.moc"
