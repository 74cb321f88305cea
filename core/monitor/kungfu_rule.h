// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/slowdown_evidence.h"
#include "core/policy/throughput_vote.h"

#include <cstdint>
#include <vector>

namespace millrace::monitor {

/// KungFu's rule for switching its strategy: policy::ThroughputVote with one alarm per job, never over. Steps are
/// counted in order of arrival, excused ones too. An unknown payload is assumed constant.
class KungFuRule : public Detector
{
public:
    explicit KungFuRule(int ranks, double threshold = policy::ThroughputVote::publishedThreshold);
    [[nodiscard]] std::string_view name() const noexcept override { return "kungfu"; }
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) override;
    void take(const LinkSample& sight) override { m_evidence.take(sight); }
    [[nodiscard]] int votes() const noexcept { return m_votes; } ///< of the last step

private:
    std::size_t m_ranks;
    policy::ThroughputVote m_vote;
    int m_votes = 0;
    bool m_switched = false;
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor
