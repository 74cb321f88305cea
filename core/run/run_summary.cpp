// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_summary.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/run/cluster_steps.h"
#include "core/run/gate.h"
#include "core/run/phase_metrics.h"
#include "core/run/result_metrics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <numeric>

namespace millrace::run {

namespace {

constexpr double headerBytes = 66;

using Add = std::function<void(std::string name, double value, std::string unit, std::string how)>;

void addBandwidths(const Add& add, const RunPlan& plan, double communication)
{
    if (plan.forecast.gradientBytes <= 0)
        return;
    const double ranks = plan.network.workers();
    const double bits = 8 * plan.forecast.gradientBytes;
    add("algorithm_bandwidth", bits / communication, "bit/s",
        "gradient bits of one rank divided by the mean all-reduce time");
    add("bus_bandwidth", 2 * (ranks - 1) / ranks * bits / communication, "bit/s",
        "2(n-1)/n × gradient bits of one rank divided by the mean all-reduce time");
}

/// What no strategy can be faster than, in this network.
void addBound(const Add& add, const RunPlan& plan)
{
    if (plan.forecast.stepSeconds > 0)
        add("communication_bound", plan.forecast.stepSeconds, "s",
            "time that the most loaded NIC, link or shared queue needs for the bytes of one all-reduce, at its rate");
}

void addThroughput(const Add& add, const RunPlan& plan, const ClusterSteps& steps, const std::vector<double>& durations)
{
    const int workers = plan.network.workers();
    const auto samples = steps.column(&ClusterStep::samples);
    const double seen = std::accumulate(samples.begin(), samples.end(), 0.0);
    if (seen <= 0)
        return;
    const double rate = seen / std::accumulate(durations.begin(), durations.end(), 0.0);
    if (steps.reporters == workers)
        add("samples_per_second", rate, "samples/s",
            "samples of all ranks divided by the sum of the slowest ranks' step times");
    else
        add("samples_per_second", rate * workers / steps.reporters, "samples/s",
            fmt::format(
                "samples of the {} reporting ranks divided by the sum of their step times, times {} workers / {}",
                steps.reporters, workers, steps.reporters));
}

void addStepMetrics(std::vector<store::Metric>& metrics, const RunPlan& plan, const ClusterSteps& steps)
{
    const Add add = [&metrics](std::string name, double value, std::string unit, std::string how) {
        metrics.push_back({std::move(name), {}, value, std::move(unit), std::move(how)});
    };
    if (steps.all.empty() && !steps.rates.empty()) {
        add("rates", static_cast<double>(steps.rates.size()), "", "rates that the framework printed");
        add("samples_per_second", mean(steps.rates) * plan.network.workers(), "samples/s",
            "mean of the printed rates of one worker, times the workers");
        return;
    }
    if (steps.reporters == 0)
        return;
    const std::string source = steps.sourceText();
    add("steps", steps.count(), "", "measured steps that all reporting ranks finished" + source);
    if (steps.all.empty())
        return;
    const auto durations = steps.column(&ClusterStep::duration);
    add("step_mean", mean(durations), "s", "mean over the measured steps of the slowest rank's step time" + source);
    add("step_median", median(durations), "s",
        "median over the measured steps of the slowest rank's step time" + source);
    add("step_p99", quantile(durations, 0.99), "s", "99th percentile of the slowest rank's step time" + source);
    add("step_deviation", standardDeviation(durations), "s",
        "sample standard deviation of the slowest rank's step time" + source);
    addThroughput(add, plan, steps, durations);
    if (const double compute = mean(steps.column(&ClusterStep::compute)); !std::isnan(compute))
        add("compute_mean", compute, "s", "mean over the measured steps of the longest compute time");
    const double communication = mean(steps.column(&ClusterStep::communication));
    if (std::isnan(communication))
        return;
    add("communication_mean", communication, "s", "mean over the measured steps of the longest all-reduce time");
    add("communication_share", communication / mean(durations), "", "mean all-reduce time divided by mean step time");
    addBandwidths(add, plan, communication);
    addBound(add, plan);
}

/// Payload that left a node, and what was expected of it.
struct NodeTraffic
{
    double payload = 0; ///< bytes; NaN: not known
    double predicted = 0; ///< bytes; NaN: not known
    double steps = 0; ///< in which it was sent
    const char* how = "";
};

SentPoint between(const std::vector<SentPoint>& points, Nanoseconds wall)
{
    const auto after = std::ranges::lower_bound(points, wall, {}, &SentPoint::wall);
    if (after == points.begin())
        return points.front();
    if (after == points.end())
        return points.back();
    const SentPoint& low = *(after - 1);
    const double share = seconds(wall - low.wall) / seconds(after->wall - low.wall);
    const auto at = [&](double SentPoint::*value) { return low.*value + share * (*after.*value - low.*value); };
    return {wall, at(&SentPoint::bytes), at(&SentPoint::packets), at(&SentPoint::retransmitted)};
}

/// From one moment to another, and the steps in between; no steps: there is no such stretch.
struct StepWindow
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    double steps = 0;
};

/// Other frameworks also send while they start. So theirs is counted from the end of the first step that all ranks
/// have ended, or of the last warm-up step, to the end of the last.
StepWindow measuredWindow(const WorkloadRecord& record)
{
    std::map<std::pair<bool, std::int64_t>, Nanoseconds> ends;
    for (const monitor::IterationEvent& iteration : record.iterations) {
        Nanoseconds& end = ends[{!iteration.warmup, iteration.iteration}];
        end = std::max(end, iteration.origin.wall);
    }
    const auto measured = ends.lower_bound({true, std::numeric_limits<std::int64_t>::min()});
    const auto first = measured == ends.begin() ? measured : std::prev(measured);
    if (first == ends.end())
        return {};
    return {first->second, ends.rbegin()->second, static_cast<double>(std::distance(first, ends.end()) - 1)};
}

NodeTraffic measuredTraffic(const RunPlan& plan, const WorkloadRecord& record, const StepWindow& window,
                            std::size_t node)
{
    if (window.steps == 0 || record.sent[node].size() < 2)
        return {unknown, unknown, unknown, ""};
    const SentPoint begin = between(record.sent[node], window.begin);
    const SentPoint end = between(record.sent[node], window.end);
    const double all = plan.settings.workload.steps + plan.settings.workload.warmupSteps;
    return {end.bytes - begin.bytes - headerBytes * (end.packets - begin.packets)
                - (end.retransmitted - begin.retransmitted),
            plan.forecast.sentByNode[node] * window.steps / all, window.steps,
            "sent bytes between the ends of the first and the last step (counters every 50 ms, interpolated) less 66 B "
            "for each frame and less retransmitted bytes"};
}

/// Of every node.
std::vector<NodeTraffic> trafficOf(const RunPlan& plan, const WorkloadRecord& record)
{
    std::vector<NodeTraffic> all;
    const std::size_t nodes = record.firstSamples.size();
    if (plan.settings.workload.framework != "builtin") {
        const StepWindow window = measuredWindow(record);
        for (std::size_t node = 0; node < nodes; ++node)
            all.push_back(measuredTraffic(plan, record, window, node));
        return all;
    }
    for (std::size_t node = 0; node < nodes; ++node)
        all.push_back({payloadSent(record.firstSamples[node], record.lastSamples[node], record.retransmittedBytes[node],
                                   plan.network.nodes[node].interface),
                       plan.forecast.sentByNode[node],
                       static_cast<double>(plan.settings.workload.steps + plan.settings.workload.warmupSteps),
                       "sent bytes less 66 B for each frame and less retransmitted bytes"});
    return all;
}

void addNodeTraffic(std::vector<store::Metric>& metrics, const RunPlan& plan, const WorkloadRecord& record,
                    std::size_t node, const NodeTraffic& traffic)
{
    const RunNode& where = plan.network.nodes[node];
    const auto add = [&](const char* name, double value, std::string how) {
        if (!std::isnan(value))
            metrics.push_back({name, where.name, value, "B", std::move(how)});
    };
    const auto* before = experimentInterface(record.firstSamples[node], where.interface);
    const auto* after = experimentInterface(record.lastSamples[node], where.interface);
    if (before != nullptr && after != nullptr) {
        add("sent_bytes", static_cast<double>(after->sentBytes - before->sentBytes),
            "sent bytes of the node's interface during the workload");
        add("received_bytes", static_cast<double>(after->receivedBytes - before->receivedBytes),
            "received bytes of the node's interface during the workload");
    }
    if (!plan.traffic) {
        add("sent_payload", traffic.payload, traffic.how);
        add("predicted_payload", traffic.predicted, plan.forecast.formula);
    }
    add("retransmitted_bytes", static_cast<double>(record.retransmittedBytes[node]),
        "highest sum of the open sockets' retransmitted bytes (TCP_INFO)");
}

void addTrafficMetrics(std::vector<store::Metric>& metrics, const RunPlan& plan, const WorkloadRecord& record)
{
    double payload = 0, wire = 0, predicted = 0, steps = 0;
    const std::vector<NodeTraffic> all = trafficOf(plan, record);
    for (std::size_t node = 0; node < all.size(); ++node) {
        const NodeTraffic& traffic = all[node];
        payload += traffic.payload;
        predicted += traffic.predicted;
        steps = traffic.steps;
        addNodeTraffic(metrics, plan, record, node, traffic);
        const std::string& interface = plan.network.nodes[node].interface;
        const auto* before = experimentInterface(record.firstSamples[node], interface);
        const auto* after = experimentInterface(record.lastSamples[node], interface);
        if (before != nullptr && after != nullptr)
            wire += static_cast<double>(after->sentBytes - before->sentBytes);
    }
    const auto add = [&metrics](const char* name, double value, std::string how) {
        if (!std::isnan(value))
            metrics.push_back({name, {}, value, "B", std::move(how)});
    };
    add("sent_bytes", wire, "sum over the nodes of the sent bytes of their interfaces");
    if (!plan.traffic) {
        add("sent_payload_per_step", payload / steps, "sum over the nodes of the sent payload, divided by its steps");
        add("predicted_payload_per_step", predicted / steps,
            "sum over the nodes of the predicted payload, divided by its steps");
    }
    add("retransmitted_bytes",
        static_cast<double>(
            std::accumulate(record.retransmittedBytes.begin(), record.retransmittedBytes.end(), std::uint64_t(0))),
        "sum over the nodes of the retransmitted bytes");
}

void addHealthMetrics(std::vector<store::Metric>& metrics, const emulate::EmulationHealth& health)
{
    const auto add = [&metrics](std::string name, double value, std::string unit, std::string how) {
        metrics.push_back({std::move(name), {}, value, std::move(unit), std::move(how)});
    };
    add("switch_lateness_median", seconds(health.latenessMedian), "s", "median of how late frames left the switch");
    add("switch_lateness_p99", seconds(health.lateness99), "s", "99th percentile of how late frames left the switch");
    add("switch_lateness_max", seconds(health.latenessMaximum), "s", "the latest frame");
    add("switch_cpu", health.wallSeconds > 0 ? health.cpuSeconds / health.wallSeconds : 0, "cores",
        "processor time of the switch divided by the time");
    add("lost_packets", static_cast<double>(health.total.lost.packets), "packets", "dropped by the requested loss");
    add("queue_dropped_packets", static_cast<double>(health.total.queueDropped.packets), "packets",
        "dropped by a full queue of a link");
    add("delivered_packets", static_cast<double>(health.total.delivered.packets), "packets",
        "MTU packets that the switch delivered");
}

/// Where nothing limits the rate of an emulated network, its processors are the limit by design.
bool processorsAreTheLimit(const RunPlan& plan)
{
    if (!plan.emulation)
        return false;
    const int count = static_cast<int>(plan.network.nodes.size());
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to)
            if (from != to && plan.network.rateLimit(from, to) > 0)
                return false;
    return true;
}

