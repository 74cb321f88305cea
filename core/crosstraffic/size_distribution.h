// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/random.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::crosstraffic {

/// How sizes between the points of a cumulative distribution are drawn.
enum class Convention
{
    Step, ///< only the listed sizes occur, each with the step of the distribution at it, as in Flumen Equi's scripts
    Interpolated ///< uniform between neighbouring points, as network simulators do with the same files
};

/// Flow sizes in bytes, by their cumulative distribution.
class SizeDistribution
{
public:
    struct Point
    {
        double bytes = 0;
        double cumulative = 0; ///< 0 to 1, never decreasing, 1 at the last

        bool operator==(const Point&) const = default;
    };

    [[nodiscard]] static SizeDistribution fixed(double bytes);
    /// Parses a file of two or three columns: size, (ignored), cumulative probability; '#' begins a comment. Sizes are
    /// in units of `unitBytes`: 1460 for Flumen Equi's file, which counts packets. Probabilities may be shares or
    /// percentages. Corrupt with the line and the remedy.
    [[nodiscard]] static Result<SizeDistribution> parse(std::string_view text, double unitBytes, Convention convention);
    /// Returns one of names(), with the points used in the literature and their mean by the usual convention:
    /// "web-search-study" (Flumen Equi: 12 points of 1460 bytes; step 2,369,492.4 bytes),
    /// "web-search" (DCTCP, Alizadeh et al. 2010, in bytes as in HKUST's TrafficGenerator and HPCC; interpolated
    /// 1,711,250 bytes), "data-mining" (VL2, Greenberg et al. 2009, as in TrafficGenerator; 12,658,198.6 bytes),
    /// "facebook" (a Hadoop cluster, Roy et al. 2015, as in HPCC; 120,420.75 bytes). NotFound names them.
    [[nodiscard]] static Result<SizeDistribution> named(std::string_view name, Convention convention);
    [[nodiscard]] static std::vector<std::string_view> names();

    [[nodiscard]] double mean() const noexcept; ///< bytes, by the convention
    [[nodiscard]] double deviation() const noexcept; ///< bytes, standard deviation by the convention
    [[nodiscard]] double quantile(double fraction) const noexcept; ///< bytes
    /// Maps a uniform number in [0, 1) to a size, by the convention.
    [[nodiscard]] double at(double uniform) const noexcept;
    /// Draws a size, at least 1.
    [[nodiscard]] std::uint64_t draw(Random& random) const noexcept;
    [[nodiscard]] const std::vector<Point>& points() const noexcept { return m_points; }
    [[nodiscard]] Convention convention() const noexcept { return m_convention; }
    /// Writes the format of parse(), with the constant 1 in the middle column as in Flumen Equi's file.
    [[nodiscard]] std::string text(double unitBytes) const;

private:
    SizeDistribution(std::vector<Point> points, Convention convention);

    std::vector<Point> m_points;
    Convention m_convention = Convention::Step;
};

/// Returns the usual convention of a name: "web-search", "data-mining" and "facebook" interpolated, others by step.
[[nodiscard]] Convention usualConvention(std::string_view name) noexcept;

} // namespace millrace::crosstraffic
