// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/file_format.h"
#include "core/studies/tum/published_training.h"

#include <filesystem>
#include <vector>

namespace millrace::studies::tum {

struct TrainHistory
{
    std::vector<TrainRow> rows; ///< in the order of the file
    Issues issues; ///< "damaged-line", "no-header", "time-backwards", …
};
/// The study's train_history.log: `Type,ID,Timestamp,Loss,Accuracy`, with or without a header, launcher prefixes
/// removed. Cancelled, or why it cannot be read; InvalidInput when not a single line is a row.
[[nodiscard]] Result<TrainHistory> readTrainHistory(const std::filesystem::path& file, const JobContext& job = {});

extern const importers::FileFormat trainHistoryFormat; ///< by its header
extern const importers::FileFormat trainRowsFormat; ///< by its rows, where the header is missing

} // namespace millrace::studies::tum
