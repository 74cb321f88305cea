// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::flumen {

/// Cross traffic and iteration time (Flumen Equi).
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openFlumen(const std::filesystem::path& folder,
                                                              const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditFlumen(AuditRuns& runs, Audit& audit, const JobContext& job);

} // namespace millrace::studies::flumen
