// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::vtrain {

/// Iteration times of language models over tensor, data and pipeline parallelism (Bang et al. 2024).
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openVtrain(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditVtrain(AuditRuns& runs, Audit& audit, const JobContext& job);

} // namespace millrace::studies::vtrain
