// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/importers/file_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace millrace::importers {

/// Output of nccl-tests (all_reduce_perf and the others, also those of rccl), with prefixes of mpirun and srun and
/// other lines between. One run for each row, so that a size is the level of a factor; and one for each table ("table")
/// with its totals. A text may contain several tables.
///
/// factors tool, collective, datatype, operation, root, ranks, nodes, gpus_per_thread, threads, and of rows size (B).
/// metrics of a row, subjects "out-of-place", "in-place" and empty for the mean of both: "time" (s),
/// "algorithm_bandwidth", "bus_bandwidth" (bit/s; GB/s of the tool are 10⁹ B/s), "wrong" (values).
/// metrics of a table: "bus_bandwidth_average" as computed from its rows, "bus_bandwidth_average_published" as printed.
///
/// bus bandwidth = algorithm bandwidth × 2(n−1)/n for all-reduce, (n−1)/n for all-gather, reduce-scatter, all-to-all,
/// gather and scatter, 1 for the others, n ranks; algorithm bandwidth = size ÷ time (PERFORMANCE.md of nccl-tests).
/// Issues: "busbw-differs", "algbw-differs", "count-differs" (size is not count × bytes of the type), "wrong-values",
/// "average-differs", "damaged-row", "rank-twice" (processes that did not form one job), "rows-missing" (fewer sizes
/// than the header announces), "no-average" (the end is missing), "unknown-line" (a note).
/// InvalidInput without a single row.
[[nodiscard]] Result<std::vector<ToolRun>> parseNcclTests(std::string_view text, const std::string& name,
                                                          Issues& issues);
[[nodiscard]] bool looksLikeNcclTests(std::string_view head);

/// bus ÷ algorithm bandwidth; none for an unknown collective.
[[nodiscard]] std::optional<double> busFactor(std::string_view collective, double ranks);

extern const FileFormat ncclTestsFormat;

} // namespace millrace::importers
