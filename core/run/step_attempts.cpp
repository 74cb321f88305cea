// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/step_attempts.h"

#include <algorithm>
#include <map>
#include <set>

namespace millrace::run {
namespace {

using monitor::IterationEvent;

/// Steps of the warm-up, which are numbered separately in the log.
std::int64_t warmupSteps(const WorkloadRecord& record)
{
    std::int64_t steps = 0;
    for (const IterationEvent& event : record.iterations)
        if (event.warmup)
            steps = std::max(steps, event.iteration + 1);
    return steps;
}

/// Step, how many times this rank had made it before, and members.
using AttemptKey = std::tuple<std::int64_t, int, int>;

} // namespace

double StepAttempt::samples() const
{
    double sum = 0;
    for (const IterationEvent* line : lines)
        sum += static_cast<double>(line->samples.value_or(0));
    return sum;
}

std::vector<StepAttempt> stepAttempts(const WorkloadRecord& record)
{
    const std::int64_t warmup = warmupSteps(record);
    std::set<int> ranks;
    for (const IterationEvent& event : record.iterations)
        if (event.origin.rank >= 0)
            ranks.insert(event.origin.rank);
    std::map<AttemptKey, StepAttempt> attempts;
    std::map<std::pair<std::int64_t, int>, int> made; // by step and rank
    for (const IterationEvent& event : record.iterations) {
        if (!event.duration || event.origin.rank < 0)
            continue;
        const std::int64_t number = event.iteration + (event.warmup ? 0 : warmup);
        const int workers = event.hasMembers() ? *event.workers : static_cast<int>(ranks.size());
        StepAttempt& attempt = attempts[{number, made[{number, event.origin.rank}]++, workers}];
        attempt.number = number;
        attempt.workers = workers;
        const Nanoseconds begin = event.origin.wall - *event.duration;
        attempt.begin = attempt.lines.empty() ? begin : std::min(attempt.begin, begin);
        attempt.end = std::max(attempt.end, event.origin.wall);
        attempt.lines.push_back(&event);
    }
    std::vector<StepAttempt> all;
    for (auto& [key, attempt] : attempts) {
        std::ranges::stable_sort(attempt.lines, {}, [](const IterationEvent* event) {
            return event->position ? *event->position : event->origin.rank;
        });
        all.push_back(std::move(attempt));
    }
    std::ranges::stable_sort(all, {},
                             [](const StepAttempt& attempt) { return std::pair(attempt.number, attempt.end); });
    return all;
}

} // namespace millrace::run
