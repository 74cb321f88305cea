// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/rate_bins.h"

#include "core/analysis/row_order.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace millrace::analysis {

namespace {

__extension__ using Wide = __int128;

Wide floorDivide(Wide a, Wide b)
{
    const Wide quotient = a / b;
    return a % b < 0 ? quotient - 1 : quotient;
}

std::uint32_t addCapped(std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t sum = a + b;
    return sum < a ? std::numeric_limits<std::uint32_t>::max() : sum;
}

/// Adds to the last row, or begins a new one; bins come in ascending order.
void addToBin(BinnedSeries& series, std::int64_t bin, double bytes, std::uint32_t packets)
{
    if (!series.empty() && series.index.back() == bin) {
        series.bytes.back() += bytes;
        series.packets.back() = addCapped(series.packets.back(), packets);
        return;
    }
    series.index.push_back(bin);
    series.bytes.push_back(bytes);
    series.packets.push_back(packets);
}

/// First row whose bin is not before `bin`.
std::size_t rowFrom(const BinnedSeries& series, std::int64_t bin)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(series.index, bin) - series.index.begin());
}

struct Rows
{
    std::size_t from = 0;
    std::size_t to = 0;
};

Rows rowsIn(const BinnedSeries& series, const BinRange& range)
{
    return range.bins() == 0 ? Rows{} : Rows{rowFrom(series, range.from), rowFrom(series, range.to)};
}

std::span<const double> bytesIn(const BinnedSeries& series, const BinRange& range)
{
    const Rows rows = rowsIn(series, range);
    return std::span(series.bytes).subspan(rows.from, rows.to - rows.from);
}

Error tooLong(std::int64_t bins, std::size_t most)
{
    return fail(ErrorCode::InvalidInput,
                fmt::format("the range has {} bins, more than {}; choose a shorter range or wider bins", bins, most));
}

} // namespace

std::int64_t BinnedSeries::binOf(std::int64_t time) const noexcept
{
    return static_cast<std::int64_t>(floorDivide(Wide(time) - start, width));
}

BinRange extent(const BinnedSeries& series) noexcept
{
    return series.empty() ? BinRange{} : BinRange{series.index.front(), series.index.back() + 1};
}

BinnedSeries binPackets(std::span<const capture::Packet> packets, std::int64_t width)
{
    assert(width > 0);
    BinnedSeries series;
    series.width = width;
    std::vector<capture::Packet> sorted;
    if (!std::ranges::is_sorted(packets, {}, &capture::Packet::time)) {
        sorted.assign(packets.begin(), packets.end());
        std::ranges::stable_sort(sorted, {}, &capture::Packet::time);
        packets = sorted;
    }
    for (const capture::Packet& packet : packets)
        addToBin(series, series.binOf(packet.time), packet.wireBytes, 1);
    return series;
}

Result<BinnedSeries> binRates(const Series& rates, std::int64_t width, std::int64_t longestHold, std::size_t most)
{
    assert(width > 0);
    if (!std::ranges::is_sorted(rates.times))
        return fail(ErrorCode::InvalidInput, "the samples of the rate series are not in order of time; sort them");
    BinnedSeries series;
    series.width = width;
    for (std::size_t i = 0; i + 1 < rates.times.size(); ++i) {
        if (!(rates.values[i] > 0) || std::isinf(rates.values[i]))
            continue;
        const Wide until = std::min(Wide(rates.times[i]) + longestHold, Wide(rates.times[i + 1]));
        std::int64_t begin = rates.times[i];
        const auto end = static_cast<std::int64_t>(until);
        while (begin < end) {
            const std::int64_t bin = series.binOf(begin);
            const auto next = static_cast<std::int64_t>(std::min(Wide(bin + 1) * width, Wide(end)));
            addToBin(series, bin, rates.values[i] * static_cast<double>(next - begin) / 8e9, 0);
            if (series.size() > most)
                return tooLong(extent(series).bins(), most);
            begin = next;
        }
    }
    return series;
}

BinnedSeries coarsen(const BinnedSeries& series, std::int64_t factor)
{
    assert(factor >= 1);
    BinnedSeries wider;
    wider.width = series.width * factor;
    // The grid of the new bins depends only on that of the old ones, not on the position of bin 0.
    const auto firstNumber = static_cast<std::int64_t>(floorDivide(series.start, series.width));
    const auto newNumber = static_cast<std::int64_t>(floorDivide(firstNumber, factor));
    const std::int64_t ahead = firstNumber - newNumber * factor;
    wider.start = series.start - ahead * series.width;
    for (std::size_t i = 0; i < series.size(); ++i)
        addToBin(wider, static_cast<std::int64_t>(floorDivide(Wide(series.index[i]) + ahead, factor)), series.bytes[i],
                 series.packets[i]);
    return wider;
}

