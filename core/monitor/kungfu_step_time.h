// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/slowdown_evidence.h"

#include <cstdint>
#include <vector>

namespace millrace::monitor {

/// Rule of KungFu's branch kf-net-monitor: a rank votes when its step takes longer than 1.25 × the mean of all its
/// steps so far; half of the ranks or more are an alarm, which is over 100 steps later. Steps in between are ignored,
/// as KungFu then trains without synchronisation.
class KungFuStepTime : public Detector
{
public:
    explicit KungFuStepTime(int ranks, double threshold = publishedThreshold);
    [[nodiscard]] std::string_view name() const noexcept override { return "kungfu-step-time"; }
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) override;
    void take(const LinkSample& sight) override { m_evidence.take(sight); }

    static constexpr double publishedThreshold = 0.25;
    static constexpr std::int64_t backOff = 100;

private:
    struct Mean
    {
        double value = 0;
        double count = 0;
    };
    double m_threshold;
    std::vector<Mean> m_means; ///< by rank; of step times, s
    std::int64_t m_waiting = 0; ///< steps until the alarm is over
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor
