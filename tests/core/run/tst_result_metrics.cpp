// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/result_metrics.h"
#include "core/run/run_summary.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

RunPlan plan(int workers = 2)
{
    RunPlan plan;
    plan.settings.workload.framework = "command";
    plan.settings.workload.steps = 3;
    plan.network.nodes.resize(1);
    plan.network.nodes.front().slots = workers;
    plan.forecast.sentByNode = {std::nan("")};
    return plan;
}

/// Of a node that was not looked at.
WorkloadRecord record()
{
    WorkloadRecord record;
    record.firstSamples.resize(1);
    record.lastSamples.resize(1);
    record.sent.resize(1);
    record.retransmittedBytes.resize(1);
    return record;
}

PrintedResult printed(double mean, std::string unit, bool final, int rank = 0)
{
    PrintedResult result{"worker " + std::to_string(rank), {}};
    result.event.origin.rank = rank;
    result.event.mean = mean;
    result.event.unit = std::move(unit);
    result.event.final = final;
    return result;
}

void addStep(WorkloadRecord& record, std::int64_t number, std::optional<Nanoseconds> duration, int rank = 0)
{
    monitor::IterationEvent step;
    step.origin.rank = rank;
    step.origin.wall = std::chrono::seconds(100 + number);
    step.iteration = number;
    step.duration = duration;
    step.timedByLines = duration.has_value();
    record.iterations.push_back(step);
}

const store::Metric* find(const std::vector<store::Metric>& metrics, std::string_view name,
                          std::string_view subject = "")
{
    const auto found = std::ranges::find_if(
        metrics, [&](const store::Metric& each) { return each.name == name && each.subject == subject; });
    return found == metrics.end() ? nullptr : &*found;
}

store::GateResult stepsGate(const RunPlan& plan, const WorkloadRecord& record)
{
    for (const store::GateResult& gate : judgeRun(plan, record, nullptr, {}))
        if (gate.name == "steps")
            return gate;
    return {};
}

} // namespace

