// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/planner/candidate.h"

#include <span>
#include <vector>

namespace millrace::planner {

/// What no choice of machines can be below whose first `fixedSites` sites have these counts, when an averaging takes
/// at least so long. Interruptions, traffic and reading are left out of it. The planner outlives it.
class SearchBounds
{
public:
    explicit SearchBounds(const Planner& planner);

    /// Of the training. The free sites add all their machines for nothing.
    [[nodiscard]] double seconds(std::span<const int> counts, std::size_t fixedSites, double averagingSeconds) const;
    /// $ of the machines while they compute, target × Σ price ÷ Σ rate, and of the certain ones while they average. The
    /// free sites add those machines that lower the price of a sample. A price that is not known is NaN.
    [[nodiscard]] double dollars(std::span<const int> counts, std::size_t fixedSites, double averagingSeconds) const;
    /// Nodes of a site.
    [[nodiscard]] int most(std::size_t site) const { return static_cast<int>(m_planner.sites()[site].nodes.size()); }

private:
    const Planner& m_planner;
    double m_target;
    double m_rounds;
    std::vector<std::size_t> m_byPrice; ///< sites, the cheapest sample first
};

} // namespace millrace::planner
