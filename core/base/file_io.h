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

/// Reads a whole file; refuses more than `limit` bytes, so that a wrong file does not exhaust the memory.
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path& file,
                                           std::size_t limit = std::size_t(256) << 20);
/// Writes to a temporary file in the same folder, flushes to the disk and renames: a crash leaves the old or the new
/// file whole.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view bytes);
/// SHA-256 as 64 hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);
/// Returns the bytes available to an unprivileged user on the file system of `path`.
[[nodiscard]] Result<std::uint64_t> freeSpace(const std::filesystem::path& path);
/// Returns true for NFS, SMB, FUSE and similar, where SQLite's WAL mode must not be used.
[[nodiscard]] bool isNetworkFileSystem(const std::filesystem::path& path);
/// Returns the folder of the running program, for finding the other programs of the package.
[[nodiscard]] std::filesystem::path programFolder();
/// Returns the user's home by HOME or the password file; "/" if neither has it.
[[nodiscard]] std::filesystem::path homeFolder();

/// Temporary folder, removed with its content on destruction.
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
