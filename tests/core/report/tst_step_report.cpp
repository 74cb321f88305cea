// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/step_report.h"

#include "core/base/unknown.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::report;

namespace {

constexpr std::int64_t shownStart = 1'700'000'000'000'000'000;
constexpr std::int64_t shownMs = 1'000'000;

analysis::TrafficSummary twoFlows()
{
    analysis::TrafficSummary summary;
    summary.first = shownStart;
    summary.addresses = {capture::IpAddress::v4(0x0a000001), capture::IpAddress::v4(0x0a000002)};
    for (std::uint64_t bytes : {1000, 3000}) {
        analysis::Flow flow;
        flow.destination = 1;
        flow.sourcePort = 40'000;
        flow.destinationPort = 10'000;
        flow.protocol = 6;
        flow.first = shownStart + 250 * shownMs;
        flow.last = shownStart + 750 * shownMs;
        flow.wireBytes = bytes;
        summary.flows.push_back(flow);
    }
    return summary;
}

analysis::StepDetection threeSteps()
{
    analysis::StepDetection found;
    found.method = analysis::StepMethod::Volume;
    found.reliable = true;
    for (std::int64_t begin : {100, 210, 300})
        found.steps.push_back({shownStart + begin * shownMs, shownStart + (begin + 50) * shownMs, 1e6, 700});
    found.period = 0.1;
    found.lowerQuartile = 0.09;
    found.upperQuartile = 0.11;
    found.confidence = 0.8;
    return found;
}

const Cell* valueOf(const Table& table, const std::string& quantity)
{
    for (const auto& row : table.rows)
        if (std::get<std::string>(row[0]) == quantity)
            return &row[1];
    return nullptr;
}

} // namespace

class TestStepReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatWasFound()
    {
        const auto summary = twoFlows();
        const Table table = stepSummaryTable(threeSteps(), analysis::givenFlows(summary, {1}));
        QCOMPARE(std::get<std::string>(*valueOf(table, "result")), std::string("reliable"));
        QCOMPARE(std::get<std::string>(*valueOf(table, "flows")),
                 std::string("1 of 2 flows (75.0 % of the bytes), chosen by the user"));
        QCOMPARE(std::get<double>(*valueOf(table, "steps")), 3.0);
        QCOMPARE(std::get<report::Quantity>(*valueOf(table, "period")), (report::Quantity{0.1, "s"}));
        QCOMPARE(std::get<report::Quantity>(*valueOf(table, "period, lower quartile")), (report::Quantity{0.09, "s"}));
        QVERIFY(table.notes.empty());
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
    }

    void saysWhyStepsAreNotReliable()
    {
        analysis::StepDetection found = threeSteps();
        found.method = analysis::StepMethod::Period;
        found.reliable = false;
        found.doubt = "only 51 % of the bytes are in steps of about the same volume";
        found.lowerQuartile = found.upperQuartile = found.gap = unknown;
        const Table table = stepSummaryTable(found, analysis::JobFlows{});
        QCOMPARE(std::get<std::string>(*valueOf(table, "result")), "not reliable: " + found.doubt);
        QCOMPARE(table.notes.size(), std::size_t(1));
        QVERIFY(table.notes.front().find(found.doubt) != std::string::npos);
        QVERIFY(std::isnan(std::get<report::Quantity>(*valueOf(table, "period, upper quartile")).value));
    }

    void saysWhyThereAreNone()
    {
        analysis::StepDetection found;
        found.reason = "too little traffic to detect steps";
        const Table table = stepSummaryTable(found, analysis::JobFlows{});
        QCOMPARE(std::get<std::string>(*valueOf(table, "result")), "no steps found: " + found.reason);
        QVERIFY(valueOf(table, "period") == nullptr);
        QVERIFY(stepTable(twoFlows(), found).rows.empty());
    }

    void listsStepsAndFlows()
    {
        const Table steps = stepTable(twoFlows(), threeSteps());
        QCOMPARE(steps.rows.size(), std::size_t(3));
        const auto column = [&](const std::string& name) {
            const auto found = std::ranges::find(steps.columns, name, &Column::name);
            return static_cast<std::size_t>(found - steps.columns.begin());
        };
        QVERIFY(isUnknown(steps.rows[0][column("distance")]));
        QCOMPARE(std::get<double>(steps.rows[1][column("begin")]), 0.21);
        QCOMPARE(std::get<double>(steps.rows[1][column("distance")]), 0.11);
        QCOMPARE(std::get<double>(steps.rows[1][column("rate")]), 160e6);
        QVERIFY(std::abs(std::get<double>(steps.rows[2][column("begin_time")]) - 1'700'000'000.3) < 1e-6);
        const Table flows = stepFlowTable(twoFlows(), analysis::givenFlows(twoFlows(), {}));
        QCOMPARE(flows.rows.size(), std::size_t(2));
        QCOMPARE(std::get<double>(flows.rows[0][4]), 3000.0); // largest first
        QCOMPARE(std::get<std::string>(flows.rows[0][0]), std::string("10.0.0.1:40000 → 10.0.0.2:10000 TCP"));
        QCOMPARE(std::get<double>(flows.rows[0][1]), 0.25);
    }
};

QTEST_APPLESS_MAIN(TestStepReport)
#include "tst_step_report.moc"
