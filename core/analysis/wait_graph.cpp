// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/wait_graph.h"

#include <algorithm>
#include <numeric>

namespace millrace::analysis {
namespace {

/// Without what all ranks wait in any case.
WaitMatrix beyond(const WaitMatrix& waits, const std::vector<double>& sums, double common)
{
    WaitMatrix rest = waits;
    for (std::size_t rank = 0; rank < rest.size(); ++rank)
        for (double& wait : rest[rank])
            wait *= sums[rank] > 0 ? (sums[rank] - common) / sums[rank] : 0;
    return rest;
}

std::vector<double> sumsOf(const WaitMatrix& waits)
{
    std::vector<double> sums;
    for (const auto& row : waits)
        sums.push_back(std::accumulate(row.begin(), row.end(), 0.0));
    return sums;
}

} // namespace

WaitCauses findCauses(const WaitMatrix& waits)
{
    const std::size_t count = waits.size();
    WaitCauses causes;
    causes.waiting = sumsOf(waits);
    causes.caused.assign(count, 0);
    if (count < 2)
        return causes;
    causes.common = std::ranges::min(causes.waiting);
    const WaitMatrix rest = beyond(waits, causes.waiting, causes.common);
    const std::vector<double> sums = sumsOf(rest);
    WaitMatrix moving = rest; // by the rank that waits and the peer that it waits for
    for (std::size_t hop = 0; hop < count; ++hop) {
        WaitMatrix next(count, std::vector<double>(count, 0));
        for (std::size_t rank = 0; rank < count; ++rank) {
            for (std::size_t peer = 0; peer < count; ++peer) {
                const double amount = moving[rank][peer];
                if (amount <= 0)
                    continue;
                const bool last = hop + 1 == count;
                const double share =
                    last || rest[rank][peer] <= 0 ? 0 : std::min(1.0, sums[peer] / rest[rank][peer]); // is passed on
                causes.caused[peer] += amount * (1 - share);
                for (std::size_t other = 0; share > 0 && other < count; ++other)
                    next[peer][other] += amount * share * rest[peer][other] / sums[peer];
            }
        }
        moving = std::move(next);
    }
    for (double& caused : causes.caused)
        caused /= static_cast<double>(count - 1);
    return causes;
}

} // namespace millrace::analysis
