// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"
#include "core/policy/throughput_vote.h"

namespace millrace::policy {

/// KungFu's change of strategy (OSDI 2020, figure 5): when more than half of the workers vote, STAR at rank 1 for ever.
/// Only measured steps count. New members have a new reference, as KungFu's new session has.
class KungFuInterference final : public Policy
{
public:
    explicit KungFuInterference(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    ThroughputVote m_vote;
    double m_threshold;
    int m_root;
    bool m_switched = false;
};

/// KungFu's batch (OSDI 2020, figure 4; github.com/luomai/models, branch osdi20): the ratio of noise scale and batch,
/// each value clipped to half and twice the mean so far, has an exponentially weighted mean with weight 0.9 of the
/// past. After each cycle the batch grows by this cycle's mean ÷ the first one's, at least by 1 and at most by 2. It
/// never shrinks, and the learning rate is not changed.
class KungFuBatch final : public Policy
{
public:
    explicit KungFuBatch(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    std::int64_t m_cycle;
    int m_most;
    std::int64_t m_steps = 0; ///< measured
    std::optional<double> m_mean;
    std::optional<double> m_first; ///< mean at the end of the first cycle
};

/// KungFu's number of workers (OSDI 2020, figure 6; github.com/marwage/bert): one more worker after each window, until
/// the throughput of the second half of the window grows by less than alpha ÷ n; then the last one is taken back, and
/// the policy stops for ever. The throughput is n times that of rank 0.
class KungFuWorkers final : public Policy
{
public:
    explicit KungFuWorkers(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    std::size_t m_window;
    double m_alpha;
    int m_most;
    std::vector<double> m_rates; ///< of rank 0, samples/s, by step modulo window
    std::map<int, double> m_known; ///< throughput by number of workers
    bool m_stopped = false;
};

} // namespace millrace::policy
