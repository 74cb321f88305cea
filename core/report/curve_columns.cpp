// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/curve_columns.h"

#include "core/base/statistics.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace millrace::report {

using analysis::SeriesColumn;

namespace {

std::int64_t minus(std::int64_t a, std::int64_t b) noexcept
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t middleTime(const SeriesColumn& column) noexcept
{
    return std::midpoint(column.firstTime, column.lastTime);
}

bool isGap(const CurveColumn& column) noexcept
{
    return column.column.count == 0;
}

CurveColumn pointAt(std::int64_t time, double value, std::int64_t count)
{
    return {{time, time, value, value, value, value, count, 0}, value};
}

CurveColumn gapAt(std::int64_t time)
{
    return {{time, time, unknown, unknown, unknown, unknown, 0, 1}, unknown};
}

enum class Take
{
    Value,
    Minimum,
    Maximum
};

double valueInColumn(const CurveColumn& column, Take take) noexcept
{
    switch (take) {
    case Take::Minimum: return column.column.minimum;
    case Take::Maximum: return column.column.maximum;
    case Take::Value: break;
    }
    return column.value;
}

/// The column of the grid that contains a time; -1 before, count after.
std::ptrdiff_t indexOf(const CurveGrid& grid, std::int64_t time) noexcept
{
    if (time < grid.begin)
        return -1;
    const std::uint64_t index = (static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(grid.begin))
        / static_cast<std::uint64_t>(grid.step);
    return static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(index, grid.count));
}

/// Whether two columns are joined by a line.
bool isJoined(const CurveGrid& grid, const CurveColumn& from, const CurveColumn& to) noexcept
{
    if (from.column.gaps == 0 && to.column.gaps == 0)
        return true;
    return indexOf(grid, to.column.firstTime) - indexOf(grid, from.column.lastTime) <= 1;
}

/// A line at the centres of all grid columns: linear interpolation, NaN where unknown.
std::vector<double> atMiddles(const std::vector<CurveColumn>& line, const CurveGrid& grid, Take take)
{
    std::vector<double> values(grid.count, unknown);
    const auto put = [&](std::ptrdiff_t index, double value) {
        if (index >= 0 && index < static_cast<std::ptrdiff_t>(grid.count))
            values[static_cast<std::size_t>(index)] = value;
    };
    for (const CurveColumn& column : line) // columns whose centre is not reached keep their value
        if (!isGap(column))
            put(indexOf(grid, middleTime(column.column)), valueInColumn(column, take));
    for (std::size_t i = 1; i < line.size(); ++i) {
        const CurveColumn &from = line[i - 1], &to = line[i];
        if (isGap(from) || isGap(to) || !isJoined(grid, from, to))
            continue;
        const std::int64_t a = middleTime(from.column), b = middleTime(to.column);
        const auto length = static_cast<double>(minus(b, a));
        const std::ptrdiff_t last = std::min(indexOf(grid, b), static_cast<std::ptrdiff_t>(grid.count) - 1);
        for (std::ptrdiff_t k = std::max<std::ptrdiff_t>(indexOf(grid, a), 0); k <= last; ++k) {
            const std::int64_t at = grid.middleOf(static_cast<std::size_t>(k));
            if (at < a || at > b)
                continue;
            const double share = length > 0 ? static_cast<double>(minus(at, a)) / length : 0;
            put(k, valueInColumn(from, take) + share * (valueInColumn(to, take) - valueInColumn(from, take)));
        }
    }
    return values;
}

/// Appends columns; a period without values between two with values becomes one gap.
class LineMaker
{
public:
    void add(CurveColumn column)
    {
        if (m_hole && !m_line.empty())
            m_line.push_back(gapAt(m_holeAt));
        m_hole = false;
        m_line.push_back(std::move(column));
    }
    void skip(std::int64_t time)
    {
        if (!std::exchange(m_hole, true))
            m_holeAt = time;
    }
    [[nodiscard]] std::vector<CurveColumn> take() { return std::move(m_line); }

private:
    std::vector<CurveColumn> m_line;
    bool m_hole = false;
    std::int64_t m_holeAt = 0;
};

