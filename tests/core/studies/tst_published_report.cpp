// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/published_report.h"
#include "core/report/table_writers.h"
#include "core/studies/tum/campaign_tables.h"

#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace millrace;
using namespace millrace::report;
using namespace millrace::studies::tum;

namespace {

const report::PublishedFigures figures = {
    {"rate.mean", "a.log", "Gbit/s", 0.799, 0.533, "mean of windows", "bytes by time", "busy stretches"},
    {"rate.mean", "b.log", "Gbit/s", 0.5, 0.5, "mean of windows", "bytes by time", "busy stretches"},
    {"rate.time", "a.log", "s", -86399, 1, "mean of windows", "bytes by time", "busy stretches"},
    {"job.rate", "\xff", "Gbit/s", std::nan(""), 0, "", "", "the script divides by 0"}};

} // namespace

class TestPublishedReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void table()
    {
        const Table table = publishedTable("Figures", figures);
        QCOMPARE(table.columns.size(), std::size_t(6));
        QCOMPARE(table.rows.size(), std::size_t(4));
        const auto json = toJson(table);
        QCOMPARE(json["rows"][0][0].get<std::string>(), std::string("rate.mean"));
        // Without subjects there is no column for them.
        QCOMPARE(publishedTable("", {{"flows", "", "", 8, 8, "", "", ""}}).columns.size(), std::size_t(5));
    }

    void text()
    {
        const QString text = QString::fromStdString(publishedText("Figures", figures));
        QVERIFY(text.contains("0.799"));
        // Words that are the same stand once, below the names of their figures.
        QCOMPARE(text.count("mean of windows"), 1);
        QVERIFY(text.contains("\nrate.mean, rate.time\n  as published: mean of windows\n  right: bytes by time\n"));
        QVERIFY(text.contains("the script divides by 0"));
    }

    void json()
    {
        const auto json = publishedJson(figures);
        QCOMPARE(json.size(), std::size_t(4));
        QVERIFY(std::abs(json[0]["difference"].get<double>() - 0.266) < 1e-12);
        QVERIFY(std::abs(json[0]["relative"].get<double>() - 0.266 / 0.533) < 1e-12);
        QVERIFY(json[3]["published"].is_null());
        QVERIFY(json[3]["relative"].is_null());
        QVERIFY(!json.dump().empty()); // the subject is valid UTF-8 by now
    }

    void patterns()
    {
        studies::tum::PatternMap map;
        map.framework = "horovod";
        map.topology = "ring";
        map.hosts = {"a", "b"};
        map.asPublished = {{0, 1.5}, {std::nan(""), 0}};
        map.right = {{0, 3}, {2, 0}};
        map.publishedRuns = {"x", "y"};
        map.rightRuns = {"x"};
        const Table table = patternTable(map);
        QCOMPARE(table.rows.size(), std::size_t(4));
        QVERIFY(isUnknown(table.rows[1][2]));
        QCOMPARE(table.notes.size(), std::size_t(1));
        QVERIFY(patternJson(map)["published_gb"][1][0].is_null());
    }

    void regression()
    {
        studies::tum::StudyRegression regression;
        regression.asPublished.coefficients = {{"const", 1, 0.5, 2, 0.1}, {"topology_ring", 3, 1, 3, 0.2}};
        regression.right.coefficients = {{"const", 2, 0.5, 4, 0.01},
                                         {"topology_ring", std::nan(""), std::nan(""), std::nan(""), std::nan("")}};
        regression.right.dropped = {"topology_ring"};
        regression.remark = "topology_ring is left out";
        const Table table = regressionTable(regression);
        QCOMPARE(table.rows.size(), std::size_t(2));
        QVERIFY(isUnknown(table.rows[1][4]));
        QCOMPARE(table.notes.back(), std::string("topology_ring is left out."));
        const auto json = regressionJson(regression);
        QVERIFY(json["right"]["coefficients"][1]["value"].is_null());
        QCOMPARE(json["right"]["dropped"][0].get<std::string>(), std::string("topology_ring"));
    }

    void accuracy()
    {
        studies::tum::AccuracyCurve curve;
        curve.right = {{1'626'091'385'000'000'000, 0.25, 1.5}};
        const auto json = accuracyJson(curve);
        QCOMPARE(json["right"]["time"][0].get<std::string>(), std::string("2021-07-12T12:03:05.000000Z"));
        QCOMPARE(json["right"]["gigabytes"][0].get<double>(), 1.5);
        QVERIFY(json["published"]["time"].empty());
    }
};

QTEST_APPLESS_MAIN(TestPublishedReport)
#include "tst_published_report.moc"
