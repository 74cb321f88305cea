// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/schedule_policy.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::policy {

SchedulePolicy::SchedulePolicy(Change change, std::vector<std::pair<std::int64_t, std::string>> schedule)
    : m_change(change)
{
    for (const auto& [step, text] : schedule)
        if (auto value = parseValue(change, text))
            m_entries.emplace_back(step, *std::move(value));
}

std::optional<Decision> SchedulePolicy::observe(const Observation& step)
{
    std::size_t next = m_next;
    while (next < m_entries.size() && m_entries[next].first <= step.step + 1)
        ++next;
    if (next == m_next)
        return std::nullopt;
    m_next = next;
    Decision decision = m_entries[next - 1].second;
    if (m_change == Change::Strategy)
        decision.value = std::min(decision.value, std::max(0, step.workers() - 1));
    decision.reason = fmt::format("the schedule says so from step {} on", m_entries[next - 1].first);
    return decision;
}

Result<Decision> SchedulePolicy::parseValue(Change change, std::string_view text)
{
    Decision decision{change, collective::Strategy::Auto, 0};
    if (change == Change::Strategy) {
        const auto parts = split(text, '@');
        MR_TRY(strategy, collective::parseStrategy(parts.front()));
        decision.strategy = strategy;
        if (parts.size() == 1)
            return decision;
        const auto root = parts.size() == 2 ? parseInteger(parts.back()) : Result<std::int64_t>(-1);
        if (!root || *root < 0 || *root > mostPolicyWorkers)
            return fail(ErrorCode::InvalidInput, fmt::format("\"{}\" has no rank after the @", text));
        decision.value = static_cast<int>(*root);
        return decision;
    }
    const auto number = parseInteger(text);
    if (!number || *number < 1 || *number > mostPolicyWorkers)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not a number from 1 to {}", text, mostPolicyWorkers));
    decision.value = static_cast<int>(*number);
    return decision;
}

} // namespace millrace::policy
