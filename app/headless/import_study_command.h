// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/base/result.h"

#include <optional>
#include <string_view>
#include <vector>

namespace millrace::headless {

/// What `import STUDY DIR` was given.
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

/// The subcommands of `import` for all studies but the traffic study, and "auto". `options` must live as long as they;
/// its study is empty when none of them was given.
void addStudyImports(CLI::App& import, StudyImportOptions& options);
/// The study that is meant; for "auto" all that the folder holds something of. InvalidInput: none that is known.
[[nodiscard]] Result<std::vector<std::string_view>> chosenStudies(const StudyImportOptions& options,
                                                                  const JobContext& job);
/// Imports and prints; the exit code.
[[nodiscard]] int importStudyFolder(const StudyImportOptions& options, std::string_view study,
                                    const Environment& environment);

/// The job with a line on the terminal that shows how far it is; none with --quiet or --json.
[[nodiscard]] JobContext importJob(const Environment& environment);

} // namespace millrace::headless
