// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/slowdown_evidence.h"

#include <cstdint>
#include <vector>

namespace millrace::monitor {

/// KungFu's rule for switching its strategy (github.com/lsds/KungFu, branch main): a rank's throughput is the
/// payload of its step ÷ the time of its communication; its value in step 5 (from 0) is its permanent reference; later
/// it votes when it is below 0.8 of that; more than floor(n/2) votes are an alarm; one alarm per job, never over. Steps
/// are counted in order of arrival, excused ones too, and a rank without numbers does not vote. An unknown payload is
/// assumed constant. KungFu adds the votes in an int8, which wraps above 127 workers; this does not.
class KungFuRule : public Detector
{
public:
    explicit KungFuRule(int ranks, double threshold = publishedThreshold);
    [[nodiscard]] std::string_view name() const noexcept override { return "kungfu"; }
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) override;
    void take(const LinkSample& sight) override { m_evidence.take(sight); }
    [[nodiscard]] int votes() const noexcept { return m_votes; } ///< of the last step

    static constexpr double publishedThreshold = 0.8;
    static constexpr std::int64_t referenceStep = 5;

private:
    std::size_t m_ranks;
    double m_threshold;
    std::vector<double> m_reference; ///< by rank; payload per second
    std::int64_t m_step = 0;
    int m_votes = 0;
    bool m_switched = false;
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor
