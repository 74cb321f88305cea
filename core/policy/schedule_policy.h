// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"

namespace millrace::policy {

/// Changes a value at given steps, whatever happens. The first step is decided by the settings of the training: an
/// entry for step 0 takes effect in step 1.
class SchedulePolicy final : public Policy
{
public:
    SchedulePolicy(Change change, std::vector<std::pair<std::int64_t, std::string>> schedule);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

    /// A value as in a schedule: a number from 1, or a strategy ("STAR", "STAR@2" for another root).
    [[nodiscard]] static Result<Decision> parseValue(Change change, std::string_view text);

private:
    Change m_change;
    std::vector<std::pair<std::int64_t, Decision>> m_entries;
    std::size_t m_next = 0;
};

} // namespace millrace::policy
