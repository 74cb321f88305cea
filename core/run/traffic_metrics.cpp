// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_metrics.h"

#include "core/analysis/step_volume.h"
#include "core/analysis/traffic_views.h"
#include "core/base/unknown.h"
#include "core/run/metric_list.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace millrace::run {

namespace {

double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

/// Sums over flows.
struct FlowSums
{
    std::uint64_t packets = 0, wire = 0, payload = 0, repeated = 0, retransmissions = 0, rttCount = 0;
    double rttSum = 0;
    double rttMinimum = std::numeric_limits<double>::infinity();

    void add(const analysis::Flow& flow)
    {
        packets += flow.packets;
        wire += flow.wireBytes;
        payload += flow.payloadBytes;
        repeated += std::min(flow.retransmittedBytes, flow.payloadBytes);
        retransmissions += flow.retransmissions;
        if (flow.rttCount == 0)
            return;
        rttCount += flow.rttCount;
        rttSum += flow.rttMean * number(flow.rttCount);
        rttMinimum = std::min(rttMinimum, flow.rttMinimum);
    }
};

double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : unknown;
}

double retransmissionsOf(const FlowSums& sums)
{
    return ratio(number(sums.retransmissions), number(sums.packets));
}

/// How a metric of flows is made.
struct FlowMetric
{
    TrafficMetric metric;
    double (*value)(const FlowSums& sums);
};

/// Of the job; of the other classes those before `ofJobAlone`.
constexpr std::size_t ofJobAlone = 3;
const std::vector<FlowMetric>& flowMetrics()
{
    static const std::vector<FlowMetric> all{
        {{"packets", "", "packets in the recordings, each counted at its sender"},
         [](const FlowSums& sums) { return number(sums.packets); }},
        {{"bytes", "B", "frames in the recordings, each counted at its sender"},
         [](const FlowSums& sums) { return number(sums.wire); }},
        {{"retransmissions", "share", "packets whose data, SYN or FIN had been seen before, over all, at the sender"},
         retransmissionsOf},
        {{"overhead", "", "bytes of frames over payload bytes"},
         [](const FlowSums& sums) { return ratio(number(sums.wire), number(sums.payload)); }},
        {{"rtt_mean", "s", "mean over segments sent once and acknowledged exactly, seen at the sender"},
         [](const FlowSums& sums) { return ratio(sums.rttSum, number(sums.rttCount)); }},
        {{"rtt_min", "s", "smallest round trip in the recordings"},
         [](const FlowSums& sums) { return sums.rttCount > 0 ? sums.rttMinimum : unknown; }},
    };
    return all;
}

/// A class of flows, and how its metrics are named.
struct ClassText
{
    analysis::TrafficClass flows;
    const char* prefix;
    const char* text;
};
constexpr ClassText classTexts[] = {
    {analysis::TrafficClass::Job, "captured_", "the job's flows: "},
    {analysis::TrafficClass::Cross, "captured_cross_", "cross traffic: "},
    {analysis::TrafficClass::Other, "captured_other_", "flows of neither the job nor the cross traffic: "},
};

TrafficMetric metricOf(const ClassText& text, const TrafficMetric& metric)
{
    return {text.prefix + metric.name, metric.unit, text.text + metric.how};
}

const TrafficMetric toTheory{"captured_to_theory", "",
                             "the job's flows: payload without repetitions, over what theory says that the steps "
                             "which were really made send between nodes"};
const TrafficMetric stepsFound{"traffic_steps", "",
                               "steps found in the job's flows without the log, warm-up included; missing where they "
                               "are not reliable"};
const TrafficMetric stepPeriod{"traffic_step_period", "s", "median distance of the steps found in the job's flows"};
const TrafficMetric stepConfidence{"traffic_step_confidence", "share",
                                   "how evenly the steps found in the job's flows are cut; reliable ones have a half "
                                   "or more"};
const TrafficMetric stepsMatched{"traffic_steps_matched", "share",
                                 "steps of the log within which exactly one step of the traffic lies, over all steps "
                                 "of the log"};

void add(MetricList& metrics, const TrafficMetric& metric, double value)
{
    metrics.add(metric.name, value, metric.unit, metric.how);
}

/// The job's payload without repetitions, and what theory says of it.
struct TheoryCheck
{
    double payload = unknown;
    double expected = unknown;
};

/// By the steps that were made: a run with cross traffic ends with its phases, in the middle of a step, which does not
/// count. Frameworks other than the built-in one also send while they start: theirs counts from the end of the first
/// step on.
TheoryCheck theoryOf(const RunPlan& plan, const WorkloadRecord& record, const analysis::TrafficSummary& traffic,
                     const FlowSums& sums, std::vector<std::uint32_t> jobFlows)
{
    const auto& sent = plan.forecast.sentByNode;
    const double planned = plan.settings.workload.steps + plan.settings.workload.warmupSteps;
    const double perStep = std::accumulate(sent.begin(), sent.end(), 0.0) / planned;
    const double payload = number(sums.payload - sums.repeated);
    const std::vector<analysis::LoggedStep> made = loggedSteps(record);
    const bool builtin = plan.settings.workload.framework == "builtin";
    if (!plan.traffic && (made.empty() || builtin)) // ended by itself; some print no steps
        return {payload, perStep * (made.empty() ? planned : static_cast<double>(made.size()))};
    const std::size_t first = builtin ? 0 : 1;
    if (made.size() <= first || jobFlows.empty())
        return {};
    analysis::TrafficSelection selection;
    selection.flows = std::move(jobFlows);
    const analysis::LoggedStep window{builtin ? traffic.first : made.front().end, made.back().end};
    const double within = analysis::bytesWithin(analysis::seriesOf(traffic, selection), {&window, 1}).front();
    return {within * ratio(payload, number(sums.wire)), perStep * static_cast<double>(made.size() - first)};
}

