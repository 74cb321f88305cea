// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/distribution.h"
#include "core/base/statistics.h"
#include "core/store/metric_kinds.h"
#include "core/studies/flumen/published_iterations.h"
#include "core/studies/flumen/runs.h"
#include "core/studies/flumen/tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::studies::flumen {

namespace {

constexpr double sameCdfMean = 0.1; ///< tolerated difference between the means of a CDF and the table, as a share
constexpr double sameReference = 0.002; ///< a histogram belongs to a reference row whose mean differs by less
constexpr double mostWindows = 2e6; ///< kept as values

/// The point of a load in the tables, if any; a first run takes precedence over its repetition.
const LoadPoint* loadOf(const FlumenPoints& points, const FlumenFile& file)
{
    const LoadPoint* best = nullptr;
    for (const LoadPoint& point : points.points) {
        const bool fits = point.series == file.series && point.model == file.model && point.model != nullptr
            && point.set == "main" && file.load && point.label.requested == *file.load && point.iterations;
        if (fits && (best == nullptr || point.label.repetition < best->label.repetition))
            best = &point;
    }
    return best;
}

const FlumenBaseline* baselineOf(const FlumenPoints& points, const FlumenFile& file)
{
    for (const LoadPoint& point : points.points)
        if (point.series == file.series && point.model == file.model && point.model != nullptr && point.baseline)
            return &*point.baseline;
    return nullptr;
}

/// The study writes i / (n − 1), i from 0, in order of the values.
void checkShares(const CdfTable& table, const FlumenFile& file, ImportedRun& run)
{
    SourceFile& source = run.files.front();
    const auto last = static_cast<double>(table.shares.size()) - 1;
    for (std::size_t i = 0; i < table.shares.size(); ++i) {
        const std::string where = fmt::format("{} row {}", file.name, i + 1);
        if (i > 0 && table.values[i] < table.values[i - 1])
            countIssue(source.issues,
                       {"not-sorted", Severity::Warning, 1, "a value is smaller than the one before it", where});
        if (last > 0 && !(std::abs(table.shares[i] - static_cast<double>(i) / last) < 1e-6))
            countIssue(source.issues,
                       {"wrong-share", Severity::Warning, 1,
                        fmt::format("the share {} is not that of value {} of {}; the file was cut or changed",
                                    table.shares[i], i + 1, table.shares.size()),
                        where});
    }
}

void addStatistics(const std::vector<double>& values, ImportedRun& run)
{
    analysis::Moments moments;
    for (const double value : values)
        moments.add(value);
    const double median = analysis::quantile(values, 0.5, analysis::QuantileType::Linear);
    const double p99 = publishedQuantile(values, 0.99);
    addMetric(run, "step_count", moments.weight(), "", "values: all ranks' lines as if each were an iteration");
    addMetric(run, store::metrics::stepMean.name, moments.mean(), "s", "mean of the values");
    addMetric(run, store::metrics::stepMedian.name, median, "s", "median of the values");
    addMetric(run, store::metrics::stepDeviation.name, moments.deviation(), "s",
              "standard deviation of the population");
    addMetric(run, "step_variance", moments.variance(), "s²", "variance of the population");
    addMetric(run, "step_spread", moments.variance() / median, "s", "variance ÷ median");
    addMetric(run, "step_p99_published", p99, "s", "sorted[min(⌈0.99 n⌉, n − 1)], counted from 0");
    addMetric(run, store::metrics::stepP99.name, analysis::quantile(values, 0.99, analysis::QuantileType::Linear), "s",
              "99th percentile of type 7");
    addMetric(run, "step_tail_published", p99 / median, "", "p99 as published ÷ median");
    if (values.size() < leastForP99)
        run.issues.push_back({"p99-is-maximum", Severity::Note, 1,
                              fmt::format("of {} values the study's p99 is the maximum", values.size()), ""});
}

/// A reference row of the histogram's load whose windows have the same mean.
const LoadPoint* referenceOf(const FlumenPoints& points, double mean)
{
    for (const LoadPoint& point : points.points)
        if (point.model == nullptr && point.reference && std::abs(point.reference->mean / mean - 1) < sameReference)
            return &point;
    return nullptr;
}

void addHistogram(const analysis::Histogram& histogram, ImportedRun& run)
{
    const analysis::Moments moments = histogram.moments();
    const double total = moments.weight();
    const auto mode = std::ranges::max_element(histogram.weights);
    addMetric(run, "cross_windows", total, "", "windows in the histogram");
    addMetric(run, "cross_rate", moments.mean(), "bit/s",
              "mean of the windows at the middle of their bins, not weighted by time");
    addMetric(run, "cross_deviation", moments.deviation(), "bit/s", "standard deviation of the same");
    addMetric(run, "cross_mode", histogram.edge(static_cast<std::size_t>(mode - histogram.weights.begin())), "bit/s",
              "lower edge of the bin with most windows");
    addMetric(run, "cross_mode_windows", *mode, "", "windows in that bin");
    const auto above = [&](double rate) {
        double sum = 0;
        for (std::size_t bin = 0; bin < histogram.weights.size(); ++bin)
            sum += histogram.edge(bin) >= rate - 1e3 ? histogram.weights[bin] : 0;
        return sum / total;
    };
    addMetric(run, "share_above_line", above(flumenCapacity), "share",
              "windows in bins from the capacity of the link on");
    addMetric(run, "share_above_twice_line", above(2 * flumenCapacity), "share",
              "windows in bins from twice the capacity on");
    if (total > mostWindows) {
        run.issues.push_back({"too-many-values", Severity::Warning, 1,
                              fmt::format("{} windows are not kept as values", total), run.files.front().path});
        return;
    }
    analysis::Series series{"traffic.window_rate", "", "bit/s", {}, {}};
    for (std::size_t bin = 0; bin < histogram.weights.size(); ++bin)
        for (double i = 0; i < histogram.weights[bin]; ++i) {
            series.times.push_back(nanosecondsOf(static_cast<double>(series.times.size())));
            series.values.push_back(histogram.middle(bin));
        }
    run.series.push_back(std::move(series));
}

} // namespace

