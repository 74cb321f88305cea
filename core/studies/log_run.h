// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/studies/imported_run.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace millrace::studies {

/// The log of one rank, or of all ranks if the launcher prefixes their lines.
struct LogFile
{
    std::filesystem::path file;
    std::string framework; ///< a format of monitor::makeLogParser()
    int rank = -1; ///< -1: given by its lines
};

/// A run from its logs, read by the parsers of live runs. Names of metrics and series: manual page "import-files".
/// Times: those in the lines; otherwise sums of the iterations' durations; otherwise the number of the iteration in
/// seconds, all from 1970. Lines that the parsers do not know or find damaged are counted in the file's issues
/// ("unknown-line" is a note). The caller sets name and key. Errors: Cancelled, and why a file cannot be read.
[[nodiscard]] Result<ImportedRun> readLogRun(std::span<const LogFile> files, const std::filesystem::path& folder,
                                             const JobContext& job = {});

/// A file as recorded in the provenance: path below the folder, size, SHA-256 of its bytes.
[[nodiscard]] Result<SourceFile> sourceFileOf(const std::filesystem::path& file, const std::filesystem::path& folder,
                                              std::string_view format, const JobContext& job = {});

} // namespace millrace::studies
