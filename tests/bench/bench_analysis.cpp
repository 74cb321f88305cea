// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the computations on series and packets take on a million bins, packets or rows. CPU time, best of three.

#include "core/analysis/burst_detector.h"
#include "core/analysis/clock_alignment.h"
#include "core/analysis/distribution.h"
#include "core/analysis/periodicity.h"
#include "core/analysis/row_order.h"
#include "core/analysis/step_detector.h"
#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fmt/format.h>
#include <string>

using namespace millrace;
using namespace millrace::analysis;

namespace {

constexpr std::size_t million = 1'000'000;
constexpr int rounds = 3;

double cpuSeconds()
{
    struct timespec now
    {
    };
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
void measure(const std::string& what, Work work)
{
    double best = 1e9;
    std::size_t result = 0;
    for (int round = 0; round < rounds; ++round) {
        const double start = cpuSeconds();
        result = work();
        best = std::min(best, cpuSeconds() - start);
    }
    fmt::print("{:<58} {:>9.1f} ms {:>10}\n", what, best * 1e3, result);
}

struct Inputs
{
    std::vector<double> numbers;
    std::vector<std::string> texts;
    std::vector<capture::Packet> packets;
    BinnedSeries bins; ///< a million bins of 1 ms: 5 in 8 with traffic, period 120 ms
    std::vector<double> noise;
    std::vector<MatchedPacket> matched;
};

Inputs makeInputs()
{
    Random random(1);
    Inputs inputs;
    inputs.bins.width = 1'000'000;
    std::int64_t time = 0;
    for (std::size_t i = 0; i < million; ++i) {
        inputs.numbers.push_back(std::exp(3 * random.normal()));
        inputs.noise.push_back(random.normal());
        inputs.texts.push_back(
            fmt::format("10.{}.{}.7:{}", random.below(256), random.below(256), random.below(60'000)));
        capture::Packet packet;
        packet.time = time += static_cast<std::int64_t>(1000 * random.exponential());
        packet.wireBytes = static_cast<std::uint32_t>(60 + random.below(1455));
        inputs.packets.push_back(packet);
        if (i % 120 < 75) {
            inputs.bins.index.push_back(static_cast<std::int64_t>(i));
            inputs.bins.bytes.push_back(1e5 + 1e4 * random.uniform());
            inputs.bins.packets.push_back(70);
        }
        const auto delay = static_cast<std::int64_t>(50'000 + 20'000 * random.exponential());
        const bool forward = i % 2 == 0;
        inputs.matched.push_back({time, time + 300'000'000 + (forward ? delay : -delay), forward});
    }
    return inputs;
}

void measureRows(const Inputs& inputs)
{
    const RowOrder rows = allRows(million);
    const auto number = [&](std::uint32_t row) { return inputs.numbers[row]; };
    const auto text = [&](std::uint32_t row) { return std::string_view(inputs.texts[row]); };
    measure("row_order: sort by a number",
            [&] { return sortRows(rows, number, SortDirection::Descending).value().front(); });
    measure("row_order: sort by text",
            [&] { return sortRowsByText(rows, text, SortDirection::Ascending).value().front(); });
    measure("row_order: filter", [&] {
        return filterRows(rows, [&](std::uint32_t row) { return inputs.numbers[row] > 1; }).value().size();
    });
}

void measureSeries(const Inputs& inputs)
{
    const BinnedSeries& bins = inputs.bins;
    measure("rate_bins: bin packets by 1 ms", [&] { return binPackets(inputs.packets, 1'000'000).size(); });
    measure("rate_bins: 10 times coarser", [&] { return coarsen(bins, 10).size(); });
    const std::vector<BinnedSeries> four(4, slice(bins, {0, 250'000}));
    measure("rate_bins: sum of four series of a quarter million", [&] { return sumOf(four).value().size(); });
    const std::vector<double> fractions{0.5, 0.9, 0.99};
    measure("rate_bins: statistics and three quantiles", [&] {
        return static_cast<std::size_t>(statisticsOf(bins, extent(bins)).peak
                                        + quantilesOf(bins, extent(bins), fractions)[1]);
    });
    measure("burst_detector: gaps of packets", [&] { return burstsByGap(inputs.packets, 5'000).size(); });
    measure("burst_detector: bursts of the rate", [&] { return rateBursts(bins).bursts.size(); });
    measure("periodicity: a period of 120 ms",
            [&] { return static_cast<std::size_t>(std::llround(findPeriod(bins).value().period * 1e9)); });
    measure("periodicity: noise", [&] { return std::size_t(findPeriod(inputs.noise, 1e-3).value().found); });
    measure("periodicity: Welch spectrum, segments of 4096",
            [&] { return spectrumOf(inputs.noise, 1e-3, 4096).segments; });
    measure("step_detector", [&] { return detectSteps(bins).value().steps.size(); });
}

void measureOthers(const Inputs& inputs)
{
    measure("clock_alignment: offset and drift from a million anchors",
            [&] { return static_cast<std::size_t>(std::llround(compareClocks(inputs.matched).offset * 1e9)); });
    measure("distribution: log histogram at 1 %", [&] {
        LogHistogram histogram;
        for (const double value : inputs.numbers)
            histogram.add(value);
        return histogram.classes().size();
    });
    measure("distribution: linear histogram, 200 bins",
            [&] { return histogramOf(inputs.numbers, 200).weights.size(); });
    measure("distribution: Kolmogorov-Smirnov of two halves", [&] {
        const std::span all(inputs.numbers);
        return static_cast<std::size_t>(1e6
                                        * kolmogorovSmirnov(all.first(million / 2), all.last(million / 2)).distance);
    });
}

} // namespace

int main()
{
    const Inputs inputs = makeInputs();
    measureRows(inputs);
    measureSeries(inputs);
    measureOthers(inputs);
    return 0;
}
