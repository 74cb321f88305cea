// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/burst_detector.h"
#include "core/base/random.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t week = 7 * 86'400'000'000'000;

capture::Packet packetAt(std::int64_t time, std::uint32_t bytes)
{
    capture::Packet packet;
    packet.time = time;
    packet.wireBytes = bytes;
    return packet;
}

/// Bins of 10 ms from rates in Mbit/s; 1 Mbit/s is 1250 bytes a bin.
BinnedSeries fromRates(const std::vector<double>& megabits, std::int64_t firstBin = 0)
{
    BinnedSeries series;
    series.width = 10 * ms;
    for (std::size_t i = 0; i < megabits.size(); ++i) {
        if (megabits[i] > 0) {
            series.index.push_back(firstBin + static_cast<std::int64_t>(i));
            series.bytes.push_back(megabits[i] * 1250);
            series.packets.push_back(1);
        }
    }
    return series;
}

void append(std::vector<double>& rates, std::size_t count, double rate)
{
    rates.insert(rates.end(), count, rate);
}

/// A direct implementation on a dense array: first and one past the last sample of each burst.
std::vector<std::pair<std::int64_t, std::int64_t>> slowBursts(const std::vector<double>& x, double level, double floor)
{
    std::vector<bool> inBurst(x.size());
    bool inside = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!inside && x[i] >= std::max(floor, 0.1 * level))
            inside = true;
        else if (inside && x[i] < std::max(floor / 2, 0.05 * level))
            inside = false;
        inBurst[i] = inside;
    }
    for (std::size_t i = 1; i + 1 < x.size(); ++i) { // a gap of one sample
        if (inBurst[i - 1] && !inBurst[i] && inBurst[i + 1])
            inBurst[i] = true;
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> bursts;
    for (std::size_t i = 0; i < x.size();) {
        std::size_t end = i;
        while (end < x.size() && inBurst[end])
            ++end;
        if (end >= i + 2 && i > 0 && end < x.size())
            bursts.emplace_back(i, end);
        i = std::max(end, i + 1);
    }
    return bursts;
}

