// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_summary.h"

#include "core/base/statistics.h"
#include "core/run/gate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace millrace::run {

namespace {

constexpr double headerBytes = 66;

double seconds(Nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

/// One measured step of the whole cluster.
struct ClusterStep
{
    double duration = 0; ///< s, of the slowest rank
    double communication = 0; ///< s, of the rank that communicated longest
    double compute = 0;
    double samples = 0; ///< of all ranks
    int ranks = 0;
};

std::vector<ClusterStep> clusterSteps(const WorkloadRecord& record, std::size_t ranks)
{
    std::map<std::int64_t, ClusterStep> byNumber;
    for (const monitor::IterationEvent& iteration : record.iterations) {
        if (iteration.warmup)
            continue;
        ClusterStep& step = byNumber[iteration.iteration];
        step.duration = std::max(step.duration, seconds(*iteration.duration));
        step.communication = std::max(step.communication, seconds(*iteration.communication));
        step.compute = std::max(step.compute, seconds(iteration.compute.value_or(Nanoseconds(0))));
        step.samples += static_cast<double>(iteration.samples.value_or(0));
        ++step.ranks;
    }
    std::vector<ClusterStep> steps;
    for (const auto& [number, step] : byNumber)
        if (static_cast<std::size_t>(step.ranks) == ranks)
            steps.push_back(step);
    return steps;
}

std::vector<double> column(const std::vector<ClusterStep>& steps, double ClusterStep::*member)
{
    std::vector<double> values;
    for (const ClusterStep& step : steps)
        values.push_back(step.*member);
    return values;
}

void addStepMetrics(std::vector<store::Metric>& metrics, const RunPlan& plan, const std::vector<ClusterStep>& steps)
{
    const auto durations = column(steps, &ClusterStep::duration);
    const auto communications = column(steps, &ClusterStep::communication);
    const auto samples = column(steps, &ClusterStep::samples);
    const double total = std::accumulate(durations.begin(), durations.end(), 0.0);
    const auto add = [&metrics](std::string name, double value, std::string unit, std::string how) {
        metrics.push_back({std::move(name), {}, value, std::move(unit), std::move(how)});
    };
    add("steps", static_cast<double>(steps.size()), "", "measured steps that all ranks finished");
    if (steps.empty())
        return;
    add("step_mean", mean(durations), "s", "mean over the measured steps of the slowest rank's step time");
    add("step_median", median(durations), "s", "median over the measured steps of the slowest rank's step time");
    add("step_p99", quantile(durations, 0.99), "s", "99th percentile of the slowest rank's step time");
    add("step_deviation", standardDeviation(durations), "s",
        "sample standard deviation of the slowest rank's step time");
    add("communication_mean", mean(communications), "s", "mean over the measured steps of the longest all-reduce time");
    add("compute_mean", mean(column(steps, &ClusterStep::compute)), "s",
        "mean over the measured steps of the longest compute time");
    add("samples_per_second", std::accumulate(samples.begin(), samples.end(), 0.0) / total, "samples/s",
        "samples of all ranks divided by the sum of the slowest ranks' step times");
    const double ranks = static_cast<double>(plan.launch.processes.size());
    const double bits = 8 * plan.forecast.gradientBytes;
    add("algorithm_bandwidth", bits / mean(communications), "bit/s",
        "gradient bits of one rank divided by the mean all-reduce time");
    add("bus_bandwidth", 2 * (ranks - 1) / ranks * bits / mean(communications), "bit/s",
        "2(n-1)/n × gradient bits of one rank divided by the mean all-reduce time");
    add("communication_share", mean(communications) / mean(durations), "",
        "mean all-reduce time divided by mean step time");
}

void addTrafficMetrics(std::vector<store::Metric>& metrics, const RunPlan& plan, const WorkloadRecord& record)
{
    const double steps = plan.settings.workload.steps + plan.settings.workload.warmupSteps;
    double payload = 0, wire = 0, predicted = 0;
    for (std::size_t node = 0; node < record.firstSamples.size(); ++node) {
        const agent::Sample& first = record.firstSamples[node];
        const agent::Sample& last = record.lastSamples[node];
        const double sent = payloadSent(first, last, record.retransmittedBytes[node]);
        const auto* before = experimentInterface(first);
        const auto* after = experimentInterface(last);
        const std::string& name = plan.emulation.nodes[node].name;
        payload += sent;
        predicted += plan.forecast.sentByNode[node];
        if (before != nullptr && after != nullptr) {
            const auto bytes = static_cast<double>(after->sentBytes - before->sentBytes);
            wire += bytes;
            metrics.push_back(
                {"sent_bytes", name, bytes, "B", "sent bytes of the node's interface during the workload"});
            metrics.push_back({"received_bytes", name,
                               static_cast<double>(after->receivedBytes - before->receivedBytes), "B",
                               "received bytes of the node's interface during the workload"});
        }
        metrics.push_back(
            {"sent_payload", name, sent, "B", "sent bytes less 66 B for each frame and less retransmitted bytes"});
        metrics.push_back({"predicted_payload", name, plan.forecast.sentByNode[node], "B",
                           "bytes that the strategy's graphs move from this node to others, all steps"});
        metrics.push_back({"retransmitted_bytes", name, static_cast<double>(record.retransmittedBytes[node]), "B",
                           "highest sum of the open sockets' retransmitted bytes (TCP_INFO)"});
    }
    metrics.push_back({"sent_bytes", {}, wire, "B", "sum over the nodes of the sent bytes of their interfaces"});
    metrics.push_back({"sent_payload_per_step",
                       {},
                       payload / steps,
                       "B",
                       "sum over the nodes of the sent payload, divided by all steps, warm-up included"});
    metrics.push_back({"predicted_payload_per_step",
                       {},
                       predicted / steps,
                       "B",
                       "bytes between nodes that the strategy's graphs move in one step"});
    metrics.push_back({"retransmitted_bytes",
                       {},
                       static_cast<double>(std::accumulate(record.retransmittedBytes.begin(),
                                                           record.retransmittedBytes.end(), std::uint64_t(0))),
                       "B",
                       "sum over the nodes of the retransmitted bytes"});
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

} // namespace

double payloadSent(const agent::Sample& first, const agent::Sample& last, std::uint64_t retransmitted)
{
    const auto* before = experimentInterface(first);
    const auto* after = experimentInterface(last);
    if (before == nullptr || after == nullptr)
        return std::numeric_limits<double>::quiet_NaN();
    const auto bytes = static_cast<double>(after->sentBytes - before->sentBytes);
    const auto frames = static_cast<double>(after->sentPackets - before->sentPackets);
    return bytes - headerBytes * frames - static_cast<double>(retransmitted);
}

std::vector<store::Metric> summariseRun(const RunPlan& plan, const WorkloadRecord& record,
                                        const emulate::EmulationHealth& health)
{
    std::vector<store::Metric> metrics;
    addStepMetrics(metrics, plan, clusterSteps(record, plan.launch.processes.size()));
    addTrafficMetrics(metrics, plan, record);
    double cpu = 0;
    for (const Nanoseconds time : record.processCpu)
        cpu += seconds(time);
    metrics.push_back({"worker_cpu", {}, cpu, "s", "processor time of all workers, start to end"});
    addHealthMetrics(metrics, health);
    return metrics;
}

std::vector<store::GateResult> judgeRun(const RunPlan& plan, const WorkloadRecord& record,
                                        const emulate::EmulationHealth& health,
                                        const std::vector<std::string>& healthProblems)
{
    std::vector<store::GateResult> gates;
    for (std::size_t rank = 0; rank < record.congestionControls.size(); ++rank)
        if (record.congestionControls.size() > 1)
            gates.push_back(settingVerdict("congestion control", fmt::format("rank {}", rank),
                                           plan.emulation.congestionControl, record.congestionControls[rank]));
    for (std::size_t node = 0; node < plan.forecast.sentByNode.size(); ++node)
        gates.push_back(trafficVerdict(
            plan.emulation.nodes[node].name, plan.forecast.sentByNode[node],
            payloadSent(record.firstSamples[node], record.lastSamples[node], record.retransmittedBytes[node])));
    gates.push_back(healthVerdict(health.lateness99, healthProblems, plan.gate));
    const auto steps = clusterSteps(record, plan.launch.processes.size()).size();
    gates.push_back(settingVerdict("steps", {}, std::to_string(plan.settings.workload.steps), std::to_string(steps)));
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
