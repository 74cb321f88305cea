// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_import.h"

#include <filesystem>
#include <string>

namespace millrace::headless {

/// An import of a study, whole or as far as it came.
struct StudyImportView
{
    std::string study;
    std::filesystem::path folder;
    std::filesystem::path store; ///< empty: nothing was to be stored
    studies::StudyImportOutcome outcome;
    bool stopped = false; ///< before the last run
};

/// Everything as one JSON document.
[[nodiscard]] std::string studyImportJson(const StudyImportView& view);
/// The runs as a table, what was wrong by kind, and a line that sums up.
[[nodiscard]] std::string studyImportText(const StudyImportView& view);
/// Whether a file could not be read.
[[nodiscard]] bool hasBadFiles(const studies::StudyImportOutcome& outcome);

} // namespace millrace::headless
