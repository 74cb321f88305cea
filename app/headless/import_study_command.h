// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/base/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace millrace::headless {

/// Options of `import STUDY DIR`.
struct StudyImportOptions
{
    std::string study; ///< name, or "auto"
    std::filesystem::path folder;
    std::filesystem::path store;
    std::filesystem::path mapping;
    std::filesystem::path writtenMapping;
    bool dryRun = false;
    unsigned threads = 0;
};

/// Adds the subcommands of `import` for all studies but the traffic study, and "auto". `options` must live as long as
/// they; its study is empty if none was given.
void addStudyImports(CLI::App& import, StudyImportOptions& options);
/// Returns the chosen study; for "auto" all studies with data in the folder. InvalidInput: none found.
[[nodiscard]] Result<std::vector<std::string_view>> chosenStudies(const StudyImportOptions& options,
                                                                  const JobContext& job);
/// Imports and prints; returns the exit code.
[[nodiscard]] int importStudyFolder(const StudyImportOptions& options, std::string_view study,
                                    const Environment& environment);

/// Returns the job with a progress line on the terminal; none with --quiet or --json.
[[nodiscard]] JobContext importJob(const Environment& environment);

} // namespace millrace::headless
