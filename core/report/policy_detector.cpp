// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/policy_detector.h"

#include "core/base/unknown.h"

#include <cmath>
#include <fmt/format.h>

namespace millrace::report {
namespace {

constexpr std::uint64_t unknownPayload = 64 << 20;

} // namespace

PolicyDetector::PolicyDetector(std::string name, const policy::PolicySpec& spec, collective::Strategy strategy)
    : m_name(std::move(name)), m_policy(policy::makePolicy(spec)), m_setting{strategy, 0, 1}
{
}

Result<policy::PolicySpec> PolicyDetector::parse(std::string_view name)
{
    MR_TRY(specs, policy::parsePolicies(name.substr(prefix.size())));
    if (specs.size() != 1 || specs.front().traits->change != policy::Change::Strategy
        || specs.front().traits->isSchedule)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not one policy that changes the strategy because of interference", name));
    return std::move(specs.front());
}

std::optional<monitor::Alarm> PolicyDetector::take(const monitor::StepSight& step)
{
    policy::Observation seen;
    seen.step = m_step++;
    seen.first = seen.step == 0;
    seen.setting = m_setting;
    seen.payload = unknownPayload;
    const auto time = [](double value) {
        return std::isfinite(value) && value > 0 && value < 1e9
            ? policy::observed(Nanoseconds(static_cast<Nanoseconds::rep>(value * 1e9)))
            : Nanoseconds(0);
    };
    for (std::size_t rank = 0; rank < step.duration.size(); ++rank) {
        if (rank < step.bytes.size() && step.bytes[rank] > 0)
            seen.payload = static_cast<std::uint64_t>(step.bytes[rank]);
        seen.duration.push_back(time(step.duration[rank]));
        seen.communication.push_back(time(rank < step.communication.size() ? step.communication[rank] : unknown));
    }
    const auto decision = m_policy->observe(seen);
    if (!decision)
        return std::nullopt;
    const bool isOriginal = decision->strategy == m_setting.strategy && decision->value == m_setting.root;
    if (isOriginal == !m_isAway)
        return std::nullopt;
    m_isAway = !isOriginal;
    monitor::Alarm alarm;
    alarm.over = isOriginal;
    alarm.raised = alarm.onset = step.iteration;
    alarm.wall = step.wall;
    alarm.size = alarm.confidence = unknown;
    alarm.sentence = decision->text() + ": " + decision->reason;
    return alarm;
}

} // namespace millrace::report
