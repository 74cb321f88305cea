// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/replay/policy_replay.h"

#include "core/run/step_attempts.h"

#include <algorithm>
#include <map>
#include <set>

namespace millrace::replay {
namespace {

using monitor::IterationEvent;

/// The strategy and its root, which follow the decisions of the run.
class Settings
{
public:
    explicit Settings(const run::AdaptationRecord& record) : m_decisions(record.decisions)
    {
        std::ranges::stable_sort(m_decisions, {}, &monitor::DecisionEvent::step);
        m_now.batch = record.batch;
        if (const auto strategy = collective::parseStrategy(record.strategy))
            m_now.strategy = *strategy;
    }
    /// In this step, of so many workers; steps must come in order.
    policy::Setting at(std::int64_t number, int workers)
    {
        for (; m_next < m_decisions.size() && m_decisions[m_next].step < number; ++m_next) {
            const policy::Decision& decision = m_decisions[m_next].decision;
            if (decision.change == policy::Change::Strategy) {
                m_now.strategy = decision.strategy;
                m_now.root = decision.value;
            }
        }
        m_now.root = std::min(m_now.root, std::max(0, workers - 1));
        return m_now;
    }

private:
    std::vector<monitor::DecisionEvent> m_decisions;
    policy::Setting m_now;
    std::size_t m_next = 0;
};

/// By rank and time.
using PrintedScales = std::map<int, std::map<Nanoseconds, double>>;

PrintedScales printedScales(const run::AdaptationRecord& record)
{
    PrintedScales scales;
    for (const monitor::MetricEvent& metric : record.noiseScales)
        scales[metric.origin.rank][metric.origin.monotonic] = metric.value;
    return scales;
}

/// The first one that a rank printed after a step and before its next one.
std::optional<double> noiseScaleOf(const IterationEvent& line, const PrintedScales& scales,
                                   const std::map<int, std::vector<Nanoseconds>>& ends)
{
    const auto printed = scales.find(line.origin.rank);
    if (printed == scales.end())
        return std::nullopt;
    const auto& own = ends.at(line.origin.rank);
    const auto next = std::ranges::upper_bound(own, line.origin.monotonic);
    const auto end = next == own.end() ? printed->second.end() : printed->second.lower_bound(*next);
    const auto first = printed->second.lower_bound(line.origin.monotonic);
    return first == end ? std::nullopt : std::optional(first->second);
}

} // namespace

PolicySteps policySteps(const run::WorkloadRecord& record)
{
    std::set<std::int64_t> firsts;
    for (const monitor::ResizeEvent& resize : record.adaptation.resizes)
        if (resize.phases)
            firsts.insert(resize.phases->step);
    std::map<int, std::vector<Nanoseconds>> ends;
    for (const IterationEvent& event : record.iterations)
        ends[event.origin.rank].push_back(event.origin.monotonic);
    for (auto& [rank, times] : ends)
        std::ranges::sort(times);
    const PrintedScales scales = printedScales(record.adaptation);
    PolicySteps found;
    Settings settings(record.adaptation);
    const std::vector<run::StepAttempt> attempts = run::stepAttempts(record);
    for (std::size_t i = 0; i < attempts.size();) {
        const std::int64_t number = attempts[i].number;
        const run::StepAttempt* last = nullptr; // the last one of which all workers have a line
        for (; i < attempts.size() && attempts[i].number == number; ++i)
            if (attempts[i].isWhole())
                last = &attempts[i];
        if (last == nullptr) {
            ++found.incomplete;
            continue;
        }
        const auto& lines = last->lines;
        PolicySteps::Step& added = found.steps.emplace_back();
        policy::Observation& observation = added.observation;
        observation.step = number;
        observation.warmup = lines.front()->warmup;
        observation.first = firsts.empty() ? found.steps.size() == 1 : firsts.contains(number);
        observation.payload = record.adaptation.payload;
        observation.setting = settings.at(number, static_cast<int>(lines.size()));
        if (lines.front()->samples)
            observation.setting.batch = static_cast<int>(*lines.front()->samples);
        const bool isTimed =
            std::ranges::all_of(lines, [](const IterationEvent* line) { return line->communication.has_value(); });
        for (const IterationEvent* line : lines) {
            added.members.push_back(line->origin.rank);
            observation.duration.push_back(policy::observed(*line->duration));
            if (isTimed)
                observation.communication.push_back(policy::observed(*line->communication));
        }
        observation.noiseScale = noiseScaleOf(*lines.front(), scales, ends);
    }
    return found;
}

PolicyReplay replayPolicies(const PolicySteps& steps, const std::vector<policy::PolicySpec>& policies)
{
    std::map<int, policy::PolicySet> deciders; // by rank in the log
    for (const PolicySteps::Step& each : steps.steps)
        if (!deciders.contains(each.members.front()))
            deciders.emplace(each.members.front(), policies);
    PolicyReplay replay;
    replay.steps = static_cast<std::int64_t>(steps.steps.size());
    replay.incomplete = steps.incomplete;
    for (const PolicySteps::Step& each : steps.steps)
        for (auto& [rank, policy] : deciders) {
            if (std::ranges::find(each.members, rank) == each.members.end())
                continue;
            auto decisions = policy.observe(each.observation);
            if (rank == each.members.front())
                for (policy::Decision& decision : decisions)
                    replay.decisions.push_back({each.observation.step, std::move(decision)});
        }
    return replay;
}

std::vector<ComparedDecision> compareDecisions(const PolicyReplay& replay,
                                               const std::vector<monitor::DecisionEvent>& live)
{
    std::map<std::pair<std::int64_t, policy::Change>, ComparedDecision> all;
    for (const PolicyReplay::Decided& decided : replay.decisions) {
        ComparedDecision& entry = all[{decided.step, decided.decision.change}];
        entry.step = decided.step;
        entry.replayed = decided.decision;
    }
    for (const monitor::DecisionEvent& event : live) {
        ComparedDecision& entry = all[{event.step, event.decision.change}];
        entry.step = event.step;
        entry.live = event.decision;
    }
    std::vector<ComparedDecision> decisions;
    for (auto& [key, entry] : all)
        decisions.push_back(std::move(entry));
    return decisions;
}

} // namespace millrace::replay