double combinedValue(std::span<const double> values, NodeCombination how)
{
    switch (how) {
    case NodeCombination::Sum: {
        double sum = 0;
        for (const double value : values)
            sum += value;
        return sum;
    }
    case NodeCombination::Minimum: return *std::ranges::min_element(values);
    case NodeCombination::Maximum: return *std::ranges::max_element(values);
    case NodeCombination::Each:
    case NodeCombination::Mean: break;
    }
    return mean(values);
}

/// Calls `make` with the values of all lines that have one in a column; it returns the column or none.
template <typename Make>
std::vector<CurveColumn> acrossLines(const LineList& lines, const CurveGrid& grid, Take take, const Make& make)
{
    std::vector<std::vector<double>> dense;
    for (const auto* line : lines)
        if (!line->empty())
            dense.push_back(atMiddles(*line, grid, take));
    LineMaker maker;
    std::vector<double> values;
    for (std::size_t i = 0; i < grid.count; ++i) {
        values.clear();
        for (const std::vector<double>& line : dense)
            if (!std::isnan(line[i]))
                values.push_back(line[i]);
        std::optional<CurveColumn> column;
        if (!values.empty())
            column = make(grid.middleOf(i), values, lines.size());
        if (column)
            maker.add(*std::move(column));
        else
            maker.skip(grid.middleOf(i));
    }
    return maker.take();
}

} // namespace

std::int64_t CurveGrid::beginOf(std::size_t column) const noexcept
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(begin)
                                     + static_cast<std::uint64_t>(step) * static_cast<std::uint64_t>(column));
}

std::int64_t CurveGrid::middleOf(std::size_t column) const noexcept
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(beginOf(column))
                                     + static_cast<std::uint64_t>(step) / 2);
}

CurveGrid gridOver(const store::TimeRange& range, std::size_t width)
{
    if (range.end <= range.begin)
        return {range.begin, 1, 1};
    const auto columns = static_cast<std::uint64_t>(std::max<std::size_t>(width, 2));
    const std::uint64_t length = static_cast<std::uint64_t>(range.end) - static_cast<std::uint64_t>(range.begin);
    const std::uint64_t step = length / columns + (length % columns != 0 ? 1 : 0);
    return {range.begin, static_cast<std::int64_t>(step), static_cast<std::size_t>((length - 1) / step + 1)};
}

void CurveBins::begin(const CurveGrid& grid, std::int64_t shift)
{
    m_shift = shift;
    m_begin = static_cast<std::int64_t>(static_cast<std::uint64_t>(grid.begin) + static_cast<std::uint64_t>(shift));
    m_step = static_cast<std::uint64_t>(grid.step);
    m_bins.assign(grid.count, Bin());
    m_before = m_after = Bin();
}

void CurveBins::addTo(Bin& bin, std::int64_t time, double value)
{
    SeriesColumn& column = bin.column;
    const bool isNew = column.count + column.gaps == 0;
    if (std::isnan(value)) {
        ++column.gaps;
    } else if (++column.count == 1) {
        column.minimum = column.maximum = column.first = column.last = value;
        bin.sum = value;
    } else {
        column.minimum = std::min(column.minimum, value);
        column.maximum = std::max(column.maximum, value);
        bin.sum += value;
        if (time < column.firstTime)
            column.first = value;
        if (time >= column.lastTime)
            column.last = value;
    }
    column.firstTime = isNew ? time : std::min(column.firstTime, time);
    column.lastTime = isNew ? time : std::max(column.lastTime, time);
}

void CurveBins::addOutside(std::int64_t time, double value)
{
    const bool before = time < m_begin;
    Bin& bin = before ? m_before : m_after;
    const bool empty = bin.column.count + bin.column.gaps == 0;
    if (!empty && (before ? time < bin.column.lastTime : time > bin.column.firstTime))
        return;
    bin = Bin();
    addTo(bin, time, value);
}

void CurveBins::add(std::span<const std::int64_t> times, std::span<const double> values)
{
    // Samples are mostly in order of time: no division is needed while they stay in a column.
    std::uint64_t index = 0, from = 0;
    bool inside = false;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::uint64_t since = static_cast<std::uint64_t>(times[i]) - static_cast<std::uint64_t>(m_begin);
        if (!inside || since - from >= m_step) {
            index = since / m_step;
            from = index * m_step;
            inside = times[i] >= m_begin && index < m_bins.size();
        }
        if (inside)
            addTo(m_bins[index], times[i], values[i]);
        else
            addOutside(times[i], values[i]);
    }
}

