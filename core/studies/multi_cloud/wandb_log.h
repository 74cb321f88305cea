// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::multi_cloud {

/// What wrote a log; identified by its columns, never by the name of the file.
enum class WandbKind
{
    Baseline, ///< one machine without peers
    Peer, ///< a training peer
    Monitor ///< watches the progress of all peers
};

/// One training step, assembled from the rows that contain parts of it. Times in s; NaN: not logged.
struct WandbStep
{
    std::size_t row = 0; ///< in the file, from 0, without the header: the row that completed the step
    std::uint64_t line = 0;
    double timestamp = 0; ///< s since 1970, whole
    double runtime = 0; ///< s since the process started, integer
    double samples = 0; ///< counted on this peer so far
    double dataload = 0;
    double move = 0;
    double forward = 0;
    double loss = 0;
    double backward = 0;
    double optimizer = 0;
    double total = 0; ///< the sum of the six as logged
    double rate = 0; ///< samples/s as a baseline logs it
    double epoch = 0; ///< global epoch as this peer sees it
    double peers = 0;
};

struct WandbColumn
{
    std::string name; ///< as in the file
    std::vector<double> values; ///< one for each row; NaN: an empty cell
};

/// The CSV export of one process of a training run. Columns in alphabetical order, independent of the file; empty ones
/// are left out.
struct WandbLog
{
    WandbKind kind = WandbKind::Peer;
    std::string name; ///< of the file
    std::vector<WandbColumn> columns;
    std::vector<std::uint64_t> lines; ///< of the rows
    std::vector<WandbStep> steps; ///< empty for a monitor
    Issues issues; ///< "text-cell", "repeated-row", "bad-timestamp", "incomplete-step", …, with file and line

    [[nodiscard]] std::size_t rows() const noexcept { return lines.size(); }
    /// The values of a column; empty where the file has none.
    [[nodiscard]] const std::vector<double>& column(std::string_view name) const noexcept;
};

/// Whether a header is that of such an export.
[[nodiscard]] bool isWandbHeader(std::string_view firstLine);
/// Two writers share a log, so a step is spread over up to three rows. Rows are merged as in the study: an incomplete
/// row waits for the next; where both have a cell the larger counts. `name` is used in issues. InvalidInput for an
/// empty file and for one whose columns match no kind above.
[[nodiscard]] Result<WandbLog> readWandbLog(std::string text, const std::string& name);

extern const importers::FileFormat wandbFormat;

} // namespace millrace::studies::multi_cloud
