// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/calibration_report.h"
#include "core/store/metric_kinds.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::report;

namespace {

/// Adds a cell of runs with these measured mean steps, in seconds.
void addCell(CampaignData& data, const char* strategy, const char* delay, double simulated,
             std::vector<double> measured)
{
    CellRuns& cell = data.cells.emplace_back();
    cell.key = std::string(strategy) + delay;
    cell.example = data.rows.size();
    for (const double step : measured) {
        cell.rows.push_back(data.rows.size());
        store::ResultRow& row = data.rows.emplace_back();
        row.run.state = store::RunState::Done;
        row.run.factors = {{"strategy", strategy, {}, {}}, {"delay", delay, {}, {}}};
        row.metrics = {store::metrics::stepMean.with(step), store::metrics::stepSimulated.with(simulated)};
    }
}

CampaignData madeData()
{
    CampaignData data;
    data.factors.resize(2);
    data.factors[0].name = "strategy";
    data.factors[1].name = "delay";
    data.differing = {0, 1};
    return data;
}

/// Cells of a row by the names of their columns.
struct Row
{
    const Table& table;
    std::size_t index;

    const Cell& at(std::string_view column) const
    {
        const auto found = std::ranges::find(table.columns, column, &Column::name);
        return table.rows.at(index).at(static_cast<std::size_t>(found - table.columns.begin()));
    }
    double number(std::string_view column) const { return std::get<double>(at(column)); }
    std::string text(std::string_view column) const { return std::get<std::string>(at(column)); }
};

} // namespace

/// Steps as simulated before their runs, against the measured ones.
class TestSimulatedSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void errors()
    {
        CampaignData data = madeData();
        addCell(data, "RING", "1ms", 0.9, {1.0, 1.0});
        addCell(data, "STAR", "1ms", 2.2, {2.0, 2.0});
        const CalibrationReport report = simulatedStepReport(data);
        const Row all{report.tables.front(), 0};
        QCOMPARE(all.number("runs"), 4.0);
        QVERIFY(std::abs(all.number("error.median") - 10) < 1e-9);
        QCOMPARE(report.figures.size(), std::size_t(1));
        QVERIFY(simulatedStepReport(madeData()).tables.empty());
    }

    /// Of three strategies, two are alike as measured, and the slowest is simulated before one of them.
    void orderOfLevels()
    {
        CampaignData data = madeData();
        addCell(data, "RING", "1ms", 1.0, {1.00, 1.01, 0.99});
        addCell(data, "TREE", "1ms", 1.6, {1.00, 1.02, 0.99}); // as RING
        addCell(data, "STAR", "1ms", 1.5, {2.00, 2.01, 1.99});
        const CalibrationReport report = simulatedStepReport(data);
        QCOMPARE(report.tables.size(), std::size_t(2));
        QCOMPARE(report.tables[1].rows.size(), std::size_t(1)); // there is one delay
        const Row row{report.tables[1], 0};
        QCOMPARE(row.text("factor"), std::string("strategy"));
        QCOMPARE(row.number("pairs"), 3.0);
        QCOMPARE(row.number("differ"), 2.0);
        QCOMPARE(row.number("alike"), 1.0);
        QCOMPARE(row.number("alike.share"), 50.0);
        QVERIFY(std::abs(row.number("worst") - 100 * (2.0 / (3.01 / 3) - 1)) < 1e-9);
        QCOMPARE(row.text("worst.pair"), std::string("TREE before STAR"));
    }

    /// Cells that differ in two factors are no pair, and a cell of one run is in none that is compared.
    void pairsDifferInOneFactor()
    {
        CampaignData data = madeData();
        addCell(data, "RING", "1ms", 1.0, {1.00, 1.01});
        addCell(data, "STAR", "1ms", 2.0, {2.00, 2.01});
        addCell(data, "RING", "5ms", 3.0, {3.00, 3.01});
        addCell(data, "STAR", "5ms", 9.0, {4.00});
        const CalibrationReport report = simulatedStepReport(data);
        QCOMPARE(report.tables.size(), std::size_t(2));
        QCOMPARE(report.tables[1].rows.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            const Row row{report.tables[1], i};
            QCOMPARE(row.number("pairs"), 1.0);
            QCOMPARE(row.number("alike.share"), 100.0);
            QVERIFY(std::isnan(row.number("worst")));
        }
        QCOMPARE(report.tables[1].notes, std::vector<std::string>{"Not compared: 2 pairs with a cell of one run."});
    }
};

QTEST_APPLESS_MAIN(TestSimulatedSteps)
#include "tst_simulated_steps.moc"
