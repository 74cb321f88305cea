// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/monitor/detector_score.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"
#include "core/monitor/blame_queue.h"
#include "core/monitor/iteration_time.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace millrace::monitor {

namespace {

double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : unknown;
}

struct Totals
{
    std::size_t jobs = 0, injected = 0, found = 0, falseAlarms = 0, named = 0, nameable = 0;
    double iterations = 0, cleanSeconds = 0;
    std::vector<double> delays, sizeErrors;

    void add(const JobVerdict& verdict)
    {
        ++jobs;
        injected += verdict.level > 0 ? 1u : 0u;
        found += verdict.found ? 1u : 0u;
        falseAlarms += verdict.falseAlarms;
        iterations += static_cast<double>(verdict.iterations);
        cleanSeconds += verdict.cleanSeconds;
        if (std::isfinite(verdict.delay))
            delays.push_back(verdict.delay);
        if (std::isfinite(verdict.sizeError))
            sizeErrors.push_back(verdict.sizeError);
        nameable += verdict.named ? 1u : 0u;
        named += verdict.named.value_or(false) ? 1u : 0u;
    }
};

DetectorScore scoreOf(std::string_view detector, double level, const Totals& of, double cleanFalseAlarms)
{
    DetectorScore score;
    score.detector = detector;
    score.level = level;
    score.jobs = of.jobs;
    score.found = of.found;
    score.missed = of.injected - of.found;
    score.falseAlarms = of.falseAlarms;
    const auto found = static_cast<double>(of.found);
    const double wrong = static_cast<double>(of.falseAlarms) + cleanFalseAlarms;
    const auto missed = static_cast<double>(score.missed);
    const bool hasTruth = of.injected > 0;
    score.precision = hasTruth ? ratio(found, found + wrong) : unknown;
    score.recall = ratio(found, static_cast<double>(of.injected));
    score.f1 = hasTruth ? ratio(2 * found, 2 * found + wrong + missed) : unknown;
    score.delayMedian = median(of.delays);
    score.delayP90 = quantile(of.delays, 0.9);
    score.falseAlarmsPerHour = ratio(3600 * static_cast<double>(of.falseAlarms), of.cleanSeconds);
    score.linkNamed = ratio(static_cast<double>(of.named), static_cast<double>(of.nameable));
    score.sizeError = median(of.sizeErrors);
    return score;
}

} // namespace

bool isNamed(const Alarm& alarm, const std::pair<int, int>& link)
{
    return alarm.link
        && ((link.first >= 0 && alarm.link->first == link.first)
            || (link.second >= 0 && alarm.link->second == link.second));
}

JobVerdict judge(const ScoredJob& job, std::span<const Alarm> alarms)
{
    JobVerdict verdict;
    verdict.delay = verdict.sizeError = unknown;
    verdict.iterations = job.steps.size();
    const auto isInjected = [&](std::int64_t iteration) {
        return job.truth && iteration >= job.truth->onset && iteration < job.truth->end + graceIterations;
    };
    for (const StepSight& step : job.steps)
        if (const double time = iterationTime(step); !isInjected(step.iteration) && std::isfinite(time))
            verdict.cleanSeconds += time;
    if (job.truth)
        verdict.level = job.truth->level > 0 ? job.truth->level : job.truth->requested;
    double standing = 0; // size of the active alarm
    for (const Alarm& alarm : alarms) {
        const double grown = alarm.worse ? (1 + alarm.size) / (1 + standing) - 1 : alarm.size;
        standing = alarm.over ? 0 : alarm.size;
        if (alarm.over)
            continue;
        if (!isInjected(alarm.raised)) {
            ++verdict.falseAlarms;
        } else if (!verdict.found) {
            verdict.found = true;
            verdict.delay = static_cast<double>(alarm.raised - job.truth->onset);
            verdict.sizeError = std::abs(grown - job.truth->measured);
            if (job.truth->link)
                verdict.named = isNamed(alarm, *job.truth->link);
        }
    }
    return verdict;
}

std::vector<DetectorScore> scoreVerdicts(std::string_view detector, std::span<const JobVerdict> verdicts)
{
    std::set<double> levels;
    Totals all;
    Totals clean;
    for (const JobVerdict& verdict : verdicts) {
        levels.insert(verdict.level);
        all.add(verdict);
        if (verdict.level <= 0)
            clean.add(verdict);
    }
    std::vector<DetectorScore> scores;
    for (const double level : levels) {
        Totals of;
        for (const JobVerdict& verdict : verdicts)
            if (verdict.level == level)
                of.add(verdict);
        const double share = level > 0 && clean.iterations > 0 ? of.iterations / clean.iterations : 0;
        scores.push_back(scoreOf(detector, level, of, share * static_cast<double>(clean.falseAlarms)));
    }
    scores.push_back(scoreOf(detector, unknown, all, 0));
    return scores;
}

std::vector<Alarm> replay(const ScoredJob& job, Detector& detector)
{
    std::vector<Alarm> alarms;
    const auto keep = [&alarms](std::vector<RaisedAlarm> raised) {
        for (RaisedAlarm& each : raised)
            alarms.push_back(std::move(each.alarm));
    };
    BlameQueue queue(job.ranks);
    auto link = job.links.begin();
    auto node = job.nodes.begin();
    for (const StepSight& step : job.steps) {
        for (; link != job.links.end() && link->wall <= step.wall; ++link)
            queue.take(*link);
        for (; node != job.nodes.end() && node->wall <= step.wall; ++node)
            queue.take(*node);
        queue.take(step);
        if (auto alarm = detector.take(step))
            queue.add(detector.name(), std::move(*alarm));
        keep(queue.due());
    }
    keep(queue.rest());
    return alarms;
}

std::vector<DetectorScore> scoreDetectors(std::span<const ScoredJob> jobs, std::span<const std::string> detectors)
{
    std::vector<DetectorScore> scores;
    for (const std::string& name : detectors) {
        std::vector<JobVerdict> verdicts;
        for (const ScoredJob& job : jobs)
            if (const auto detector = makeDetector(name, job.ranks))
                verdicts.push_back(judge(job, replay(job, *detector)));
        if (verdicts.empty())
            continue;
        for (DetectorScore& score : scoreVerdicts(name, verdicts))
            scores.push_back(std::move(score));
    }
    return scores;
}

} // namespace millrace::monitor
