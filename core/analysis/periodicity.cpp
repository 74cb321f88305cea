// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/periodicity.h"

#include "core/analysis/fft.h"
#include "core/analysis/period_search.h"
#include "core/base/unknown.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace millrace::analysis {

namespace {

constexpr std::size_t fewestBins = 16;

std::vector<double> hannWindow(std::size_t size)
{
    std::vector<double> window(size);
    for (std::size_t i = 0; i < size; ++i) {
        const double phase = static_cast<double>(i) / static_cast<double>(size);
        window[i] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * phase);
    }
    return window;
}

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> corrected(std::vector<double> correlation, std::size_t values)
{
    for (std::size_t k = 1; k < correlation.size(); ++k)
        correlation[k] *= static_cast<double>(values) / static_cast<double>(values - k);
    return correlation;
}

/// The windowed periodogram with `fineness` steps per cycle in the window, in arbitrary units.
std::vector<double> finePeriodogram(std::span<const double> values, int fineness)
{
    const std::vector<double> window = hannWindow(values.size());
    const double centre = meanOf(values);
    RealFft fft(values.size() * static_cast<std::size_t>(fineness));
    for (std::size_t i = 0; i < values.size(); ++i)
        fft.values()[i] = (values[i] - centre) * window[i];
    fft.forward();
    std::vector<double> power(fft.coefficients().size());
    std::ranges::transform(fft.coefficients(), power.begin(), [](const auto& c) { return std::norm(c); });
    return power;
}

double normalTail(double surprise)
{
    return 0.5 * std::erfc(std::sqrt(surprise));
}

/// One search at one bin width; `allowed` is the false alarm probability that this search may add.
Periodicity look(std::span<const double> values, double interval, const PeriodParameters& parameters, double allowed,
                 const JobContext& job)
{
    Periodicity result{parameters, false, unknown, unknown, 0, 1, false, interval, values.size(), {}};
    result.correlation = corrected(autocorrelation(values, values.size() / 2), values.size());
    if (result.correlation.size() < fewestBins / 2)
        return result;
    const Chance chance = chanceOf(values, result.correlation);
    const CombSearch search(result.correlation, chance, chance.values / std::max(2, parameters.periodsInWindow));
    Comb comb = search.best(job);
    result.falseAlarm = 2 * search.trials() * normalTail(comb.surprise);
    // The spectrum of a few isolated pulses is not that of noise.
    const bool manyBusyBins = chance.events * chance.memory >= 30;
    if (manyBusyBins && (comb.teeth == 0 || result.falseAlarm > allowed)) {
        constexpr int fineness = 2;
        const std::vector<double> power = finePeriodogram(values, fineness);
        const Line line = strongestLine(power, fineness, job);
        const double lineAlarm = 2 * lineTrials(power.size()) * std::exp(-line.surprise);
        if (lineAlarm < result.falseAlarm || comb.teeth == 0) {
            result.falseAlarm = lineAlarm;
            result.byLine = true;
            comb = search.bestNear(fineness * chance.values / line.frequency, fineness / line.frequency);
        }
    }
    result.falseAlarm = std::min(1.0, result.falseAlarm);
    if (comb.teeth == 0 || result.falseAlarm > allowed)
        return result;
    comb = search.refine(search.fundamental(comb, parameters.samePeak));
    if (result.byLine && comb.height < parameters.leastStrength)
        return result;
    result.found = true;
    result.period = comb.lag * interval;
    result.strength = comb.height;
    result.peaks = comb.teeth;
    return result;
}

std::vector<double> inWiderBins(std::span<const double> values, std::size_t factor)
{
    std::vector<double> wider(values.size() / factor);
    for (std::size_t i = 0; i < wider.size(); ++i) {
        const auto part = values.subspan(i * factor, factor);
        wider[i] = std::accumulate(part.begin(), part.end(), 0.0);
    }
    return wider;
}

} // namespace

