// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/base/unknown.h"
#include "core/store/metric_kinds.h"
#include "core/studies/log_run_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace millrace::studies {

namespace metrics = store::metrics;

namespace {

constexpr double referenceShare = 0.8; ///< the limit that KungFu prints is this share of its reference

std::vector<double> finite(const std::vector<double>& values)
{
    std::vector<double> good;
    std::ranges::copy_if(values, std::back_inserter(good), [](double value) { return std::isfinite(value); });
    return good;
}

/// n ÷ Σ 1/rate: the rate over all iterations if each has the same number of samples.
double harmonicMean(const std::vector<double>& rates)
{
    double time = 0;
    for (const double rate : rates)
        time += 1 / rate;
    return static_cast<double>(rates.size()) / time;
}

/// 0, 1, 2, … without a gap.
bool isComplete(const std::vector<std::int64_t>& numbers)
{
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != static_cast<std::int64_t>(i))
            return false;
    return !numbers.empty();
}

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Half the 95 % interval of the mean of the values numbered 0 to `last`, given their 1.96 population standard
/// deviations.
double halfWidthOf(double printed, std::int64_t last)
{
    constexpr std::int64_t most = 100'000;
    if (last < 1 || last >= most)
        return unknown;
    // The width of the interval is proportional to the deviation.
    std::vector<double> any(static_cast<std::size_t>(last + 1));
    std::iota(any.begin(), any.end(), 0.0);
    const Interval interval = meanInterval(any);
    return (interval.high - interval.low) / 2 * printed / 1.96 / populationDeviation(any);
}

} // namespace

void LogRunValues::metric(std::string_view name, std::string subject, double value, std::string unit, std::string how)
{
    // A log may tell the same in two ways; the first one holds.
    if (std::isfinite(value) && m_named.emplace(std::string(name), subject).second)
        m_metrics.push_back({std::string(name), std::move(subject), value, std::move(unit), std::move(how)});
}

/// Rates printed by benchmarks: per iteration, and their mean at the end.
void LogRunValues::rateMetrics()
{
    std::vector<double> printed, spreads, intervals, measured;
    std::size_t missing = 0;
    for (const auto& [node, who] : m_speakers) {
        if (who.printed) {
            printed.push_back(*who.printed);
            if (!node.empty())
                metric("throughput_per_worker_published", node, *who.printed, "samples/s", "as printed");
        }
        if (who.spread) {
            spreads.push_back(*who.spread);
            if (!who.numbers.empty())
                intervals.push_back(halfWidthOf(*who.spread, std::ranges::max(who.numbers)));
        }
        const std::vector<double> rates = finite(who.rates);
        const bool usable = !rates.empty() && std::ranges::all_of(rates, [](double rate) { return rate > 0; });
        if (usable && (!who.printed || isComplete(who.numbers))) {
            measured.push_back(harmonicMean(rates));
            if (!node.empty())
                metric("throughput_per_worker", node, measured.back(), "samples/s",
                       "n ÷ sum of 1/rate over the iterations");
        } else if (usable) {
            ++missing;
        }
    }
    if (missing > 0)
        m_issues.push_back({"iterations-missing", Severity::Note, static_cast<std::int64_t>(missing),
                            "the log does not have all iterations of its mean", ""});
    double workers = 0;
    if (const auto found = m_settings.find("workers"); found != m_settings.end())
        workers = parseDouble(found->second).value_or(0);
    const auto all = [&](const std::vector<double>& each) {
        const double count = static_cast<double>(each.size());
        return workers > count ? mean(each) * workers : sumOf(each);
    };
    metric("throughput_per_worker_published", {}, mean(printed), "samples/s",
           "mean over the workers of what each prints: the arithmetic mean of its iterations' rates");
    metric("throughput_interval_published", {}, mean(spreads), "samples/s",
           "the \"+-\" as printed: 1.96 × population standard deviation of the iterations; no interval of the mean");
    metric("throughput_interval", {}, mean(finite(intervals)), "samples/s",
           "half of the 95 % interval of the mean by Student's t, from the printed deviation and the number of "
           "iterations");
    metric("throughput_per_worker", {}, mean(measured), "samples/s",
           "mean over the workers of n ÷ sum of 1/rate over the iterations, all with as many samples");
    if (m_total)
        metric("throughput_published", {}, *m_total, "samples/s", "of all workers, as printed");
    else if (!printed.empty())
        metric("throughput_published", {}, all(printed), "samples/s", "of a worker as printed × workers");
    if (!measured.empty())
        metric("throughput", {}, all(measured), "samples/s", "rates over all iterations, × workers if reported by one");
}

/// TensorFlow reports each rate in two spellings; adding up all lines counts them twice.
void LogRunValues::reportMetrics()
{
    std::vector<double> each;
    double distinct = 0, lines = sumOf(m_repeated);
    for (const auto& [node, who] : m_speakers) {
        const std::vector<double> reports = finite(who.reports);
        if (reports.empty())
            continue;
        each.push_back(mean(reports));
        distinct += static_cast<double>(reports.size());
        lines += sumOf(reports);
        if (!node.empty())
            metric("throughput_per_worker", node, each.back(), "samples/s",
                   "mean of its reports, repetitions left out");
    }
    if (each.empty())
        return;
    metric(metrics::rates.name, {}, distinct, "", "reported rates, each once");
    metric("rates_published", {}, distinct + static_cast<double>(m_repeated.size()), "",
           "lines that report a rate; TensorFlow prints most of them twice");
    metric("throughput_per_worker", {}, mean(each), "samples/s", "mean of the workers' mean reports");
    metric("throughput", {}, sumOf(each), "samples/s", "sum over the workers of the mean of their reports, each once");
    metric("throughput_published", {}, lines * static_cast<double>(each.size()) / distinct, "samples/s",
           "all printed lines added up ÷ reports of a worker: repeated lines count again");
}

