// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign_estimate.h"

#include <QtTest>

#include "core/base/clock.h"
#include "core/plan/model_facts.h"
#include "core/project/templates.h"
#include "core/run/campaign.h"
#include "core/run/chosen_runs.h"
#include "core/store/run_repository.h"

#include <QTemporaryDir>
#include <cmath>
#include <thread>

using namespace millrace;
using namespace millrace::run;

namespace {

CampaignPlan quickstart()
{
    const auto found = project::findTemplate("quickstart");
    auto file = project::ProjectFile::parse(found->text, "quickstart.millrace");
    return *planCampaign(*file, {});
}

Result<CampaignEstimate> estimate(const CampaignPlan& plan, const RunHistory& history, std::size_t most = 2000)
{
    return estimateCampaign(plan.project, plan.expansion, plan.schedule, history, {}, most);
}

} // namespace

class TestCampaignEstimate : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// A store in which the first `count` runs of the plan are done; the times are what the machine took.
    std::filesystem::path makeStore(const CampaignPlan& plan, const std::string& name, std::size_t count)
    {
        const std::filesystem::path file = m_folder.filePath(QString::fromStdString(name)).toStdString();
        auto database = store::Database::create(file);
        SystemClock clock;
        store::RunRepository repository(*database, clock);
        store::CampaignRecord campaign;
        campaign.projectName = plan.project.name;
        campaign.gridName = plan.grid.name;
        campaign.specJson = plan.specJson;
        std::vector<store::RunRecord> records;
        for (const grid::PlannedRun& run : plan.schedule.runs) {
            const grid::Cell cell = plan.expansion.cell(run.cell);
            store::RunRecord record;
            record.cell = cell.key;
            record.repetition = static_cast<int>(run.repetition);
            record.position = static_cast<int>(run.position);
            for (const auto& [factor, level] : cell.levels)
                record.factors.push_back({factor, level.text, {}, {}});
            records.push_back(record);
        }
        const auto id = repository.createCampaign(campaign, records);
        const auto runs = repository.runs(*id);
        for (std::size_t i = 0; i < count; ++i) {
            const store::RunId run = (*runs)[i].id;
            (void)repository.claim(run);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            for (const auto state : {store::RunState::Running, store::RunState::Collecting, store::RunState::Analysing,
                                     store::RunState::Done})
                (void)repository.transition(run, state);
            const std::vector<store::Metric> metrics = {{"step_mean", {}, 0.5, "s", ""},
                                                        {"sent_bytes", {}, 1e6, "B", ""}};
            (void)repository.saveMetrics(run, metrics);
        }
        return file;
    }

