// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study.h"

namespace millrace::studies::tum {

/// The traffic of training frameworks.
[[nodiscard]] Study study();

[[nodiscard]] Result<std::unique_ptr<StudySource>> openTum(const std::filesystem::path& folder,
                                                           const StudyOptions& options, const JobContext& job);
[[nodiscard]] Result<void> auditTum(AuditRuns& runs, Audit& audit, const JobContext& job);
/// Captures, packet tables and train_history.log of no study, by the analysis of this one.
[[nodiscard]] Result<ImportedRun> readTrafficFile(const std::filesystem::path& file,
                                                  const importers::FileFormat& format,
                                                  const std::filesystem::path& folder,
                                                  const std::function<bool(std::string_view)>& known,
                                                  const JobContext& job);

} // namespace millrace::studies::tum