Result<BinnedSeries> sumOf(std::span<const BinnedSeries> series)
{
    const auto first = std::ranges::find_if_not(series, &BinnedSeries::empty);
    if (first == series.end())
        return series.empty() ? BinnedSeries{} : series.front();
    BinnedSeries all;
    all.width = first->width;
    all.start = first->start;
    for (const BinnedSeries& one : series) {
        if (one.empty())
            continue;
        if (one.width != all.width || (one.start - all.start) % all.width != 0)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("series with bins of {} ns and {} ns, or on different rasters, cannot be added; "
                                    "bring them to the same width first",
                                    all.width, one.width));
        const std::int64_t shift = (one.start - all.start) / all.width;
        for (std::size_t i = 0; i < one.size(); ++i)
            all.index.push_back(one.index[i] + shift);
        all.bytes.insert(all.bytes.end(), one.bytes.begin(), one.bytes.end());
        all.packets.insert(all.packets.end(), one.packets.begin(), one.packets.end());
    }
    if (std::ranges::is_sorted(all.index, std::ranges::less_equal{}))
        return all;
    MR_TRY(order,
           sortRows(
               allRows(all.size()), [&](std::uint32_t row) { return all.index[row]; }, SortDirection::Ascending));
    BinnedSeries sum;
    sum.width = all.width;
    sum.start = all.start;
    for (const std::uint32_t row : order)
        addToBin(sum, all.index[row], all.bytes[row], all.packets[row]);
    return sum;
}

BinnedSeries slice(const BinnedSeries& series, const BinRange& range)
{
    const auto [from, to] = rowsIn(series, range);
    const auto part = [from = static_cast<std::ptrdiff_t>(from), to = static_cast<std::ptrdiff_t>(to)](const auto& v) {
        return std::vector(v.begin() + from, v.begin() + to);
    };
    return {series.start, series.width, part(series.index), part(series.bytes), part(series.packets)};
}

Result<std::vector<double>> dense(const BinnedSeries& series, const BinRange& range, std::size_t most)
{
    if (Wide(range.to) - range.from > Wide(most))
        return tooLong(range.bins(), most);
    std::vector<double> values(static_cast<std::size_t>(range.bins()), 0.0);
    const auto [from, to] = rowsIn(series, range);
    for (std::size_t i = from; i < to; ++i)
        values[static_cast<std::size_t>(series.index[i] - range.from)] = series.bytes[i];
    return values;
}

BinStatistics statisticsOf(const BinnedSeries& series, const BinRange& range)
{
    const std::span<const double> busy = bytesIn(series, range);
    BinStatistics result;
    result.bins = range.bins();
    result.busy = static_cast<std::int64_t>(busy.size());
    result.bytes = std::accumulate(busy.begin(), busy.end(), 0.0);
    result.peak = busy.empty() ? 0 : *std::ranges::max_element(busy);
    if (result.bins == 0) {
        result.mean = result.deviation = result.peak = result.peakToMean = result.idleShare = unknown;
        return result;
    }
    const auto bins = static_cast<double>(result.bins);
    const auto idle = static_cast<double>(result.bins - result.busy);
    result.mean = result.bytes / bins;
    double squares = idle * result.mean * result.mean;
    for (const double bytes : busy)
        squares += (bytes - result.mean) * (bytes - result.mean);
    result.deviation = std::sqrt(squares / bins);
    result.peakToMean = result.mean > 0 ? result.peak / result.mean : unknown;
    result.idleShare = idle / bins;
    return result;
}

std::vector<double> quantilesOf(const BinnedSeries& series, const BinRange& range, std::span<const double> fractions)
{
    std::vector<double> result(fractions.size(), unknown);
    if (range.bins() == 0)
        return result;
    const std::span<const double> bytes = bytesIn(series, range);
    std::vector<double> sorted(bytes.begin(), bytes.end());
    std::ranges::sort(sorted);
    const auto empty = range.bins() - static_cast<std::int64_t>(sorted.size());
    const auto valueAt = [&](std::int64_t rank) {
        return rank < empty ? 0.0 : sorted[static_cast<std::size_t>(rank - empty)];
    };
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        const double position = std::clamp(fractions[i], 0.0, 1.0) * static_cast<double>(range.bins() - 1);
        const auto below = std::min(static_cast<std::int64_t>(position), range.bins() - 1);
        const std::int64_t above = std::min(below + 1, range.bins() - 1);
        result[i] = std::lerp(valueAt(below), valueAt(above), position - static_cast<double>(below));
    }
    return result;
}

} // namespace millrace::analysis
