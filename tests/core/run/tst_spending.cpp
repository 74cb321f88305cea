// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_io.h"
#include "core/run/spending.h"
#include "tests/fakes/fake_runs.h"
#include "tests/need.h"

#include <QtTest>
#include <cmath>
#include <fmt/format.h>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

/// Two nodes at 0.5 $ a second each, and bytes for nothing.
std::string projectText(const std::string& limit, const std::string& machine = "big")
{
    return fmt::format(R"({{
  "format": "millrace-project", "version": 1, "name": "rented",
  "clusters": [{{"name": "lab", "links": [{{"delay": "1ms"}}], "nodes": [
     {{"name": "a", "zone": "US", "provider": "P", "machine": "{0}"}}, {{"name": "b", "zone": "US", "provider": "P", "machine": "{0}"}}]}}],
  "workloads": [{{"name": "job", "framework": "builtin", "model": "slp-mnist", "batch": 8, "steps": 3}}],
  "grids": [{{"name": "grid", "cluster": "lab", "workload": "job", "repetitions": 6, "order": "as-listed"{1}}}],
  "prices": {{"machines": [{{"provider": "P", "machine": "big", "on_demand": 1800, "date": "2026-11-01", "source": "list"}}],
             "traffic": [{{"provider": "P", "per_gigabyte": 0, "date": "2026-11-01", "source": "list"}}]}}
}})",
                       machine, limit);
}

class Notices final : public RunObserver
{
public:
    std::vector<std::string> all;
    void notice(std::string_view sentence) override { all.emplace_back(sentence); }
};

using tests::need;

} // namespace

class TestSpending : public QObject
{
    Q_OBJECT

    std::optional<TemporaryFolder> m_folder;
    std::optional<store::Database> m_database;
    test::FakeRuns m_runs;
    Notices m_notices;

    CampaignPlan planOf(const std::string& limit, const std::string& machine = "big")
    {
        const auto file =
            need(project::ProjectFile::parse(projectText(limit, machine), m_folder->path() / "rented.millrace"));
        return need(planCampaign(file, {}));
    }
    Result<CampaignOutcome> execute(const CampaignPlan& plan)
    {
        CampaignOptions options;
        options.executor = m_runs.executor();
        return executeCampaign(plan, *m_database, options, m_notices, {});
    }

private Q_SLOTS:
    void init()
    {
        m_folder.emplace(need(TemporaryFolder::make("mr-spending-")));
        m_database.emplace(need(store::Database::create(m_folder->path() / "rented.mrdb")));
        m_runs.usual.time = 1500ms;
        m_notices.all.clear();
    }

    void dollarsByHand()
    {
        const CampaignPlan plan = planOf("");
        const Spending spending(plan.project, clusterOf(plan), plan.grid);
        QVERIFY(spending.isRented() && !spending.isLimited());
        QCOMPARE(spending.dollars(10, 1e9), 10.0);
        plan::Estimate estimate;
        estimate.seconds = 4;
        estimate.wireBytes = 1e6;
        QCOMPARE(spending.dollars(estimate), 4.0);
        estimate.seconds = unknown;
        QVERIFY(std::isnan(spending.dollars(estimate)));
        QVERIFY(!spending.refusal(estimate));
    }

    /// Six runs take more than half a second each: more than 2 $ and more than 2 s.
    void refusesBeforeTheFirstRun()
    {
        for (const char* limit : {R"(, "budget": 2)", R"(, "deadline": "2s")"}) {
            const auto outcome = execute(planOf(limit));
            QVERIFY(!outcome.has_value());
            QVERIFY2(outcome.error().text().find("make fewer runs, or raise the") != std::string::npos,
                     outcome.error().text().c_str());
            QVERIFY(m_runs.made().empty());
        }
    }

    /// The runs take three times as long as estimated: the third one passes the limit, and no fourth is made.
    void stopsWhileItRuns()
    {
        for (const char* limit : {R"(, "budget": 3.9)", R"(, "deadline": "3900ms")"}) {
            init();
            const std::size_t before = m_runs.made().size();
            const auto outcome = execute(planOf(limit));
            QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().text().c_str());
            QCOMPARE(outcome->done, 3);
            QCOMPARE(outcome->cancelled, 3);
            QCOMPARE(m_runs.made().size() - before, std::size_t(3));
            QCOMPARE(m_notices.all.size(), std::size_t(1));
            QVERIFY2(m_notices.all.front().find("no further run is made") != std::string::npos,
                     m_notices.all.front().c_str());
        }
    }

    /// What was spent before counts: nothing is left for a campaign that is resumed.
    void countsTheRunsOfAResumedCampaign()
    {
        const CampaignPlan plan = planOf(R"(, "budget": 3.9)");
        QCOMPARE(need(execute(plan)).done, 3);
        const auto again = execute(plan);
        // Its history says now how long a run takes.
        QVERIFY(!again.has_value() || again->done == 3);
        QCOMPARE(m_runs.made().size() % 3, std::size_t(0));
    }

    void aBudgetNeedsAllPrices()
    {
        const auto outcome = execute(planOf(R"(, "budget": 1000)", "huge"));
        QVERIFY(!outcome.has_value());
        QVERIFY2(outcome.error().text().find("no price of huge at P US") != std::string::npos,
                 outcome.error().text().c_str());
        m_runs.usual.time = 0ms;
        QVERIFY(execute(planOf("", "huge")).has_value());
    }
};

QTEST_GUILESS_MAIN(TestSpending)
#include "tst_spending.moc"