std::vector<CurveColumn> CurveBins::take() const
{
    std::vector<CurveColumn> line;
    const auto put = [&](const Bin& bin) {
        if (bin.column.count + bin.column.gaps == 0)
            return;
        CurveColumn& made = line.emplace_back(CurveColumn{bin.column, unknown});
        made.column.firstTime = minus(made.column.firstTime, m_shift);
        made.column.lastTime = minus(made.column.lastTime, m_shift);
        if (made.column.count > 0)
            made.value = bin.sum / static_cast<double>(made.column.count);
        else
            made.column.minimum = made.column.maximum = made.column.first = made.column.last = unknown;
    };
    put(m_before);
    for (const Bin& bin : m_bins)
        put(bin);
    put(m_after);
    return line;
}

std::vector<CurveColumn> movingMedian(const std::vector<CurveColumn>& line, std::size_t columns)
{
    const auto reach = static_cast<std::ptrdiff_t>(columns / 2);
    const auto size = static_cast<std::ptrdiff_t>(line.size());
    std::vector<CurveColumn> smooth;
    smooth.reserve(line.size());
    std::vector<double> window;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        const CurveColumn& here = line[static_cast<std::size_t>(i)];
        if (isGap(here)) {
            smooth.push_back(here);
            continue;
        }
        window.assign(1, here.value);
        for (const std::ptrdiff_t way : {-1, 1})
            for (std::ptrdiff_t k = i + way; k >= 0 && k < size && (k - i) * way <= reach; k += way) {
                const CurveColumn& there = line[static_cast<std::size_t>(k)];
                if (isGap(there))
                    break;
                window.push_back(there.value);
            }
        smooth.push_back(pointAt(middleTime(here.column), median(window), here.column.count));
        smooth.back().column.gaps = here.column.gaps;
    }
    return smooth;
}

std::vector<CurveColumn> movingMean(const std::vector<CurveColumn>& line, double timeConstant)
{
    std::vector<CurveColumn> smooth;
    smooth.reserve(line.size());
    double level = unknown;
    std::int64_t before = 0;
    for (const CurveColumn& here : line) {
        if (isGap(here)) {
            level = unknown;
            smooth.push_back(here);
            continue;
        }
        const std::int64_t at = middleTime(here.column);
        const double weight =
            timeConstant > 0 ? -std::expm1(-static_cast<double>(minus(at, before)) / timeConstant) : 1.0;
        level = std::isnan(level) ? here.value : level + weight * (here.value - level);
        before = at;
        smooth.push_back(pointAt(at, level, here.column.count));
        smooth.back().column.gaps = here.column.gaps;
    }
    return smooth;
}

std::vector<CurveColumn> combined(const LineList& nodes, const CurveGrid& grid, NodeCombination how)
{
    if (nodes.size() == 1)
        return *nodes.front();
    const Take take = how == NodeCombination::Minimum ? Take::Minimum
        : how == NodeCombination::Maximum             ? Take::Maximum
                                                      : Take::Value;
    return acrossLines(
        nodes, grid, take,
        [how](std::int64_t time, std::span<const double> values, std::size_t all) -> std::optional<CurveColumn> {
            if (how == NodeCombination::Sum && values.size() < all)
                return std::nullopt;
            return pointAt(time, combinedValue(values, how), static_cast<std::int64_t>(values.size()));
        });
}

std::vector<CurveColumn> medianLine(const LineList& runs, const CurveGrid& grid)
{
    return acrossLines(runs, grid, Take::Value,
                       [](std::int64_t time, std::vector<double>& values, std::size_t) -> std::optional<CurveColumn> {
                           std::ranges::sort(values);
                           CurveColumn column =
                               pointAt(time, quantile(values, 0.5), static_cast<std::int64_t>(values.size()));
                           column.column.minimum = quantile(values, 0.25);
                           column.column.maximum = quantile(values, 0.75);
                           return column;
                       });
}

void trim(std::vector<CurveColumn>& line, const store::TimeRange& range)
{
    auto first = std::ranges::find_if(line, [&](const auto& each) { return each.column.lastTime >= range.begin; });
    if (first != line.begin())
        --first;
    auto last = std::find_if(first, line.end(), [&](const auto& each) { return each.column.firstTime >= range.end; });
    if (last != line.end())
        ++last;
    line.erase(last, line.end());
    line.erase(line.begin(), first);
}

} // namespace millrace::report
