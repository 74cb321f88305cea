// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/embedded_text.h"
#include "core/base/result.h"

#include <span>
#include <string_view>

struct sqlite3;

namespace millrace::store {

/// PRAGMA application_id of a store: "MRDB".
inline constexpr int storeApplicationId = 0x4d524442;

/// Oldest version whose tables this program can read unchanged; later versions have only added tables.
inline constexpr int oldestReadableVersion = 1;

/// One step of the schema: migrates a store from version - 1 to version.
struct Migration
{
    int version = 0;
    std::string_view sql;
};

/// Files of resources/sql: NNNN_*.sql, from 0001 on without a gap.
[[nodiscard]] std::span<const EmbeddedText> migrationScripts() noexcept;
/// Parsed scripts, in order.
[[nodiscard]] std::span<const Migration> builtInMigrations() noexcept;

/// Returns PRAGMA user_version; 0 for an empty file.
[[nodiscard]] Result<int> schemaVersion(sqlite3* connection);
/// Applies missing migrations, each in a transaction that also sets PRAGMA user_version.
[[nodiscard]] Result<void> migrate(sqlite3* connection, std::span<const Migration> migrations);

} // namespace millrace::store
