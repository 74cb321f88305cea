// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/importers/file_format.h"
#include "core/studies/study.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::studies {

struct FoundFile
{
    std::filesystem::path file;
    std::string below; ///< its path below the folder
    importers::RecognisedFile what;
    std::uint64_t bytes = 0;
};

/// The files of a folder, or the file itself, by path, each recognised by its first bytes. Hidden files and folders are
/// left out; unrecognised files are counted ("not-known", with name and reason), as are unreadable ones ("bad-file").
/// At most 100 000.
[[nodiscard]] Result<std::vector<FoundFile>> recogniseFolder(const std::filesystem::path& folder, Issues& issues,
                                                             const JobContext& job = {});

/// The rank in the name of a log ("rank-3.log", "worker.1.out", "train_2.log"), and the name without it; -1: none.
struct RankName
{
    std::string stem;
    int rank = -1;
};
[[nodiscard]] RankName rankOfName(const std::string& fileName);

} // namespace millrace::studies