std::vector<double> autocorrelation(std::span<const double> values, std::size_t maxLag)
{
    if (values.size() < 2)
        return {};
    maxLag = std::min(maxLag, values.size() - 1);
    const double centre = meanOf(values);
    if (std::ranges::all_of(values, [&](double value) { return value == values.front(); }))
        return {};
    RealFft fft(fastLength(values.size() + maxLag));
    std::ranges::transform(values, fft.values().begin(), [&](double value) { return value - centre; });
    fft.forward();
    for (auto& coefficient : fft.coefficients())
        coefficient = std::norm(coefficient);
    fft.backward();
    const std::span<const double> sums = fft.values().first(maxLag + 1);
    std::vector<double> result(sums.begin(), sums.end());
    for (double& value : result)
        value /= sums.front();
    return result;
}

Spectrum spectrumOf(std::span<const double> values, double interval, std::size_t segment)
{
    assert(interval > 0);
    segment = std::min(segment, values.size());
    if (segment < 2)
        return {};
    const std::vector<double> window = hannWindow(segment);
    const double windowPower = std::inner_product(window.begin(), window.end(), window.begin(), 0.0);
    const double centre = meanOf(values);
    RealFft fft(segment);
    Spectrum result{1 / (interval * static_cast<double>(segment)), std::vector<double>(segment / 2 + 1, 0.0), 0};
    for (std::size_t from = 0; from + segment <= values.size(); from += std::max<std::size_t>(1, segment / 2)) {
        for (std::size_t i = 0; i < segment; ++i)
            fft.values()[i] = (values[from + i] - centre) * window[i];
        fft.forward();
        for (std::size_t i = 0; i < result.power.size(); ++i)
            result.power[i] += std::norm(fft.coefficients()[i]);
        ++result.segments;
    }
    for (std::size_t i = 0; i < result.power.size(); ++i) {
        const bool single = i == 0 || 2 * i == segment; // has no mirror image
        result.power[i] *= (single ? 1 : 2) * interval / (windowPower * static_cast<double>(result.segments));
    }
    return result;
}

Result<Periodicity> findPeriod(std::span<const double> values, double interval, const PeriodParameters& parameters,
                               const JobContext& job)
{
    assert(interval > 0 && parameters.coarser >= 2);
    const auto factor = static_cast<std::size_t>(parameters.coarser);
    std::vector<double> wider;
    std::optional<Periodicity> first;
    // The first search may use half of the false alarm probability, the second a quarter, and so on.
    double share = 0.5;
    for (; values.size() >= fewestBins; values = wider, interval *= parameters.coarser, share /= 2) {
        Periodicity found = look(values, interval, parameters, parameters.falseAlarm * share, job);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled before a period was found");
        found.falseAlarm = std::min(1.0, found.falseAlarm / share);
        if (found.found)
            return found;
        if (!first)
            first = std::move(found);
        wider = inWiderBins(values, factor);
    }
    return first.value_or(Periodicity{parameters, false, unknown, unknown, 0, 1, false, interval, values.size(), {}});
}

Result<Periodicity> findPeriod(const BinnedSeries& series, std::optional<BinRange> range,
                               const PeriodParameters& parameters, const JobContext& job)
{
    const BinRange whole = range.value_or(extent(series));
    const auto most = static_cast<std::int64_t>(std::max(parameters.most, fewestBins));
    const std::int64_t factor = std::max<std::int64_t>(1, (whole.bins() + most - 1) / most);
    BinnedSeries part = slice(series, whole);
    part.start = series.beginOf(whole.from);
    for (auto& bin : part.index)
        bin -= whole.from;
    if (factor > 1) {
        part.start = 0; // bins start at the range
        part = coarsen(part, factor);
    }
    MR_TRY(values, dense(part, {0, whole.bins() / factor}, parameters.most));
    return findPeriod(values, static_cast<double>(part.width) * 1e-9, parameters, job);
}

} // namespace millrace::analysis