void addVolume(MetricList& metrics, const RunPlan& plan, const WorkloadRecord& record,
               const analysis::TrafficSummary& traffic)
{
    const std::vector<analysis::TrafficClass> classes = analysis::classesOf(traffic, knownPorts(plan));
    for (const ClassText& text : classTexts) {
        std::vector<std::uint32_t> rows = analysis::flowsOfClass(classes, text.flows);
        const bool isJob = text.flows == analysis::TrafficClass::Job;
        if (text.flows == analysis::TrafficClass::Cross && !plan.traffic)
            continue;
        FlowSums sums;
        for (const std::uint32_t row : rows)
            sums.add(traffic.flows[row]);
        const auto& all = flowMetrics();
        for (std::size_t i = 0; i < (isJob ? all.size() : ofJobAlone); ++i)
            add(metrics, metricOf(text, all[i].metric), all[i].value(sums));
        if (!isJob)
            continue;
        const TheoryCheck theory = theoryOf(plan, record, traffic, sums, std::move(rows));
        add(metrics, toTheory, ratio(theory.payload, theory.expected));
    }
}

void addSteps(MetricList& metrics, const WorkloadRecord& record, const analysis::StepDetection& found)
{
    if (found.method != analysis::StepMethod::None)
        add(metrics, stepConfidence, found.confidence);
    if (!found.reliable)
        return;
    add(metrics, stepsFound, static_cast<double>(found.steps.size()));
    add(metrics, stepPeriod, found.period);
    const std::vector<analysis::LoggedStep> logged = loggedSteps(record);
    if (logged.empty())
        return;
    const analysis::StepComparison comparison = analysis::compareSteps(found.steps, logged);
    add(metrics, stepsMatched, number(comparison.matched) / number(comparison.logged));
}

} // namespace

std::vector<TrafficMetric> allTrafficMetrics()
{
    std::vector<TrafficMetric> all;
    for (const ClassText& text : classTexts)
        for (std::size_t i = 0; i < flowMetrics().size(); ++i)
            if (i < ofJobAlone || text.flows == analysis::TrafficClass::Job)
                all.push_back(metricOf(text, flowMetrics()[i].metric));
    all.insert(all.end(), {toTheory, stepsFound, stepPeriod, stepConfidence, stepsMatched});
    return all;
}

analysis::KnownPorts knownPorts(const RunPlan& plan)
{
    constexpr int narrow = 10'000; // wider ranges are the system's choice, and say little
    analysis::KnownPorts ports;
    const int width = plan.launch.lastPort - plan.launch.firstPort;
    if (plan.launch.lastPort > 0)
        ports.job.push_back({plan.launch.firstPort, plan.launch.lastPort});
    else
        ports.job.push_back({1, std::numeric_limits<std::uint16_t>::max()});
    if (plan.traffic && plan.traffic->port > 0)
        ports.cross.push_back({plan.traffic->port, plan.traffic->port});
    if (plan.launch.lastPort > 0 && width <= narrow)
        return ports;
    for (const RunNode& node : plan.network.nodes) {
        auto address = capture::IpAddress::parse(node.address);
        if (!address) { // the host's name: then no address is known for sure
            ports.nodes.clear();
            return ports;
        }
        ports.nodes.push_back(*address);
    }
    return ports;
}

std::vector<analysis::LoggedStep> loggedSteps(const WorkloadRecord& record)
{
    std::map<std::pair<bool, std::int64_t>, analysis::LoggedStep> steps; // measured ones come after warm-up
    for (const monitor::IterationEvent& iteration : record.iterations) {
        if (!iteration.duration)
            continue;
        const std::int64_t end = iteration.origin.wall.count();
        const std::int64_t begin = end - iteration.duration->count();
        const auto [place, added] =
            steps.try_emplace({!iteration.warmup, iteration.iteration}, analysis::LoggedStep{begin, end});
        place->second.begin = std::min(place->second.begin, begin);
        place->second.end = std::max(place->second.end, end);
    }
    std::vector<analysis::LoggedStep> logged;
    for (const auto& [number, step] : steps)
        logged.push_back(step);
    std::sort(logged.begin(), logged.end(),
              [](const analysis::LoggedStep& a, const analysis::LoggedStep& b) { return a.begin < b.begin; });
    return logged;
}

Result<std::vector<store::Metric>> trafficMetrics(const RunPlan& plan, const WorkloadRecord& record,
                                                  const analysis::TrafficSummary& traffic, const JobContext& job)
{
    MetricList metrics;
    addVolume(metrics, plan, record, traffic);
    MR_TRY(found, analysis::detectSteps(traffic, analysis::findJobFlows(traffic, knownPorts(plan)), job));
    addSteps(metrics, record, found);
    return metrics.take();
}

} // namespace millrace::run
