// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/rate_bins.h"
#include "core/base/random.h"
#include "core/base/statistics.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t week = 7 * 86'400'000'000'000;
constexpr std::int64_t epoch = 1'626'091'385'000'000'000;

capture::Packet packetAt(std::int64_t time, std::uint32_t bytes)
{
    capture::Packet packet;
    packet.time = time;
    packet.wireBytes = bytes;
    return packet;
}

std::vector<capture::Packet> somePackets(std::size_t count, std::uint64_t seed)
{
    Random random(seed);
    std::vector<capture::Packet> packets;
    std::int64_t time = epoch + 123'456;
    for (std::size_t i = 0; i < count; ++i) {
        time += static_cast<std::int64_t>(random.below(10) == 0 ? random.below(50 * ms) : random.below(20'000));
        packets.push_back(packetAt(time, static_cast<std::uint32_t>(60 + random.below(1455))));
    }
    return packets;
}

/// Bytes by the time at which their bin begins.
std::map<std::int64_t, double> slowBins(const std::vector<capture::Packet>& packets, std::int64_t width)
{
    std::map<std::int64_t, double> bins;
    for (const capture::Packet& packet : packets)
        bins[packet.time - packet.time % width] += packet.wireBytes;
    return bins;
}

std::map<std::int64_t, double> byTime(const BinnedSeries& series)
{
    std::map<std::int64_t, double> bins;
    for (std::size_t i = 0; i < series.size(); ++i)
        bins[series.beginOf(series.index[i])] = series.bytes[i];
    return bins;
}

BinnedSeries from(std::int64_t start, std::vector<std::int64_t> index, std::vector<double> bytes)
{
    std::vector<std::uint32_t> packets(index.size(), 1);
    return {start, ms, std::move(index), std::move(bytes), std::move(packets)};
}

class TestRateBins : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void packetsInAnyOrder()
    {
        std::vector<capture::Packet> packets = somePackets(5000, 1);
        const BinnedSeries series = binPackets(packets, ms);
        QCOMPARE(byTime(series), slowBins(packets, ms));
        QCOMPARE(std::accumulate(series.packets.begin(), series.packets.end(), 0u), 5000u);
        QVERIFY(std::ranges::is_sorted(series.index, std::ranges::less_equal{}));
        Random random(2);
        shuffle(packets, random);
        QCOMPARE(binPackets(packets, ms), series);
        QVERIFY(binPackets({}, ms).empty());
        const std::vector<capture::Packet> early{packetAt(-1, 10), packetAt(0, 20)};
        QCOMPARE(binPackets(early, ms).index, (std::vector<std::int64_t>{-1, 0}));
    }

    void coarsenOnTheSameRaster()
    {
        const std::vector<capture::Packet> packets = somePackets(5000, 3);
        const BinnedSeries fine = binPackets(packets, ms);
        for (const std::int64_t factor : {1, 2, 7, 10, 1000})
            QCOMPARE(byTime(coarsen(fine, factor)), slowBins(packets, factor * ms));
        // Where bin 0 is makes no difference.
        BinnedSeries moved = fine;
        moved.start += fine.index.front() * ms;
        for (auto& bin : moved.index)
            bin -= fine.index.front();
        QCOMPARE(byTime(coarsen(moved, 10)), slowBins(packets, 10 * ms));
        QCOMPARE(byTime(coarsen(coarsen(moved, 5), 2)), slowBins(packets, 10 * ms));
        // A raster that does not hold the epoch: bins of 3 and 300 µs past the millisecond stay together.
        const BinnedSeries odd = from(3 * ms + 300, {-5, 0, 1, 8}, {1, 2, 3, 4});
        const BinnedSeries wide = coarsen(odd, 2);
        QCOMPARE(byTime(wide),
                 (std::map<std::int64_t, double>{
                     {-2 * ms + 300, 1}, {2 * ms + 300, 2}, {4 * ms + 300, 3}, {10 * ms + 300, 4}}));
    }

    void sum()
    {
        const std::vector<capture::Packet> a = somePackets(3000, 4);
        const std::vector<capture::Packet> b = somePackets(3000, 5);
        std::vector<capture::Packet> both = a;
        both.insert(both.end(), b.begin(), b.end());
        BinnedSeries shifted = binPackets(b, ms);
        shifted.start += 17 * ms;
        for (auto& bin : shifted.index)
            bin -= 17;
        const std::vector<BinnedSeries> parts{binPackets(a, ms), shifted, BinnedSeries{}};
        const auto total = sumOf(parts);
        QVERIFY(total);
        QCOMPARE(byTime(*total), slowBins(both, ms));
        QCOMPARE(std::accumulate(total->packets.begin(), total->packets.end(), 0u), 6000u);
        QVERIFY(sumOf({})->empty());
        const std::vector<BinnedSeries> widths{binPackets(a, ms), binPackets(b, 2 * ms)};
        QCOMPARE(sumOf(widths).error().code, ErrorCode::InvalidInput);
        const std::vector<BinnedSeries> rasters{from(0, {1}, {1}), from(ms / 2, {1}, {1})};
        QCOMPARE(sumOf(rasters).error().code, ErrorCode::InvalidInput);
    }

    void countsOfPacketsDoNotWrap()
    {
        BinnedSeries full = from(0, {4}, {1});
        full.packets = {std::numeric_limits<std::uint32_t>::max() - 1};
        const std::vector<BinnedSeries> twice{full, full};
        QCOMPARE(sumOf(twice)->packets, (std::vector<std::uint32_t>{std::numeric_limits<std::uint32_t>::max()}));
    }

    void denseAndSlice()
    {
        const BinnedSeries series = from(0, {2, 3, 7}, {5, 6, 7});
        QCOMPARE(extent(series), (BinRange{2, 8}));
        QCOMPARE(*dense(series, {1, 8}), (std::vector<double>{0, 5, 6, 0, 0, 0, 7}));
        QCOMPARE(*dense(series, {3, 7}), (std::vector<double>{6, 0, 0, 0}));
        QVERIFY(dense(series, {7, 3})->empty());
        QCOMPARE(slice(series, {3, 7}), from(0, {3}, {6}));
        QVERIFY(slice(series, {9, 12}).empty());
        QVERIFY(slice(series, {9, 2}).empty());
        QCOMPARE(dense(series, {0, 1000}, 999).error().code, ErrorCode::InvalidInput);
        constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(dense(series, {-far, far}).error().code, ErrorCode::InvalidInput);
    }

    void statisticsIncludeSilence()
    {
        const BinnedSeries series = binPackets(somePackets(2000, 6), ms);
        const BinRange range{extent(series).from - 3, extent(series).to + 9};
        const std::vector<double> values = *dense(series, range);
        const BinStatistics found = statisticsOf(series, range);
        QCOMPARE(found.bins, qint64(values.size()));
        QCOMPARE(found.mean, mean(values));
        QCOMPARE(found.deviation, populationDeviation(values));
        QCOMPARE(found.peak, *std::ranges::max_element(values));
        QCOMPARE(found.peakToMean, found.peak / mean(values));
        QCOMPARE(found.idleShare,
                 static_cast<double>(std::ranges::count(values, 0.0)) / static_cast<double>(values.size()));
        const std::vector<double> fractions{0, 0.1, 0.5, 0.77, 0.9, 0.99, 0.999, 1};
        const std::vector<double> quantiles = quantilesOf(series, range, fractions);
        for (std::size_t i = 0; i < fractions.size(); ++i)
            QCOMPARE(quantiles[i], quantile(values, fractions[i]));
        QVERIFY(std::isnan(statisticsOf(series, {5, 5}).mean));
        QVERIFY(std::isnan(statisticsOf(BinnedSeries{}, {0, 10}).peakToMean));
        QCOMPARE(statisticsOf(BinnedSeries{}, {0, 10}).idleShare, 1.0);
        QVERIFY(std::isnan(quantilesOf(series, {5, 5}, fractions)[0]));
    }

    void aSilentWeekCostsNothing()
    {
        const std::vector<capture::Packet> packets{packetAt(epoch, 1000), packetAt(epoch + week, 3000)};
        const BinnedSeries series = binPackets(packets, 1000);
        QCOMPARE(series.size(), std::size_t(2));
        const BinStatistics found = statisticsOf(series, extent(series));
        QCOMPARE(found.bins, week / 1000 + 1);
        QCOMPARE(found.mean, 4000.0 / static_cast<double>(week / 1000 + 1));
        const std::vector<double> half{0.5};
        QCOMPARE(quantilesOf(series, extent(series), half)[0], 0.0);
        QCOMPARE(coarsen(series, 1000).size(), std::size_t(2));
        QVERIFY(!dense(series, extent(series)));
    }

    void heldRates()
    {
        // 8 Gbit/s is one byte per nanosecond.
        const Series rates{"rate", "", "bit/s", {0, 1'500'000, 9'000'000, 9'250'000}, {8e9, 16e9, 8e9, 1e12}};
        const BinnedSeries series = *binRates(rates, ms, 3 * ms);
        QCOMPARE(byTime(series),
                 (std::map<std::int64_t, double>{
                     {0, 1e6}, {ms, 0.5e6 + 1e6}, {2 * ms, 2e6}, {3 * ms, 2e6}, {4 * ms, 1e6}, {9 * ms, 0.25e6}}));
        QCOMPARE(binRates(rates, 1000, 3 * ms, 100).error().code, ErrorCode::InvalidInput);
        const Series disorder{"rate", "", "bit/s", {5, 1}, {1, 1}};
        QCOMPARE(binRates(disorder, ms, ms).error().code, ErrorCode::InvalidInput);
        const Series gaps{"rate", "", "bit/s", {0, ms, 2 * ms}, {std::nan(""), -1, 5}};
        QVERIFY(binRates(gaps, ms, ms)->empty());
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestRateBins)
#include "tst_rate_bins.moc"