/// The node whose worker waited longest, and what the hypervisor took. Only the built-in worker is judged: it waits for
/// its computation and needs little processor time, so what it lacks is the machine's doing. Other frameworks compute
/// on the processors, and on a machine with fewer of them than threads they always wait.
void addProcessorGates(std::vector<store::GateResult>& gates, const RunPlan& plan, const WorkloadRecord& record,
                       const ClusterSteps& steps)
{
    std::size_t worst = 0;
    double most = unknown;
    double steal = unknown;
    for (std::size_t node = 0; node < record.processors.size(); ++node) {
        const ProcessorUse& use = record.processors[node];
        const double share = use.waitingShare(steps.all.front().begin, steps.all.back().end);
        if (!std::isnan(share) && !(share <= most)) {
            most = share;
            worst = node;
        }
        if (const double each = stealShare(use); !std::isnan(each) && !(each <= steal))
            steal = each;
    }
    gates.push_back(waitingVerdict(std::isnan(most) ? std::string() : plan.network.nodes[worst].name, most));
    if (processorsAreTheLimit(plan)) {
        gates.back().verdict = store::Verdict::Unknown;
        gates.back().sentence += "; not judged, because no rate limits this network";
    }
    gates.push_back(stealVerdict(steal));
}

/// A program that is not told how many steps to make is not held to a number of them.
store::GateResult stepsVerdict(const RunPlan& plan, const ClusterSteps& steps)
{
    store::GateResult gate =
        settingVerdict("steps", {}, std::to_string(plan.settings.workload.steps), std::to_string(steps.count()));
    if (!plan.launch.tellsSteps) {
        gate.verdict = store::Verdict::Unknown;
        gate.achieved = unknown;
        gate.sentence = steps.reporters == 0
            ? "not applicable: the workload printed no steps"
            : fmt::format("not applicable: the workload printed {} steps, and its command has no {{steps}}",
                          steps.count());
    }
    gate.sentence += steps.sourceText();
    return gate;
}

} // namespace