std::string contextOf(const FlumenFile& file, const FlumenPoints& points)
{
    std::string text;
    const FlumenBaseline* baseline = baselineOf(points, file);
    const LoadPoint* point = loadOf(points, file);
    if (file.format == FlumenFormat::Cdf)
        text = fmt::format("{} {}", baseline == nullptr ? 0 : baseline->mean,
                           point == nullptr ? 0 : point->iterations->mean);
    else if (file.format == FlumenFormat::Histogram)
        for (const LoadPoint& each : points.points)
            text += each.model == nullptr && each.reference ? fmt::format("{} ", each.reference->mean) : "";
    return text;
}

Result<void> fillCdf(const FlumenFile& file, const FlumenPoints& points, ImportedRun& run, const JobContext& job)
{
    MR_TRY(table, readCdfTable(file.path, job));
    run.files.front().rows = table.values.size();
    run.files.front().issues = std::move(table.issues);
    if (table.values.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} has no row of time and share", file.name));
    checkShares(table, file, run);
    std::ranges::sort(table.values);
    addStatistics(table.values, run);
    const double mean = millrace::mean(table.values);
    if (const FlumenBaseline* baseline = baselineOf(points, file)) {
        addMetric(run, store::metrics::baselineStepMean.name, baseline->mean, "s",
                  "without cross traffic, same transport");
        addMetric(run, store::metrics::slowdown.name, mean / baseline->mean, "",
                  "mean ÷ that without cross traffic, same transport");
    }
    if (const LoadPoint* point = loadOf(points, file)) {
        const double inTable = point->iterations->mean;
        addMetric(run, "step_mean_table", inTable, "s", "mean that the table of loads has: " + nameOf(*point));
        if (std::abs(mean / inTable - 1) > sameCdfMean)
            run.issues.push_back({"cdf-and-table-differ", Severity::Warning, 1,
                                  fmt::format("the mean is {:.4g} s, the table of loads has {:.4g} s for this load: "
                                              "they are of different runs, or of different loads",
                                              mean, inTable),
                                  file.name});
    }
    analysis::Series series{"training.step_time", "", "s", {}, std::move(table.values)};
    for (std::size_t i = 0; i < series.values.size(); ++i)
        series.times.push_back(nanosecondsOf(static_cast<double>(i)));
    run.series.push_back(std::move(series));
    return {};
}

Result<void> fillHistogram(const FlumenPart& part, const FlumenPoints& points, ImportedRun& run, const JobContext& job)
{
    MR_TRY(table, readHistogramTable(part.file->path, job));
    if (part.part >= table.histograms.size())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("{} has no pair of columns number {}", part.file->name, part.part + 1));
    const analysis::Histogram& histogram = table.histograms[part.part];
    run.files.front().rows = histogram.weights.size();
    if (part.part == 0)
        run.files.front().issues = std::move(table.issues);
    if (!(histogram.total() > 0))
        return fail(ErrorCode::InvalidInput,
                    fmt::format("pair of columns {} of {} has no counts", part.part + 1, part.file->name));
    addHistogram(histogram, run);
    run.issues.push_back({"unweighted-windows", Severity::Warning, 1,
                          "all windows have the same number of packets: they are counted by number, not by time",
                          part.file->name});
    if (const LoadPoint* point = referenceOf(points, histogram.moments().mean())) {
        run.factors.push_back({"label", fmt::format("{:g}", point->label.number), point->label.number, ""});
        addMetric(run, "cross_rate_windows_published", point->reference->mean, "bit/s",
                  "mean that the reference table has: " + nameOf(*point));
    }
    return {};
}

} // namespace millrace::studies::flumen
