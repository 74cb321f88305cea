// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/iteration_time.h"
#include "core/monitor/slowdown_evidence.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace millrace::monitor {

/// Base of the control charts: they test iteration times standardised by a robust reference of the first iterations.
/// They estimate neither size nor confidence.
class ChartDetector : public Detector
{
public:
    [[nodiscard]] std::optional<Alarm> take(const StepSight& step) final;
    void take(const LinkSample& sight) final { m_evidence.take(sight); }
    void excuse(int iterations) final { m_excused = iterations; }

protected:
    ChartDetector(int ranks, std::size_t learning) : m_reference(learning), m_evidence(ranks) { }

    /// Takes the next standardised time. Returns the first iteration of the new state if the state changes here.
    [[nodiscard]] virtual std::optional<std::int64_t> judge(std::int64_t iteration, double value) = 0;
    [[nodiscard]] bool isAlarmed() const noexcept { return m_alarmed; }

private:
    LearntReference m_reference;
    int m_excused = 0;
    bool m_alarmed = false;
    SlowdownEvidence m_evidence;
};

} // namespace millrace::monitor
