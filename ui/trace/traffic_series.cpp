// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trace/traffic_series.h"

#include "core/analysis/recent_series.h"
#include "core/base/floor_divide.h"

#include <algorithm>

namespace millrace::ui {
namespace {

/// Minimum width of a bin if its width is free.
constexpr std::int64_t pixelsOfBin = 2;

analysis::SeriesColumn sampleAt(std::int64_t time, double value)
{
    return {time, time, value, value, value, value, 1, 0};
}

} // namespace

const char* unitName(RateUnit unit) noexcept
{
    switch (unit) {
    case RateUnit::BitsPerSecond: return "bit/s";
    case RateUnit::BytesPerSecond: return "B/s";
    case RateUnit::PacketsPerSecond: break;
    }
    return "packets/s";
}

TrafficSeries::TrafficSeries(analysis::BinnedSeries bins, TimeRange range, RateUnit unit, std::int64_t width)
    : m_range(range), m_unit(unit), m_fixed(width > 0)
{
    if (width > bins.width)
        bins = analysis::coarsen(bins, std::max<std::int64_t>(1, (width + bins.width / 2) / bins.width));
    m_start = bins.start;
    m_base = bins.width;
    sumUp(bins);
    if (m_fixed)
        buildPyramid(bins);
    m_index = std::move(bins.index);
}

void TrafficSeries::sumUp(const analysis::BinnedSeries& bins)
{
    m_sums.reserve(bins.size() + 1);
    m_sums.push_back(0);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double amount = m_unit == RateUnit::PacketsPerSecond ? bins.packets[i]
            : m_unit == RateUnit::BytesPerSecond                   ? bins.bytes[i]
                                                                   : bins.bytes[i] * 8;
        m_sums.push_back(m_sums.back() + amount);
    }
}

void TrafficSeries::buildPyramid(const analysis::BinnedSeries& bins)
{
    if (m_range.isEmpty())
        return;
    std::vector<std::int64_t> times;
    std::vector<double> values;
    const auto add = [&](std::int64_t bin, double value) {
        times.push_back(m_start + bin * m_base + m_base / 2);
        values.push_back(value);
    };
    const std::int64_t last = floorDivide(m_range.end - 1 - m_start, m_base);
    std::int64_t next = floorDivide(m_range.begin - m_start, m_base);
    const auto addSilence = [&](std::int64_t end) {
        if (next < end)
            add(next, 0);
        if (next + 1 < end)
            add(end - 1, 0);
    };
    for (std::size_t i = 0; i < bins.size(); ++i) {
        addSilence(bins.index[i]);
        add(bins.index[i], (m_sums[i + 1] - m_sums[i]) * 1e9 / static_cast<double>(m_base));
        next = bins.index[i] + 1;
    }
    addSilence(last + 1);
    m_pyramid.append(times, values);
}

std::int64_t TrafficSeries::binWidth(std::int64_t length, std::size_t width) const noexcept
{
    if (m_fixed || width == 0)
        return m_base;
    const std::int64_t least = length / static_cast<std::int64_t>(width) * pixelsOfBin;
    std::int64_t step = m_base;
    for (const int factor : {2, 5, 10}) {
        if (step >= least)
            return step;
        step = m_base * factor;
    }
    for (std::int64_t decade = m_base * 10; decade < least && decade < std::int64_t(1) << 58; decade *= 10)
        for (const int factor : {1, 2, 5, 10}) {
            step = decade * factor;
            if (step >= least)
                return step;
        }
    return step;
}

double TrafficSeries::rateIn(std::int64_t firstBin, std::int64_t endBin, std::int64_t width) const
{
    const auto from = std::ranges::lower_bound(m_index, firstBin);
    const auto to = std::lower_bound(from, m_index.end(), endBin);
    const double amount = m_sums[static_cast<std::size_t>(to - m_index.begin())]
        - m_sums[static_cast<std::size_t>(from - m_index.begin())];
    return amount * 1e9 / static_cast<double>(width);
}

std::vector<analysis::SeriesColumn> TrafficSeries::meanColumns(std::int64_t begin, std::int64_t end,
                                                               std::int64_t width) const
{
    const std::int64_t factor = width / m_base;
    // Bins of all zooms begin at multiples of their width since the epoch, as far as the stored ones do.
    const std::int64_t shift = floorDivide(m_start, m_base);
    const auto wideBin = [&](std::int64_t time) {
        return floorDivide(floorDivide(time - m_start, m_base) + shift, factor);
    };
    const std::int64_t first = std::max(wideBin(begin) - 1, wideBin(m_range.begin));
    const std::int64_t last = std::min(wideBin(end - 1) + 1, wideBin(m_range.end - 1));
    std::vector<analysis::SeriesColumn> columns;
    columns.reserve(static_cast<std::size_t>(std::max<std::int64_t>(last - first + 1, 0)));
    for (std::int64_t bin = first; bin <= last; ++bin) {
        const std::int64_t from = bin * factor - shift;
        columns.push_back(sampleAt(m_start + from * m_base + width / 2, rateIn(from, from + factor, width)));
    }
    return columns;
}

std::vector<analysis::SeriesColumn> TrafficSeries::columns(std::int64_t begin, std::int64_t end,
                                                           std::size_t width) const
{
    if (end <= begin || width == 0 || m_range.isEmpty())
        return {};
    if (!m_fixed)
        return meanColumns(begin, end, binWidth(end - begin, width));
    std::vector<analysis::SeriesColumn> columns = m_pyramid.columns(begin, end, width);
    addNeighbours(m_pyramid, begin, end, columns);
    return columns;
}

} // namespace millrace::ui
