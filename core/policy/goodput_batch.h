// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/policy/policy.h"

#include <map>
#include <vector>

namespace millrace::policy {

/// The batch with the largest goodput, upwards and downwards. Pollux (Qiao et al., OSDI 2021): goodput is the
/// throughput of a batch B of all workers × its statistical efficiency (φ + B₀) / (φ + B), with the noise scale φ and
/// the first batch B₀. The step time is the shortest communication of a worker + the rest of the step, which is a line
/// over the batch per worker: through the origin while only one batch is known, else fitted to the medians of all that
/// were used. A change is at most by a factor of two, and only for `gain`. The reason says by how much the learning
/// rate grows with the batch according to AdaScale (Johnson et al., ICML 2020): B (φ + B₀) / (B₀ (φ + B)).
class GoodputBatch final : public Policy
{
public:
    explicit GoodputBatch(const PolicyOptions& options);
    [[nodiscard]] std::optional<Decision> observe(const Observation& step) override;

private:
    /// Seconds of a step outside of the communication: begin + slope × batch per worker.
    struct Line
    {
        double begin = 0;
        double slope = 0;
    };
    [[nodiscard]] Line computation() const;
    [[nodiscard]] std::optional<Decision> decide(const Observation& step);

    std::int64_t m_interval;
    int m_least;
    int m_most;
    double m_gain;
    double m_first = 0; ///< B₀
    std::vector<double> m_compute; ///< s, since the last decision
    std::vector<double> m_communication;
    std::vector<double> m_noise;
    std::map<int, double> m_computeOf; ///< s, by batch per worker
};

} // namespace millrace::policy
