// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_summary.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/launch/frameworks.h"
#include "core/run/cluster_steps.h"
#include "core/run/experiment_interface.h"
#include "core/run/gate.h"
#include "core/run/goodput.h"
#include "core/run/phase_metrics.h"
#include "core/run/result_metrics.h"
#include "core/run/spending.h"
#include "core/store/metric_kinds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace millrace::run {

namespace metrics = store::metrics;

namespace {

constexpr double headerBytes = 66;

using Metrics = std::vector<store::Metric>;

/// Not of trainings whose number of workers changes, or of steps that do not all-reduce everything: there is no one
/// formula.
void addBandwidths(Metrics& metrics, const RunPlan& plan, double communication, double ranks)
{
    if (plan.forecast.gradientBytes <= 0 || ranks == 0 || plan.forecast.averagingsPerStep < 1)
        return;
    const double bits = 8 * plan.forecast.gradientBytes;
    metrics.push_back(metrics::algorithmBandwidth.with(bits / communication));
    metrics.push_back(metrics::busBandwidth.with(2 * (ranks - 1) / ranks * bits / communication));
}

/// Adds the lower bound of any strategy in this network.
void addBound(Metrics& metrics, const RunPlan& plan)
{
    if (plan.forecast.stepSeconds > 0)
        metrics.push_back(metrics::communicationBound.with(plan.forecast.stepSeconds));
}

void addThroughput(Metrics& metrics, const RunPlan& plan, const ClusterSteps& steps,
                   const std::vector<double>& durations)
{
    const int workers = plan.network.workers();
    const auto samples = steps.column(&ClusterStep::samples);
    const double seen = std::accumulate(samples.begin(), samples.end(), 0.0);
    if (seen <= 0)
        return;
    const double rate = seen / std::accumulate(durations.begin(), durations.end(), 0.0);
    if (steps.reporters == workers || steps.areOfMembers())
        metrics.push_back(metrics::samplesPerSecond.with(rate));
    else
        metrics.push_back(metrics::samplesPerSecond.with(
            rate * workers / steps.reporters,
            fmt::format(
                "samples of the {} reporting ranks divided by the sum of their step times, times {} workers / {}",
                steps.reporters, workers, steps.reporters)));
}

void addStepMetrics(Metrics& metrics, const RunPlan& plan, const ClusterSteps& steps)
{
    if (steps.all.empty() && !steps.rates.empty()) {
        metrics.push_back(metrics::rates.with(static_cast<double>(steps.rates.size())));
        metrics.push_back(metrics::samplesPerSecond.with(mean(steps.rates) * plan.network.workers(),
                                                         "mean of the printed rates of one worker, times the workers"));
        return;
    }
    if (steps.reporters == 0)
        return;
    const auto add = [&](const store::MetricKind& kind, double value) {
        metrics.push_back(kind.with(value, std::string(kind.definition) + steps.sourceText()));
    };
    add(metrics::steps, steps.count());
    if (steps.all.empty())
        return;
    const auto durations = steps.column(&ClusterStep::duration);
    add(metrics::stepMean, mean(durations));
    add(metrics::stepMedian, median(durations));
    add(metrics::stepP99, quantile(durations, 0.99));
    add(metrics::stepDeviation, standardDeviation(durations));
    if (plan.simulatedStep)
        metrics.push_back(metrics::stepSimulated.with(*plan.simulatedStep));
    addThroughput(metrics, plan, steps, durations);
    if (const double compute = mean(steps.column(&ClusterStep::compute)); !std::isnan(compute))
        metrics.push_back(metrics::computeMean.with(compute));
    const double communication = mean(steps.column(&ClusterStep::communication));
    if (std::isnan(communication))
        return;
    metrics.push_back(metrics::communicationMean.with(communication));
    metrics.push_back(metrics::communicationShare.with(communication / mean(durations)));
    addBandwidths(metrics, plan, communication, steps.workers(plan.network.workers()));
    addBound(metrics, plan);
}

/// Payload that left a node, and the forecast.
struct NodeTraffic
{
    double payload = 0; ///< bytes; NaN: not known
    double uncertainty = 0; ///< half of the width of the range of possible values
    double predicted = 0; ///< bytes; NaN: not known
    double steps = 0; ///< in which it was sent
    std::string_view how;
};

/// Bytes in the streams of connections.
struct TcpTraffic
{
    double sent = 0; ///< including retransmissions
    double retransmitted = 0;
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

/// Bytes sent between the counter readings before and after a time: when in between is not known.
double bytesAround(const std::vector<SentPoint>& points, Nanoseconds wall)
{
    const auto after = std::ranges::lower_bound(points, wall, {}, &SentPoint::wall);
    return after == points.begin() || after == points.end() ? 0 : after->bytes - (after - 1)->bytes;
}

/// Time window and the steps in it; no steps: no such window.
struct StepWindow
{
    Nanoseconds begin{0};
    Nanoseconds end{0};
    double steps = 0;
};

/// Other frameworks also send while they start. What a node sends is counted from the end of its first step, or of the
/// last warm-up step, to the end of its last: of the slowest of its workers, or of all workers if none of its own
/// prints steps. (The end of the slowest worker of all comes late: others have sent parts of the next step by then.)
StepWindow measuredWindow(const RunPlan& plan, const WorkloadRecord& record, std::size_t node)
{
    const RunNode& where = plan.network.nodes[node];
    const int firstRank = plan.network.firstRank(static_cast<int>(node));
    const auto isHere = [&](const monitor::IterationEvent& iteration) {
        return iteration.origin.rank >= firstRank && iteration.origin.rank < firstRank + where.slots;
    };
    const bool printsSteps = std::ranges::any_of(record.iterations, isHere);
    std::map<std::pair<bool, std::int64_t>, Nanoseconds> ends;
    for (const monitor::IterationEvent& iteration : record.iterations) {
        if (printsSteps && !isHere(iteration))
            continue;
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
        return {unknown, 0, unknown, unknown, ""};
    const SentPoint begin = between(record.sent[node], window.begin);
    const SentPoint end = between(record.sent[node], window.end);
    const double all = plan.settings.workload.steps + plan.settings.workload.warmupSteps;
    return {end.bytes - begin.bytes - headerBytes * (end.packets - begin.packets)
                - (end.retransmitted - begin.retransmitted),
            (bytesAround(record.sent[node], window.begin) + bytesAround(record.sent[node], window.end)) / 2,
            plan.forecast.sentByNode[node] * window.steps / all, window.steps,
            "sent bytes between the ends of the first and the last step of its workers (counters every 50 ms, "
            "interpolated) less 66 B "
            "for each frame and less retransmitted bytes"};
}

/// Returns the bytes that the built-in workers of a node sent to other nodes; nothing unless all of them reported it at
/// their end.
std::optional<TcpTraffic> tcpOf(const RunPlan& plan, const WorkloadRecord& record, const std::string& node)
{
    TcpTraffic sum;
    for (const launch::ProcessPlan& process : plan.launch.processes) {
        const auto rank = static_cast<std::size_t>(process.rank);
        if (process.node != node || process.rank < 0)
            continue;
        if (rank >= record.sentByRank.size() || !record.sentByRank[rank])
            return std::nullopt;
        sum.sent += static_cast<double>(record.sentByRank[rank]->bytes);
        sum.retransmitted += static_cast<double>(record.sentByRank[rank]->retransmittedBytes);
    }
    return sum;
}

NodeTraffic tcpTraffic(const TcpTraffic& tcp)
{
    NodeTraffic traffic;
    traffic.payload = tcp.sent - tcp.retransmitted;
    traffic.how = "bytes that the connections of the node's workers sent to other nodes, those sent again counted once "
                  "(TCP_INFO at the end)";
    return traffic;
}

NodeTraffic countedTraffic(const RunPlan& plan, const WorkloadRecord& record, std::size_t node)
{
    NodeTraffic traffic;
    traffic.payload = payloadSent(record.firstSamples[node], record.lastSamples[node], record.retransmittedBytes[node],
                                  plan.network.nodes[node].interface);
    traffic.how = metrics::sentPayload.definition;
    return traffic;
}

/// Returns the traffic of every node.
std::vector<NodeTraffic> trafficOf(const RunPlan& plan, const WorkloadRecord& record)
{
    std::vector<NodeTraffic> all;
    const std::size_t nodes = record.firstSamples.size();
    if (!plan.settings.traits().sendsOnlySteps) {
        for (std::size_t node = 0; node < nodes; ++node)
            all.push_back(measuredTraffic(plan, record, measuredWindow(plan, record, node), node));
        return all;
    }
    for (std::size_t node = 0; node < nodes; ++node) {
        const auto tcp = tcpOf(plan, record, plan.network.nodes[node].name);
        NodeTraffic traffic = tcp ? tcpTraffic(*tcp) : countedTraffic(plan, record, node);
        traffic.predicted = plan.forecast.sentByNode[node];
        traffic.steps = static_cast<double>(plan.settings.workload.steps + plan.settings.workload.warmupSteps);
        all.push_back(traffic);
    }
    return all;
}

void addNodeTraffic(Metrics& metrics, const RunPlan& plan, const WorkloadRecord& record, std::size_t node,
                    const NodeTraffic& traffic)
{
    const RunNode& where = plan.network.nodes[node];
    const auto add = [&](const store::MetricKind& kind, double value, std::string how) {
        if (!std::isnan(value))
            metrics.push_back(kind.with(value, std::move(how), where.name));
    };
    const auto* before = experimentInterface(record.firstSamples[node], where.interface);
    const auto* after = experimentInterface(record.lastSamples[node], where.interface);
    if (before != nullptr && after != nullptr) {
        add(metrics::sentBytes, static_cast<double>(after->sentBytes - before->sentBytes),
            "sent bytes of the node's interface during the workload");
        add(metrics::receivedBytes, static_cast<double>(after->receivedBytes - before->receivedBytes),
            std::string(metrics::receivedBytes.definition));
    }
    if (!plan.traffic) {
        add(metrics::sentPayload, traffic.payload, std::string(traffic.how));
        add(metrics::predictedPayload, traffic.predicted, plan.forecast.formula);
    }
    add(metrics::retransmittedBytes, static_cast<double>(record.retransmittedBytes[node]),
        "highest sum of the open sockets' retransmitted bytes (TCP_INFO)");
}

void addTrafficMetrics(Metrics& metrics, const RunPlan& plan, const WorkloadRecord& record)
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
    const auto add = [&metrics](const store::MetricKind& kind, double value) {
        if (!std::isnan(value))
            metrics.push_back(kind.with(value));
    };
    add(metrics::sentBytes, wire);
    if (!plan.traffic) {
        add(metrics::sentPayloadPerStep, payload / steps);
        add(metrics::predictedPayloadPerStep, predicted / steps);
    }
    add(metrics::retransmittedBytes,
        static_cast<double>(
            std::accumulate(record.retransmittedBytes.begin(), record.retransmittedBytes.end(), std::uint64_t(0))));
}

void addHealthMetrics(Metrics& metrics, const emulate::EmulationHealth& health)
{
    const auto add = [&metrics](const store::MetricKind& kind, double value) { metrics.push_back(kind.with(value)); };
    add(metrics::switchLatenessMedian, seconds(health.latenessMedian));
    add(metrics::switchLatenessP99, seconds(health.lateness99));
    add(metrics::switchLatenessMax, seconds(health.latenessMaximum));
    add(metrics::switchCpu, health.wallSeconds > 0 ? health.cpuSeconds / health.wallSeconds : 0);
    add(metrics::lostPackets, static_cast<double>(health.total.lost.packets));
    add(metrics::queueDroppedPackets, static_cast<double>(health.total.queueDropped.packets));
    add(metrics::deliveredPackets, static_cast<double>(health.total.delivered.packets));
}

/// Whether processors are the limit by design: an emulated network without a rate limit.
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

/// Judges the node whose worker waited longest, and hypervisor steal. Only for the built-in worker: it sleeps instead
/// of computing and needs little processor time, so waiting means an overloaded machine. Other frameworks compute on
/// the processors, and always wait if there are fewer of them than threads.
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

/// Number of steps; not judged for a program without a configured number.
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

/// Never without the bytes, unless they cost nothing.
void addCost(Metrics& metrics, const RunPlan& plan)
{
    if (!plan.price)
        return;
    const double dollars = plan.price->dollars(valueOf(metrics, metrics::stepMean) * valueOf(metrics, metrics::steps),
                                               valueOf(metrics, metrics::sentBytes));
    if (!std::isnan(dollars))
        metrics.push_back(metrics::trainingCost.with(
            dollars, fmt::format("{}; {}", metrics::trainingCost.definition, plan.price->origin)));
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
    Metrics metrics;
    addStepMetrics(metrics, plan, clusterSteps(record));
    const auto results = resultMetrics(plan, record,
                                       std::ranges::find(metrics, metrics::samplesPerSecond.name, &store::Metric::name)
                                           != metrics.end());
    metrics.insert(metrics.end(), results.begin(), results.end());
    const auto addPhases = [&] {
        if (!plan.traffic)
            return;
        const auto phases = phaseMetrics(*plan.traffic, record);
        metrics.insert(metrics.end(), phases.begin(), phases.end());
    };
    if (plan.simulation) {
        addCost(metrics, plan);
        addPhases();
        return metrics;
    }
    const auto goodput = goodputMetrics(plan, record);
    metrics.insert(metrics.end(), goodput.begin(), goodput.end());
    addTrafficMetrics(metrics, plan, record);
    addCost(metrics, plan);
    double cpu = 0;
    for (const Nanoseconds time : record.processCpu)
        cpu += seconds(time);
    metrics.push_back(metrics::workerCpu.with(cpu));
    const auto processors = processorMetrics(record.processors);
    metrics.insert(metrics.end(), processors.begin(), processors.end());
    addPhases();
    if (health != nullptr)
        addHealthMetrics(metrics, *health);
    return metrics;
}

std::vector<store::GateResult> judgeRun(const RunPlan& plan, const WorkloadRecord& record,
                                        const emulate::EmulationHealth* health,
                                        const std::vector<std::string>& healthProblems)
{
    std::vector<store::GateResult> gates;
    const launch::FrameworkTraits& traits = plan.settings.traits();
    if (traits.reportsChecks && !plan.network.congestionControl.empty() && record.congestionControls.size() > 1)
        for (std::size_t rank = 0; rank < record.congestionControls.size(); ++rank)
            gates.push_back(settingVerdict("congestion control", fmt::format("rank {}", rank),
                                           plan.network.congestionControl, record.congestionControls[rank]));
    // With cross traffic on the same interfaces the counters do not show the workload's share.
    const std::vector<NodeTraffic> traffic = plan.traffic ? std::vector<NodeTraffic>() : trafficOf(plan, record);
    for (std::size_t node = 0; node < traffic.size(); ++node)
        if (!std::isnan(plan.forecast.sentByNode[node]))
            gates.push_back(trafficVerdict(plan.network.nodes[node].name, traffic[node].predicted,
                                           traffic[node].payload, plan.forecast.tolerance, traffic[node].uncertainty));
    if (health != nullptr)
        gates.push_back(healthVerdict(health->lateness99, acceptedLateness(plan.network, plan.gate), healthProblems));
    const ClusterSteps steps = clusterSteps(record);
    if (traits.simulatesCompute && !steps.all.empty())
        addProcessorGates(gates, plan, record, steps);
    if (plan.traffic) {
        const auto verdicts = judgeTraffic(*plan.traffic, record, plan.gate);
        gates.insert(gates.end(), verdicts.begin(), verdicts.end());
    } else if (steps.rates.empty())
        gates.push_back(stepsVerdict(plan, steps));
    if (!traits.reportsChecks)
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
