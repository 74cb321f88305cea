// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"

#include <map>
#include <vector>

namespace millrace::policy {

/// The number of workers n with the largest throughput ÷ n^weight: weight 0 is the fastest, weight 1 costs least per
/// sample, in between it is the best product of time^(1 − weight) and cost^weight. The throughput of a number is the
/// median over a window of its steps, the first tenth of it left out. One worker more or fewer is tried as long as its
/// throughput is not known and the last try did not make it worse; then the best number stays. What is known is
/// forgotten when the throughput has changed by a fifth, and after `again` windows.
class CostWorkers final : public Policy
{
public:
    explicit CostWorkers(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    [[nodiscard]] double value(int workers) const;
    [[nodiscard]] std::optional<Decision> decide(int workers);

    std::size_t m_window;
    double m_weight;
    int m_most;
    int m_again;
    std::vector<double> m_rates; ///< samples/s of all workers, since the number has changed
    int m_workers = 0;
    int m_windows = 0; ///< since something was forgotten
    std::map<int, double> m_known; ///< samples/s by number of workers
};

} // namespace millrace::policy
