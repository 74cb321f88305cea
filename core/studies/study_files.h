// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::studies {

/// A regular file that may belong to a study.
struct StudyFile
{
    std::filesystem::path path; ///< absolute
    std::string below; ///< its path below the folder; the full path where `isEarlier`
    std::uintmax_t bytes = 0;
    bool isEarlier = false; ///< of an earlier import, not of the folder
};

/// The files of a folder, or the file itself, shallow ones first; then those of `earlier` that exist and are not among
/// them. Hidden files and folders are left out. Counted as "passed-over", each with its path: pipes, devices and
/// sockets, dangling links and links to folders, unreadable folders. Opens no file. At most 100 000.
[[nodiscard]] Result<std::vector<StudyFile>> filesOfStudy(const std::filesystem::path& folder,
                                                          std::span<const std::filesystem::path> earlier,
                                                          Issues& issues, const JobContext& job);

/// The first bytes of a file, at most `bytes`; empty when it cannot be read.
[[nodiscard]] std::string headOf(const std::filesystem::path& file, std::size_t bytes);

/// Why content with these first bytes is not a table, in a few words with the remedy: a Git LFS pointer, an HTML page,
/// compressed or other binary content, an empty file. Empty: it may be a table.
[[nodiscard]] std::string whyNoTable(std::string_view head);

/// Records a file of the study that was not used, with its path and the reason; individually for up to a hundred files.
void notePassedOver(Issues& issues, const std::string& file, const std::string& reason);

/// Finds copies: files of the same name and content. Reads only files of the same name and size.
class CopyFinder
{
public:
    /// Whether a file elsewhere in the same scope has this name and content; counts it ("copy") if so. An empty scope
    /// matches any.
    [[nodiscard]] bool isCopy(const StudyFile& file, const std::string& scope, Issues& issues);

private:
    struct Seen
    {
        StudyFile file;
        std::string scope;
        std::string sha256; ///< empty: not read yet
    };
    std::multimap<std::pair<std::string, std::uintmax_t>, Seen> m_seen; ///< by name and size
};

} // namespace millrace::studies
