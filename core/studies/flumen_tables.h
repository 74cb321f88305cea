// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/distribution.h"
#include "core/analysis/response_curve.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/unknown.h"
#include "core/importers/line_reader.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace millrace::studies {

/// The processed tables of the cross-traffic study (study B, B4): text with numbers between commas, unsorted, some
/// without a header, some with lines that name a section. Each line that is not a row is counted as an Issue: "header"

/// One line of numbers.
struct NumberRow
{
    std::vector<double> values;
    std::string section; ///< the last line of words above it that is not the header
    std::uint64_t line = 0; ///< from 1
};
struct NumberTable
{
    std::vector<std::string> header; ///< empty: the file has none
    std::vector<NumberRow> rows;
    Issues issues;
};
/// What stands between the commas of a line, without blanks and the mark of UTF-8.
[[nodiscard]] std::vector<std::string> fieldsOf(std::string_view line);
/// Any of the files. Empty fields at the end of a line do not count; others are NaN.
[[nodiscard]] Result<NumberTable> readNumberTable(const std::filesystem::path& file, const JobContext& job = {});
/// Likewise of lines that are opened; `name` is for errors.
[[nodiscard]] Result<NumberTable> readNumberLines(importers::LineReader& reader, const std::string& name,
                                                  const JobContext& job = {});

/// What a label of a run stands for: 13 and 132 are both 13 Gbit/s, the second a repetition; 125 is 12.5; 50 asks for
/// more than the link can carry (study B, B4).
struct LoadLabel
{
    double number = unknown; ///< as it stands in the file
    double requested = unknown; ///< bit/s; NaN: as much as possible, or not known
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
    double unit = 1e9; ///< bit/s that a 1 in the file stands for
    Issues issues;
};
/// The unit does not stand in the files: rates above 200 in the middle are Mbit/s, others Gbit/s.
[[nodiscard]] Result<RateTable> readRateTable(const std::filesystem::path& file, const JobContext& job = {});

/// Points of a response curve by label; label 0 without a rate stands for no cross traffic. Rows without a partner are
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

/// Pairs of columns, counts and lower edges in Gbit/s; zeros that fill shorter ones up are left out.
struct HistogramTable
{
    std::vector<analysis::Histogram> histograms; ///< of bit/s
    Issues issues;
};
[[nodiscard]] Result<HistogramTable> readHistogramTable(const std::filesystem::path& file, const JobContext& job = {});

/// Samples of rates: seconds and Gbit/s in columns `column` and `column` + 1, in order of the file; the rate in bit/s.
[[nodiscard]] Result<std::vector<std::pair<double, double>>>
readRateSamples(const std::filesystem::path& file, std::size_t column = 0, const JobContext& job = {});

} // namespace millrace::studies
