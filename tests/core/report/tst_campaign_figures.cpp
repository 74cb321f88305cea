// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/base/statistics.h"
#include "core/report/campaign_figures.h"
#include "core/report/figure_layout.h"
#include "core/report/svg_figure.h"
#include "tests/core/report/made_store.h"
#include "tests/core/report/markup_check.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

using Levels = std::vector<std::pair<std::string, double>>; ///< NaN: a text

store::Factor factorOf(const std::string& name, const std::pair<std::string, double>& level, const std::string& unit)
{
    return std::isnan(level.second) ? textFactor(name, level.first)
                                    : numberFactor(name, level.first, level.second, unit);
}

/// Every combination once, step_mean counting up from 1.
std::vector<Made> cross(const std::vector<std::tuple<std::string, Levels, std::string>>& factors)
{
    std::vector<Made> runs(1);
    for (const auto& [name, levels, unit] : factors) {
        std::vector<Made> more;
        for (const Made& run : runs)
            for (const auto& level : levels) {
                more.push_back(run);
                more.back().factors.push_back(factorOf(name, level, unit));
            }
        runs = std::move(more);
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].metrics = {metric("step_mean", static_cast<double>(i + 1), "s")};
    return runs;
}

Levels texts(int count)
{
    Levels levels;
    for (int i = 0; i < count; ++i)
        levels.emplace_back("L" + std::to_string(i), std::nan(""));
    return levels;
}

std::string nameOf(const CampaignData& data, int factor)
{
    return factor < 0 ? "" : data.factors[static_cast<std::size_t>(factor)].name;
}

} // namespace

