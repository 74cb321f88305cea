// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::multi_cloud {

/// Training across clouds and continents (Isenko, Mayer, Jacobsen 2024).
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openMultiCloud(const std::filesystem::path& folder,
                                                                  const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditMultiCloud(AuditRuns& runs, Audit& audit, const JobContext& job);

} // namespace millrace::studies::multi_cloud
