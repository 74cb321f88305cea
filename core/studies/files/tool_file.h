// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/importers/file_format.h"
#include "core/importers/table_mapping.h"
#include "core/importers/tool_run.h"
#include "core/studies/imported_run.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies::files {

/// The runs of one file of another tool, and the hash of what decides their numbers.
struct ToolFile
{
    SourceFile source; ///< with the issues of the whole file
    std::string key; ///< SHA-256 of its bytes and of the mapping
    std::vector<importers::ToolRun> runs;
};
/// Reads files of other tools, and tables; a table by the first of `mappings` whose columns it has, otherwise by a
/// guess, which is counted ("guessed-columns"). Errors are those of the file, and Cancelled.
[[nodiscard]] Result<ToolFile> readToolFile(const std::filesystem::path& file, const importers::FileFormat& format,
                                            const std::filesystem::path& folder,
                                            const std::vector<importers::TableMapping>& mappings,
                                            const JobContext& job = {});
/// One of these runs as the store takes it.
[[nodiscard]] ImportedRun importedRunOf(const ToolFile& file, std::size_t index);

} // namespace millrace::studies::files
