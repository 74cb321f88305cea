// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/traffic_metrics.h"

#include "core/analysis/traffic_views.h"
#include "core/run/metric_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace millrace::run {

namespace {

double number(std::uint64_t value)
{
    return static_cast<double>(value);
}

void addVolume(MetricList& metrics, const RunPlan& plan, const analysis::TrafficSummary& traffic)
{
    std::uint64_t wire = 0, payload = 0, repeated = 0, packets = 0, repetitions = 0, rttCount = 0;
    double rttSum = 0, rttMinimum = std::numeric_limits<double>::infinity();
    for (const analysis::Flow& flow : traffic.flows) {
        wire += flow.wireBytes;
        payload += flow.payloadBytes;
        repeated += flow.retransmittedBytes;
        packets += flow.packets;
        repetitions += flow.retransmissions;
        if (flow.rttCount > 0) {
            rttCount += flow.rttCount;
            rttSum += flow.rttMean * number(flow.rttCount);
            rttMinimum = std::min(rttMinimum, flow.rttMinimum);
        }
    }
    metrics.add("captured_packets", number(packets), "", "packets in the recordings, each counted at its sender");
    metrics.add("captured_bytes", number(wire), "B", "frames in the recordings, each counted at its sender");
    const auto& sent = plan.forecast.sentByNode;
    const double expected = std::accumulate(sent.begin(), sent.end(), 0.0);
    if (expected > 0)
        metrics.add(
            "captured_to_theory", number(payload - std::min(payload, repeated)) / expected, "",
            "payload in the recordings without repetitions, over what the strategy's graphs say that all steps send "
            "between nodes");
    if (packets == 0)
        return;
    metrics.add("captured_retransmissions", number(repetitions) / number(packets), "share",
                "packets whose data, SYN or FIN had been seen before, over all packets, at the sender");
    if (payload > 0)
        metrics.add("captured_overhead", number(wire) / number(payload), "", "bytes of frames over payload bytes");
    if (rttCount > 0) {
        metrics.add("captured_rtt_mean", rttSum / number(rttCount), "s",
                    "mean over segments sent once and acknowledged exactly, seen at the sender");
        metrics.add("captured_rtt_min", rttMinimum, "s", "smallest round trip in the recordings");
    }
}

void addSteps(MetricList& metrics, const WorkloadRecord& record, const analysis::StepDetection& found)
{
    metrics.add("traffic_steps", static_cast<double>(found.steps.size()), "",
                "steps found in the recordings without the log, warm-up included");
    if (found.method == analysis::StepMethod::None)
        return;
    metrics.add("traffic_step_period", found.period, "s", "median distance of the steps found in the recordings");
    const std::vector<analysis::LoggedStep> logged = loggedSteps(record);
    if (logged.empty())
        return;
    const analysis::StepComparison comparison = analysis::compareSteps(found.steps, logged);
    metrics.add("traffic_steps_matched", number(comparison.matched) / number(comparison.logged), "share",
                "steps of the log within which exactly one step of the traffic lies, over all steps of the log");
}

} // namespace

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
    addVolume(metrics, plan, traffic);
    MR_TRY(found, analysis::detectSteps(analysis::seriesOf(traffic), job));
    addSteps(metrics, record, found);
    return metrics.take();
}

} // namespace millrace::run
