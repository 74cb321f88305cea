// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/monitor/chart_detector.h"

namespace millrace::monitor {

struct CusumParameters
{
    double allowance = 0.5; ///< k, standard deviations
    double decision = 5; ///< h; both: 930 samples between false alarms of a one-sided chart (Montgomery 2009, 9.1)
    std::size_t learning = 25; ///< iterations
};

/// Tabular cumulative sum (Page 1954) of the standardised iteration time, upper side: S = max(0, S + z − k), alarm
/// above h. μ and σ are the robust reference of the first iterations. Onset: the iteration after S was last 0. During
/// an alarm S is limited to 2h, so that it recovers; over when S is 0.
class CusumDetector : public ChartDetector
{
public:
    explicit CusumDetector(int ranks, const CusumParameters& parameters = {});
    [[nodiscard]] std::string_view name() const noexcept override { return "cusum"; }

private:
    [[nodiscard]] std::optional<std::int64_t> judge(std::int64_t iteration, double value) override;

    CusumParameters m_parameters;
    double m_sum = 0;
    std::int64_t m_onset = -1; ///< before the first judgement
    std::int64_t m_overSince = 0;
};

} // namespace millrace::monitor
