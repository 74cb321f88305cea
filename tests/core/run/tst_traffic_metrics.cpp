// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_metrics.h"

#include "core/store/metric_kinds.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::run;

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t runStart = 1'700'000'000 * second;
constexpr std::uint64_t perStep = 3'000'000; ///< payload of one node in one step
constexpr int plannedSteps = 100'000;

/// Two nodes, ended by its phases after far fewer steps than planned.
RunPlan examplePlan()
{
    RunPlan plan;
    plan.settings.workload.framework = "builtin";
    plan.settings.workload.steps = plannedSteps;
    plan.settings.workload.warmupSteps = 2;
    plan.launch.firstPort = 10'000;
    plan.launch.lastPort = 10'001;
    for (const char* address : {"10.77.0.1", "10.77.0.2"}) {
        RunNode node;
        node.address = address;
        plan.network.nodes.push_back(node);
    }
    plan.forecast.sentByNode.assign(2, static_cast<double>(perStep) * (plannedSteps + 2));
    plan.traffic.emplace();
    plan.traffic->port = 9977;
    return plan;
}

/// Steps of 100 ms, two of them warm-up.
WorkloadRecord record(int steps)
{
    WorkloadRecord record;
    for (int step = 0; step < steps; ++step)
        for (int rank = 0; rank < 2; ++rank) {
            monitor::IterationEvent event;
            event.origin.rank = rank;
            event.origin.wall = Nanoseconds(runStart + (step + 1) * second / 10);
            event.iteration = step < 2 ? step : step - 2;
            event.warmup = step < 2;
            event.duration = Nanoseconds(second / 10);
            record.iterations.push_back(event);
        }
    return record;
}

/// Flows whose packets lie evenly in the second halves of steps.
class MadeFlows
{
public:
    MadeFlows()
    {
        for (const std::uint32_t address : {0x0a4d0001u, 0x0a4d0002u, 0x08080808u})
            summary.addresses.push_back(capture::IpAddress::v4(address));
        summary.bins.width = 1'000'000;
        summary.bins.start = runStart;
        summary.first = runStart;
    }

    analysis::Flow& add(std::uint32_t from, std::uint32_t to, std::uint16_t source, std::uint16_t destination,
                        std::uint64_t payload, int steps)
    {
        analysis::Flow flow;
        flow.source = from;
        flow.destination = to;
        flow.sourcePort = source;
        flow.destinationPort = destination;
        flow.protocol = 6;
        flow.first = runStart + second / 20;
        flow.last = runStart + steps * second / 10;
        flow.packets = payload / 1000;
        flow.payloadBytes = payload;
        flow.wireBytes = payload + 66 * flow.packets;
        summary.bins.begin.push_back(summary.bins.index.size());
        for (int step = 0; step < steps; ++step)
            for (std::uint32_t bin = 50; bin < 90; ++bin) {
                summary.bins.index.push_back(static_cast<std::uint32_t>(step) * 100 + bin);
                summary.bins.packets.push_back(1);
                summary.bins.wireBytes.push_back(
                    static_cast<std::uint32_t>(flow.wireBytes / static_cast<std::uint64_t>(40 * steps)));
            }
        summary.flows.push_back(flow);
        return summary.flows.back();
    }
    [[nodiscard]] const analysis::TrafficSummary& finish()
    {
        summary.bins.begin.resize(summary.flows.size() + 2, summary.bins.index.size());
        return summary;
    }

    analysis::TrafficSummary summary;
};

double metric(const std::vector<store::Metric>& metrics, const std::string& name)
{
    const auto found = std::ranges::find(metrics, name, &store::Metric::name);
    return found == metrics.end() ? std::nan("") : found->value;
}

