// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/recent_series.h"

#include <algorithm>
#include <cassert>

namespace millrace::analysis {

namespace {

constexpr std::size_t blockSamples = SeriesPyramid::fanOut;
constexpr std::size_t levelFanOut = 4;

SeriesColumn sampleColumn(const SeriesPyramid& pyramid, std::size_t index)
{
    return columnOf(std::span(pyramid.times()).subspan(index, 1), std::span(pyramid.values()).subspan(index, 1));
}

std::size_t atLeast(std::size_t value, std::size_t unit)
{
    return std::max(value / unit * unit, unit);
}

bool endsBefore(const SeriesColumn& block, std::int64_t time)
{
    return block.lastTime < time;
}

} // namespace

RecentSeries::RecentSeries(RecentLimits limits)
    : m_limits{atLeast(limits.samples, blockSamples), atLeast(limits.blocks, levelFanOut)}
{
}

void RecentSeries::append(std::span<const std::int64_t> times, std::span<const double> values)
{
    assert(times.size() == values.size());
    m_count += static_cast<std::int64_t>(times.size());
    while (!times.empty()) {
        const std::size_t room = std::min(times.size(), 2 * m_limits.samples - m_newest.size());
        const std::span<const std::int64_t> batch = times.first(room);
        const bool late = !m_levels.empty() && *std::min_element(batch.begin(), batch.end()) < exactFrom();
        if (!late)
            m_newest.append(batch, values.first(room));
        for (std::size_t i = 0; late && i < room; ++i) {
            if (times[i] < exactFrom())
                mergeLate(times[i], values[i]);
            else
                m_newest.append(times[i], values[i]);
        }
        if (m_newest.size() >= 2 * m_limits.samples)
            retire();
        times = times.subspan(room);
        values = values.subspan(room);
    }
}

void RecentSeries::mergeLate(std::int64_t time, double value)
{
    const SeriesColumn sample = columnOf(std::span(&time, 1), std::span(&value, 1));
    auto* block = const_cast<SeriesColumn*>(blockFrom(time));
    if (!block)
        block = &m_levels.front().back();
    SeriesColumn merged = *block;
    if (time < block->firstTime) {
        merged = sample;
        mergeColumn(merged, *block);
    } else {
        mergeColumn(merged, sample);
        merged.lastTime = std::max(block->lastTime, time);
        if (time < block->lastTime && block->count > 0)
            merged.last = block->last;
    }
    *block = merged;
}

void RecentSeries::retire()
{
    const std::span times(m_newest.times());
    const std::span values(m_newest.values());
    if (m_levels.empty())
        m_levels.emplace_back();
    for (std::size_t from = 0; from < m_limits.samples; from += blockSamples)
        m_levels[0].push_back(columnOf(times.subspan(from, blockSamples), values.subspan(from, blockSamples)));
    SeriesPyramid rest;
    rest.append(times.subspan(m_limits.samples), values.subspan(m_limits.samples));
    m_newest = std::move(rest);

    for (std::size_t level = 0; level < m_levels.size(); ++level) {
        while (m_levels[level].size() > m_limits.blocks) {
            if (level + 1 == m_levels.size())
                m_levels.emplace_back();
            Level& blocks = m_levels[level];
            SeriesColumn coarse = blocks.front();
            for (std::size_t i = 1; i < levelFanOut; ++i)
                mergeColumn(coarse, blocks[i]);
            blocks.erase(blocks.begin(), blocks.begin() + levelFanOut);
            m_levels[level + 1].push_back(coarse);
        }
    }
}

std::int64_t RecentSeries::firstTime() const noexcept
{
    return m_levels.empty() ? m_newest.times().front() : m_levels.back().front().firstTime;
}

std::int64_t RecentSeries::lastTime() const noexcept
{
    return m_newest.times().back();
}

const SeriesColumn* RecentSeries::blockFrom(std::int64_t time) const
{
    for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level) {
        const auto block = std::lower_bound(level->begin(), level->end(), time, endsBefore);
        if (block != level->end())
            return &*block;
    }
    return nullptr;
}

const SeriesColumn* RecentSeries::blockBefore(std::int64_t time) const
{
    for (const Level& level : m_levels) {
        const auto block = std::lower_bound(level.begin(), level.end(), time, endsBefore);
        if (block != level.begin())
            return &*std::prev(block);
    }
    return nullptr;
}

std::vector<SeriesColumn> RecentSeries::columns(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    std::vector<SeriesColumn> columns;
    if (end <= begin || width == 0)
        return columns;
    std::size_t last = width;
    for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level) {
        auto block = std::lower_bound(level->begin(), level->end(), begin, endsBefore);
        for (; block != level->end() && block->firstTime < end; ++block) {
            const std::size_t stretch = stretchOf(std::max(block->firstTime, begin), begin, end, width);
            if (stretch == last)
                mergeColumn(columns.back(), *block);
            else
                columns.push_back(*block);
            last = stretch;
        }
    }
    std::vector<SeriesColumn> newest = m_newest.columns(begin, end, width);
    std::size_t from = 0;
    if (!newest.empty() && last < width && stretchOf(newest[0].firstTime, begin, end, width) == last)
        mergeColumn(columns.back(), newest[from++]);
    columns.insert(columns.end(), newest.begin() + static_cast<std::ptrdiff_t>(from), newest.end());
    return columns;
}

std::vector<SeriesColumn> RecentSeries::columnsAround(std::int64_t begin, std::int64_t end, std::size_t width) const
{
    std::vector<SeriesColumn> around = columns(begin, end, width);
    if (empty() || end <= begin)
        return around;
    addNeighbours(m_newest, begin, end, around);
    if (exactFrom() >= begin) {
        if (const SeriesColumn* before = blockBefore(begin))
            around.insert(around.begin(), *before);
    }
    if (exactFrom() >= end) {
        // The newest samples returned their first one; a block may be closer.
        const SeriesColumn* after = blockFrom(end);
        while (after && after->firstTime < end)
            after = after->lastTime < exactFrom() ? blockFrom(after->lastTime + 1) : nullptr;
        if (after && !around.empty())
            around.back() = *after;
    }
    return around;
}

std::size_t RecentSeries::memory() const noexcept
{
    std::size_t bytes = m_newest.size() * (sizeof(std::int64_t) + sizeof(double));
    bytes += m_newest.size() / (blockSamples - 1) * sizeof(SeriesColumn);
    for (const Level& level : m_levels)
        bytes += level.size() * sizeof(SeriesColumn);
    return bytes;
}

void addNeighbours(const SeriesPyramid& pyramid, std::int64_t begin, std::int64_t end,
                   std::vector<SeriesColumn>& columns)
{
    const std::vector<std::int64_t>& times = pyramid.times();
    const auto before = std::lower_bound(times.begin(), times.end(), begin);
    if (before != times.begin())
        columns.insert(columns.begin(), sampleColumn(pyramid, static_cast<std::size_t>(before - times.begin()) - 1));
    const auto after = std::lower_bound(before, times.end(), end);
    if (after != times.end())
        columns.push_back(sampleColumn(pyramid, static_cast<std::size_t>(after - times.begin())));
}

} // namespace millrace::analysis
