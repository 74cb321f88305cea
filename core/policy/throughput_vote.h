// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace millrace::policy {

/// KungFu's vote on interference (github.com/lsds/KungFu, branch main): a rank's throughput is the payload of its step
/// ÷ the time of its communication. Its value in step 5, from 0, is its reference; later it votes when it is below 0.8
/// of that; more than floor(n/2) votes are a majority. A rank without numbers does not vote. KungFu adds the votes in
/// an int8, which wraps above 127 workers; this does not.
class ThroughputVote
{
public:
    explicit ThroughputVote(double threshold = publishedThreshold) noexcept : m_threshold(threshold) { }

    /// Takes the throughput of a step by rank, NaN if not known, and returns the ranks that vote. Any unit.
    [[nodiscard]] std::vector<int> take(std::span<const double> throughput);
    [[nodiscard]] static bool isMajority(std::size_t votes, std::size_t ranks) noexcept { return votes > ranks / 2; }
    /// The next step is the reference, but not before step 5.
    void forget() noexcept { m_reference.clear(); }

    static constexpr double publishedThreshold = 0.8;
    static constexpr std::int64_t referenceStep = 5;

private:
    double m_threshold;
    std::vector<double> m_reference; ///< by rank
    std::int64_t m_step = 0;
};

} // namespace millrace::policy
