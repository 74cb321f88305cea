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

namespace millrace::studies {

/// The runs of one file of another tool, and what decides their numbers.
struct ToolFile
{
    SourceFile source; ///< with the issues of the whole file
    std::string key; ///< SHA-256 of its bytes and of the mapping
    std::vector<importers::ToolRun> runs;
};
/// Reads iperf3 JSON, Flent, nccl-tests, iperf's text and tables; these by the first of `mappings` whose columns they
/// have, else by a guess, which is counted ("guessed-columns"). Errors are those of the file, and Cancelled.
[[nodiscard]] Result<ToolFile> readToolFile(const std::filesystem::path& file, importers::FileFormat format,
                                            const std::filesystem::path& folder,
                                            const std::vector<importers::TableMapping>& mappings,
                                            const JobContext& job = {});
/// One of them as the store takes it.
[[nodiscard]] ImportedRun importedRunOf(const ToolFile& file, std::size_t index);
/// Captures, packet tables and train_history.log, by the analysis of the traffic study.
/// What the store has (`known`) is not read: such a run has name and key only.
[[nodiscard]] Result<ImportedRun> readPacketFile(const std::filesystem::path& file, importers::FileFormat format,
                                                 const std::filesystem::path& folder,
                                                 const std::function<bool(std::string_view)>& known,
                                                 const JobContext& job = {});

} // namespace millrace::studies
