// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_import.h"

#include <filesystem>
#include <string>

namespace millrace::headless {

/// Result of a study import, complete or partial.
struct StudyImportView
{
    std::string study;
    std::filesystem::path folder;
    std::filesystem::path store; ///< empty: nothing to be stored
    studies::StudyImportOutcome outcome;
    bool stopped = false; ///< before the last run
};

/// Returns everything as one JSON document.
[[nodiscard]] std::string studyImportJson(const StudyImportView& view);
/// Returns the runs as a table, the damage by kind, and a summary line.
[[nodiscard]] std::string studyImportText(const StudyImportView& view);
/// Whether a file could not be read.
[[nodiscard]] bool hasBadFiles(const studies::StudyImportOutcome& outcome);

} // namespace millrace::headless
