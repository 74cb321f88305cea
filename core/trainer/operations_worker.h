// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/operations/operations.h"
#include "core/trainer/train_report.h"
#include "core/trainer/train_spec.h"
#include "core/trainer/training_log.h"

#include <filesystem>

namespace millrace::trainer {

/// Reads a GOAL file for so many ranks; InvalidInput names the file.
[[nodiscard]] Result<operations::Operations> readOperations(const std::filesystem::path& file, int ranks);

/// Performs the operations of this rank, step after step: computing is waiting, messages have no content. All ranks
/// begin a step together. Of `spec`, peers, session, steps and batch count. The log is that of a training: compute time
/// is when at least one processor computed, communication time the rest of the step.
[[nodiscard]] Result<TrainReport> performOperations(const TrainSpec& spec, const operations::Operations& operations,
                                                    TrainingLog& log, const JobContext& job = {});

} // namespace millrace::trainer
