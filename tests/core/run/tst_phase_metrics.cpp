// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/phase_metrics.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::run;
using namespace std::chrono_literals;

namespace {

TrafficPlan plan()
{
    TrafficPlan wanted;
    wanted.profile.phases.loaded = 4s;
    wanted.senders.resize(1);
    wanted.requested = 8e6;
    wanted.capacity = 1e8;
    return wanted;
}

void addStep(WorkloadRecord& record, std::int64_t number, int rank, Nanoseconds end, Nanoseconds duration)
{
    monitor::IterationEvent step;
    step.origin.rank = rank;
    step.origin.wall = end;
    step.iteration = number;
    step.duration = duration;
    step.communication = duration / 2;
    record.iterations.push_back(step);
}

/// Baseline from 10 s, load 20 to 24 s, recovery 25 to 30 s. Two ranks; steps of 1 s, under load of 2 s.
WorkloadRecord record()
{
    WorkloadRecord made;
    made.phases = {10s, 20s, 24s, 25s, 30s};
    std::int64_t number = 0;
    for (Nanoseconds end = 10s; end <= 30s; ++number) {
        const bool loaded = end >= 20s && end < 24s;
        const Nanoseconds length = loaded ? 2s : 1s;
        end += length;
        addStep(made, number, 0, end, length - 100ms);
        addStep(made, number, 1, end, length);
    }
    made.traffic.acked = {{{19s, 21s, 1e6}, {21s, 23s, 2e6}, {23s, 25s, 1e6}}};
    crosstraffic::FlowRecord flow;
    flow.bytes = 3'000'000;
    flow.ackedBytes = 3'000'000;
    flow.plannedStart = 20s;
    flow.start = 20s + 1ms;
    flow.completion = 2s;
    flow.ideal = 1s;
    made.traffic.flows = {{flow}};
    return made;
}

double metric(const std::vector<store::Metric>& metrics, const char* name)
{
    const auto found = std::ranges::find(metrics, name, &store::Metric::name);
    return found == metrics.end() ? std::nan("") : found->value;
}

} // namespace

class TestPhaseMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepsBelongToThePhaseThatHoldsThemWhole()
    {
        const auto metrics = phaseMetrics(plan(), record());
        QCOMPARE(metric(metrics, "baseline_steps"), 10.0);
        QCOMPARE(metric(metrics, "baseline_step_median"), 1.0);
        QCOMPARE(metric(metrics, "baseline_communication_mean"), 0.5);
        QCOMPARE(metric(metrics, "loaded_steps"), 2.0); // 20 to 22 and 22 to 24
        QCOMPARE(metric(metrics, "loaded_step_mean"), 2.0);
        QCOMPARE(metric(metrics, "slowdown"), 2.0);
        QCOMPARE(metric(metrics, "recovery_step_median"), 1.0);
    }

    void rates()
    {
        const auto metrics = phaseMetrics(plan(), record());
        QCOMPARE(metric(metrics, "cross_requested"), 8e6);
        QCOMPARE(metric(metrics, "cross_offered"), 6e6); // 3 MB in 4 s
        QCOMPARE(metric(metrics, "cross_achieved"), 8 * 3e6 / 4); // half of the first and of the last stretch
        QCOMPARE(metric(metrics, "cross_capacity"), 1e8);
        QCOMPARE(metric(metrics, "cross_flows"), 1.0);
        QCOMPARE(metric(metrics, "cross_fct_median"), 2.0);
        QCOMPARE(metric(metrics, "cross_slowdown_p99"), 2.0);
        QCOMPARE(metric(metrics, "cross_start_error_p99"), 1e-3);
        QCOMPARE(bytesBetween({{0s, 10s, 100}}, 2s, 3s), 10.0);
        QCOMPARE(bytesBetween({{0s, 10s, 100}}, 10s, 30s), 0.0);
    }

    void theScaleOfTheSizes()
    {
        QVERIFY(std::isnan(metric(phaseMetrics(plan(), record()), "cross_size_scale"))); // left to chance
        TrafficPlan exact = plan();
        exact.volumes = {{1, 20, 1, 5e6}, {0.9, 20, 2, 1e6}};
        const auto metrics = phaseMetrics(exact, record());
        QCOMPARE(metric(metrics, "cross_size_scale"), 0.9);
        QCOMPARE(metric(metrics, "cross_flows_adjusted"), 3.0);
    }

    void problemsOfASenderAreInTheSentence()
    {
        WorkloadRecord late = record();
        late.traffic.problems = {"source: of 9 flows 8 did not start"};
        const auto gates = judgeTraffic(plan(), late, {});
        QVERIFY2(gates[1].sentence.ends_with("; source: of 9 flows 8 did not start"), gates[1].sentence.c_str());
    }

    void whatDidNotHappenIsNotThere()
    {
        WorkloadRecord cut = record();
        cut.phases = {10s, 20s, 0s, 0s, 0s};
        const auto metrics = phaseMetrics(plan(), cut);
        QCOMPARE(metric(metrics, "baseline_steps"), 10.0);
        QVERIFY(std::isnan(metric(metrics, "loaded_step_mean")));
        QVERIFY(std::isnan(metric(metrics, "slowdown")));
        QVERIFY(std::isnan(metric(metrics, "cross_achieved")));
        const auto gates = judgeTraffic(plan(), cut, {});
        QCOMPARE(gates.size(), std::size_t(1));
        QVERIFY(gates[0].verdict == store::Verdict::Fail);
        QVERIFY(gates[0].sentence.find("unfinished load") != std::string::npos);
    }

    void achievedIsHeldAgainstRequested()
    {
        grid::GateTolerances tolerances;
        auto gates = judgeTraffic(plan(), record(), tolerances);
        QCOMPARE(gates.size(), std::size_t(2));
        QVERIFY(gates[0].verdict == store::Verdict::Pass);
        QCOMPARE(gates[1].achieved, 7e6); // drain included
        QVERIFY(gates[1].verdict == store::Verdict::Fail);
        tolerances.traffic = 0.125;
        QVERIFY(judgeTraffic(plan(), record(), tolerances)[1].verdict == store::Verdict::Pass);
        tolerances.traffic = 1;
        QVERIFY(judgeTraffic(plan(), record(), tolerances)[1].verdict == store::Verdict::Unknown);
        TrafficPlan unlimited = plan();
        unlimited.requested = 0;
        QVERIFY(judgeTraffic(unlimited, record(), {})[1].verdict == store::Verdict::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestPhaseMetrics)
#include "tst_phase_metrics.moc"
