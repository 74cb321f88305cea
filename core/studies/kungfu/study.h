// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::kungfu {

/// Adaptive training with KungFu (Mai et al. 2020).
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openKungfu(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditKungfu(AuditRuns& runs, Audit& audit, const JobContext& job);

} // namespace millrace::studies::kungfu
