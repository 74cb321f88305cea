// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace millrace::studies::flumen {

/// The links of the cross-traffic study, bit/s.
constexpr double flumenCapacity = 25e9;
/// With fewer iterations the study's p99 is the maximum.
constexpr std::size_t leastForP99 = 200;

/// A job of the study.
struct FlumenModel
{
    std::string_view name; ///< "resnet50"
    double parameters = 0;
};
/// Accepts all spellings in file names: "r50", "RN50", "bert24"; null: none, or not a model of the study.
[[nodiscard]] const FlumenModel* flumenModel(std::string_view fileName) noexcept;

/// Cross traffic and transport, derived from the names of file and folders.
struct FlumenSeries
{
    std::string_view name; ///< "iperf", "consistent-rdma", "consistent-tcp", "burst-tcp"
    std::string_view traffic; ///< "iperf", "consistent", "burst"
    std::string_view transport; ///< of the job: "RDMA", "TCP"
    int nodes = 0; ///< of the job
};
[[nodiscard]] const FlumenSeries* flumenSeries(std::string_view name) noexcept;
/// Case-insensitive; the file's own name takes precedence over the folders'.
[[nodiscard]] const FlumenSeries* flumenSeriesOfPath(std::string_view path) noexcept;

/// Bits that one worker sends in an iteration of a ring all-reduce: 2(N−1)/N · P · 32.
[[nodiscard]] double transportRequirement(double parameters, int nodes) noexcept;

/// A point that the published figures draw with iteration values other than those in the tables. Its values are only in
/// the study's workbooks, rounded.
struct PlottedPoint
{
    std::string_view series;
    std::string_view model;
    double label = 0;
    double tableMean = 0; ///< s, as in the table, to identify the point
    double mean = 0; ///< s, in the figure; 0: as in the table
    std::size_t count = 0;
    double rate = 0; ///< bit/s, in the figure; 0: as in the tables
    bool removed = false; ///< from the figure
};
/// `tableMean` within half a millisecond of the table's.
[[nodiscard]] const PlottedPoint* plottedPoint(std::string_view series, std::string_view model, double label,
                                               double tableMean) noexcept;
/// Whether the figure uses the truncated mean of the reference measurement instead of this point's rate.
[[nodiscard]] bool hasReferenceRate(std::string_view series, std::string_view model, double label) noexcept;

/// Iterations without cross traffic that are only in a workbook.
struct WorkbookBaseline
{
    double mean = 0; ///< s
    std::size_t count = 0;
};
[[nodiscard]] std::optional<WorkbookBaseline> workbookBaseline(std::string_view transport,
                                                               std::string_view model) noexcept;

} // namespace millrace::studies::flumen
