// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/series_pyramid.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace millrace::analysis {

namespace {

__extension__ typedef unsigned __int128 WideUnsigned;

constexpr std::size_t widest = std::size_t(1) << 32;

std::uint64_t distance(std::int64_t from, std::int64_t to) noexcept
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

bool isEmpty(const SeriesColumn& column) noexcept
{
    return column.count + column.gaps == 0;
}

void addValue(SeriesColumn& column, double value)
{
    if (std::isnan(value)) {
        ++column.gaps;
        return;
    }
    if (column.count++ == 0) {
        column.minimum = column.maximum = column.first = column.last = value;
        return;
    }
    column.minimum = std::min(column.minimum, value);
    column.maximum = std::max(column.maximum, value);
    column.last = value;
}

} // namespace

SeriesColumn columnOf(std::span<const std::int64_t> times, std::span<const double> values)
{
    assert(times.size() == values.size());
    SeriesColumn column;
    column.minimum = column.maximum = column.first = column.last = unknown;
    if (times.empty())
        return column;
    column.firstTime = times.front();
    column.lastTime = times.back();
    for (const double value : values)
        addValue(column, value);
    return column;
}

void mergeColumn(SeriesColumn& column, const SeriesColumn& later)
{
    if (isEmpty(later))
        return;
    if (isEmpty(column)) {
        column = later;
        return;
    }
    column.lastTime = later.lastTime;
    column.gaps += later.gaps;
    if (later.count == 0)
        return;
    if (column.count == 0) {
        column.minimum = later.minimum;
        column.maximum = later.maximum;
        column.first = later.first;
    } else {
        column.minimum = std::min(column.minimum, later.minimum);
        column.maximum = std::max(column.maximum, later.maximum);
    }
    column.last = later.last;
    column.count += later.count;
}

std::size_t stretchOf(std::int64_t time, std::int64_t begin, std::int64_t end, std::size_t width) noexcept
{
    assert(begin <= time && time < end && width > 0 && width <= widest);
    return static_cast<std::size_t>(WideUnsigned(distance(begin, time)) * width / distance(begin, end));
}

void SeriesPyramid::append(std::int64_t time, double value)
{
    append(std::span<const std::int64_t>(&time, 1), std::span<const double>(&value, 1));
}

void SeriesPyramid::append(std::span<const std::int64_t> times, std::span<const double> values)
{
    assert(times.size() == values.size());
    if (times.empty())
        return;
    const std::size_t old = size();
    const bool inOrder = std::is_sorted(times.begin(), times.end()) && (old == 0 || m_times.back() <= times.front());
    m_times.insert(m_times.end(), times.begin(), times.end());
    m_values.insert(m_values.end(), values.begin(), values.end());
    rebuildFrom(inOrder ? old : sortFrom(old));
}

std::size_t SeriesPyramid::sortFrom(std::size_t old)
{
    const auto middle = m_times.begin() + static_cast<std::ptrdiff_t>(old);
    const std::int64_t earliest = *std::min_element(middle, m_times.end());
    const auto from = std::upper_bound(m_times.begin(), middle, earliest) - m_times.begin();

    std::vector<std::size_t> order(size() - static_cast<std::size_t>(from));
    std::iota(order.begin(), order.end(), static_cast<std::size_t>(from));
    std::stable_sort(order.begin(), order.end(), [this](auto a, auto b) { return m_times[a] < m_times[b]; });
    std::vector<std::int64_t> times;
    std::vector<double> values;
    for (const std::size_t index : order) {
        times.push_back(m_times[index]);
        values.push_back(m_values[index]);
    }
    std::copy(times.begin(), times.end(), m_times.begin() + from);
    std::copy(values.begin(), values.end(), m_values.begin() + from);
    return static_cast<std::size_t>(from);
}

void SeriesPyramid::rebuildFrom(std::size_t sample)
{
    std::size_t blockSize = fanOut;
    for (std::size_t level = 0; size() / blockSize > 0; ++level, blockSize *= fanOut) {
        if (level == m_levels.size())
            m_levels.emplace_back();
        auto& blocks = m_levels[level];
        blocks.resize(std::min(blocks.size(), sample / blockSize));
        while ((blocks.size() + 1) * blockSize <= size()) {
            const std::size_t first = blocks.size() * blockSize;
            if (level == 0) {
                blocks.push_back(
                    columnOf(std::span(m_times).subspan(first, fanOut), std::span(m_values).subspan(first, fanOut)));
                continue;
            }
            const auto finer = std::span(m_levels[level - 1]).subspan(blocks.size() * fanOut, fanOut);
            SeriesColumn block = finer.front();
            for (const SeriesColumn& part : finer.subspan(1))
                mergeColumn(block, part);
            blocks.push_back(block);
        }
    }
}

SeriesColumn SeriesPyramid::summarise(std::size_t from, std::size_t to) const
{
    SeriesColumn column;
    while (from < to) {
        std::size_t level = 0;
        std::size_t blockSize = 1;
        while (level < m_levels.size() && from % (blockSize * fanOut) == 0 && from + blockSize * fanOut <= to) {
            blockSize *= fanOut;
            ++level;
        }
        if (level > 0) {
            mergeColumn(column, m_levels[level - 1][from / blockSize]);
            from += blockSize;
            continue;
        }
        const std::size_t next = std::min(to, (from / fanOut + 1) * fanOut);
        mergeColumn(
            column,
            columnOf(std::span(m_times).subspan(from, next - from), std::span(m_values).subspan(from, next - from)));
        from = next;
    }
    return column;
}

std::vector<SeriesColumn> SeriesPyramid::columns(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    std::vector<SeriesColumn> columns;
    if (end <= begin || width == 0)
        return columns;
    width = std::min(width, widest);
    const auto last = std::lower_bound(m_times.begin(), m_times.end(), end);
    auto at = std::lower_bound(m_times.begin(), last, begin);
    while (at != last) {
        const std::size_t stretch = stretchOf(*at, begin, end, width);
        const WideUnsigned scaled = WideUnsigned(stretch + 1) * distance(begin, end);
        const auto offset = static_cast<std::uint64_t>((scaled + width - 1) / width);
        const auto nextBegin = static_cast<std::int64_t>(static_cast<std::uint64_t>(begin) + offset);
        const auto next = stretch + 1 == width ? last : std::lower_bound(at, last, nextBegin);
        columns.push_back(summarise(static_cast<std::size_t>(at - m_times.begin()),
                                    static_cast<std::size_t>(next - m_times.begin())));
        at = next;
    }
    return columns;
}

} // namespace millrace::analysis
