// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/trainer/adaptation.h"

#include <algorithm>

namespace millrace::trainer {
namespace {

constexpr int halfWord = 32;
constexpr std::int64_t lowHalf = 0xffffffff; ///< and the longest time in µs, 71 minutes

std::uint64_t microseconds(Nanoseconds time)
{
    const auto count = std::chrono::floor<std::chrono::microseconds>(time).count();
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(count, 0, lowHalf));
}

} // namespace

Adaptation::Adaptation(const TrainSpec& spec, TrainingLog& log)
    : m_log(log), m_payload(spec.model.bytes()), m_policies(spec.policies)
{
}

Result<policy::Observation> Adaptation::observe(collective::Session& session, const StepLoop& loop, bool first)
{
    const StepReport& report = loop.lastStep();
    MR_TRY(words, session.exchange(microseconds(report.total) << halfWord | microseconds(report.communication)));
    policy::Observation observation;
    observation.step = loop.done() - 1;
    observation.warmup = report.warmup;
    observation.first = first;
    observation.setting = loop.setting();
    observation.payload = m_payload;
    for (const std::uint64_t word : words) {
        observation.duration.push_back(std::chrono::microseconds(word >> halfWord));
        observation.communication.push_back(std::chrono::microseconds(word & lowHalf));
    }
    observation.noiseScale = loop.lastNoiseScale();
    return observation;
}

Result<std::optional<int>> Adaptation::afterStep(collective::Session& session, StepLoop& loop, bool first)
{
    if (!isActive())
        return std::optional<int>();
    MR_TRY(observation, observe(session, loop, first));
    const std::vector<policy::Decision> decisions = m_policies.observe(observation);
    std::optional<int> workers;
    for (const policy::Change change : {policy::Change::Strategy, policy::Change::Batch, policy::Change::Workers}) {
        if (!m_policies.changes(change))
            continue;
        const auto own = std::ranges::find(decisions, change, &policy::Decision::change);
        MR_TRY(words, session.exchange(own == decisions.end() ? 0 : own->word()));
        const auto decided = policy::Decision::ofWord(words.front());
        if (!decided)
            continue;
        if (session.rank() == 0)
            MR_CHECK(m_log.decided(*own, observation.step));
        if (change == policy::Change::Workers)
            workers = decided->value;
        else
            MR_CHECK(loop.apply(*decided));
    }
    return workers;
}

} // namespace millrace::trainer
