// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::pollux {

/// Step times of data-parallel training over placements and batches (Qiao et al. 2021).
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openPollux(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditPollux(AuditRuns& runs, Audit& audit, const JobContext& job);

/// Placements of at most so many GPUs fit the laws; those of more are predicted.
inline constexpr double mostFittedGpus = 4;

} // namespace millrace::studies::pollux