/// The job's two flows over so many steps, cross traffic of ten times its bytes, one more flow.
std::vector<store::Metric> metricsOf(const RunPlan& plan, int steps)
{
    MadeFlows made;
    for (std::uint32_t node : {0u, 1u}) {
        analysis::Flow& flow = made.add(node, 1 - node, static_cast<std::uint16_t>(40'000 + node), 10'000,
                                        perStep * static_cast<std::uint64_t>(steps) + 1000, steps);
        flow.retransmissions = 1;
        flow.retransmittedBytes = 1000;
        flow.rttCount = 100;
        flow.rttMean = 0.001;
        flow.rttMinimum = 0.0005;
    }
    for (int i = 0; i < 20; ++i) {
        analysis::Flow& cross = made.add(0, 1, static_cast<std::uint16_t>(50'000 + i), 9977,
                                         perStep * static_cast<std::uint64_t>(steps), 1);
        cross.retransmissions = 500;
        cross.rttCount = 1000;
        cross.rttMean = 0.02;
        cross.rttMinimum = 0.0001;
    }
    made.add(0, 2, 41'000, 443, 5000, 1);
    const auto metrics = trafficMetrics(plan, record(steps), made.finish());
    return metrics ? *metrics : std::vector<store::Metric>();
}

} // namespace

class TestTrafficMetrics : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theoryIsOfTheStepsThatWereMade()
    {
        const auto metrics = metricsOf(examplePlan(), 50);
        QVERIFY2(std::abs(metric(metrics, "captured_to_theory") - 1) < 1e-4,
                 qPrintable(QString::number(metric(metrics, "captured_to_theory"))));
        QVERIFY(std::abs(metric(metricsOf(examplePlan(), 23), "captured_to_theory") - 1) < 1e-4);
    }

    void classesAreApart()
    {
        const auto metrics = metricsOf(examplePlan(), 50);
        const double job = 2 * (perStep * 50 / 1000 + 1);
        QCOMPARE(metric(metrics, "captured_packets"), job);
        QCOMPARE(metric(metrics, "captured_retransmissions"), 2 / job);
        QCOMPARE(metric(metrics, "captured_rtt_mean"), 0.001);
        QCOMPARE(metric(metrics, "captured_rtt_min"), 0.0005);
        QCOMPARE(metric(metrics, "captured_cross_packets"), 20.0 * perStep * 50 / 1000);
        QCOMPARE(metric(metrics, "captured_cross_bytes"), 20.0 * perStep * 50 * 1.066);
        QCOMPARE(metric(metrics, "captured_other_packets"), 5.0);
        QVERIFY(std::isnan(metric(metrics, "captured_cross_rtt_mean")));
        // Steps of the job alone, although there is more cross traffic.
        QCOMPARE(metric(metrics, "traffic_steps"), 50.0);
        QCOMPARE(metric(metrics, "traffic_steps_matched"), 1.0);
        QVERIFY(std::abs(metric(metrics, "traffic_step_period") - 0.1) < 1e-6);
    }

    void withoutCrossTrafficThereIsNoneToTell()
    {
        RunPlan quiet = examplePlan();
        quiet.traffic.reset();
        const auto metrics = metricsOf(quiet, 50);
        QVERIFY(std::isnan(metric(metrics, "captured_cross_packets")));
        QVERIFY(metric(metrics, "captured_other_packets") > 5); // what was cross traffic belongs to nobody
    }

    void otherFrameworksAreComparedFromTheirFirstStepOn()
    {
        // 40 % more in the first step: parameters that all get.
        RunPlan plan = examplePlan();
        plan.settings.workload.framework = "pytorch-ddp";
        plan.launch.firstPort = 1024;
        plan.launch.lastPort = 65'535;
        constexpr int steps = 20;
        MadeFlows made;
        made.add(0, 1, 40'000, 40'001, perStep * steps, steps);
        made.add(1, 0, 40'001, 40'000, perStep * steps, steps);
        made.add(0, 1, 40'002, 40'003, perStep * 4 / 10, 1);
        made.add(0, 2, 41'000, 5000, perStep, steps); // leaves the cluster
        const auto metrics = trafficMetrics(plan, record(steps), made.finish());
        QVERIFY(metrics);
        QVERIFY2(std::abs(metric(*metrics, "captured_to_theory") - 1) < 0.001,
                 qPrintable(QString::number(metric(*metrics, "captured_to_theory"))));
        QCOMPARE(metric(*metrics, "captured_other_packets"), perStep / 1000.0);
    }

    void unknownIsMissing()
    {
        RunPlan plan = examplePlan();
        plan.forecast.sentByNode.assign(2, unknown);
        QVERIFY(std::isnan(metric(metricsOf(plan, 50), "captured_to_theory")));
        const auto empty = trafficMetrics(examplePlan(), record(5), MadeFlows().finish());
        QVERIFY(empty);
        QCOMPARE(metric(*empty, "captured_packets"), 0.0);
        for (const char* name : {"captured_retransmissions", "captured_rtt_mean", "captured_rtt_min",
                                 "captured_overhead", "traffic_steps", "traffic_steps_matched", "traffic_step_period"})
            QVERIFY2(std::isnan(metric(*empty, name)), name);
    }

    void metricsAreThoseOfTheList()
    {
        for (const store::Metric& made : metricsOf(examplePlan(), 50)) {
            const auto kind = std::ranges::find(store::metrics::all, made.name, &store::MetricKind::name);
            QVERIFY2(kind != store::metrics::all.end(), made.name.c_str());
            QCOMPARE(made, kind->with(made.value));
        }
    }
};

QTEST_APPLESS_MAIN(TestTrafficMetrics)
#include "core/store/metric_kinds.h"
#include "tst_traffic_metrics.moc"
