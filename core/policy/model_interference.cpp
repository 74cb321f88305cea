// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/model_interference.h"

#include "core/base/seconds.h"
#include "core/base/statistics.h"
#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::policy {
namespace {

constexpr std::size_t referenceSteps = 10;
constexpr std::size_t settlingSteps = 2; ///< connections find their rate again
constexpr std::size_t measuredSteps = 5;
constexpr std::size_t keptSteps = 2; ///< while watching
constexpr double ignored = 0.113; ///< ln 1.12
constexpr double mostPerStep = 0.31; ///< beyond that, so a step counts as 53 % at most
constexpr double threshold = 0.6; ///< so at least two steps
constexpr std::size_t mostFailures = 3;
constexpr std::int64_t longestPatience = 100'000;

std::string timeText(double time)
{
    return humanDuration(Nanoseconds(static_cast<Nanoseconds::rep>(time * 1e9)));
}

std::pair<int, int> keyOf(const Setting& setting)
{
    return {static_cast<int>(setting.strategy), setting.root};
}

} // namespace

ModelInterference::ModelInterference(const PolicyOptions& options)
    : m_gain(options.find("gain")->second), m_patience(static_cast<std::int64_t>(options.find("patience")->second))
{
}

void ModelInterference::learn(const Setting& setting)
{
    change(setting, State::Learning);
    m_original = setting;
    m_isAway = false;
    m_failed.clear();
}

void ModelInterference::change(const Setting& setting, State state)
{
    m_current = setting;
    m_state = state;
    m_times.clear();
    m_slowSum = m_fastSum = 0;
}

bool ModelInterference::isSlow(double time)
{
    if (time > 0 && m_reference > 0)
        m_slowSum = std::max(0.0, m_slowSum + std::min(std::log(time / m_reference) - ignored, mostPerStep));
    return m_slowSum > threshold;
}

bool ModelInterference::isFast(double time)
{
    if (time > 0 && m_reference > 0)
        m_fastSum = std::max(0.0, m_fastSum + std::min(std::log(m_reference / time) - ignored, mostPerStep));
    return m_fastSum > threshold;
}

std::optional<double> ModelInterference::measured(std::size_t needed) const
{
    if (m_times.size() < settlingSteps + needed)
        return std::nullopt;
    return median(std::span(m_times).last(needed));
}

Decision ModelInterference::decisionFor(const Setting& setting, State next, std::string reason)
{
    change(setting, next);
    Decision decision{Change::Strategy, setting.strategy, setting.root};
    decision.reason = std::move(reason);
    return decision;
}

std::optional<Decision> ModelInterference::observe(const Observation& step)
{
    if (step.workers() < 2 || step.communication.empty() || step.payload == 0)
        return std::nullopt;
    // Members that have changed, or a strategy that somebody else has chosen.
    const bool isNew = m_state == State::Learning && m_times.empty();
    if (step.first || isNew || keyOf(step.setting) != keyOf(m_current))
        learn(step.setting);
    const double time = seconds(step.communicationTime());
    m_times.push_back(time);
    switch (m_state) {
    case State::Learning:
        if (const auto reference = measured(referenceSteps)) {
            m_reference = m_undisturbed = *reference;
            change(m_current, State::Watching);
        }
        return std::nullopt;
    case State::Watching:
        if (m_times.size() > keptSteps)
            m_times.erase(m_times.begin());
        return watch(step, time);
    case State::Settling: return onSettled(step);
    case State::Trying: return onTried();
    }
    return std::nullopt;
}

std::optional<Decision> ModelInterference::watch(const Observation& step, double time)
{
    if (isSlow(time))
        return onSlow(step);
    if (isFast(time)) {
        if (!m_isAway) {
            learn(step.setting);
            return std::nullopt;
        }
        m_reference = median(m_times);
        m_fastSum = 0;
        m_nextTry = m_away + 1;
    }
    if (!m_isAway || ++m_away < m_nextTry || m_reference <= m_undisturbed * (1 + m_gain / 2))
        return std::nullopt;
    m_alternative = m_current;
    return decisionFor(m_original, State::Trying,
                       fmt::format("{} steps have passed: whether the interference is over", m_away));
}

std::optional<Decision> ModelInterference::onSlow(const Observation& step)
{
    m_disturbed = median(m_times);
    return select(step);
}

std::optional<Decision> ModelInterference::select(const Observation& step)
{
    const auto choices = chooseStrategy({step.workers(), step.payload, m_current, m_reference, m_disturbed});
    const auto best = std::ranges::find_if(choices, [this](const Choice& choice) {
        return !m_failed.contains({static_cast<int>(choice.strategy), choice.root});
    });
    if (best == choices.end() || best->time > m_disturbed * (1 - m_gain) || m_failed.size() >= mostFailures) {
        // Nothing to gain: the slower level is the reference from now on.
        m_reference = m_disturbed;
        change(m_current, State::Watching);
        return std::nullopt;
    }
    if (!m_isAway) {
        m_isAway = true;
        m_away = 0;
        m_nextTry = m_patience;
        m_undisturbed = m_reference;
    }
    Setting setting = step.setting;
    setting.strategy = best->strategy;
    setting.root = best->root;
    return decisionFor(setting, State::Settling,
                       fmt::format("the all-reduce takes {} instead of {}; {} is expected to take {}",
                                   timeText(m_disturbed), timeText(m_reference),
                                   collective::strategyName(best->strategy), timeText(best->time)));
}

std::optional<Decision> ModelInterference::onSettled(const Observation& step)
{
    const auto now = measured(measuredSteps);
    if (!now)
        return std::nullopt;
    if (*now <= m_disturbed * (1 - m_gain / 2)) {
        m_reference = *now;
        change(m_current, State::Watching);
        return std::nullopt;
    }
    m_failed.insert(keyOf(m_current));
    if (m_failed.size() < mostFailures) {
        const Setting tried = m_current;
        m_current = m_original;
        m_reference = m_undisturbed;
        if (auto next = select(step))
            return next;
        m_current = tried;
    }
    m_isAway = false;
    m_reference = m_disturbed;
    Decision decision = decisionFor(m_original, State::Watching,
                                    fmt::format("the all-reduce takes {} with the other strategy and {} with this one",
                                                timeText(*now), timeText(m_disturbed)));
    return decision;
}

std::optional<Decision> ModelInterference::onTried()
{
    const auto now = measured(measuredSteps);
    if (!now)
        return std::nullopt;
    if (*now <= m_reference * (1 + m_gain / 2)) {
        m_isAway = false;
        m_failed.clear();
        m_reference = *now;
        change(m_current, State::Watching);
        return std::nullopt;
    }
    m_away = 0;
    m_nextTry = std::min(longestPatience, m_nextTry * 2);
    return decisionFor(
        m_alternative, State::Watching,
        fmt::format("the interference goes on: {} instead of {}", timeText(*now), timeText(m_reference)));
}

} // namespace millrace::policy
