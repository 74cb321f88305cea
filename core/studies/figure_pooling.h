// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/figure_runs.h"

#include <set>
#include <string>
#include <vector>

namespace millrace::studies {

/// Runs that one number is made of must be repetitions of each other: those that differ in a factor are a mixture of
/// settings, and their mean and interval are of nothing that was measured.
class PoolingRule
{
public:
    /// `factors`: in which any runs differ; `allowed`: those that the recipe names.
    PoolingRule(std::set<std::string> factors, const std::vector<std::string>& allowed);

    /// Factors that decide, which the runs must be read with.
    [[nodiscard]] const std::set<std::string>& factors() const noexcept { return m_factors; }
    /// The first factor in which they differ, with its levels: "target_batch (8192, 16384)"; empty: they do not.
    [[nodiscard]] std::string difference(const std::vector<const FigureRun*>& runs) const;

private:
    std::set<std::string> m_factors;
};

/// Whether a publication uses the run: its factor "published" is not "no".
[[nodiscard]] bool isPublishedRun(const FigureRun& run) noexcept;
/// Its factor "run_name"; empty: it has none.
[[nodiscard]] std::string runNameOf(const FigureRun& run);
/// Factors that every figure reads: what the two functions above need.
[[nodiscard]] const std::set<std::string>& runIdentity();

} // namespace millrace::studies
