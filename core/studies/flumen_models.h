// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace millrace::studies {

/// The links of the cross-traffic study, bit/s (study B, B1.1).
constexpr double flumenCapacity = 25e9;
/// Below so many iterations the study's p99 is the maximum (B-34).
constexpr std::size_t leastForP99 = 200;

/// A job of the study (B2).
struct FlumenModel
{
    std::string_view name; ///< "resnet50"
    double parameters = 0;
};
/// In whatever way a file's name spells it: "r50", "RN50", "bert24"; null: none, or one that is not of the study.
[[nodiscard]] const FlumenModel* flumenModel(std::string_view fileName) noexcept;

/// What cross traffic and which transport (B2), told from the names of file and folders.
struct FlumenSeries
{
    std::string_view name; ///< "iperf", "consistent-rdma", "consistent-tcp", "burst-tcp"
    std::string_view traffic; ///< "iperf", "consistent", "burst"
    std::string_view transport; ///< of the job: "RDMA", "TCP"
    int nodes = 0; ///< of the job (B1.1)
};
[[nodiscard]] const FlumenSeries* flumenSeries(std::string_view name) noexcept;
/// Names in any case; the file's own name goes before the folders'.
[[nodiscard]] const FlumenSeries* flumenSeriesOfPath(std::string_view path) noexcept;

/// Bits that one worker sends in an iteration of a ring all-reduce: 2(N−1)/N · P · 32 (B3.8).
[[nodiscard]] double transportRequirement(double parameters, int nodes) noexcept;

/// A point whose iterations the published figures show with other values than the tables hold (B-42, B6.2). Its values
/// stand only in the study's workbooks, rounded.
struct PlottedPoint
{
    std::string_view series;
    std::string_view model;
    double label = 0;
    double tableMean = 0; ///< s, as the table has it, to know the point by
    double mean = 0; ///< s, in the figure; 0: as the table has it
    std::size_t count = 0;
    double rate = 0; ///< bit/s, in the figure; 0: as the tables have it
    bool removed = false; ///< from the figure
};
/// `tableMean` within half a millisecond of the table's.
[[nodiscard]] const PlottedPoint* plottedPoint(std::string_view series, std::string_view model, double label,
                                               double tableMean) noexcept;
/// Whether the figure has the reference measurement's truncated mean in place of this point's rate (B6.2).
[[nodiscard]] bool hasReferenceRate(std::string_view series, std::string_view model, double label) noexcept;

/// Iterations without cross traffic that stand only in a workbook (B6.2).
struct WorkbookBaseline
{
    double mean = 0; ///< s
    std::size_t count = 0;
};
[[nodiscard]] std::optional<WorkbookBaseline> workbookBaseline(std::string_view transport,
                                                               std::string_view model) noexcept;

} // namespace millrace::studies
