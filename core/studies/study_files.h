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

/// A regular file that may be of a study.
struct StudyFile
{
    std::filesystem::path path; ///< absolute
    std::string below; ///< its path below the folder; the whole path where `isEarlier`
    std::uintmax_t bytes = 0;
    bool isEarlier = false; ///< of an earlier import, not of the folder
};

/// The files of a folder, or the file itself, the shallow ones first; then those of `earlier` that are there and not
/// among them. Hidden files and folders are left out. Counted as "passed-over", each with its path: pipes, devices and
/// sockets, links that lead nowhere or to a folder, folders that may not be read. Nothing is opened. At most 100 000.
[[nodiscard]] Result<std::vector<StudyFile>> filesOfStudy(const std::filesystem::path& folder,
                                                          std::span<const std::filesystem::path> earlier,
                                                          Issues& issues, const JobContext& job);

/// The first bytes of a file, at most `bytes`; empty when it cannot be read.
[[nodiscard]] std::string headOf(const std::filesystem::path& file, std::size_t bytes);

/// Why bytes that begin so are no table, in a few words with the remedy: a Git LFS pointer, an HTML page, compressed or
/// other binary content, nothing. Empty: they may be one.
[[nodiscard]] std::string whyNoTable(std::string_view head);

/// Notes a file of the study that was not taken, with its path and the reason; every file for itself up to a hundred.
void notePassedOver(Issues& issues, const std::string& file, const std::string& reason);

/// Finds copies: files of the same name and content. Reads only files of the same name and size.
class CopyFinder
{
public:
    /// Whether a file of another place in the same scope was seen with this name and content; it is counted ("copy")
    /// then. An empty scope is the same as any.
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
