// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/svg_figure.h"
#include "core/report/table_writers.h"
#include "core/report/usage_report.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::report;

namespace {

predict::UsagePrediction madePrediction()
{
    predict::UsagePrediction prediction;
    for (predict::MetricPrediction& metric : prediction.metrics)
        metric.reason = "0 samples have it, 10 are needed";
    const auto set = [&](const char* id, double value, Interval interval) {
        prediction.metrics[*predict::findMetric(id)] = {true, {},         value, interval, predict::BoundKind::Most,
                                                        1000, "line rate"};
    };
    set("tx_idle", 3, {2, 4});
    set("tx_burst", 1, {0.8, 1.2});
    set("tx_consumption", 800, {700, 1000});
    return prediction;
}

predict::ComparedRun madeRun(const char* name, bool isLearnt, double measured)
{
    predict::ComparedRun run;
    run.provenance.run = name;
    run.isLearnt = isLearnt;
    run.values[*predict::findMetric("tx_burst")] = {measured, 1, {0.8, 1.25}};
    return run;
}

} // namespace

/// Tables and figures of predicted use.
class TestUsageReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sketch()
    {
        const FigureSpec figure = sketchFigure(madePrediction(), SketchOf::Network, "title");
        QCOMPARE(figure.series.size(), std::size_t(1));
        const auto& points = figure.series.front().points;
        QCOMPARE(points[1].y, 8e8);
        QCOMPARE(points[1].high, 1e9);
        QCOMPARE(points[2].x, 1.0); // end of the first burst
        QCOMPARE(points[3].y, 0.0);
        QCOMPARE(points[4].x, 4.0); // the next one
        QCOMPARE(points.back().x, 16.0);
        QVERIFY2(figure.caption.find("TX 200 Mbit/s") != std::string::npos, figure.caption.c_str());
        QCOMPARE(figure.note, std::string("Not known: RX."));
        QVERIFY(toSvg(figure).find("<svg") != std::string::npos);
        QVERIFY(isEmpty(sketchFigure(madePrediction(), SketchOf::Device, "title")));
    }

    void drivers()
    {
        const std::size_t metric = *predict::findMetric("tx_consumption");
        predict::Driver weak{"workers", "8", "4", {}, {}}, strong{"rate", "1Gbit", "10Gbit", {}, {}}, none = weak;
        weak.values[metric] = 880;
        weak.factors[metric] = 800.0 / 880;
        strong.values[metric] = 8000;
        strong.factors[metric] = 0.1;
        none.factors[metric] = unknown;
        const Table table = driverTable(madePrediction(), metric, {weak, none, strong});
        QCOMPARE(table.rows.size(), std::size_t(2));
        QCOMPARE(std::get<std::string>(table.rows[0][0]), std::string("rate"));
        QCOMPARE(std::get<std::string>(table.rows[0][4]), std::string("÷ 10"));
        QCOMPARE(table.notes.front(),
                 std::string("TX in bursts 800 Mbit/s = line rate 1000 Mbit/s × 0.8, the learnt factor."));
        const Table notKnown = driverTable(madePrediction(), 0, {weak});
        QVERIFY(notKnown.rows.empty());
        QCOMPARE(notKnown.notes.front(),
                 std::string("GPU memory idle is not known: 0 samples have it, 10 are needed."));
    }

    void comparison()
    {
        const std::vector runs = {madeRun("a", true, 1.1), madeRun("b", false, 1.1), madeRun("c", false, 3)};
        predict::Drift drift;
        drift.coverage = 0.9;
        drift.runs = 2;
        drift.learnt = 1;
        drift.metrics = {{*predict::findMetric("tx_burst"), 2, 1, 2.05, 0.004, true}};
        const Table table = comparisonTable(runs);
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(std::get<std::string>(table.rows[0][12]), std::string("learnt"));
        QCOMPARE(std::get<std::string>(table.rows[1][11]), std::string("inside"));
        QCOMPARE(std::get<std::string>(table.rows[2][11]), std::string("outside"));
        QVERIFY2(driftSentence(drift).starts_with("Drift in 2 new runs: TX burst;"), driftSentence(drift).c_str());
        QCOMPARE(driftTable(drift).rows.size(), std::size_t(1));
        QVERIFY(driftJson(drift)["drift"].get<bool>());
        const auto figures = comparisonFigures(runs, drift);
        QCOMPARE(figures.size(), std::size_t(2));
        QCOMPARE(figures[0].series.front().points.size(), std::size_t(3));
        QCOMPARE(figures[1].series.front().points.size(), std::size_t(2)); // new runs only
        QVERIFY(figures[1].series.front().points[1].y > 1);
        QVERIFY(driftSentence({}).starts_with("Drift is not known"));
    }

    void versions()
    {
        store::PredictorRecord one{store::PredictorId{1}, Nanoseconds(0), {}, 40, std::string(64, 'a'), "x.json", true};
        store::PredictorRecord two = one;
        two.id.value = 2;
        two.parent = one.id;
        two.isInUse = false;
        const Table table = versionTable({one, two});
        QCOMPARE(std::get<double>(table.rows[0][0]), 2.0);
        QCOMPARE(std::get<std::string>(table.rows[0][4]), std::string("version 1, x.json"));
        QCOMPARE(std::get<std::string>(table.rows[1][2]), std::string("in use"));
    }
};

QTEST_APPLESS_MAIN(TestUsageReport)
#include "tst_usage_report.moc"
