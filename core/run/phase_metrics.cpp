// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/phase_metrics.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/run/cluster_steps.h"
#include "core/run/metric_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace metrics = store::metrics;

namespace {

struct Phase
{
    std::vector<double> durations;
    std::vector<double> communication;
};

Phase phaseOf(const std::vector<ClusterStep>& steps, Nanoseconds from, Nanoseconds to)
{
    Phase phase;
    if (from == Nanoseconds(0) || to == Nanoseconds(0))
        return phase;
    for (const ClusterStep& step : steps)
        if (step.begin >= from && step.end <= to) {
            phase.durations.push_back(step.duration);
            phase.communication.push_back(step.communication);
        }
    return phase;
}

void addSteps(MetricList& metrics, const WorkloadRecord& record)
{
    const PhaseMarks& marks = record.phases;
    const std::vector<ClusterStep> steps = clusterSteps(record).all;
    const Phase baseline = phaseOf(steps, marks.baseline, marks.loaded);
    const Phase loaded = phaseOf(steps, marks.loaded, marks.drain);
    const Phase recovery = phaseOf(steps, marks.recovery, marks.end);
    const auto of = [](const std::vector<double>& values, auto what) {
        return values.empty() ? unknown : what(values);
    };
    const auto average = [](const std::vector<double>& values) { return mean(values); };
    const auto middle = [](const std::vector<double>& values) { return median(values); };
    metrics.add(metrics::baselineSteps, static_cast<double>(baseline.durations.size()));
    metrics.add(metrics::baselineStepMean, of(baseline.durations, average));
    metrics.add(metrics::baselineStepMedian, of(baseline.durations, middle));
    metrics.add(metrics::baselineCommunicationMean, of(baseline.communication, average));
    metrics.add(metrics::loadedSteps, static_cast<double>(loaded.durations.size()));
    metrics.add(metrics::loadedStepMean, of(loaded.durations, average));
    metrics.add(metrics::loadedStepMedian, of(loaded.durations, middle));
    metrics.add(metrics::loadedStepP99,
                of(loaded.durations, [](const auto& values) { return quantile(values, 0.99); }));
    metrics.add(metrics::loadedStepStddev, loaded.durations.size() < 2 ? unknown : standardDeviation(loaded.durations));
    metrics.add(metrics::recoveryStepMedian, of(recovery.durations, middle));
    metrics.add(metrics::slowdown,
                baseline.durations.empty() || loaded.durations.empty()
                    ? unknown
                    : median(loaded.durations) / median(baseline.durations));
}

/// Returns the requested bit/s; NaN: unlimited.
double requestedRate(const TrafficPlan& plan, const WorkloadRecord& record)
{
    const double rate = record.traffic.rate > 0 ? record.traffic.rate : plan.requested;
    return rate > 0 || plan.senders.empty() ? rate : unknown;
}

void addFlows(MetricList& metrics, const TrafficPlan& plan, const WorkloadRecord& record)
{
    std::vector<crosstraffic::FlowRecord> flows;
    double offered = 0;
    for (const auto& each : record.traffic.flows)
        for (const crosstraffic::FlowRecord& flow : each) {
            flows.push_back(flow);
            offered += flow.bytes == 0 ? unknown : 8 * static_cast<double>(flow.bytes);
        }
    const double loaded = seconds(plan.profile.phases.loaded);
    metrics.add(metrics::crossOffered, std::isnan(offered) ? requestedRate(plan, record) : offered / loaded);
    if (!plan.volumes.empty()) {
        double adjusted = 0;
        for (const crosstraffic::VolumeFit& fit : plan.volumes)
            adjusted += static_cast<double>(fit.adjusted);
        metrics.add(metrics::crossSizeScale, crosstraffic::worstFit(plan.volumes).scale);
        metrics.add(metrics::crossFlowsAdjusted, adjusted);
    }
    const crosstraffic::FlowSummary summary = crosstraffic::summarise(flows);
    metrics.add(metrics::crossFlows, static_cast<double>(flows.size()));
    metrics.add(metrics::crossFlowsCut, static_cast<double>(summary.cut));
    metrics.add(metrics::crossFlowsFailed, static_cast<double>(summary.failed));
    metrics.add(metrics::crossStartErrorP99, flows.empty() ? unknown : summary.startErrorP99);
    for (const crosstraffic::FlowClassSummary& all : summary.classes)
        if (all.name == "all" && all.flows > 0) {
            metrics.add(metrics::crossFctMedian, all.median);
            metrics.add(metrics::crossFctP99, all.p99);
            metrics.add(metrics::crossSlowdownP99, all.p99Slowdown);
        }
}

double ackedIn(const WorkloadRecord& record, Nanoseconds from, Nanoseconds to)
{
    double bytes = 0;
    for (const auto& rates : record.traffic.acked)
        bytes += bytesBetween(rates, from, to);
    return bytes;
}

} // namespace

