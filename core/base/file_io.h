// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace millrace {

/// Reads a whole file; refuses more than `limit` bytes, so that a wrong file does not eat the memory.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& file,
                                           std::size_t limit = std::size_t(256) << 20);
/// Writes to a temporary file beside it, flushes to the disk and renames: a crash leaves the old or the new file whole.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view bytes);
/// SHA-256 as 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);
/// Bytes that an ordinary user may still write where `path` lies.
[[nodiscard]] Result<std::uint64_t> freeSpace(const std::filesystem::path& path);
/// True for NFS, SMB, FUSE and the like, where SQLite's WAL mode must not be used.
[[nodiscard]] bool isNetworkFileSystem(const std::filesystem::path& path);
/// The folder of the running program, for finding its sister programs.
[[nodiscard]] std::filesystem::path programFolder();
/// The user's, by HOME or the password file; "/" where neither tells.
[[nodiscard]] std::filesystem::path homeFolder();

/// A folder that is removed, with all it holds, on destruction.
class TemporaryFolder
{
public:
    [[nodiscard]] static Result<TemporaryFolder> make(std::string_view prefix);
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

private:
    TemporaryFolder() = default;
    std::filesystem::path m_path;
};

} // namespace millrace