class TestCampaignFigures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosesWhatGoesWhere()
    {
        {
            MadeStore store(cross({{"loss", {{"0%", 0}, {"1%", 0.01}}, ""}, {"strategy", texts(4), ""}}));
            const auto data = need(loadCampaign(store.database, store.campaign));
            const FigureLayout layout = figureLayout(data);
            QCOMPARE(nameOf(data, layout.x), std::string("strategy"));
            QCOMPARE(nameOf(data, layout.group), std::string("loss"));
            QVERIFY(layout.panels.empty());
        }
        {
            MadeStore store(cross({{"strategy", texts(5), ""},
                                   {"delay", {{"1ms", 1e6}, {"2ms", 2e6}, {"5ms", 5e6}}, "ns"},
                                   {"model", texts(2), ""},
                                   {"own", texts(9), ""}}));
            const auto data = need(loadCampaign(store.database, store.campaign));
            const FigureLayout layout = figureLayout(data);
            QCOMPARE(nameOf(data, layout.x), std::string("delay")); // numbers make the better axis
            QCOMPARE(nameOf(data, layout.group), std::string("strategy")); // nine levels are too many
            QCOMPARE(layout.panels.size(), std::size_t(2));
            QCOMPARE(figurePanels(data, layout).size(), std::size_t(18));
            const auto figures = metricFigures(data, {});
            QCOMPARE(figures.size(), std::size_t(6));
            QVERIFY(figures.back().note.find("12 further combinations") != std::string::npos);
        }
        {
            MadeStore store(cross({{"strategy", texts(1), ""}}));
            const auto data = need(loadCampaign(store.database, store.campaign));
            const auto figures = metricFigures(data, {});
            QCOMPARE(figures.at(0).x.categories, (std::vector<std::string>{"all runs"}));
            QCOMPARE(figures.at(0).series.at(0).points.at(0).y, 1.0);
        }
    }

    void choosesAxes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<bool>("categories");
        QTest::addColumn<bool>("logarithmic");
        QTest::newRow("even") << "workers" << QList<double>{2, 4, 8} << false << false;
        QTest::newRow("wide") << "batch" << QList<double>{1, 10, 1000} << false << true;
        QTest::newRow("wide with zero") << "loss" << QList<double>{0, 0.0001, 0.1} << true << false;
        QTest::newRow("narrow with zero") << "loss" << QList<double>{0, 0.01, 0.02} << false << false;
        QTest::newRow("zero is not a limit") << "rate" << QList<double>{0, 1e9, 2e9} << true << false;
        QTest::newRow("two levels") << "workers" << QList<double>{2, 4} << true << false;
    }
    void choosesAxes()
    {
        QFETCH(QString, name);
        QFETCH(QList<double>, numbers);
        QFETCH(bool, categories);
        QFETCH(bool, logarithmic);
        Levels levels;
        for (const double number : numbers)
            levels.emplace_back(std::to_string(number), number);
        MadeStore store(cross({{name.toStdString(), levels, ""}}));
        const auto data = need(loadCampaign(store.database, store.campaign));
        const FigureAxis axis = factorAxis(data, 0);
        QCOMPARE(!axis.categories.empty(), categories);
        QCOMPARE(axis.scale == Scale::Logarithmic, logarithmic);
        QCOMPARE(metricFigures(data, {}).at(0).kind == FigureKind::Bars, categories);
    }

    void numbersOfFactorsGetAxisUnits()
    {
        MadeStore store(cross({{"delay", {{"1ms", 1e6}, {"2ms", 2e6}, {"5ms", 5e6}}, "ns"}}));
        const auto data = need(loadCampaign(store.database, store.campaign));
        const auto figure = metricFigures(data, {}).at(0);
        QCOMPARE(figure.x.unit, std::string("s"));
        QCOMPARE(figure.series.at(0).points.at(2).x, 0.005);
        QVERIFY(toSvg(figure).find("delay (ms)") != std::string::npos);
        store.sql("INSERT INTO metrics SELECT run_id, 'sent_payload_per_step', '', 101, 'B', '' FROM metrics");
        store.sql("INSERT INTO metrics SELECT run_id, 'predicted_payload_per_step', '', 100, 'B', '' FROM metrics "
                  "WHERE name = 'step_mean'");
        const auto payload = metricFigures(need(loadCampaign(store.database, store.campaign)), {}).at(1);
        QCOMPARE(payload.kind, FigureKind::Bars); // the predictions are marks across bars
        QCOMPARE(payload.series.at(0).points.at(2).target, 100.0);
        MadeStore loss(cross({{"loss", {{"0%", 0}, {"1%", 0.01}, {"2%", 0.02}}, ""}}));
        const auto lossData = need(loadCampaign(loss.database, loss.campaign));
        QVERIFY(toSvg(metricFigures(lossData, {}).at(0)).find("loss (%)") != std::string::npos);
    }

    void pointsAreTheCellsStatistics()
    {
        const auto store = quickstartStore();
        const auto data = need(loadCampaign(store->database, store->campaign));
        const auto figures = metricFigures(data, need(provenanceOf(store->database, data.campaign, Nanoseconds(0))));
        QCOMPARE(figures.size(), std::size_t(4));
        const FigureSpec& step = figures.at(0);
        QCOMPARE(step.kind, FigureKind::Bars);
        QCOMPARE(step.series.size(), std::size_t(2));
        const auto ring = std::ranges::find(step.x.categories, "RING") - step.x.categories.begin();
        const FigurePoint& point = step.series[0].points.at(static_cast<std::size_t>(ring));
        const std::vector<double> values = {0.22 * 1.01, 0.22 * 1.02};
        QCOMPARE(point.x, static_cast<double>(ring));
        QVERIFY(std::abs(point.y - mean(values)) < 1e-12);
        // t(1, 0.975) = 12.706204736432095; the deviation of two values is their distance by √2.
        const double half = 12.706204736432095 * (values[1] - values[0]) / std::sqrt(2.0) / std::sqrt(2.0);
        QVERIFY(std::abs(point.high - point.y - half) < 1e-9);
        QCOMPARE(point.count, std::size_t(2));
        QCOMPARE(step.provenance.runCount, std::size_t(15));
        QCOMPARE(step.provenance.storeUuid, std::string("aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"));
        QVERIFY(step.caption.find("n = 1 to 2 runs each") != std::string::npos);
        QVERIFY(step.note.find("1 failed run") != std::string::npos);
        const FigureSpec& payload = figures.at(3);
        QCOMPARE(payload.series[0].points[0].target, 6 * 102'334'368.0);
        QVERIFY(!payload.targetLabel.empty());
    }

    void stepTimesAreThoseOfTheSlowestRank()
    {
        Made made;
        made.factors = {textFactor("strategy", "RING")};
        MadeStore store({made}, R"({"workload": {"warmup_steps": 1}})");
        store.addSeries(0, {"step.time", "rank 0", "s", {1, 2, 3, 4}, {9, 1, 2, 3}});
        store.addSeries(0, {"step.time", "rank 1", "s", {1, 2, 3, 4}, {8, 2, 1, 4}});
        const auto data = need(loadCampaign(store.database, store.campaign));
        const FigureSpec figure = need(stepTimeFigure(store.database, data, {}));
        QCOMPARE(figure.kind, FigureKind::Cdf);
        const auto& points = figure.series.at(0).points;
        QCOMPARE(points.size(), std::size_t(3)); // the first step was warm-up
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(points[i].x, std::vector<double>({2, 2, 4})[i]);
            QCOMPARE(points[i].y, static_cast<double>(i + 1) / 3);
        }
        QVERIFY(figure.caption.find("3 measured steps of 1 run;") != std::string::npos);
    }

    void manyCellsBecomeBoxes()
    {
        MadeStore store(cross({{"strategy", texts(5), ""}, {"loss", {{"0%", 0}, {"1%", 0.01}}, ""}}),
                        R"({"workload": {"warmup_steps": 0}})");
        for (std::size_t i = 0; i < 10; ++i)
            store.addSeries(i, {"step.time", "rank 0", "s", {1, 2, 3}, {1.0 * double(i), 2.0 + double(i), 30}});
        const auto data = need(loadCampaign(store.database, store.campaign));
        const FigureSpec figure = need(stepTimeFigure(store.database, data, {}));
        QCOMPARE(figure.kind, FigureKind::Box);
        QCOMPARE(figure.series.size(), std::size_t(2));
        QCOMPARE(figure.series[1].boxes.size(), std::size_t(5));
        QCOMPARE(figure.series[0].boxes[1].median, 4.0);
        QCOMPARE(markupProblem(toSvg(figure)), std::string());
    }

    void timelineFollowsTheSeries()
    {
        Made made;
        made.factors = {textFactor("strategy", "RING")};
        MadeStore store({made});
        analysis::Series sent{"net.sent", "node0", "bit/s", {}, {}};
        for (int i = 0; i < 5; ++i) {
            sent.times.push_back(store.clock.wall().count() + i * 500'000'000);
            sent.values.push_back(i * 1e6);
        }
        store.addSeries(0, sent);
        const auto data = need(loadCampaign(store.database, store.campaign));
        const FigureSpec figure = need(timelineFigure(store.database, data, data.rows[0].run, {}));
        QCOMPARE(figure.series.size(), std::size_t(1));
        QCOMPARE(figure.series[0].name, std::string("node0"));
        QCOMPARE(figure.series[0].points.size(), std::size_t(5));
        QCOMPARE(figure.series[0].points[4].x, 2.0);
        QCOMPARE(figure.series[0].points[4].y, 4e6);
    }

    void missingSeriesAreNamed()
    {
        MadeStore store(cross({{"strategy", texts(2), ""}}));
        const auto data = need(loadCampaign(store.database, store.campaign));
        const auto figures = need(campaignFigures(store.database, data, {}));
        QCOMPARE(figures.size(), std::size_t(3));
        QVERIFY(isEmpty(figures[1]) && figures[1].note.find("no step times") != std::string::npos);
        QVERIFY(isEmpty(figures[2]) && figures[2].note.find("net.sent") != std::string::npos);
    }

    void withoutRunsThatCountTheReasonIsGiven()
    {
        auto runs = cross({{"strategy", texts(2), ""}});
        for (Made& run : runs)
            run.state = store::RunState::Failed;
        MadeStore store(runs);
        const auto data = need(loadCampaign(store.database, store.campaign));
        const auto figures = need(campaignFigures(store.database, data, {}));
        QCOMPARE(figures.size(), std::size_t(1));
        QVERIFY(toSvg(figures[0]).find("2 failed runs") != std::string::npos);
    }
};

} // namespace millrace::report

QTEST_APPLESS_MAIN(millrace::report::TestCampaignFigures)
#include "tst_campaign_figures.moc"
