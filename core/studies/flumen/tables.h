// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/distribution.h"
#include "core/analysis/response_curve.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/unknown.h"
#include "core/importers/file_format.h"
#include "core/studies/flumen/files.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace::studies::flumen {

// The processed tables of the study: text with numbers between commas, unsorted, some without a header, some with lines
// that name a section. Each line that is not a row is counted as an Issue: "header", "section-line", ….

/// Larger files are refused: the study's longest load has 6 MB.
constexpr std::size_t mostFlumenBytes = std::size_t(256) << 20;

/// One line of numbers.
struct NumberRow
{
    std::vector<double> values;
    std::string section; ///< the last preceding text line that is not the header
    std::uint64_t line = 0; ///< from 1
};
struct NumberTable
{
    std::vector<std::string> header; ///< empty: the file has none
    std::vector<NumberRow> rows;
    Issues issues;
};
/// The lines of a file, or of the workbook sheet that it is, as written.
[[nodiscard]] Result<importers::CsvTable> openLines(const FlumenFile& file, char delimiter = ',');
/// Any of the files. Empty fields at the end of a line are ignored; others are NaN.
[[nodiscard]] Result<NumberTable> readNumberTable(const FlumenFile& file, const JobContext& job = {});
[[nodiscard]] Result<NumberTable> readNumberTable(const std::filesystem::path& file, const JobContext& job = {});

/// The load that a run label means: 13 and 132 are both 13 Gbit/s, the second a repetition; 125 is 12.5; 50 requests
/// more than the link can carry.
struct LoadLabel
{
    double number = unknown; ///< as in the file
    double requested = unknown; ///< bit/s; NaN: as much as possible, or unknown
    int repetition = 1;

    bool operator==(const LoadLabel&) const = default;
};
[[nodiscard]] LoadLabel loadLabel(double number) noexcept;

/// Iteration times under one load. 4 columns: label, mean, deviation, p99; 5: with the count before the deviation.
struct IterationRow
{
    LoadLabel label;
    double mean = unknown; ///< s
    std::size_t count = 0; ///< 0: not in the table
    double deviation = unknown; ///< of the population, s
    double p99 = unknown; ///< s
    std::uint64_t line = 0; ///< of the file, from 1
};
struct IterationTable
{
    std::vector<IterationRow> rows; ///< by label
    Issues issues;
};
[[nodiscard]] Result<IterationTable> readIterationTable(const std::filesystem::path& file, const JobContext& job = {});

/// A measured rate. 3 columns: label, mean, deviation; 4: with the seconds before the deviation; 6: label, mean,
/// truncated mean, windows, seconds, deviation.
struct RateRow
{
    LoadLabel label;
    double mean = unknown; ///< bit/s
    double truncated = unknown; ///< mean of the windows within one deviation, bit/s
    double windows = unknown;
    double seconds = unknown;
    double deviation = unknown; ///< bit/s
    std::string section; ///< "SHORT (3min) Runs"
    std::uint64_t line = 0; ///< of the file, from 1
};
struct RateTable
{
    std::vector<RateRow> rows; ///< by section and label
    double unit = 1e9; ///< bit/s per unit of the file
    Issues issues;
};
/// The files do not state the unit: tables with a median rate above 200 are in Mbit/s, others in Gbit/s.
[[nodiscard]] Result<RateTable> readRateTable(const std::filesystem::path& file, const JobContext& job = {});

/// Points of a response curve by label; label 0 without a rate means no cross traffic. Rows without a partner are
/// counted ("no-rate", "no-iterations").
struct JoinedPoints
{
    std::vector<analysis::ResponsePoint> points; ///< by rate
    std::vector<LoadLabel> labels; ///< of each point
    Issues issues;
};
[[nodiscard]] JoinedPoints joinPoints(const IterationTable& iterations, const RateTable& rates);

/// "time, share" of each iteration.
struct CdfTable
{
    std::vector<double> values;
    std::vector<double> shares;
    Issues issues;
};
[[nodiscard]] Result<CdfTable> readCdfTable(const std::filesystem::path& file, const JobContext& job = {});

/// Pairs of columns, counts and lower edges in Gbit/s; zeros that pad shorter columns are left out.
struct HistogramTable
{
    std::vector<analysis::Histogram> histograms; ///< of bit/s
    Issues issues;
};
[[nodiscard]] Result<HistogramTable> readHistogramTable(const std::filesystem::path& file, const JobContext& job = {});

/// Samples of rates: seconds and Gbit/s in columns `column` and `column` + 1, in file order; the rate in bit/s.
[[nodiscard]] Result<std::vector<std::pair<double, double>>>
readRateSamples(const std::filesystem::path& file, std::size_t column = 0, const JobContext& job = {});

extern const importers::FileFormat tableFormat;

} // namespace millrace::studies::flumen
