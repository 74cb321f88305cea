// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_iterations.h"
#include "core/analysis/published_training.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <filesystem>
#include <vector>

namespace millrace::importers {

/// Most rows that the logs of this file keep; later ones are counted ("rows-beyond").
constexpr std::size_t mostLogRows = 5'000'000;

struct TrainHistory
{
    std::vector<analysis::TrainRow> rows; ///< in the order of the file
    Issues issues; ///< "damaged-line", "no-header", "time-backwards", …
};
/// Study A's train_history.log (A1.5): `Type,ID,Timestamp,Loss,Accuracy`, with or without a header, launcher's prefixes
/// taken off. Cancelled, or why it cannot be read; InvalidInput when not a single line is a row.
[[nodiscard]] Result<TrainHistory> readTrainHistory(const std::filesystem::path& file, const JobContext& job = {});

struct IterationLog
{
    std::vector<analysis::IterationLine> lines; ///< in the order of the file
    Issues issues;
};
/// Study B's iteration log (B1.3): mpirun's tagged output with the meter "Time now ( mean)"; other lines are counted as
/// notes. InvalidInput when no line has the meter.
[[nodiscard]] Result<IterationLog> readIterationLog(const std::filesystem::path& file, const JobContext& job = {});

struct IperfLog
{
    std::vector<analysis::IperfLine> lines;
    Issues issues;
};
/// The text that iperf 2 or 3 prints, all units from bit/s to Gbit/s. InvalidInput when no line is an interval.
[[nodiscard]] Result<IperfLog> readIperfText(const std::filesystem::path& file, const JobContext& job = {});

} // namespace millrace::importers
