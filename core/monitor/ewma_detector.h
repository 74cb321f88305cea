// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/chart_detector.h"

namespace millrace::monitor {

struct EwmaParameters
{
    double weight = 0.2; ///< λ
    double limit = 2.962; ///< L; both: 500 samples between false alarms (Lucas, Saccucci 1990, table 3)
    std::size_t learning = 25; ///< iterations
};

/// Control chart of the exponentially weighted moving average (Roberts 1959) of the iteration time, upper limit only,
/// with the exact limit μ + L·σ·√(λ/(2−λ)·(1−(1−λ)^2t)). μ and σ are the robust reference of the first iterations. Over
/// when the average is below μ plus half of the limit's distance. Onset: the iteration after the average was last not
/// above μ (Nishina 1992).
class EwmaDetector : public ChartDetector
{
public:
    explicit EwmaDetector(int ranks, const EwmaParameters& parameters = {});
    [[nodiscard]] std::string_view name() const noexcept override { return "ewma"; }

private:
    [[nodiscard]] std::optional<std::int64_t> judge(std::int64_t iteration, double value) override;

    EwmaParameters m_parameters;
    double m_average = 0; ///< of the standardised times
    double m_forgotten = 1; ///< (1−λ)^2t
    std::int64_t m_onset = -1; ///< before the first judgement
    std::int64_t m_overSince = 0;
};

} // namespace millrace::monitor
