// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_metrics.h"

#include "core/analysis/step_volume.h"
#include "core/analysis/traffic_views.h"
#include "core/base/unknown.h"
#include "core/launch/frameworks.h"
#include "core/run/metric_list.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace millrace::run {

namespace metrics = store::metrics;

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

using Kinds = std::span<const store::MetricKind>;

constexpr std::array ofJob = {metrics::capturedPackets,  metrics::capturedBytes,   metrics::capturedRetransmissions,
                              metrics::capturedOverhead, metrics::capturedRttMean, metrics::capturedRttMin};
constexpr std::array ofCross = {metrics::capturedCrossPackets, metrics::capturedCrossBytes,
                                metrics::capturedCrossRetransmissions};
constexpr std::array ofOther = {metrics::capturedOtherPackets, metrics::capturedOtherBytes,
                                metrics::capturedOtherRetransmissions};

/// Metrics of each class of flows: the values of flowValues(), as far as they go.
constexpr std::pair<analysis::TrafficClass, Kinds> flowMetrics[] = {
    {analysis::TrafficClass::Job, ofJob},
    {analysis::TrafficClass::Cross, ofCross},
    {analysis::TrafficClass::Other, ofOther},
};

std::array<double, ofJob.size()> flowValues(const FlowSums& sums)
{
    return {number(sums.packets),
            number(sums.wire),
            ratio(number(sums.retransmissions), number(sums.packets)),
            ratio(number(sums.wire), number(sums.payload)),
            ratio(sums.rttSum, number(sums.rttCount)),
            sums.rttCount > 0 ? sums.rttMinimum : unknown};
}

/// The job's payload without retransmissions, and the theoretical value.
struct TheoryCheck
{
    double payload = unknown;
    double expected = unknown;
};

/// Uses the steps that were made: a run with cross traffic ends with its phases, in the middle of a step, which does
/// not count. Frameworks other than the built-in one also send while they start: theirs counts from the end of the
/// first step on.
TheoryCheck theoryOf(const RunPlan& plan, const WorkloadRecord& record, const analysis::TrafficSummary& traffic,
                     const FlowSums& sums, std::vector<std::uint32_t> jobFlows)
{
    const auto& sent = plan.forecast.sentByNode;
    const double planned = plan.settings.workload.steps + plan.settings.workload.warmupSteps;
    const double perStep = std::accumulate(sent.begin(), sent.end(), 0.0) / planned;
    const double payload = number(sums.payload - sums.repeated);
    const std::vector<analysis::LoggedStep> made = loggedSteps(record);
    const bool onlySteps = plan.settings.traits().sendsOnlySteps;
    if (!plan.traffic && (made.empty() || onlySteps)) // ended by itself; some print no steps
        return {payload, perStep * (made.empty() ? planned : static_cast<double>(made.size()))};
    const std::size_t first = onlySteps ? 0 : 1;
    if (made.size() <= first || jobFlows.empty())
        return {};
    analysis::TrafficSelection selection;
    selection.flows = std::move(jobFlows);
    const analysis::LoggedStep window{onlySteps ? traffic.first : made.front().end, made.back().end};
    const double within = analysis::bytesWithin(analysis::seriesOf(traffic, selection), {&window, 1}).front();
    return {within * ratio(payload, number(sums.wire)), perStep * static_cast<double>(made.size() - first)};
}

void addVolume(MetricList& metrics, const RunPlan& plan, const WorkloadRecord& record,
               const analysis::TrafficSummary& traffic)
{
    const std::vector<analysis::TrafficClass> classes = analysis::classesOf(traffic, knownPorts(plan));
    for (const auto& [flows, kinds] : flowMetrics) {
        std::vector<std::uint32_t> rows = analysis::flowsOfClass(classes, flows);
        if (flows == analysis::TrafficClass::Cross && !plan.traffic)
            continue;
        FlowSums sums;
        for (const std::uint32_t row : rows)
            sums.add(traffic.flows[row]);
        const auto values = flowValues(sums);
        for (std::size_t i = 0; i < kinds.size(); ++i)
            metrics.add(kinds[i], values[i]);
        if (flows != analysis::TrafficClass::Job)
            continue;
        const TheoryCheck theory = theoryOf(plan, record, traffic, sums, std::move(rows));
        metrics.add(metrics::capturedToTheory, ratio(theory.payload, theory.expected));
    }
}

void addSteps(MetricList& metrics, const WorkloadRecord& record, const analysis::StepDetection& found)
{
    if (found.method != analysis::StepMethod::None)
        metrics.add(metrics::trafficStepConfidence, found.confidence);
    if (!found.reliable)
        return;
    metrics.add(metrics::trafficSteps, static_cast<double>(found.steps.size()));
    metrics.add(metrics::trafficStepPeriod, found.period);
    const std::vector<analysis::LoggedStep> logged = loggedSteps(record);
    if (logged.empty())
        return;
    const analysis::StepComparison comparison = analysis::compareSteps(found.steps, logged);
    metrics.add(metrics::trafficStepsMatched, number(comparison.matched) / number(comparison.logged));
}

} // namespace

analysis::KnownPorts knownPorts(const RunPlan& plan)
{
    constexpr int narrow = 10'000; // wider ranges are chosen by the system and do not identify flows
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
