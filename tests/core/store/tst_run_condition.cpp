// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/result_query.h"
#include "core/store/run_condition.h"
#include "tests/core/store/store_fixture.h"

#include <cmath>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::store;
using Operator = RunCondition::Operator;

namespace {

std::vector<RunRecord> planned()
{
    std::vector<RunRecord> runs;
    const auto add = [&](std::string strategy, std::string loss, double share, std::string delay, double ns) {
        RunRecord run;
        run.cell = fmt::format("cell{}", runs.size());
        run.position = static_cast<int>(runs.size()) + 1;
        run.factors = {{"strategy", std::move(strategy), {}, ""},
                       {"loss", std::move(loss), share, ""},
                       {"delay", delay, ns, "ns"}};
        runs.push_back(std::move(run));
    };
    add("RING", "0%", 0, "1ms", 1e6);
    add("RING", "1%", 0.01, "10ms", 1e7);
    add("BINARY_TREE", "1%", 0.01, "1ms", 1e6);
    add("STAR 50%_off", "0%", 0, "10ms", 1e7);
    return runs;
}

} // namespace

class TestRunCondition : public QObject
{
    Q_OBJECT

    TestStore m_store{0};

private Q_SLOTS:
    void initTestCase()
    {
        RunRepository repository(m_store.database, m_store.clock);
        CampaignRecord record;
        record.gridName = "wide grid";
        const CampaignId campaign = need(repository.createCampaign(record, planned()));
        const auto runs = need(repository.runs(campaign));
        need(repository.saveMetrics(runs[0].id, std::vector<Metric>{{"step_mean", "", 0.2, "s", ""}}));
        need(repository.saveMetrics(runs[1].id, std::vector<Metric>{{"step_mean", "", 5e7, "ns", ""}}));
        need(repository.saveMetrics(runs[2].id, std::vector<Metric>{{"step_mean", "", std::nan(""), "s", ""}}));
        need(repository.saveMetrics(runs[3].id, std::vector<Metric>{{"step_mean", "rank 0", 0.01, "s", ""}}));
        (void)need(repository.claim(runs[3].id));
        need(repository.end(runs[3].id, RunState::Failed, fail(ErrorCode::PeerFailed, "rank 2 closed it")));
        need(repository.setExcluded(runs[2].id, true, "noisy neighbour"));
    }

    void parses()
    {
        const auto conditions = need(
            parseConditions("  RING !star loss=1% step_mean<100ms rate>=1Gbit \"a = b\" queue!=64KiB name=\"x y\""));
        const std::vector<RunCondition> expected = {{Operator::Contains, "", "RING", {}},
                                                    {Operator::Lacks, "", "star", {}},
                                                    {Operator::Equal, "loss", "1%", 0.01},
                                                    {Operator::Less, "step_mean", "100ms", 0.1},
                                                    {Operator::GreaterEqual, "rate", "1Gbit", 1e9},
                                                    {Operator::Contains, "", "a = b", {}},
                                                    {Operator::NotEqual, "queue", "64KiB", 65536.0},
                                                    {Operator::Equal, "name", "x y", {}}};
        QCOMPARE(conditions.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(conditions[i] == expected[i], expected[i].text.c_str());
        QVERIFY(need(parseConditions(" \t ")).empty());
        QVERIFY(need(parseConditions("\"\"")).empty());
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"loss=", "=1%", "step_mean<", "step_mean<fast", "<1"})
            QTest::newRow(text) << text;
    }
    void refuses()
    {
        QFETCH(QString, text);
        const auto conditions = parseConditions(text.toStdString());
        QVERIFY(!conditions);
        QCOMPARE(conditions.error().code, ErrorCode::InvalidInput);
    }

    void matches_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("positions");
        const auto row = [](const char* text, const char* positions) { QTest::newRow(text) << text << positions; };
        row("", "1 2 3 4");
        row("ring", "1 2");
        row("!ring", "3 4");
        row("loss=1% RING", "2");
        row("loss=0.01", "2 3");
        row("loss=1.00%", "2 3");
        row("loss!=1%", "1 4");
        row("delay=10ms", "2 4");
        row("delay=0.01s", "2 4");
        row("delay>2ms", "2 4");
        row("delay<=1ms", "1 3");
        row("step_mean<100ms", "2");
        row("step_mean=200ms", "1");
        row("step_mean>=0.05", "1 2");
        row("strategy=ring", "1 2");
        row("strategy=RI", "");
        row("50%_", "4");
        row("%", "1 2 3 4"); // as a character: all levels of loss have it
        row("5_%", "");
        row("failed", "4");
        row("state=FAILED", "4");
        row("state!=failed", "1 2 3");
        row("error=closed", "4");
        row("peer-failed", "4");
        row("run>2", "3 4");
        row("run=2", "2");
        row("noisy", "3");
        row("excluded=yes", "3");
        row("warmup=no", "1 2 3 4");
        row("campaign=\"wide grid\"", "1 2 3 4");
        row("wide", "1 2 3 4");
        row("campaign=other", "");
        row("duration>=0", "4");
        row("nothing=1", "");
        row("nothing!=1", "1 2 3 4");
        row("'; DROP TABLE runs; --", "");
    }
    void matches()
    {
        QFETCH(QString, text);
        QFETCH(QString, positions);
        ResultFilter filter;
        filter.conditions = need(parseConditions(text.toStdString()));
        ResultQuery query(m_store.database);
        QStringList found;
        for (const ResultRow& row : need(query.all(filter)))
            found.append(QString::number(row.run.position));
        QCOMPARE(found.join(' '), positions);
        QCOMPARE(need(query.count(filter)), static_cast<std::int64_t>(found.size()));
    }

    void chosenRuns()
    {
        ResultQuery query(m_store.database);
        const auto rows = need(query.all({}));
        ResultFilter filter;
        filter.runs = {rows[2].run.id, rows[0].run.id};
        QCOMPARE(need(query.count(filter)), std::int64_t(2));
        filter.conditions = need(parseConditions("RING"));
        QCOMPARE(need(query.count(filter)), std::int64_t(1));
        filter.runs = std::vector<RunId>{};
        QCOMPARE(need(query.count(filter)), std::int64_t(0));
    }
};

QTEST_APPLESS_MAIN(TestRunCondition)
#include "tst_run_condition.moc"
