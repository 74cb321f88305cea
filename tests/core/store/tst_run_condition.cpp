// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/result_query.h"
#include "core/store/run_condition.h"
#include "core/store/run_match.h"
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
        run.uuid = fmt::format("abcd-{}", run.position);
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
        record.uuid = "abcd0000-0000-4000-8000-000000000001";
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
        QTest::addColumn<QString>("says");
        const auto row = [](const char* text, const char* says) { QTest::newRow(text) << text << says; };
        for (const char* text : {"loss=", "=1%", "step_mean<", "<1"})
            row(text, "is not finished");
        row("step_mean<fast", "\"fast\" in \"step_mean<fast\" is not a number");
        row("state=finished", "no state \"finished\"; states are planned, preparing");
        row("run=first", "is not a number; write one, as in run=9");
        row("cell<5", "\"cell\" is not a number; write cell=… or cell!=…");
    }
    void refuses()
    {
        QFETCH(QString, text);
        const auto conditions = parseConditions(text.toStdString());
        QVERIFY(!conditions);
        QCOMPARE(conditions.error().code, ErrorCode::InvalidInput);
        QFETCH(QString, says);
        QVERIFY2(QString::fromStdString(conditions.error().what).contains(says), conditions.error().what.c_str());
    }

    void unknownNames()
    {
        const std::vector<std::string> names = {"strategy", "loss", "step_mean"};
        const auto problem = [&](const char* text) {
            const auto checked = checkNames(need(parseConditions(text)), names);
            return checked ? std::string() : checked.error().what;
        };
        QCOMPARE(problem("loss=1% RING step_mean<1 run=2 campaign=1 grid=x"), std::string());
        QCOMPARE(problem("los=1%"), std::string("no factor or metric \"los\"; did you mean \"loss\"?"));
        QCOMPARE(problem("colour=red"),
                 std::string("no factor or metric \"colour\"; available: strategy, loss, step_mean"));
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
        row("peer-failed", ""); // free words see what the list shows: levels and states
        row("closed", "");
        row("error=peer-failed", "4");
        row("loss=0% loss=1%", "1 2 3 4"); // values of one name are alternatives
        row("strategy=RING strategy=BINARY_TREE loss=1%", "2 3");
        row("step_mean=200ms step_mean=50ms", "1 2");
        row("campaign=2", "1 2 3 4"); // the store of the test has an empty one before it
        row("campaign=2 run=3", "3");
        row("campaign>2", "");
        row("campaign_id=abcd", "1 2 3 4");
        row("campaign_id=ffff", "");
        row("run_id=ABCD-2", "2");
        row("run_id!=abcd-2", "1 3 4");
        row("run>2", "3 4");
        row("run=2", "2");
        row("noisy", "");
        row("reason=noisy", "3");
        row("excluded=yes", "3");
        row("warmup=no", "1 2 3 4");
        row("grid=\"wide grid\"", "1 2 3 4");
        row("wide", "");
        row("grid=other", "");
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
        // The same in memory, as for runs that are only planned.
        RunRepository repository(m_store.database, m_store.clock);
        QStringList matched;
        for (const ResultRow& row : need(query.all({}))) {
            const CampaignRecord campaign = need(repository.campaign(row.run.campaign));
            if (store::matches(filter.conditions, {row.run, campaign, row.metrics}))
                matched.append(QString::number(row.run.position));
        }
        QCOMPARE(matched.join(' '), positions);
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
