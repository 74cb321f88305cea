// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/study_figure.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"

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

Recipe recipeOf(const std::string& json)
{
    return need(parseRecipes("[" + json + "]")).at(0);
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

bool hasNote(const StudyFigure& figure, const std::string& part)
{
    for (const std::string& note : figure.notes)
        if (note.find(part) != std::string::npos)
            return true;
    return false;
}

} // namespace

/// Data behind a mark: repetitions of one setting, and the confidence interval of their mean.
class TestFigureMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The bounds of a mean by the samples of a series, as the recipe wants them: independent of how the value is
    /// scaled.
    void kindsOfIntervals()
    {
        std::vector<Made> runs = {{{textFactor("f", "a")}, {metric("rate", 10), metric("base", 2)}}};
        MadeStore store(runs);
        store.addSeries(0, {"epoch.rate", "", "samples/s", {1, 2, 3, 4}, {50, 9, 12, 15}});
        const auto bounds = [&](const char* interval) {
            const StudyFigure figure =
                need(makeStudyFigure(store.database,
                                     recipeOf(fmt::format(R"({{"name": "a", "title": "A", "kind": "bars", "x": "f",
                "measured": {{"value": "rate / base", "series": "epoch.rate", "skip": 1, "samples": "sample / base",
                "interval": "{}"}}}})",
                                                          interval)),
                                     {}));
            return std::tuple(cellOf(figure.table, "a", "", "low"), cellOf(figure.table, "a", "", "high"),
                              figure.measured->series[0].points[0]);
        };
        // Samples 4.5, 6, 7.5: s = 1.5; around the value 5.
        const auto [tLow, tHigh, dots] = bounds("t");
        QVERIFY(std::abs(tHigh - (5 + 4.30265 * 1.5 / std::sqrt(3.0))) < 1e-4 && std::abs(tLow + tHigh - 10) < 1e-9);
        QCOMPARE(dots.values, (std::vector<double>{4.5, 6, 7.5}));
        const auto [seLow, seHigh, bar] = bounds("standard-error");
        QVERIFY(std::abs(seHigh - (5 + 1.5 / std::sqrt(3.0))) < 1e-9 && std::abs(seLow + seHigh - 10) < 1e-9);
        QVERIFY(bar.values.empty() && bar.high == seHigh); // the publication's band, however few they are
        // All 27 ways to draw three of three: the smallest mean once, the next three times. numpy.percentile gives
        // 4.825 and 7.175 around the mean of 6.
        const auto [bootLow, bootHigh, band] = bounds("bootstrap");
        QVERIFY(std::abs(bootLow - (5 - 1.175)) < 1e-9 && std::abs(bootHigh - (5 + 1.175)) < 1e-9);
        QVERIFY(band.values.empty());
    }

    void settingsAreNotMixed()
    {
        std::vector<Made> runs;
        const auto add = [&runs](const char* f, int batch, double value) {
            Made& run = runs.emplace_back();
            run.factors = {textFactor("f", f), numberFactor("target_batch", std::to_string(batch), batch)};
            run.metrics = {metric("value", value)};
            run.repetition = static_cast<int>(runs.size());
        };
        add("a", 8192, 1);
        add("a", 16384, 2);
        add("b", 8192, 3);
        add("b", 8192, 5);
        MadeStore store(runs);
        const auto make = [&](const std::string& more, const std::string& value = R"("value")") {
            return need(makeStudyFigure(
                store.database,
                recipeOf(fmt::format(
                    R"({{"name": "a", "title": "A", "kind": "bars", "x": "f"{}, "measured": {{"value": {}}}}})", more,
                    value)),
                {}));
        };
        const StudyFigure mixed = make("");
        QCOMPARE(mixed.table.rows.size(), std::size_t(1));
        QCOMPARE(cellOf(mixed.table, "b", "", "measured"), 4.0);
        QVERIFY(hasNote(mixed, "A mark is left out, because its runs differ in target_batch (8192, 16384): a."));
        QCOMPARE(mixed.measured->provenance.runCount, std::size_t(2));
        QCOMPARE(cellOf(make(R"(, "pool": ["target_batch"])").table, "a", "", "measured"), 1.5);
        QCOMPARE(cellOf(make(R"(, "series": "target_batch")").table, "a", "16384", "measured"), 2.0);
        QCOMPARE(cellOf(make(R"(, "where": "target_batch=8192")").table, "a", "", "measured"), 1.0);
        // Runs that a name refers to must not mix settings either.
        const std::string names = R"("value / base", "names": {"base": {"metric": "value", "where": "f=a"}})";
        const StudyFigure reference = make("", names);
        QVERIFY(std::isnan(cellOf(reference.table, "b", "", "measured")));
        QVERIFY(hasNote(reference, "“base” is unknown: runs that match “f=a” differ in target_batch (8192, 16384)."));
        const StudyFigure matched = make(
            "", R"("value / base", "names": {"base": {"metric": "value", "where": "f=a", "match": ["target_batch"]}})");
        QCOMPARE(cellOf(matched.table, "b", "", "measured"), 4.0);
    }

    void publishedRunsComeFirst()
    {
        std::vector<Made> runs;
        for (const auto& [name, published, value] :
             {std::tuple("one", "yes", 11.2), {"two", "no", 12.2}, {"three", "no", 12.5}, {"four", "no", 7.0}}) {
            Made& run = runs.emplace_back();
            run.factors = {textFactor("f", std::string(name) == "four" ? "b" : "a"), textFactor("run_name", name),
                           textFactor("published", published)};
            run.metrics = {metric("value", value)};
            run.repetition = static_cast<int>(runs.size());
        }
        MadeStore store(runs);
        const StudyFigure figure =
            need(makeStudyFigure(store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "bars", "x": "f",
                "published": {"value": "value"}, "measured": {"value": "value"}})"),
                                 {}));
        QCOMPARE(cellOf(figure.table, "a", "", "published"), 11.2);
        QCOMPARE(cellOf(figure.table, "a", "", "measured"), 11.2);
        QVERIFY(std::isnan(cellOf(figure.table, "b", "", "published"))); // no publication has it
        QCOMPARE(cellOf(figure.table, "b", "", "measured"), 7.0);
        QVERIFY(hasNote(figure, "Repetitions that no publication uses are left out: three, two."));
    }

    void stacksBelowZero()
    {
        std::vector<Made> runs = {{{textFactor("f", "a")}, {metric("up", 30), metric("down", -20), metric("more", 10)}},
                                  {{textFactor("f", "b")}, {metric("up", 30)}, store::RunState::Done, 2}};
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "stacked", "x": "f", "measured": {"parts":
                [{"name": "up", "value": "up"}, {"name": "down", "value": "down"}, {"name": "more", "value": "more"}]}})"),
            {}));
        const auto& series = figure.measured->series;
        QCOMPARE(series[1].points[0].base, 0.0);
        QCOMPARE(series[2].points[0].base, 30.0);
        QVERIFY(hasNote(figure, "Not known as measured: down of b.")
                && hasNote(figure, "Not known as measured: more of b."));
    }

    void manySeriesHavePlotsOfTheirOwn()
    {
        std::vector<Made> runs;
        for (int series = 0; series < 8; ++series)
            for (const int x : {1, 2, 4}) {
                Made& run = runs.emplace_back();
                run.factors = {textFactor("f", fmt::format("s{}", series)), numberFactor("n", std::to_string(x), x)};
                run.metrics = {metric("value", series * x + 1)};
                run.repetition = static_cast<int>(runs.size());
            }
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "lines", "x": "n", "series": "f",
                "measured": {"value": "value"}})"),
            {}));
        const std::string svg = studyFigureSvg(figure);
        QCOMPARE(report::MarkupChecker(svg).run(), std::string());
        for (int series = 0; series < 8; ++series)
            QVERIFY(svg.find(fmt::format(">s{}</text>", series)) != std::string::npos);
        QCOMPARE(QString::fromStdString(svg).count("role=\"img\""), 8);
    }

    /// Rates of 8 and 4 at 1 and 2 lie on 8/x; the fastest place is held back by the limit.
    void inverseLaw()
    {
        std::vector<Made> runs;
        for (const auto& [x, y] : {std::pair(0.1, 20.0), {1.0, 8.0}, {2.0, 4.0}}) {
            Made& run = runs.emplace_back();
            run.factors = {numberFactor("x", fmt::format("{}", x), x)};
            run.metrics = {metric("place", x), metric("value", y)};
            run.repetition = static_cast<int>(runs.size());
        }
        MadeStore store(runs);
        const StudyFigure figure = need(makeStudyFigure(
            store.database, recipeOf(R"({"name": "a", "title": "A", "kind": "scatter", "x": "place", "inverse": true,
                "measured": {"value": "value"}})"),
            {}));
        const report::FigureSeries& law = figure.measured->series.back();
        QVERIFY(law.curve);
        QCOMPARE(law.name, std::string("min(20, 8 ÷ x)"));
        QCOMPARE(law.points.front().y, 20.0);
        QVERIFY(std::abs(law.points.back().y - 4) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(TestFigureMarks)
#include "tst_figure_marks.moc"