/// Runs of benchmarks and of programs of one's own: what they print, and what is not asked of them.
class TestResultMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLastWordOfABenchmarkCounts()
    {
        WorkloadRecord made = record();
        made.results = {printed(2.24e9, "B/s", false), printed(2.25e9, "B/s", true)};
        made.results.front().event.duration = 4080ms;
        const auto metrics = resultMetrics(plan(), made, false);
        QCOMPARE(metrics.size(), std::size_t(2));
        QCOMPARE(find(metrics, "result_rate")->value, 2.25e9);
        QCOMPARE(find(metrics, "result_rate")->unit, std::string("B/s"));
        QCOMPARE(find(metrics, "result_time")->value, 4.08);
        QCOMPARE(find(metrics, "result_time")->how, std::string("what rank 0 printed at the end"));
    }

    void severalProcessesGiveTheirMean()
    {
        WorkloadRecord made = record();
        for (const int rank : {0, 1}) {
            made.results.push_back(printed(7, "bit/s", true, rank));
            made.results.back().event.metric = "iperf_rate";
            made.results.push_back(printed(90e6 + rank * 2e6, "bit/s", true, rank));
            made.results.back().event.metric = "iperf_rate";
        }
        const auto metrics = resultMetrics(plan(), made, false);
        QCOMPARE(find(metrics, "iperf_rate")->value, 91e6);
        QCOMPARE(find(metrics, "iperf_rate", "rank 1")->value, 92e6);
    }

    void throughputIsTakenWhereNoStepTellsIt()
    {
        WorkloadRecord made = record();
        made.results = {printed(10, "samples/s", true)};
        QCOMPARE(find(resultMetrics(plan(4), made, false), "samples_per_second")->value, 40.0);
        QVERIFY(resultMetrics(plan(4), made, true).empty());
        made.results = {printed(10, "samples/s in total", true), printed(std::nan(""), "B/s", true)};
        const auto metrics = resultMetrics(plan(4), made, false);
        QCOMPARE(metrics.size(), std::size_t(1));
        QCOMPARE(metrics.front().value, 10.0);
    }

    void withoutStepsThereAreNoFiguresOfSteps()
    {
        RunPlan wanted = plan();
        wanted.launch.tellsSteps = false;
        const auto metrics = summariseRun(wanted, record(), nullptr);
        for (const char* name : {"steps", "step_mean", "samples_per_second"})
            QVERIFY2(find(metrics, name) == nullptr, name);
        const store::GateResult gate = stepsGate(wanted, record());
        QCOMPARE(gate.verdict, store::Verdict::Unknown);
        QCOMPARE(gate.sentence, std::string("not applicable: the workload printed no steps"));
        QVERIFY(std::isnan(gate.achieved));
    }

    void aProgramThatIsToldItsStepsIsHeldToThem()
    {
        QCOMPARE(stepsGate(plan(), record()).verdict, store::Verdict::Fail);
        WorkloadRecord made = record();
        addStep(made, 1, {});
        addStep(made, 2, 100ms);
        addStep(made, 3, 300ms);
        const store::GateResult gate = stepsGate(plan(), made);
        QCOMPARE(gate.verdict, store::Verdict::Pass);
        QVERIFY2(gate.sentence.find("timed from the previous step's line") != std::string::npos, gate.sentence.c_str());
        const auto metrics = summariseRun(plan(), made, nullptr);
        QCOMPARE(find(metrics, "steps")->value, 3.0);
        QCOMPARE(find(metrics, "step_mean")->value, 0.2);
        QVERIFY(find(metrics, "step_mean")->how.find("from the previous step's line") != std::string::npos);
    }

    void onlyStepsThatAllRanksEndedCount()
    {
        WorkloadRecord made = record();
        addStep(made, 1, {}, 0);
        addStep(made, 1, {}, 1);
        addStep(made, 2, 100ms, 0);
        addStep(made, 2, 200ms, 1);
        addStep(made, 3, 100ms, 0);
        const auto metrics = summariseRun(plan(), made, nullptr);
        QCOMPARE(find(metrics, "steps")->value, 2.0);
        QCOMPARE(find(metrics, "step_mean")->value, 0.2);
    }

    /// One of four slots trains, then two: their samples are all that there are.
    void changingMembersAreAllThereAre()
    {
        WorkloadRecord made = record();
        const auto add = [&made](std::int64_t number, Nanoseconds duration, int rank, int workers) {
            addStep(made, number, duration, rank);
            made.iterations.back().origin.timedByWorker = true;
            made.iterations.back().workers = workers;
            made.iterations.back().samples = 32;
        };
        RunPlan wanted = plan(4);
        wanted.settings.workload.framework = "elastic";
        add(0, 100ms, 0, 1);
        add(1, 100ms, 0, 1);
        QCOMPARE(find(summariseRun(wanted, made, nullptr), "samples_per_second")->value, 320.0);
        add(2, 200ms, 0, 2);
        add(2, 200ms, 1, 2);
        QCOMPARE(find(summariseRun(wanted, made, nullptr), "samples_per_second")->value, 320.0);
    }

    /// A program on each node, whose lines tell no rank.
    void processesWithoutARankReportApart()
    {
        WorkloadRecord made = record();
        for (const char* worker : {"command node0", "command node1"})
            for (int step = 1; step <= 3; ++step) {
                addStep(made, step, step == 1 ? std::nullopt : std::optional(Nanoseconds(100ms)), -1);
                made.iterations.back().origin.worker = worker;
            }
        const auto metrics = summariseRun(plan(), made, nullptr);
        QCOMPARE(find(metrics, "steps")->value, 3.0);
        QCOMPARE(find(metrics, "step_mean")->value, 0.1);
    }

    void linesOutOfABufferGiveNoTimes()
    {
        WorkloadRecord made = record();
        addStep(made, 1, {});
        addStep(made, 2, {});
        addStep(made, 3, 900ms); // the first of the next bunch
        const auto metrics = summariseRun(plan(), made, nullptr);
        QVERIFY(find(metrics, "step_mean") == nullptr);
        QCOMPARE(find(metrics, "steps")->value, 3.0);
        QVERIFY(stepsGate(plan(), made).sentence.find("flush") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestResultMetrics)
#include "tst_result_metrics.moc"
