// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"
#include "core/policy/traffic_choice.h"

#include <set>

namespace millrace::policy {

/// Changes the strategy while other traffic slows the communication down, and changes it back afterwards.
///
/// Reference: the median communication time of ten steps. Detection: a cumulative sum of the logarithms of time ÷
/// reference beyond 12 % each, every step counted as 53 % at most, so that one slow step alone is no interference
/// (Page 1954). Choice: chooseStrategy(), if it promises `gain`. Hysteresis: a strategy that does not bring half of the
/// gain is not used again during this interference; after three the first strategy comes back. Way back: after
/// `patience` steps the first strategy is tried for some steps, and stays if it is as fast as the other one; if not,
/// the next try comes twice as late. A strategy that is as fast as the first one was before stays. When the
/// communication becomes faster by itself, a new reference is learnt, or the first strategy is tried at once.
class ModelInterference final : public Policy
{
public:
    explicit ModelInterference(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    enum class State
    {
        Learning, ///< the reference of the strategy in use
        Watching,
        Settling, ///< after a change because of interference
        Trying, ///< the first strategy again
    };
    void learn(const Setting& setting);
    void change(const Setting& setting, State state);
    [[nodiscard]] bool isSlow(double time);
    [[nodiscard]] bool isFast(double time);
    [[nodiscard]] std::optional<Decision> watch(const Observation& step, double time);
    [[nodiscard]] std::optional<Decision> onSlow(const Observation& step);
    [[nodiscard]] std::optional<Decision> onSettled(const Observation& step);
    [[nodiscard]] std::optional<Decision> onTried();
    [[nodiscard]] std::optional<Decision> select(const Observation& step);
    [[nodiscard]] Decision decisionFor(const Setting& setting, State next, std::string reason);
    /// The median of the last steps once enough have passed in this state.
    [[nodiscard]] std::optional<double> measured(std::size_t needed) const;

    double m_gain;
    std::int64_t m_patience;
    State m_state = State::Learning;
    Setting m_current; ///< as decided or seen
    Setting m_original;
    bool m_isAway = false; ///< from the original
    std::vector<double> m_times; ///< s, in this state
    double m_reference = 0; ///< s, of the strategy in use
    double m_undisturbed = 0; ///< s, of the original
    double m_disturbed = 0; ///< s, of the original under interference
    double m_slowSum = 0;
    double m_fastSum = 0;
    std::set<std::pair<int, int>> m_failed; ///< strategy and root, during this interference
    std::int64_t m_away = 0; ///< steps with the alternative
    std::int64_t m_nextTry = 0;
    Setting m_alternative;
};

} // namespace millrace::policy