double payloadSent(const agent::Sample& first, const agent::Sample& last, std::uint64_t retransmitted,
                   const std::string& interface)
{
    const auto* before = experimentInterface(first, interface);
    const auto* after = experimentInterface(last, interface);
    if (before == nullptr || after == nullptr)
        return unknown;
    const auto bytes = static_cast<double>(after->sentBytes - before->sentBytes);
    const auto frames = static_cast<double>(after->sentPackets - before->sentPackets);
    return bytes - headerBytes * frames - static_cast<double>(retransmitted);
}

std::vector<store::Metric> summariseRun(const RunPlan& plan, const WorkloadRecord& record,
                                        const emulate::EmulationHealth* health)
{
    std::vector<store::Metric> metrics;
    addStepMetrics(metrics, plan, clusterSteps(record));
    const auto results = resultMetrics(
        plan, record, std::ranges::find(metrics, "samples_per_second", &store::Metric::name) != metrics.end());
    metrics.insert(metrics.end(), results.begin(), results.end());
    addTrafficMetrics(metrics, plan, record);
    double cpu = 0;
    for (const Nanoseconds time : record.processCpu)
        cpu += seconds(time);
    metrics.push_back({"worker_cpu", {}, cpu, "s", "processor time of all workers, start to end"});
    const auto processors = processorMetrics(record.processors);
    metrics.insert(metrics.end(), processors.begin(), processors.end());
    if (plan.traffic) {
        const auto phases = phaseMetrics(*plan.traffic, record);
        metrics.insert(metrics.end(), phases.begin(), phases.end());
    }
    if (health != nullptr)
        addHealthMetrics(metrics, *health);
    return metrics;
}

