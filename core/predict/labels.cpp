// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/predict/labels.h"

#include "core/base/seconds.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::predict {

namespace {

bool isDevice(Resource resource)
{
    return resource == Resource::Gpu || resource == Resource::GpuMemory;
}

/// Middle one of the distances between two samples.
std::int64_t medianInterval(const std::vector<std::int64_t>& times)
{
    std::vector<std::int64_t> intervals;
    for (std::size_t i = 1; i < times.size(); ++i)
        intervals.push_back(times[i] - times[i - 1]);
    const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
    std::ranges::nth_element(intervals, middle);
    return *middle;
}

Label labelOf(double value, const Summary& summary, double scale)
{
    if (summary.count == 0)
        return {};
    return {value * scale, summary.deviation * scale, static_cast<double>(summary.count)};
}

ResourceLabels detect(Resource resource, const analysis::BinnedSeries& bins,
                      const analysis::RateBurstParameters& parameters, const analysis::BinRange& window)
{
    const analysis::RateBursts found = analysis::rateBursts(bins, parameters, window);
    const double scale = isDevice(resource) ? 1 : 1e-6;
    ResourceLabels labels;
    labels.labels = {labelOf(found.idleDuration, found.idles, 1), labelOf(found.burstDuration, found.durations, 1),
                     labelOf(found.burstConsumption, found.consumptions, scale)};
    labels.peak = labelOf(found.meanPeak, found.peaks, scale);
    labels.sampling = seconds(found.sampling);
    labels.window = seconds(found.end - found.begin);
    return labels;
}

} // namespace

analysis::RateBurstParameters detectorOf(Resource resource) noexcept
{
    analysis::RateBurstParameters parameters;
    if (isDevice(resource)) {
        parameters.sampling = 100'000'000;
        parameters.floor = 1;
    }
    return parameters;
}

Result<ResourceLabels> labelsOf(Resource resource, const analysis::Series& series)
{
    if (series.times.size() != series.values.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("series \"{}\": {} times, but {} values", series.name, series.times.size(),
                                series.values.size()));
    for (std::size_t i = 0; i < series.times.size(); ++i)
        if ((i > 0 && series.times[i] <= series.times[i - 1]) || series.values[i] < 0)
            return fail(
                ErrorCode::InvalidInput,
                fmt::format("series \"{}\", sample {}: times must ascend and values not be negative", series.name, i));
    if (series.times.size() < 3)
        return ResourceLabels{};
    analysis::RateBurstParameters parameters = detectorOf(resource);
    parameters.sampling = std::max(parameters.sampling, medianInterval(series.times));
    // Bins begin at the first sample, so that no burst is shared between two bins more than the samples say.
    analysis::Series fromStart = series;
    for (std::int64_t& time : fromStart.times)
        time -= series.times.front();
    MR_TRY(bins, analysis::binRates(fromStart, parameters.sampling, 10 * parameters.sampling));
    return detect(resource, bins, parameters, {0, bins.binOf(fromStart.times.back() - 1) + 1});
}

ResourceLabels labelsOf(Resource resource, const analysis::BinnedSeries& bins, const analysis::BinRange& window)
{
    return detect(resource, bins, detectorOf(resource), window);
}

void setLabels(Sample& sample, Resource resource, const ResourceLabels& labels)
{
    for (const UseQuantity quantity : {UseQuantity::Idle, UseQuantity::Burst, UseQuantity::Consumption})
        sample.labels[metricIndex(resource, quantity)] = labels.labels[static_cast<std::size_t>(quantity)];
    sample.provenance.detectorVersion = analysis::RateBursts::version;
    sample.provenance.sampling = std::max(sample.provenance.sampling, labels.sampling);
    sample.provenance.window = std::max(sample.provenance.window, labels.window);
}

} // namespace millrace::predict
