// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/studies/flumen/files.h"
#include "core/studies/flumen/points.h"
#include "core/studies/imported_run.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::studies::flumen {

/// A file that is one or more runs: part 1 of a histogram file is its second pair of columns.
struct FlumenPart
{
    const FlumenFile* file = nullptr;
    std::size_t part = 0;
};
/// The number of runs in a file; reads only its first line.
[[nodiscard]] std::size_t partsOf(const FlumenFile& file);
[[nodiscard]] std::string nameOf(const FlumenPart& part);
/// The parts of the tables that decide the run's numbers.
[[nodiscard]] std::string contextOf(const FlumenFile& file, const FlumenPoints& points);

/// Fills a run that has name, factors and file: metrics, series, what was read and what was wrong. The errors are
/// Cancelled, and why the file is not of the expected kind. `points`: for baselines and the tables' values.
[[nodiscard]] Result<void> fillFlumenRun(const FlumenPart& part, const FlumenPoints& points, ImportedRun& run,
                                         const JobContext& job = {});

// One for each format.
[[nodiscard]] Result<void> fillCdf(const FlumenFile& file, const FlumenPoints& points, ImportedRun& run,
                                   const JobContext& job);
[[nodiscard]] Result<void> fillHistogram(const FlumenPart& part, const FlumenPoints& points, ImportedRun& run,
                                         const JobContext& job);
[[nodiscard]] Result<void> fillRateSamples(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillHostSamples(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillWindowRates(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillLoadFile(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillFlowSizes(const FlumenFile& file, ImportedRun& run);
[[nodiscard]] Result<void> fillClientRate(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillServerBytes(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillRdmaProbe(const FlumenFile& file, ImportedRun& run, const JobContext& job);
[[nodiscard]] Result<void> fillFlowDurations(const FlumenFile& file, ImportedRun& run, const JobContext& job);

/// Seconds and bit/s.
using RateSample = std::pair<double, double>;
/// Metrics of rate samples: "rate_mean_published" (unweighted) and "rate_mean" (each held until the next); of cross
/// traffic "cross_rate" (as published), "cross_windows", "cross_deviation", "cross_time", "cross_peak"; of a host, the
/// `subject`, "rate_windows" and so on. Adds the samples as the series "traffic.rate". Samples with decreasing times
/// are counted and sorted.
void addRateSamples(std::vector<RateSample> samples, const std::string& subject, const FlumenFile& file,
                    ImportedRun& run);
/// The period of a rate in bins of 0.5 ms (sample and hold): "periodic" (1 or 0), "traffic_period",
/// "traffic_period_strength", and "autocorrelation" at the five highest maxima between 4 and 120 ms (subject "10 ms").
/// Samples in order of time. Cancelled.
[[nodiscard]] Result<void> addPeriod(std::span<const RateSample> samples, ImportedRun& run, const JobContext& job);

void addMetric(ImportedRun& run, std::string_view name, double value, const char* unit, std::string how,
               std::string subject = {});
/// Nanoseconds of a time in seconds, at most 292 years.
[[nodiscard]] std::int64_t nanosecondsOf(double seconds) noexcept;

} // namespace millrace::studies::flumen
