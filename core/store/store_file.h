// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/migrations.h"
#include "core/store/sqlite_handle.h"

#include <filesystem>
#include <string_view>

namespace millrace::store {

/// Store file as a whole: recognising, creating, opening, copying. Below the recognition for database.cpp.

/// Whether a file that begins like this is an SQLite database.
[[nodiscard]] bool isSqlite(std::string_view begin) noexcept;
/// False for a file that cannot be read.
[[nodiscard]] bool isSqliteFile(const std::filesystem::path& file);

/// Checks the first 100 bytes only: NotFound, InvalidInput if it is not a store, NewerVersion.
[[nodiscard]] Result<void> checkStoreFile(const std::filesystem::path& file, int newest);
[[nodiscard]] Result<void> checkVersion(const std::filesystem::path& file, int version, int newest);

/// Creates a store; the file is complete as soon as it exists. AlreadyExists.
[[nodiscard]] Result<void> createStoreFile(const std::filesystem::path& file, std::span<const Migration> migrations);
/// Opens it unchanged; on a read-only medium without the side files of the write-ahead log.
[[nodiscard]] Result<SqliteHandle> openForReading(const std::filesystem::path& file);
/// Write-ahead log on local disks, rollback journal on network file systems.
[[nodiscard]] Result<void> useSuitableJournal(sqlite3* connection, const std::filesystem::path& file);

enum class Existing
{
    Refuse,
    Replace
};
/// Writes a consistent copy, which is complete on the disk as soon as it exists.
[[nodiscard]] Result<void> copyStore(sqlite3* connection, const std::filesystem::path& copy, Existing existing);

} // namespace millrace::store
