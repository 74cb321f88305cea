// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"
#include "core/trainer/step_loop.h"

#include <optional>

namespace millrace::trainer {

/// The policies of one worker. After each step the members of a session tell one another its times, every worker's
/// policies see the same observation, and what those of the first rank decide is done by all before the next step. So a
/// worker that becomes the first rank has seen what it was a member for.
class Adaptation
{
public:
    /// Both outlive it.
    Adaptation(const TrainSpec& spec, TrainingLog& log);

    [[nodiscard]] bool isActive() const noexcept { return !m_policies.empty(); }
    /// After a step of the loop over this session; `first`: of its members. A change of strategy or batch is done when
    /// it returns. Returns the number of workers that was decided, if one was.
    [[nodiscard]] Result<std::optional<int>> afterStep(collective::Session& session, StepLoop& loop, bool first);

private:
    [[nodiscard]] Result<policy::Observation> observe(collective::Session& session, const StepLoop& loop, bool first);

    TrainingLog& m_log;
    std::uint64_t m_payload;
    policy::PolicySet m_policies;
};

} // namespace millrace::trainer
