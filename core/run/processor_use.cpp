// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/processor_use.h"

#include "core/base/seconds.h"
#include "core/base/units.h"
#include "core/base/unknown.h"
#include "core/run/metric_list.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::run {

namespace metrics = store::metrics;

namespace {

double pressureShare(const ProcessorUse& use)
{
    if (!use.first || !use.last || use.last->pressure == Nanoseconds(0) || use.lastTime <= use.firstTime)
        return unknown;
    return seconds(use.last->pressure - use.first->pressure) / seconds(use.lastTime - use.firstTime);
}

template <typename Value>
double highest(const std::vector<ProcessorUse>& nodes, Value value)
{
    double highest = unknown;
    for (const ProcessorUse& use : nodes)
        if (const double each = value(use); !std::isnan(each) && !(each <= highest))
            highest = each;
    return highest;
}

/// Interpolates the delay between two samples.
double runDelayAt(const std::vector<ProcessorUse::DelayPoint>& points, Nanoseconds wall)
{
    const auto after = std::ranges::lower_bound(points, wall, {}, &ProcessorUse::DelayPoint::wall);
    if (after == points.begin())
        return seconds(after->runDelay);
    if (after == points.end())
        return seconds(points.back().runDelay);
    const auto before = after - 1;
    const double share = seconds(wall - before->wall) / seconds(after->wall - before->wall);
    return seconds(before->runDelay) + share * seconds(after->runDelay - before->runDelay);
}

} // namespace

void ProcessorUse::take(const agent::Sample& sample)
{
    Nanoseconds cpu{0};
    Nanoseconds delay{0};
    for (const agent::ProcessUsage& process : sample.processes) {
        cpu += process.usage.cpu;
        delay += process.usage.runDelay;
    }
    workload = std::max(workload, cpu); // ended processes are missing in later samples
    runDelay = std::max(runDelay, delay);
    delays.push_back({sample.wall, runDelay});
    if (!sample.machine)
        return;
    if (!first) {
        first = sample.machine;
        firstTime = sample.monotonic;
    }
    last = sample.machine;
    lastTime = sample.monotonic;
}

double ProcessorUse::runDelayShare() const
{
    const double wanted = seconds(runDelay + workload);
    return runDelay > Nanoseconds(0) && wanted > 0 ? seconds(runDelay) / wanted : unknown;
}

double ProcessorUse::waitingShare(Nanoseconds begin, Nanoseconds end) const
{
    if (runDelay == Nanoseconds(0) || end <= begin)
        return unknown;
    return (runDelayAt(delays, end) - runDelayAt(delays, begin)) / seconds(end - begin);
}

double stealShare(const ProcessorUse& use)
{
    if (!use.first || !use.last)
        return unknown;
    const auto all = [](const counters::MachineCpu& cpu) { return cpu.user + cpu.system + cpu.idle + cpu.steal; };
    const double time = seconds(all(*use.last) - all(*use.first));
    return time > 0 ? seconds(use.last->steal - use.first->steal) / time : unknown;
}

std::vector<store::Metric> processorMetrics(const std::vector<ProcessorUse>& nodes)
{
    MetricList metrics;
    Nanoseconds delay{0};
    for (const ProcessorUse& use : nodes)
        delay += use.runDelay;
    if (delay > Nanoseconds(0))
        metrics.add(metrics::runDelay, seconds(delay));
    metrics.add(metrics::runDelayShare, highest(nodes, [](const ProcessorUse& use) { return use.runDelayShare(); }));
    metrics.add(metrics::machineSteal, highest(nodes, stealShare));
    metrics.add(metrics::machinePressure, highest(nodes, pressureShare));
    return metrics.take();
}

} // namespace millrace::run
