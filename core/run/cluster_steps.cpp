// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/cluster_steps.h"

#include "core/base/seconds.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace millrace::run {

namespace {

void lengthen(double& longest, const std::optional<Nanoseconds>& time)
{
    const double value = time ? seconds(*time) : unknown;
    longest = std::isnan(value) || std::isnan(longest) ? unknown : std::max(longest, value);
}

} // namespace

std::vector<double> ClusterSteps::column(double ClusterStep::*member) const
{
    std::vector<double> values;
    for (const ClusterStep& step : all)
        values.push_back(step.*member);
    return values;
}

ClusterSteps clusterSteps(const WorkloadRecord& record)
{
    std::map<std::int64_t, ClusterStep> byNumber;
    std::set<int> reporters;
    ClusterSteps steps;
    for (const monitor::IterationEvent& iteration : record.iterations) {
        if (iteration.warmup)
            continue;
        reporters.insert(iteration.origin.rank);
        if (!iteration.duration) {
            if (iteration.samplesPerSecond)
                steps.rates.push_back(*iteration.samplesPerSecond);
            continue;
        }
        ClusterStep& step = byNumber[iteration.iteration];
        step.begin = std::min(step.begin, iteration.origin.wall - *iteration.duration);
        step.end = std::max(step.end, iteration.origin.wall);
        step.duration = std::max(step.duration, seconds(*iteration.duration));
        lengthen(step.communication, iteration.communication);
        lengthen(step.compute, iteration.compute);
        step.samples += static_cast<double>(iteration.samples.value_or(0));
        ++step.ranks;
    }
    steps.reporters = static_cast<int>(reporters.size());
    for (const auto& [number, step] : byNumber)
        if (step.ranks == steps.reporters)
            steps.all.push_back(step);
    return steps;
}

} // namespace millrace::run
