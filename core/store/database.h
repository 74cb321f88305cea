// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/store/migrations.h"
#include "core/store/sqlite_handle.h"
#include "core/store/statement.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace millrace::store {

class WriterLock;

/// Write transaction: rolled back on destruction unless committed. Changes confirmed by commit() survive the death of
/// the process and a power failure; inside another transaction they are confirmed with that one, so that several
/// changes of the repositories can be combined.
class Transaction
{
public:
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();
    [[nodiscard]] Result<void> commit();

private:
    friend class Database;
    Transaction(sqlite3* connection, bool inside) : m_connection(connection), m_inside(inside) { }
    sqlite3* m_connection; ///< null: committed or moved from
    bool m_inside; ///< nested in another one
};

/// While it lives, everything that its connection reads is from one state of the store, whatever others write, and all
/// statements share one lock. It may be inside another one or a transaction.
class ReadTransaction
{
public:
    ReadTransaction(ReadTransaction&& other) noexcept : m_connection(std::exchange(other.m_connection, nullptr)) { }
    ReadTransaction& operator=(ReadTransaction&&) = delete;
    ~ReadTransaction();

private:
    friend class Database;
    explicit ReadTransaction(sqlite3* connection) : m_connection(connection) { }
    sqlite3* m_connection; ///< null: moved from
};

/// One connection to a result store (*.mrdb), for one thread. Repositories work on it and hold no state.
///
/// One process at a time may write: it holds `<file>-writer`, whose text names it; others get Locked with that name,
/// and may read. On local disks the journal is a write-ahead log, so readers do not wait for the writer; on network
/// file systems it is a rollback journal.
class Database
{
public:
    /// Creates a store; AlreadyExists if the file exists.
    [[nodiscard]] static Result<Database> create(const std::filesystem::path& file,
                                                 std::span<const Migration> migrations = builtInMigrations());
    /// Opens for writing and migrates an older store, after saving a copy as `<file>.v<version>-backup`. NotFound,
    /// NewerVersion (unchanged), InvalidInput (not a store), Corrupt, Locked.
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& file,
                                               std::span<const Migration> migrations = builtInMigrations());
    [[nodiscard]] static Result<Database> openOrCreate(const std::filesystem::path& file);
    /// Opens for reading; works while another process writes, and on read-only media. Unsupported for a store of
    /// a version older than oldestReadableVersion, which must be opened for writing once.
    [[nodiscard]] static Result<Database> openReadOnly(const std::filesystem::path& file);
    /// Opens a second connection to the same file for another thread, with the same write access.
    [[nodiscard]] Result<Database> another() const;

    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;
    ~Database();

    [[nodiscard]] const std::filesystem::path& file() const noexcept { return m_file; }
    [[nodiscard]] bool isReadOnly() const noexcept { return m_lock == nullptr; }

    /// Checks every page, index and foreign key, and the artefact files: no issues means intact. Takes time in
    /// proportion to all of them.
    [[nodiscard]] Result<Issues> integrityCheck();

    // For the repositories of this module:
    /// Waits for other connections up to 10 s, then Locked. Nested transactions end in reverse order.
    [[nodiscard]] Result<Transaction> begin();
    [[nodiscard]] Result<ReadTransaction> beginReading();
    [[nodiscard]] Result<Statement> prepare(std::string_view sql);
    /// Executes statements without result rows.
    [[nodiscard]] Result<void> execute(const std::string& sql);
    [[nodiscard]] std::int64_t lastRowId() const noexcept;
    /// Rows that the last statement changed.
    [[nodiscard]] std::int64_t changes() const noexcept;

private:
    Database(std::filesystem::path file, SqliteHandle connection, std::shared_ptr<WriterLock> lock);

    std::filesystem::path m_file;
    std::shared_ptr<WriterLock> m_lock; ///< null: read-only
    SqliteHandle m_connection;
};

} // namespace millrace::store