private Q_SLOTS:
    /// The filter of the run page, in the language of the results.
    void runsThatAFilterLetsThrough()
    {
        const CampaignPlan plan = quickstart();
        const auto expected = [&plan](const auto& accept) {
            std::vector<int> positions;
            for (const grid::PlannedRun& run : plan.schedule.runs) {
                const grid::Cell cell = plan.expansion.cell(run.cell);
                const auto level = [&cell](std::string_view name) {
                    return std::ranges::find(cell.levels, name, [](const auto& each) { return each.first; })
                        ->second.text;
                };
                if (accept(level("strategy"), level("loss"), run))
                    positions.push_back(static_cast<int>(run.position));
            }
            return positions;
        };
        const auto chosen = [&plan](const char* filter) {
            const auto runs = matchingRuns(plan, filter);
            return runs ? *runs : std::vector<int>{-1};
        };
        using Text = const std::string&;
        QCOMPARE(chosen("").size(), plan.schedule.runs.size());
        QCOMPARE(chosen("loss=0.2%"), expected([](Text, Text loss, const auto&) { return loss == "0.2%"; }));
        QCOMPARE(chosen("loss=0.2%").size(), plan.schedule.runs.size() / 2);
        QCOMPARE(chosen("loss=0.002 strategy=RING strategy=STAR"), expected([](Text strategy, Text loss, const auto&) {
                     return loss == "0.2%" && (strategy == "RING" || strategy == "STAR");
                 }));
        QCOMPARE(chosen("!ring run<=10"), expected([](Text strategy, Text, const auto& run) {
                     return strategy.find("RING") == std::string::npos && run.position <= 10;
                 }));
        const auto problem = [&plan](const char* filter) { return matchingRuns(plan, filter).error().what; };
        QVERIFY(problem("strategy=RNG").starts_with("no run of this grid matches; the levels of \"strategy\" are "));
        QVERIFY(problem("los=0.2%").find("did you mean \"loss\"?") != std::string::npos);
        QVERIFY(problem("loss=").find("is not finished") != std::string::npos);
        // What is known of a run only when it was made: the metrics of the store.
        QVERIFY(problem("step_mean<100ms").find("no factor or metric \"step_mean\"") != std::string::npos);
        std::vector<store::ResultRow> stored(1);
        stored[0].run.position = 3;
        stored[0].metrics = {{"step_mean", "", 0.05, "s", ""}};
        QCOMPARE(*matchingRuns(plan, "step_mean<100ms", stored), std::vector<int>{3});
    }

    void withoutRunsSimulationAndFormulaHold()
    {
        const CampaignPlan plan = quickstart();
        const auto result = estimate(plan, {});
        QVERIFY(bool(result));
        QCOMPARE(result->total.cells.size(), std::size_t(10));
        QCOMPARE(result->total.runsOf(plan::Basis::Simulation), 30.0);
        CampaignPlan jittery = quickstart();
        jittery.project.clusters[0].links[0].settings.jitter = std::chrono::microseconds(1); // its costs are not known
        const auto byFormula = estimate(jittery, {});
        QVERIFY(bool(byFormula));
        QCOMPARE(byFormula->total.runsOf(plan::Basis::Formula), 30.0);
        QVERIFY(result->unsupported.empty());
        QVERIFY(!result->isSample());
        // RING_ALLREDUCE between four nodes: each sends 2 (n-1)/n S to the next one, at 500 Mbit/s.
        const auto facts = *plan::modelFacts("mobilenetv2");
        const double size = static_cast<double>(facts.gradientBytes);
        const double step = 0.020 + 1.5 * size * 8 / 500e6;
        const auto isRing = [&](std::uint32_t cell, const char* loss) {
            return plan.expansion.cell(cell).find("strategy")->text == "RING_ALLREDUCE"
                && plan.expansion.cell(cell).find("loss")->text == loss;
        };
        const auto ring = std::ranges::find_if(result->cells, [&](std::uint32_t cell) { return isRing(cell, "0.2%"); });
        const auto& cell = byFormula->total.cells[static_cast<std::size_t>(ring - result->cells.begin())];
        const double expected = plan::defaultOverhead + 4 * step;
        QVERIFY2(std::abs(cell.seconds - expected) < 0.01 * expected, std::to_string(cell.seconds).c_str());
        QVERIFY(std::abs(cell.wireBytes - 4 * 4 * 1.5 * size) < 0.01 * cell.wireBytes);
        // The simulation adds headers and the delay of 2 (n-1) stages, so it is a little more.
        const auto simulated =
            std::ranges::find_if(result->cells, [&](std::uint32_t other) { return isRing(other, "0%"); });
        const auto& other = result->total.cells[static_cast<std::size_t>(simulated - result->cells.begin())];
        QCOMPARE(other.basis, plan::Basis::Simulation);
        QVERIFY2(other.seconds > expected && other.seconds < 1.2 * expected, std::to_string(other.seconds).c_str());
    }

    void runsOfASimulatedClusterAreTimed()
    {
        CampaignPlan plan = quickstart();
        plan.project.clusters[0].kind = cluster::ClusterKind::Simulated;
        const auto result = estimate(plan, {});
        QVERIFY(bool(result));
        QVERIFY2(result->unsupported.empty(), result->unsupported.c_str());
        QCOMPARE(result->total.runsOf(plan::Basis::Calculation), 30.0);
        QVERIFY2(result->total.seconds > 0 && result->total.seconds < 30,
                 std::to_string(result->total.seconds).c_str());
        QCOMPARE(result->total.wireBytes, 0.0);
        // What cannot be simulated is not known, with the reason.
        plan.project.workloads[0].framework = "pytorch-ddp";
        const auto other = estimate(plan, {});
        QCOMPARE(other->total.unknownRuns(), 30.0);
        QVERIFY2(!other->unsupported.empty(), "no reason");
    }

    void runsOfTheStoreCount()
    {
        const CampaignPlan plan = quickstart();
        const auto file = makeStore(plan, "half.mrdb", 10);
        const auto history = readHistory(file, {});
        QVERIFY2(bool(history), history ? "" : history.error().text().c_str());
        QCOMPARE(history->runs.size(), std::size_t(10));
        QVERIFY(history->storeBytesPerRun > 0);
        QCOMPARE(history->runs[0].steps, 4.0);
        QCOMPARE(history->runs[0].stepSeconds, 0.5);
        const auto result = estimate(plan, *history);
        // The first block holds one run of every cell.
        QCOMPARE(result->total.runsOf(plan::Basis::SameCell), 30.0);
        QCOMPARE(result->total.wireBytes, 30 * 1e6);
        QVERIFY(result->total.seconds >= 30 * 0.002);
    }

    void aChangedWorkloadIsNotTheSameCell()
    {
        CampaignPlan plan = quickstart();
        const auto history = *readHistory(makeStore(plan, "changed.mrdb", 10), {});
        plan.project.workloads[0].verifyEvery = 2;
        QCOMPARE(estimate(plan, history)->total.runsOf(plan::Basis::NearestCells), 30.0);
        plan.project.workloads[0].model = "resnet50";
        QCOMPARE(estimate(plan, history)->total.runsOf(plan::Basis::Simulation), 30.0);
        QVERIFY(estimate(plan, history)->total.overheadFromRuns == 0); // 2 ms less 4 × 0.5 s is no overhead
    }

    void aPartStandsForTheWhole()
    {
        const CampaignPlan plan = quickstart();
        const auto all = estimate(plan, {});
        const auto part = estimate(plan, {}, 5);
        QVERIFY(part->isSample());
        QCOMPARE(part->total.cells.size(), std::size_t(5));
        QCOMPARE(part->total.runs, all->total.runs);
    }

    void otherFrameworksAreUnknownUntilTheyHaveRun()
    {
        const auto found = project::findTemplate("traffic-study");
        auto file = project::ProjectFile::parse(found->text, "traffic-study.millrace");
        const CampaignPlan plan = *planCampaign(*file, {});
        const auto result = estimate(plan, {});
        QCOMPARE(result->total.unknownRuns(), 232.0);
        QVERIFY(std::isnan(result->total.seconds));
        QVERIFY(result->unsupported.empty()); // they can be planned; how long they compute shows in their runs alone
    }

    void aStoreThatIsNotThereHasNoRuns()
    {
        const auto history = readHistory(std::filesystem::path("/nowhere/none.mrdb"), {});
        QVERIFY(bool(history));
        QVERIFY(history->runs.empty());
    }

    void cancelling()
    {
        std::stop_source source;
        source.request_stop();
        JobContext job;
        job.stop = source.get_token();
        const CampaignPlan plan = quickstart();
        const auto result = estimateCampaign(plan.project, plan.expansion, plan.schedule, {}, job);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestCampaignEstimate)
#include "tst_campaign_estimate.moc"
