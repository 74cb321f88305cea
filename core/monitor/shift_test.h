// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/noise_model.h"

#include <cstdint>
#include <vector>

namespace millrace::monitor {

/// Cumulative sums (Page 1954) of the log likelihood ratio for a fixed set of level shifts, up and down. Each
/// hypothesis predicts from its own shifted level, so a jump counts fully in its first innovation, whatever the
/// autocorrelation (level shifts in time series: Tsay 1988; Chen, Liu 1993), and again in each later value that is no
/// outlier.
class ShiftTest
{
public:
    struct Hypothesis
    {
        double shift = 0; ///< of the level
        double evidence = 0; ///< log likelihood ratio since the beginning
        std::int64_t begin = -1; ///< number of its first value
        int lasting = 0; ///< latest values in a row that did not contradict it
        NoiseModel::History history{}; ///< deviations from the shifted level
    };

    ShiftTest();
    /// `deviation`: of value `number` from the level; `history`: previous deviations without a shift.
    void take(std::int64_t number, double deviation, const NoiseModel& noise, const NoiseModel::History& history);
    void forget(); ///< all evidence
    [[nodiscard]] const std::vector<Hypothesis>& hypotheses() const noexcept { return m_hypotheses; }
    [[nodiscard]] double strongest() const noexcept; ///< evidence

private:
    std::vector<Hypothesis> m_hypotheses;
};

/// History with one more deviation, cleaned of outliers.
[[nodiscard]] NoiseModel::History continued(const NoiseModel::History& history, double deviation,
                                            const NoiseModel& noise) noexcept;

} // namespace millrace::monitor
