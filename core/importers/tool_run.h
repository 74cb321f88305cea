// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/series.h"
#include "core/base/clock.h"
#include "core/base/issue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace millrace::importers {

/// One measurement of another tool. Units are s, bit/s, B, shares; unknown values are left out, never 0.
struct ToolRun
{
    struct Factor
    {
        std::string name;
        std::string level;
        std::optional<double> number = {}; ///< in `unit`, when the level is a quantity
        std::string unit = {};

        bool operator==(const Factor&) const = default;
    };
    struct Metric
    {
        std::string name;
        std::string subject; ///< stream, direction or device; empty: the whole run
        double value = 0;
        std::string unit;
        std::string how; ///< definition, for display

        bool operator==(const Metric&) const = default;
    };

    std::string name; ///< distinguishes it from the other runs of its file; empty: it is the only one
    std::vector<Factor> factors;
    std::vector<Metric> metrics;
    std::vector<analysis::Series> series;
    Issues issues; ///< what was wrong with it, and errors reported by the tool
    std::uint64_t rows = 0; ///< intervals, points, lines or rows that were read
    Nanoseconds begin{0}; ///< since 1970; 0: unknown
    Nanoseconds end{0};

    bool operator==(const ToolRun&) const = default;

    /// Skips values that are not finite and empty texts.
    void addMetric(std::string metric, std::string subject, double value, std::string unit, std::string how);
    void addFactor(std::string factor, std::string level);
    void addFactor(std::string factor, double number, std::string unit);
    /// Its series of this name and node, created if missing.
    [[nodiscard]] analysis::Series& seriesOf(const std::string& series, const std::string& node,
                                             const std::string& unit);
};

/// Maximum number of names and series of one run: hostile files name streams without end.
constexpr std::size_t mostToolSeries = 4096;

} // namespace millrace::importers
