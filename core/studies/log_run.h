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

/// The log of one rank, or of all that a launcher marks.
struct LogFile
{
    std::filesystem::path file;
    std::string framework; ///< as monitor::makeLogParser() knows it
    int rank = -1; ///< -1: its lines tell
};

/// A run from its logs, by the parsers that also read logs of own runs. Names of metrics and series: manual page
/// "import-files". Times: those that the lines tell; else sums of the iterations' durations; else the number of the
/// iteration in seconds, all from 1970. What the parsers do not know or find damaged is counted in the file's issues
/// ("unknown-line" is a note). Name and key are left to the caller.
/// Cancelled, or why a file cannot be read.
[[nodiscard]] Result<ImportedRun> readLogRun(std::span<const LogFile> files, const std::filesystem::path& folder,
                                             const JobContext& job = {});

/// A file as provenance tells it: path below the folder, size, SHA-256 of its bytes.
[[nodiscard]] Result<SourceFile> sourceFileOf(const std::filesystem::path& file, const std::filesystem::path& folder,
                                              std::string_view format, const JobContext& job = {});

} // namespace millrace::studies
