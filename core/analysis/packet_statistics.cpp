// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/packet_statistics.h"

#include "core/base/unknown.h"

#include <cmath>
#include <numeric>

namespace millrace::analysis {

namespace {

std::uint64_t sum(const std::vector<std::uint64_t>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void addCounts(std::vector<std::uint64_t>& counts, const std::vector<std::uint64_t>& more)
{
    for (std::size_t i = 0; i < counts.size() && i < more.size(); ++i)
        counts[i] += more[i];
}

/// The first entry at which the running sum reaches the share.
std::size_t entryOf(const std::vector<std::uint64_t>& counts, double fraction, std::uint64_t total)
{
    const double wanted = std::max(1.0, std::ceil(fraction * static_cast<double>(total)));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        seen += counts[i];
        if (static_cast<double>(seen) >= wanted)
            return i;
    }
    return counts.size() - 1;
}

} // namespace

void SizeHistogram::merge(const SizeHistogram& other)
{
    addCounts(m_counts, other.m_counts);
    m_largeSum += other.m_largeSum;
    m_largeSquares += other.m_largeSquares;
}

std::uint64_t SizeHistogram::total() const noexcept
{
    return sum(m_counts);
}

void SizeHistogram::addLarge(std::uint32_t size) noexcept
{
    ++m_counts[largest];
    m_largeSum += size;
    m_largeSquares += static_cast<double>(size) * size;
}

double SizeHistogram::mean() const noexcept
{
    const std::uint64_t count = total();
    auto all = static_cast<double>(m_largeSum);
    for (std::uint32_t size = 0; size < largest; ++size)
        all += static_cast<double>(m_counts[size]) * size;
    return count == 0 ? unknown : all / static_cast<double>(count);
}

std::uint32_t SizeHistogram::quantile(double fraction) const noexcept
{
    const std::uint64_t count = total();
    return count == 0 ? 0 : static_cast<std::uint32_t>(entryOf(m_counts, fraction, count));
}

void TimeHistogram::merge(const TimeHistogram& other)
{
    addCounts(m_counts, other.m_counts);
    m_negative += other.m_negative;
}

double TimeHistogram::lowerBound(int number) noexcept
{
    if (number < perOctave)
        return number;
    const int octave = number / perOctave + 3;
    const int part = number % perOctave;
    return std::ldexp(1.0 + static_cast<double>(part) / perOctave, octave);
}

std::uint64_t TimeHistogram::total() const noexcept
{
    return sum(m_counts);
}

double TimeHistogram::quantile(double fraction) const noexcept
{
    const std::uint64_t count = total();
    if (count == 0)
        return unknown;
    const auto entry = static_cast<int>(entryOf(m_counts, fraction, count));
    if (entry < perOctave)
        return entry;
    return (lowerBound(entry) + lowerBound(entry + 1)) / 2;
}

} // namespace millrace::analysis
