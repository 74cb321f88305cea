// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace millrace::store {

struct SqliteDeleter
{
    void operator()(sqlite3* connection) const noexcept;
    void operator()(sqlite3_stmt* statement) const noexcept;
};

using SqliteHandle = std::unique_ptr<sqlite3, SqliteDeleter>;
using StatementHandle = std::unique_ptr<sqlite3_stmt, SqliteDeleter>;

enum class SqliteMode
{
    ReadOnly,
    ReadOnlyImmutable, ///< on a read-only medium: no locks, no side files
    ReadWrite,
    Create, ///< fails if the file exists
};

/// Opens a connection for one thread at a time; waits up to 10 s for locks of other connections.
[[nodiscard]] Result<SqliteHandle> openSqlite(const std::filesystem::path& file, SqliteMode mode);

/// Returns the last error of the connection, with the name of its file: DiskFull, Locked, Corrupt, Denied or Io.
[[nodiscard]] Error sqliteError(sqlite3* connection, std::string_view doing);

} // namespace millrace::store
