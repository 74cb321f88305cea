// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/base/unique_fd.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace millrace {

/// File written piece by piece and put in place by commit(): a crash, a cancel or a full disk leaves the old file
/// whole. Until commit() it has no name (O_TMPFILE, open(2)), so that kill -9 leaves nothing of it either. Where the
/// file system has no such files it has a hidden name next to the file, removed on destruction without commit().
class AtomicFile
{
public:
    [[nodiscard]] static Result<AtomicFile> create(const std::filesystem::path& file);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    [[nodiscard]] Result<void> write(std::string_view bytes);
    /// Flushes to the disk and renames. Must be the last call.
    [[nodiscard]] Result<void> commit();

private:
    AtomicFile(std::filesystem::path file, std::string temporary, UniqueFd fd);

    std::filesystem::path m_file;
    std::string m_temporary; ///< hidden name; empty: has none
    UniqueFd m_fd;
};

} // namespace millrace
