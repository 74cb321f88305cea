// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/chart_detector.h"

namespace millrace::monitor {

struct PageHinkleyParameters
{
    double tolerated = 0.005; ///< δ, standard deviations
    double threshold = 50; ///< λ; both and `least` as in MOA and river, where values are standardised
    std::int64_t least = 30; ///< iterations before a test
    std::size_t learning = 25; ///< iterations for the standardisation
};

/// Page–Hinkley test (Page 1954, Hinkley 1971; as in Gama et al., ACM Computing Surveys 46(4), 2014) of the
/// standardised iteration time: m = Σ (z − mean of all z so far − δ), alarm when m − min m > λ. Onset: the iteration
/// after the minimum. After an alarm it restarts and tests for a fall in the same way, which ends the alarm.
class PageHinkleyDetector : public ChartDetector
{
public:
    explicit PageHinkleyDetector(int ranks, const PageHinkleyParameters& parameters = {});
    [[nodiscard]] std::string_view name() const noexcept override { return "page-hinkley"; }

private:
    [[nodiscard]] std::optional<std::int64_t> judge(std::int64_t iteration, double value) override;

    PageHinkleyParameters m_parameters;
    double m_mean = 0;
    double m_sum = 0;
    double m_lowest = 0;
    std::int64_t m_count = 0;
    std::int64_t m_onset = 0;
};

} // namespace millrace::monitor
