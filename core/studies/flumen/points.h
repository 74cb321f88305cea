// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/flumen/files.h"
#include "core/studies/flumen/tables.h"
#include "core/studies/imported_run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace millrace::studies::flumen {

/// A table of the folder as a file of a run, and the rows of the run in it.
struct FlumenTable
{
    const FlumenFile* file = nullptr;
    std::string sha256;
    std::uint64_t rows = 0;
    Issues issues; ///< of its lines, only in the first point of the table
    std::optional<std::size_t> firstPoint;
};

/// Iterations without cross traffic.
struct FlumenBaseline
{
    double mean = 0; ///< s
    std::size_t count = 0;
    int nodes = 0; ///< 0: unknown
    std::string source; ///< file and line; empty: the workbook
};

/// One load of one series: its row of iterations joined with its row of rates, and the reference measurement of the
/// same load.
struct LoadPoint
{
    const FlumenSeries* series = nullptr;
    const FlumenModel* model = nullptr; ///< null: a rate without a job
    std::string set; ///< "main", "extended"; of reference rates "short", "long"
    LoadLabel label;
    std::optional<IterationRow> iterations;
    std::optional<RateRow> rate;
    std::optional<RateRow> reference;
    std::optional<FlumenBaseline> baseline;
    std::optional<std::size_t> iterationTable; ///< of the row
    std::optional<std::size_t> rateTable;
    std::optional<std::size_t> referenceTable;
    Issues issues;
};

struct FlumenPoints
{
    std::vector<FlumenTable> tables;
    std::vector<LoadPoint> points; ///< by series, model, set and label
    Issues issues; ///< tables that cannot be read ("bad-file"), or whose names give no series or model
};

/// Reads the tables of loads and joins them. Rows without a partner are kept and counted in their point ("no-rate",
/// "no-iterations"). Also counted: labels that are not rates ("label-not-rate") or occur twice ("double-label"), rates
/// that are the same for several labels ("equal-rates") or fall while the load rises ("rate-falls").
[[nodiscard]] Result<FlumenPoints> readFlumenPoints(const FlumenFolder& folder, const JobContext& job = {});

/// "burst-tcp bert 18".
[[nodiscard]] std::string nameOf(const LoadPoint& point);
/// The point with all derived values, and what the published figures show instead.
[[nodiscard]] ImportedRun importedPoint(const FlumenPoints& points, std::size_t index);
/// Series, traffic, transport, model, load, label, nodes and kind; unknown ones are left out.
[[nodiscard]] std::vector<store::Factor> flumenFactors(const FlumenSeries* series, const FlumenModel* model,
                                                       std::optional<double> load, std::string_view what);

} // namespace millrace::studies::flumen
