// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/driple_synth.h"
#include "core/report/prediction_report.h"
#include "core/report/table_writers.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::report;

namespace {

predict::UsagePrediction made()
{
    predict::UsagePrediction prediction;
    prediction.kind = predict::RegressorKind::Ridge;
    for (predict::MetricPrediction& metric : prediction.metrics)
        metric.reason = "0 samples have it, 10 are needed";
    predict::MetricPrediction& rate = prediction.metrics[*predict::findMetric("rx_consumption")];
    rate = {true, {}, 800, {700, 1000}, predict::BoundKind::Most, 1000, "line rate"};
    predict::MetricPrediction& idle = prediction.metrics[*predict::findMetric("rx_idle")];
    idle = {true, {}, 0.5, {unknown, unknown}, predict::BoundKind::Scale, unknown, {}};
    return prediction;
}

std::string textOf(const Table& table)
{
    return toText(table, {0, true});
}

} // namespace

class TestPredictionReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void table()
    {
        const Table table = predictionTable(made(), "title");
        QCOMPARE(table.rows.size(), predict::metricCount);
        const auto& rate = table.rows[*predict::findMetric("rx_consumption")];
        QCOMPARE(std::get<double>(rate[1]), 800.0);
        QCOMPARE(std::get<double>(rate[3]), 1000.0);
        QCOMPARE(std::get<std::string>(rate[5]), std::string("at most 1000 Mbit/s (line rate)"));
        QVERIFY(isUnknown(table.rows[0][1]));
        QCOMPARE(std::get<std::string>(table.rows[0][5]), std::string("not known: 0 samples have it, 10 are needed"));
        QVERIFY(textOf(table).find("Too few samples were held out for an interval.") != std::string::npos);
    }

    void outside()
    {
        predict::UsagePrediction prediction = made();
        for (predict::MetricPrediction& metric : prediction.metrics)
            metric = {};
        prediction.outside = {"workers 64 is outside of what was measured, 2 to 16"};
        const std::string text = textOf(predictionTable(prediction, "title"));
        QVERIFY(text.find("Not known: workers 64 is outside of what was measured, 2 to 16.") != std::string::npos);
        QVERIFY(text.find("Too few") == std::string::npos);
        QVERIFY(!predictionJson(prediction).at("known").get<bool>());
    }

    void json()
    {
        const auto json = predictionJson(made());
        QVERIFY(json.at("known").get<bool>());
        QCOMPARE(json.at("metrics").size(), predict::metricCount);
        const auto& rate = json.at("metrics")[*predict::findMetric("rx_consumption")];
        QCOMPARE(rate.at("unit").get<std::string>(), std::string("Mbit/s"));
        QCOMPARE(rate.at("bound").at("kind").get<std::string>(), std::string("most"));
        const auto& idle = json.at("metrics")[*predict::findMetric("rx_idle")];
        QVERIFY(idle.at("known").get<bool>() && idle.at("low").is_null() && !idle.contains("bound"));
        QVERIFY(json.at("metrics")[0].at("value").is_null());
        QVERIFY(json.at("metrics")[0].contains("reason"));
    }

    void dataSet()
    {
        predict::RatedPredictor mean;
        mean.errors[2].squared = 0.25;
        mean.errors[2].meanRelative = 0.5;
        mean.errors[2].relative[3] = 0.125;
        const Table table = dataSetTable({mean}, "title");
        QCOMPARE(std::get<double>(table.rows[0][3]), 0.25);
        QCOMPARE(std::get<double>(table.rows[0][4]), 50.0);
        const Table metrics = dataSetMetricTable({mean});
        QCOMPARE(metrics.rows.size(), predict::metricCount);
        QCOMPARE(std::get<double>(metrics.rows[3][1]), 12.5);
    }
};

QTEST_APPLESS_MAIN(TestPredictionReport)
#include "tst_prediction_report.moc"
