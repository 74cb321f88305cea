// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/number_format.h"
#include "core/report/provenance.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

enum class FigureKind
{
    Bars, ///< one for each category and series, from 0, with intervals
    Box, ///< one for each category and series
    Lines, ///< joined points, with intervals or a band
    Cdf, ///< steps from 0 to 1; y of a point is the share of values <= x
    Scatter, ///< points alone, with intervals
    Heat, ///< a row of cells for each series, a column for each category, coloured by value
};

/// "bars", "box", "lines", "cdf", "scatter", "heat".
[[nodiscard]] std::string_view kindName(FigureKind kind) noexcept;
[[nodiscard]] std::optional<FigureKind> parseKind(std::string_view name) noexcept;
/// Names of the kinds that a view of runs can have.
[[nodiscard]] const std::vector<std::string>& viewKinds();

enum class Scale
{
    Linear,
    Logarithmic
};

struct FigureAxis
{
    std::string label;
    std::string unit; ///< of the values: "s", "bit/s", "B", …; the drawing chooses the prefix
    Scale scale = Scale::Linear;
    std::optional<double> low; ///< absent: from the data
    std::optional<double> high;
    std::vector<std::string> categories; ///< if not empty, x is an index in here

    bool operator==(const FigureAxis&) const = default;
};

/// A value with its uncertainty. NaN bounds: unknown, not drawn.
struct FigurePoint
{
    double x = 0;
    double y = 0;
    double low = unknown;
    double high = unknown;
    double target = unknown; ///< the predicted or requested value, drawn as a mark across the bar
    std::size_t count = 0; ///< number of averaged values; 0: does not apply
    double base = 0; ///< of Bars: start of the bar, for stacking
    std::string label = {}; ///< of Bars: text above the bar
    std::vector<double> values = {}; ///< the averaged values, where they are too few for an interval: drawn as dots
};

/// Tukey's box plot: quartiles, whiskers to the farthest values within 1.5 interquartile ranges, the rest alone.
struct FigureBox
{
    double x = 0;
    double low = 0; ///< end of the lower whisker
    double lowerQuartile = 0;
    double median = 0;
    double upperQuartile = 0;
    double high = 0;
    std::vector<double> outliers;
    std::size_t count = 0;
};
/// `values` without NaN and not empty.
[[nodiscard]] FigureBox boxOf(double x, std::vector<double> values);

struct FigureSeries
{
    std::string name;
    std::vector<FigurePoint> points;
    std::vector<FigureBox> boxes; ///< of FigureKind::Box, instead of points
    bool curve = false; ///< of Scatter: points of a line that is drawn without marks, such as a fitted law
    std::optional<std::size_t> like = {}; ///< of a curve: drawn in that series' colour, not in the legend
};

/// Everything shown in a drawing, with its provenance. The command line renders it as SVG, the window with its charts.
struct FigureSpec
{
    std::string name; ///< stable: "step_mean-by-strategy"; for file names and ids
    std::string title;
    FigureKind kind = FigureKind::Bars;
    FigureAxis x;
    FigureAxis y;
    std::string seriesLabel; ///< what distinguishes the series: "loss"
    std::string targetLabel; ///< of the points' targets: "predicted"
    bool band = false; ///< of Lines: the bounds are drawn as a band, not as intervals
    bool stacked = false; ///< of Bars: series are stacked, each from its point's base
    double binWidth = 0; ///< of Bars over a numeric axis: x is the lower edge of a bin this wide
    bool identity = false; ///< of Scatter: the line y = x is drawn
    std::vector<FigureSeries> series;
    std::string caption; ///< formula, number of values, what the intervals are
    std::string note; ///< what was left out; without content: the reason
    Provenance provenance;
};

/// The extent of data along an axis, NaN left out.
struct Extent
{
    double low = unknown;
    double high = unknown;
    double smallestPositive = unknown;

    void include(double value) noexcept;
    [[nodiscard]] bool isEmpty() const noexcept { return !(low <= high); }
    /// Whether all values are positive and the largest exceeds `times` the smallest, which calls for a logarithmic
    /// axis.
    [[nodiscard]] bool spans(double times) const noexcept { return low > 0 && high / low > times; }
};

/// Whether anything would be drawn.
[[nodiscard]] bool isEmpty(const FigureSpec& figure) noexcept;

} // namespace millrace::report
