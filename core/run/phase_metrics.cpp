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
    metrics.add("baseline_steps", static_cast<double>(baseline.durations.size()), "", "whole steps before the load");
    metrics.add("baseline_step_mean", of(baseline.durations, average), "s", "mean of the steps before the load");
    metrics.add("baseline_step_median", of(baseline.durations, middle), "s", "median of the steps before the load");
    metrics.add("baseline_communication_mean", of(baseline.communication, average), "s",
                "mean all-reduce time before the load");
    metrics.add("loaded_steps", static_cast<double>(loaded.durations.size()), "", "whole steps under the load");
    metrics.add("loaded_step_mean", of(loaded.durations, average), "s", "mean of the steps under the load");
    metrics.add("loaded_step_median", of(loaded.durations, middle), "s", "median of the steps under the load");
    metrics.add("loaded_step_p99", of(loaded.durations, [](const auto& values) { return quantile(values, 0.99); }), "s",
                "0.99 quantile (type 7) of the steps under the load");
    metrics.add("loaded_step_stddev", loaded.durations.size() < 2 ? unknown : standardDeviation(loaded.durations), "s",
                "sample standard deviation of the steps under the load");
    metrics.add("recovery_step_median", of(recovery.durations, middle), "s", "median of the steps after the load");
    metrics.add("slowdown",
                baseline.durations.empty() || loaded.durations.empty()
                    ? unknown
                    : median(loaded.durations) / median(baseline.durations),
                "", "median step under the load divided by the median step before it");
}

/// Bit/s that were to be sent; NaN: as much as goes through.
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
    metrics.add("cross_offered", std::isnan(offered) ? requestedRate(plan, record) : offered / loaded, "bit/s",
                "bits of all flows that were begun divided by the time of the load; of endless flows their rate");
    if (!plan.volumes.empty()) {
        double adjusted = 0;
        for (const crosstraffic::VolumeFit& fit : plan.volumes)
            adjusted += static_cast<double>(fit.adjusted);
        metrics.add("cross_size_scale", crosstraffic::worstFit(plan.volumes).scale, "",
                    "factor on all sizes of flows that makes the volume exact; of several sources the furthest from 1");
        metrics.add("cross_flows_adjusted", adjusted, "",
                    "flows that got another size than drawn, so that the volume is exact");
    }
    const crosstraffic::FlowSummary summary = crosstraffic::summarise(flows);
    metrics.add("cross_flows", static_cast<double>(flows.size()), "", "flows that were begun");
    metrics.add("cross_flows_cut", static_cast<double>(summary.cut), "", "flows that the end of the load cut off");
    metrics.add("cross_flows_failed", static_cast<double>(summary.failed), "", "flows that could not connect or send");
    metrics.add("cross_start_error_p99", flows.empty() ? unknown : summary.startErrorP99, "s",
                "0.99 quantile of how far starts of flows were from their time");
    for (const crosstraffic::FlowClassSummary& all : summary.classes)
        if (all.name == "all" && all.flows > 0) {
            metrics.add("cross_fct_median", all.median, "s", "median time from start to last acknowledgement");
            metrics.add("cross_fct_p99", all.p99, "s", "0.99 quantile of the time from start to last acknowledgement");
            metrics.add("cross_slowdown_p99", all.p99Slowdown, "",
                        "0.99 quantile of completion time divided by that of an idle path");
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
    metrics.add("cross_requested", requestedRate(plan, record), "bit/s",
                "payload of all sources, by the profile; for a slow-down worked out from the baseline");
    if (plan.capacity > 0)
        metrics.add("cross_capacity", plan.capacity, "bit/s", "slowest interface or link on the way");
    if (record.phases.drain > Nanoseconds(0))
        metrics.add("cross_achieved",
                    8 * ackedIn(record, record.phases.loaded, record.phases.drain)
                        / seconds(record.phases.drain - record.phases.loaded),
                    "bit/s", "acknowledged payload in the loaded phase divided by its time");
    if (!plan.senders.empty())
        addFlows(metrics, plan, record);
    return metrics.take();
}

std::vector<store::GateResult> judgeTraffic(const TrafficPlan& plan, const WorkloadRecord& record,
                                            const grid::GateTolerances& tolerances)
{
    using store::Verdict;
    std::vector<store::GateResult> gates;
    const PhaseMarks& marks = record.phases;
    const char* last = marks.end > Nanoseconds(0) ? "recovery"
        : marks.recovery > Nanoseconds(0)         ? "an unfinished recovery"
        : marks.loaded > Nanoseconds(0)           ? "an unfinished load"
        : marks.baseline > Nanoseconds(0)         ? "an unfinished baseline"
                                                  : "no baseline";
    store::GateResult phases{"phases", {}, 0, 0, 0, 0, {}, Verdict::Pass, "baseline, load and recovery took place"};
    if (marks.end == Nanoseconds(0)) {
        phases.verdict = Verdict::Fail;
        phases.sentence = fmt::format("the workload ended in {}; give it more steps, or shorter phases", last);
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
            ? fmt::format("as much as goes through was asked for, {} arrived", humanRate(achieved))
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
