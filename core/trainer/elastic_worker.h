// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trainer/train_report.h"
#include "core/trainer/train_spec.h"
#include "core/trainer/training_log.h"

namespace millrace::trainer {

/// One worker of a training whose members change. It allocates, listens, checks that it reaches the members, and
/// reports to the configuration server that it is ready: the others train on meanwhile. As a member it trains over a
/// session of exactly the members of one version.
///
/// Planned changes: a worker that learns of a newer version announces it in its next all-reduce, so all leave the
/// session after the same step. A worker that is no longer a member waits to take part again.
/// Failures: the survivors report the rank at fault to the server, take the next version, and repeat the step that
/// nobody finished. A worker that was expelled by mistake (it was frozen, or cut off) becomes ready again.
/// State: members compare their finished steps; those with the most share it, each an equal part, with the others
/// (collective::shareMovement). It is as large as the gradients and checked after the transfer. Recovery by repeating a
/// step among the survivors follows Spotnik (Wagenländer et al., HotCloud 2020).
///
/// Every wait ends. Unreachable: the configuration server did not answer for its deadline when it was needed;
/// PeerFailed: no member with the state is left; others as for train(). Returns nothing for a worker that was never a
/// member when the training ended.
[[nodiscard]] Result<std::optional<TrainReport>> trainElastic(const TrainSpec& spec, TrainingLog& log,
                                                              const JobContext& job = {});

} // namespace millrace::trainer
