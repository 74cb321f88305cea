// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/figure_runs.h"

#include <set>
#include <string>
#include <vector>

namespace millrace::studies {

/// Runs pooled into one number must be repetitions of each other: the mean and interval of runs that differ in a factor
/// describe no setting that was measured.
class PoolingRule
{
public:
    /// `factors`: in which any runs differ; `allowed`: those that the recipe names.
    PoolingRule(std::set<std::string> factors, const std::vector<std::string>& allowed);

    /// Factors that the runs must be read with to decide this.
    [[nodiscard]] const std::set<std::string>& factors() const noexcept { return m_factors; }
    /// The first factor in which they differ, with its levels: "target_batch (8192, 16384)"; empty: none.
    [[nodiscard]] std::string difference(const std::vector<const FigureRun*>& runs) const;

private:
    std::set<std::string> m_factors;
};

/// Whether a publication uses the run: its factor "published" is not "no".
[[nodiscard]] bool isPublishedRun(const FigureRun& run) noexcept;
/// Its factor "run_name"; empty: the run has none.
[[nodiscard]] std::string runNameOf(const FigureRun& run);
/// Factors that every figure reads, for the two functions above.
[[nodiscard]] const std::set<std::string>& runIdentity();

} // namespace millrace::studies
