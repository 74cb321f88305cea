// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/migrations.h"

#include "core/store/sqlite_handle.h"
#include "core/store/statement.h"

#include <cassert>
#include <fmt/format.h>
#include <sqlite3.h>
#include <vector>

namespace millrace::store {

namespace {

Result<void> execute(sqlite3* connection, const std::string& sql)
{
    if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqliteError(connection, "changing the schema");
    return {};
}

Result<void> apply(sqlite3* connection, const Migration& migration)
{
    MR_CHECK(execute(connection, "BEGIN IMMEDIATE"));
    Result<void> done = execute(connection, std::string(migration.sql));
    if (done)
        done = execute(connection,
                       fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT", storeApplicationId,
                                   migration.version));
    if (!done && sqlite3_get_autocommit(connection) == 0)
        sqlite3_exec(connection, "ROLLBACK", nullptr, nullptr, nullptr);
    return done;
}

} // namespace

std::span<const Migration> builtInMigrations() noexcept
{
    static const std::vector<Migration> all = [] {
        std::vector<Migration> migrations;
        for (const EmbeddedText& script : migrationScripts()) {
            migrations.push_back({static_cast<int>(migrations.size()) + 1, script.text});
            assert(script.name.starts_with(fmt::format("{:04}_", migrations.back().version)));
        }
        return migrations;
    }();
    return all;
}

Result<int> schemaVersion(sqlite3* connection)
{
    MR_TRY(statement, Statement::prepare(connection, "PRAGMA user_version"));
    MR_TRY(row, statement.step());
    return row ? static_cast<int>(statement.integer(0)) : 0;
}

Result<void> migrate(sqlite3* connection, std::span<const Migration> migrations)
{
    MR_TRY(version, schemaVersion(connection));
    for (const Migration& migration : migrations) {
        if (migration.version <= version)
            continue;
        if (auto done = apply(connection, migration); !done)
            return within(fmt::format("bringing the store to version {}", migration.version), std::move(done).error());
    }
    return {};
}

} // namespace millrace::store
