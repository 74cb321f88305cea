// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/detector.h"
#include "core/policy/policy.h"

namespace millrace::report {

/// A policy of the strategy on the score card of the detectors: a change away from the strategy of the run is an alarm,
/// the way back its end, and another change in between says nothing. The changes are not carried out. Without a known
/// payload the policy gets a large one, since only shares of it matter.
class PolicyDetector final : public monitor::Detector
{
public:
    PolicyDetector(std::string name, const policy::PolicySpec& spec, collective::Strategy strategy);
    [[nodiscard]] std::string_view name() const noexcept override { return m_name; }
    [[nodiscard]] std::optional<monitor::Alarm> take(const monitor::StepSight& step) override;

    static constexpr std::string_view prefix = "policy:";
    /// "policy:model-interference": InvalidInput for one that does not change the strategy.
    [[nodiscard]] static Result<policy::PolicySpec> parse(std::string_view name);

private:
    std::string m_name;
    std::unique_ptr<policy::Policy> m_policy;
    policy::Setting m_setting;
    std::int64_t m_step = 0;
    bool m_isAway = false;
};

} // namespace millrace::report
