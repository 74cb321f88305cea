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

/// A rank, or a process whose lines have none.
using Speaker = std::pair<int, std::string>;

Speaker speakerOf(const monitor::IterationEvent& iteration)
{
    return {iteration.origin.rank, iteration.origin.rank < 0 ? iteration.origin.worker : std::string()};
}

/// Whether, of the steps timed by lines, more than a tenth have no time, not counting the first of each rank: their
/// program buffers its output, so the arrival of its lines is no measure.
bool cameAtOnce(const WorkloadRecord& record)
{
    std::map<Speaker, std::pair<int, int>> bySpeaker; // without a time, with one
    for (const monitor::IterationEvent& iteration : record.iterations)
        if (!iteration.duration && !iteration.samplesPerSecond)
            ++bySpeaker[speakerOf(iteration)].first;
        else if (iteration.timedByLines)
            ++bySpeaker[speakerOf(iteration)].second;
    int without = 0, with = 0;
    for (const auto& [speaker, counts] : bySpeaker) {
        without += std::max(0, counts.first - 1);
        with += counts.second;
    }
    return 10 * without > without + with;
}

/// By position among the iterations: whether the rank has not made this step again after a restart of the job. Empty:
/// there was none.
std::vector<bool> lastAttempts(const WorkloadRecord& record)
{
    std::vector<bool> isLast;
    if (record.restarts.empty())
        return isLast;
    isLast.assign(record.iterations.size(), true);
    std::map<std::pair<Speaker, std::int64_t>, std::size_t> last;
    for (std::size_t i = 0; i < record.iterations.size(); ++i) {
        const monitor::IterationEvent& iteration = record.iterations[i];
        if (iteration.warmup)
            continue;
        const auto [place, isNew] = last.try_emplace({speakerOf(iteration), iteration.iteration}, i);
        if (!isNew)
            isLast[std::exchange(place->second, i)] = false;
    }
    return isLast;
}

} // namespace

bool ClusterSteps::areOfMembers() const
{
    return std::ranges::any_of(all, &ClusterStep::ofMembers);
}

int ClusterSteps::workers(int planned) const
{
    if (!areOfMembers())
        return planned;
    const auto [least, most] = std::ranges::minmax_element(all, {}, &ClusterStep::ranks);
    return least->ranks == most->ranks ? least->ranks : 0;
}

std::vector<double> ClusterSteps::column(double ClusterStep::*member) const
{
    std::vector<double> values;
    for (const ClusterStep& step : all)
        values.push_back(step.*member);
    return values;
}

std::string ClusterSteps::sourceText() const
{
    if (buffered)
        return "; the step lines have no time and arrived in bursts, so the step time is unknown: make the program "
               "flush each line (stdbuf -oL, flush=True)";
    return timedByLines ? "; the step lines have no time: a step is timed from the previous step's line to its own"
                        : "";
}

ClusterSteps clusterSteps(const WorkloadRecord& record)
{
    std::map<std::int64_t, ClusterStep> byNumber;
    std::map<std::int64_t, int> untimed; // ranks by step
    std::set<Speaker> reporters;
    ClusterSteps steps;
    steps.buffered = cameAtOnce(record);
    const auto isLast = lastAttempts(record);
    for (std::size_t i = 0; i < record.iterations.size(); ++i) {
        const monitor::IterationEvent& iteration = record.iterations[i];
        if (iteration.warmup || (!isLast.empty() && !isLast[i]))
            continue;
        reporters.insert(speakerOf(iteration));
        if (!iteration.duration && iteration.samplesPerSecond) {
            steps.rates.push_back(*iteration.samplesPerSecond);
            continue;
        }
        steps.timedByLines |= iteration.timedByLines;
        if (!iteration.duration || (iteration.timedByLines && steps.buffered)) {
            ++untimed[iteration.iteration];
            continue;
        }
        ClusterStep& step = byNumber[iteration.iteration];
        step.begin = std::min(step.begin, iteration.origin.wall - *iteration.duration);
        step.end = std::max(step.end, iteration.origin.wall);
        step.duration = std::max(step.duration, seconds(*iteration.duration));
        lengthen(step.communication, iteration.communication);
        lengthen(step.compute, iteration.compute);
        step.samples += static_cast<double>(iteration.samples.value_or(0));
        step.ofMembers |= iteration.hasMembers();
        ++step.ranks;
    }
    steps.reporters = static_cast<int>(reporters.size());
    for (const auto& [number, step] : byNumber)
        if (step.ofMembers || step.ranks == steps.reporters)
            steps.all.push_back(step);
    for (const auto& [number, ranks] : untimed) {
        const auto timed = byNumber.find(number);
        steps.untimed += ranks + (timed == byNumber.end() ? 0 : timed->second.ranks) == steps.reporters;
    }
    return steps;
}

} // namespace millrace::run
