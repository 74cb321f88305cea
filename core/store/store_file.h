// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/store/migrations.h"
#include "core/store/sqlite_handle.h"

#include <filesystem>

namespace millrace::store {

/// The file of a store as a whole: recognising, making, opening, copying. For database.cpp.

/// Looks at the first 100 bytes alone: NotFound, InvalidInput when it is no store, NewerVersion.
[[nodiscard]] Result<void> checkStoreFile(const std::filesystem::path& file, int newest);
[[nodiscard]] Result<void> checkVersion(const std::filesystem::path& file, int version, int newest);

/// Makes a store that is whole from the moment when it is there. AlreadyExists.
[[nodiscard]] Result<void> createStoreFile(const std::filesystem::path& file, std::span<const Migration> migrations);
/// As it is; on a medium that cannot be written, without the side files of the write-ahead log.
[[nodiscard]] Result<SqliteHandle> openForReading(const std::filesystem::path& file);
/// Write-ahead log on local disks, rollback journal on network file systems.
[[nodiscard]] Result<void> useSuitableJournal(sqlite3* connection, const std::filesystem::path& file);

enum class Existing
{
    Refuse,
    Replace
};
/// A consistent copy, whole on the disk from the moment when it is there.
[[nodiscard]] Result<void> copyStore(sqlite3* connection, const std::filesystem::path& copy, Existing existing);

} // namespace millrace::store