class TestBurstDetector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gapsOfPackets()
    {
        // Threshold of the cross-traffic study: 25 µs between packets.
        std::vector<capture::Packet> packets{packetAt(0, 100), packetAt(25'000, 200), packetAt(50'001, 300),
                                             packetAt(60'000, 400)};
        const auto bursts = burstsByGap(packets, 25'000);
        QCOMPARE(bursts.size(), std::size_t(2));
        QCOMPARE(bursts[0].begin, 0);
        QCOMPARE(bursts[0].end, 25'000);
        QCOMPARE(bursts[0].bytes, 300.0);
        QCOMPARE(bursts[1].begin, 50'001);
        QCOMPARE(bursts[1].packets, std::uint64_t(2));
        std::ranges::reverse(packets);
        const auto again = burstsByGap(packets, 25'000);
        QCOMPARE(again[1].end, bursts[1].end);
        QCOMPARE(again.size(), bursts.size());
        QVERIFY(burstsByGap(std::span<const capture::Packet>(), 1).empty());
        QCOMPARE(burstsByGap(packets, 25'001).size(), std::size_t(1));
        const BurstSummary summary = summaryOf(bursts);
        QCOMPARE(summary.gap.mean, 25.001e-6);
        QCOMPARE(summary.bytes.maximum, 700.0);
        QCOMPARE(summary.duration.count, std::size_t(2));
    }

    void gapsOfBins()
    {
        const BinnedSeries series = fromRates({1, 2, 0, 3, 0, 0, 4});
        const auto bursts = burstsByGap(series, 10 * ms);
        QCOMPARE(bursts.size(), std::size_t(2));
        QCOMPARE(bursts[0], (BurstSpan{0, 40 * ms, 6 * 1250, 3, 3e6}));
        QCOMPARE(bursts[1], (BurstSpan{60 * ms, 70 * ms, 4 * 1250, 1, 4e6}));
        QCOMPARE(burstsByGap(series, 0).size(), std::size_t(3));
        QVERIFY(burstsByGap(BinnedSeries{}, 1).empty());
    }

    void aSquareWave()
    {
        std::vector<double> rates;
        for (int i = 0; i < 50; ++i) {
            append(rates, 7, 0);
            append(rates, 3, 1000);
        }
        append(rates, 7, 0);
        const RateBursts found = rateBursts(fromRates(rates), {}, BinRange{0, std::int64_t(rates.size())});
        QCOMPARE(found.bursts.size(), std::size_t(50));
        QCOMPARE(found.cutOnes, 0);
        QCOMPARE(found.level, 1e9);
        QCOMPARE(found.startRate, 1e8);
        QCOMPARE(found.endRate, 5e7);
        QCOMPARE(found.burstDuration, 0.03);
        QCOMPARE(found.idleDuration, 0.07);
        QCOMPARE(found.burstConsumption, 1e9);
        QCOMPARE(found.meanPeak, 1e9);
        QCOMPARE(found.period, 0.1);
        QCOMPARE(found.dutyCycle, 0.3);
        QVERIFY(found.durations.deviation < 1e-12);
        QCOMPARE(found.idles.count, std::size_t(49));
        // Without a window the first and the last burst are cut off by its ends.
        const RateBursts whole = rateBursts(fromRates(rates));
        QCOMPARE(whole.bursts.size(), std::size_t(48));
        QCOMPARE(whole.cutOnes, 2);
        QCOMPARE(whole.begin, 70 * ms);
        QCOMPARE(whole.idleDuration, 0.07);
    }

    void hysteresisMergingAndDropping()
    {
        // Level 100: starts at 10, ends below 5 Mbit/s.
        std::vector<double> rates{0, 0, 9, 9, 100, 100, 6, 6, 4, 0, 0}; // 100 … 6: four samples
        append(rates, 1, 50); // one sample: dropped
        append(rates, 3, 0);
        rates.insert(rates.end(), {20, 40, 0, 60}); // a gap of one sample: merged
        append(rates, 4, 0);
        rates.insert(rates.end(), {30, 30, 4.9, 4.9, 30, 30}); // a gap of two: two bursts
        append(rates, 3, 0);
        const RateBursts found = rateBursts(fromRates(rates), {}, BinRange{0, std::int64_t(rates.size())});
        QCOMPARE(found.level, 1e8);
        QCOMPARE(found.shortOnes, 1);
        QCOMPARE(found.bursts.size(), std::size_t(4));
        QCOMPARE(found.bursts[0].begin, 40 * ms);
        QCOMPARE(found.bursts[0].end, 80 * ms);
        QCOMPARE(found.bursts[1].begin, 150 * ms);
        QCOMPARE(found.bursts[1].end, 190 * ms);
        QCOMPARE(found.bursts[1].bytes, 120 * 1250.0);
        QCOMPARE(found.bursts[1].peak, 6e7);
        QCOMPARE(found.bursts[3].begin, 270 * ms);
        QCOMPARE(found.burstDuration, 0.03);
        QCOMPARE(found.idleDuration, (0.07 + 0.04 + 0.02) / 3);
        // (212 + 120 + 60 + 60) Mbit/s · 10 ms in 120 ms
        QCOMPARE(found.burstConsumption, 452e6 / 12);
        QCOMPARE(found.meanPeak, (100e6 + 60e6 + 30e6 + 30e6) / 4);
    }

    void theFloor()
    {
        std::vector<double> rates;
        for (int i = 0; i < 20; ++i) {
            append(rates, 5, 0.4); // noise below half the floor
            append(rates, 5, 0.9);
        }
        QVERIFY(rateBursts(fromRates(rates)).bursts.empty());
        RateBurstParameters low;
        low.floor = 0.8e6;
        QCOMPARE(rateBursts(fromRates(rates), low).bursts.size(), std::size_t(0)); // 0.4 is not below 0.4
        low.floor = 0.85e6;
        QCOMPARE(rateBursts(fromRates(rates), low).bursts.size(), std::size_t(19));
    }

    void likeTheDefinitionOnADenseArray()
    {
        Random random(21);
        for (int round = 0; round < 200; ++round) {
            std::vector<double> rates;
            while (rates.size() < 400) {
                const double rate = random.below(2) == 0 ? 0 : std::exp(random.normal() * 3);
                append(rates, 1 + random.below(6), rate);
            }
            const BinnedSeries series = fromRates(rates);
            const BinRange window{0, std::int64_t(rates.size())};
            const RateBursts found = rateBursts(series, {}, window);
            std::vector<double> bits;
            for (const double rate : rates)
                bits.push_back(rate * 1e6);
            const auto expected = slowBursts(bits, quantile(bits, 0.99), 1e6);
            QCOMPARE(found.bursts.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                QCOMPARE(found.bursts[i].begin, expected[i].first * 10 * ms);
                QCOMPARE(found.bursts[i].end, expected[i].second * 10 * ms);
            }
        }
    }

    void finerBinsAreMadeCoarser()
    {
        std::vector<capture::Packet> packets;
        for (int burst = 0; burst < 20; ++burst)
            for (int i = 0; i < 1000; ++i)
                packets.push_back(packetAt(burst * 100 * ms + 20 * ms + i * 40'000, 1500));
        const RateBursts found = rateBursts(binPackets(packets, ms));
        QCOMPARE(found.sampling, 10 * ms);
        QCOMPARE(found.burstDuration, 0.04);
        QCOMPARE(found.idleDuration, 0.06);
        QCOMPARE(found.burstConsumption, 3e8); // 1500 bytes in 40 µs
    }

    void nothingAndAWeekOfSilence()
    {
        const RateBursts none = rateBursts(BinnedSeries{});
        QVERIFY(none.bursts.empty());
        QVERIFY(std::isnan(none.burstDuration) && std::isnan(none.period) && std::isnan(none.level));
        BinnedSeries series = fromRates({0, 5, 5, 5});
        const BinnedSeries late = fromRates({5, 5, 5}, week / (10 * ms));
        series = *sumOf(std::vector<BinnedSeries>{series, late});
        const RateBursts found = rateBursts(series, {}, BinRange{0, week / (10 * ms) + 10});
        QCOMPARE(found.bursts.size(), std::size_t(2));
        QCOMPARE(found.level, 0.0); // more than 99 % silence: the floor decides
        QCOMPARE(found.idleDuration, static_cast<double>(week - 40 * ms) * 1e-9);
    }
};

} // namespace

QTEST_APPLESS_MAIN(TestBurstDetector)
#include "tst_burst_detector.moc"