void LogRunValues::stepMetrics()
{
    if (m_warmups > 0)
        metric("warmup_steps", {}, m_warmups, "", "iterations of the warm-up, of all workers; left out elsewhere");
    std::vector<double> steps;
    for (const auto& [number, seconds] : m_steps)
        steps.push_back(seconds);
    if (steps.empty())
        return;
    const std::string of = "of the longest time of any worker in each step";
    metric(metrics::steps.name, {}, static_cast<double>(steps.size()), "", "steps with a time in the log");
    metric(metrics::stepMean.name, {}, mean(steps), "s", "mean " + of);
    metric(metrics::stepMedian.name, {}, median(steps), "s", "median " + of);
    metric(metrics::stepP99.name, {}, quantile(steps, 0.99), "s", "99th percentile " + of);
    metric(metrics::stepDeviation.name, {}, standardDeviation(steps), "s", "sample standard deviation " + of);
}

void LogRunValues::figureMetrics()
{
    if (m_bytes)
        metric("allreduce_rate", {}, *m_bytes * 8, "bit/s", "as the benchmark prints it");
    if (m_reference)
        metric("allreduce_reference", {}, *m_reference, "bit/s", "as the log states it");
    std::map<std::string, std::vector<double>> values;
    for (const analysis::Series& series : m_series) {
        auto& all = values[series.name];
        const std::vector<double> good = finite(series.values);
        all.insert(all.end(), good.begin(), good.end());
    }
    const auto& of = values;
    const auto has = [&](const char* name) { return of.contains(name) && !of.at(name).empty(); };
    if (has("training.noise_scale")) {
        metric("noise_scale", {}, mean(of.at("training.noise_scale")), "", "mean over all workers and lines");
        metric("noise_scale_median", {}, median(of.at("training.noise_scale")), "",
               "median over all workers and lines");
        metric("noise_scale_values", {}, static_cast<double>(of.at("training.noise_scale").size()), "", "lines");
    }
    if (has("training.variance"))
        metric("gradient_variance", {}, mean(of.at("training.variance")), "", "mean over all workers and lines");
    if (has("allreduce.rate")) {
        metric("allreduce_rate", {}, mean(of.at("allreduce.rate")), "bit/s", "mean of the monitored throughputs");
        metric("allreduce_rate_min", {}, std::ranges::min(of.at("allreduce.rate")), "bit/s", "the smallest of them");
    }
    if (has("allreduce.limit")) {
        metric("allreduce_limit", {}, median(of.at("allreduce.limit")), "bit/s",
               "below this a worker votes, as printed");
        metric("allreduce_reference", {}, median(of.at("allreduce.limit")) / referenceShare, "bit/s",
               "the printed limit ÷ 0.8");
    }
    if (has("interference.votes"))
        metric("votes_max", {}, std::ranges::max(of.at("interference.votes")), "", "most votes of any step");
    for (const auto& [phase, seconds] : m_phases)
        if (phase == "init" || phase == "bcast_op")
            metric(phase == "init" ? "init_time" : "broadcast_time", {}, seconds, "s", "as printed");
    if (m_runtime)
        metric("runtime", {}, *m_runtime, "s", "as the launcher prints it at the end");
}

void LogRunValues::resizeMetrics()
{
    std::map<std::pair<int, int>, std::vector<double>> times;
    for (const Resize& resize : m_resizes)
        times[{resize.from, resize.to}].push_back(resize.seconds);
    for (const auto& [sizes, seconds] : times)
        metric("resize_time", fmt::format("{}→{}", sizes.first, sizes.second), mean(seconds), "s",
               "mean over the resizes of the longest time that any worker prints");
    if (!m_resizes.empty())
        metric("resizes", {}, static_cast<double>(m_resizes.size()), "", "changes of the number of workers");
}

void LogRunValues::finish(ImportedRun& run, const std::string& framework)
{
    rateMetrics();
    reportMetrics();
    stepMetrics();
    figureMetrics();
    resizeMetrics();
    const auto named = m_settings.find("framework");
    run.factors.push_back({"framework", named == m_settings.end() ? framework : named->second, {}, {}});
    for (const char* name : {"model", "batch", "workers", "optimizer", "strategy", "data", "nvlink", "xla", "fuse"})
        if (const auto found = m_settings.find(name); found != m_settings.end()) {
            run.factors.push_back({name, found->second, {}, {}});
            if (const auto number = parseDouble(found->second); number && std::isfinite(*number))
                run.factors.back().number = *number;
        }
    run.metrics = std::move(m_metrics);
    run.series = std::move(m_series);
    run.events = std::move(m_events);
    std::int64_t first = 0, last = 0;
    for (const analysis::Series& series : run.series)
        if (!series.times.empty()) {
            first = first == 0 ? series.times.front() : std::min(first, series.times.front());
            last = std::max(last, series.times.back());
        }
    run.begin = Nanoseconds(first);
    run.end = Nanoseconds(last);
    for (const Issue& issue : m_issues)
        countIssue(run.issues, issue);
}

} // namespace millrace::studies
