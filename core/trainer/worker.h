// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trainer/train_report.h"
#include "core/trainer/train_spec.h"
#include "core/trainer/training_log.h"

namespace millrace::trainer {

/// One rank of synchronous SGD: connects, then warm-up and measured steps of compute and all-reduce, each written to
/// the log; verifies sums against their closed form and across ranks. Blocks until the last step.
/// Every failure but that of writing the log is also written to the log. PeerFailed, Unreachable and Timeout name the
/// ranks; Corrupt: a sum was wrong; InvalidInput: bad or differing settings; Cancelled: the job was stopped, and the
/// other ranks are informed.
[[nodiscard]] Result<TrainReport> train(const TrainSpec& spec, TrainingLog& log, const JobContext& job = {});

/// Trains over an existing session; the caller closes it.
[[nodiscard]] Result<TrainReport> trainOver(collective::Session& session, const TrainSpec& spec, TrainingLog& log);

} // namespace millrace::trainer