std::vector<store::GateResult> judgeRun(const RunPlan& plan, const WorkloadRecord& record,
                                        const emulate::EmulationHealth* health,
                                        const std::vector<std::string>& healthProblems)
{
    std::vector<store::GateResult> gates;
    const bool builtin = plan.settings.workload.framework == "builtin";
    if (builtin && !plan.network.congestionControl.empty() && record.congestionControls.size() > 1)
        for (std::size_t rank = 0; rank < record.congestionControls.size(); ++rank)
            gates.push_back(settingVerdict("congestion control", fmt::format("rank {}", rank),
                                           plan.network.congestionControl, record.congestionControls[rank]));
    // With cross traffic on the same interfaces the counters do not tell what the workload sent.
    const std::vector<NodeTraffic> traffic = plan.traffic ? std::vector<NodeTraffic>() : trafficOf(plan, record);
    for (std::size_t node = 0; node < traffic.size(); ++node)
        if (!std::isnan(plan.forecast.sentByNode[node]))
            gates.push_back(trafficVerdict(plan.network.nodes[node].name, traffic[node].predicted,
                                           traffic[node].payload, plan.forecast.tolerance));
    if (health != nullptr)
        gates.push_back(healthVerdict(health->lateness99, healthProblems, plan.gate));
    const ClusterSteps steps = clusterSteps(record);
    if (builtin && !steps.all.empty())
        addProcessorGates(gates, plan, record, steps);
    if (plan.traffic) {
        const auto verdicts = judgeTraffic(*plan.traffic, record, plan.gate);
        gates.insert(gates.end(), verdicts.begin(), verdicts.end());
    } else if (steps.rates.empty())
        gates.push_back(stepsVerdict(plan, steps));
    if (!builtin)
        return gates;
    store::GateResult sums = settingVerdict("sums", {}, "0 wrong", fmt::format("{} wrong", record.wrong));
    sums.sentence = record.verifications == 0
        ? "no step was verified"
        : fmt::format("{} of {} verified sums were wrong", record.wrong, record.verifications);
    if (record.verifications == 0)
        sums.verdict = store::Verdict::Unknown;
    gates.push_back(std::move(sums));
    return gates;
}

} // namespace millrace::run