double bytesBetween(const std::vector<TrafficRate>& rates, Nanoseconds from, Nanoseconds to)
{
    double bytes = 0;
    for (const TrafficRate& rate : rates) {
        const Nanoseconds begin = std::max(rate.begin, from);
        const Nanoseconds end = std::min(rate.end, to);
        if (end > begin)
            bytes += rate.bytes * static_cast<double>((end - begin).count())
                / static_cast<double>((rate.end - rate.begin).count());
    }
    return bytes;
}

std::vector<store::Metric> phaseMetrics(const TrafficPlan& plan, const WorkloadRecord& record)
{
    MetricList metrics;
    addSteps(metrics, record);
    metrics.add(metrics::crossRequested, requestedRate(plan, record));
    if (plan.capacity > 0)
        metrics.add(metrics::crossCapacity, plan.capacity);
    if (record.phases.drain > Nanoseconds(0))
        metrics.add(metrics::crossAchieved,
                    8 * ackedIn(record, record.phases.loaded, record.phases.drain)
                        / seconds(record.phases.drain - record.phases.loaded));
    if (!plan.senders.empty())
        addFlows(metrics, plan, record);
    return metrics.take();
}

std::string unfinishedText(const PhaseMarks& marks)
{
    const char* last = marks.recovery > Nanoseconds(0) ? "an unfinished recovery"
        : marks.loaded > Nanoseconds(0)                ? "an unfinished load"
        : marks.baseline > Nanoseconds(0)              ? "an unfinished baseline"
                                                       : "no baseline";
    return fmt::format("the workload ended in {}; increase its steps, or shorten the phases", last);
}

std::vector<store::GateResult> judgeTraffic(const TrafficPlan& plan, const WorkloadRecord& record,
                                            const grid::GateTolerances& tolerances)
{
    using store::Verdict;
    std::vector<store::GateResult> gates;
    const PhaseMarks& marks = record.phases;
    store::GateResult phases{"phases", {}, 0, 0, 0, 0, {}, Verdict::Pass, "baseline, load and recovery took place"};
    if (marks.end == Nanoseconds(0)) {
        phases.verdict = Verdict::Fail;
        phases.sentence = unfinishedText(marks);
    }
    gates.push_back(phases);
    const double requested = requestedRate(plan, record);
    if (plan.senders.empty() || marks.drain == Nanoseconds(0))
        return gates;
    const double achieved = 8 * ackedIn(record, marks.loaded, Nanoseconds::max()) / seconds(plan.profile.phases.loaded);
    store::GateResult load{"cross traffic",
                           {},
                           requested,
                           achieved,
                           requested * (1 - tolerances.traffic),
                           requested * (1 + tolerances.traffic),
                           "bit/s",
                           Verdict::Pass,
                           {}};
    load.sentence = fmt::format("{} asked for, {} arrived, drain included", humanRate(requested), humanRate(achieved));
    if (std::isnan(requested) || tolerances.traffic >= 1) {
        load.verdict = Verdict::Unknown;
        load.sentence = std::isnan(requested)
            ? fmt::format("unlimited rate was requested, {} arrived", humanRate(achieved))
            : load.sentence + "; not judged";
    } else if (achieved < load.low || achieved > load.high) {
        load.verdict = Verdict::Fail;
    }
    for (const std::string& problem : record.traffic.problems)
        load.sentence += "; " + problem;
    gates.push_back(std::move(load));
    return gates;
}

} // namespace millrace::run
