// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/database.h"

#include "core/store/store_file.h"
#include "core/store/writer_lock.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <utility>

namespace millrace::store {

namespace {

Result<void> executeOn(sqlite3* connection, const std::string& sql)
{
    if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqliteError(connection, fmt::format("running \"{}\"", sql));
    return {};
}

Result<SqliteHandle> openForWriting(const std::filesystem::path& file)
{
    MR_TRY(connection, openSqlite(file, SqliteMode::ReadWrite));
    MR_CHECK(useSuitableJournal(connection.get(), file));
    MR_CHECK(executeOn(connection.get(),
                       "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;"
                       "PRAGMA journal_size_limit = 67108864"));
    return connection;
}

} // namespace

Transaction::Transaction(Transaction&& other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr)), m_inside(other.m_inside)
{
}

Transaction::~Transaction()
{
    // Some errors have already rolled back.
    if (m_connection != nullptr && sqlite3_get_autocommit(m_connection) == 0)
        sqlite3_exec(m_connection, m_inside ? "ROLLBACK TO inside; RELEASE inside" : "ROLLBACK", nullptr, nullptr,
                     nullptr);
}

Result<void> Transaction::commit()
{
    MR_CHECK(executeOn(m_connection, m_inside ? "RELEASE inside" : "COMMIT"));
    m_connection = nullptr;
    return {};
}

ReadTransaction::~ReadTransaction()
{
    if (m_connection != nullptr)
        sqlite3_exec(m_connection, "RELEASE reading", nullptr, nullptr, nullptr);
}

Database::Database(std::filesystem::path file, SqliteHandle connection, std::shared_ptr<WriterLock> lock)
    : m_file(std::move(file)), m_lock(std::move(lock)), m_connection(std::move(connection))
{
}

Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&& other) noexcept
{
    // Closes the connection before releasing the lock that protects it.
    m_connection = std::move(other.m_connection);
    m_lock = std::move(other.m_lock);
    m_file = std::move(other.m_file);
    return *this;
}
Database::~Database() = default;

Result<Database> Database::create(const std::filesystem::path& file, std::span<const Migration> migrations)
{
    MR_TRY(lock, WriterLock::acquire(file));
    MR_CHECK(createStoreFile(file, migrations));
    MR_TRY(connection, openForWriting(file));
    return Database(file, std::move(connection), std::move(lock));
}

Result<Database> Database::open(const std::filesystem::path& file, std::span<const Migration> migrations)
{
    const int newest = migrations.empty() ? 0 : migrations.back().version;
    MR_CHECK(checkStoreFile(file, newest));
    MR_TRY(lock, WriterLock::acquire(file));
    MR_TRY(connection, openForWriting(file));
    MR_TRY(version, schemaVersion(connection.get()));
    MR_CHECK(checkVersion(file, version, newest));
    if (version < newest) {
        std::filesystem::path backup = file;
        backup += fmt::format(".v{}-backup", version);
        MR_CHECK(copyStore(connection.get(), backup, Existing::Replace));
        MR_CHECK(migrate(connection.get(), migrations));
    }
    return Database(file, std::move(connection), std::move(lock));
}

Result<Database> Database::openOrCreate(const std::filesystem::path& file)
{
    std::error_code code;
    if (!std::filesystem::exists(file, code)) {
        auto created = create(file);
        if (created || created.error().code != ErrorCode::AlreadyExists)
            return created;
    }
    return open(file);
}

Result<Database> Database::openReadOnly(const std::filesystem::path& file)
{
    const int newest = builtInMigrations().back().version;
    MR_CHECK(checkStoreFile(file, newest));
    MR_TRY(connection, openForReading(file));
    MR_TRY(version, schemaVersion(connection.get()));
    MR_CHECK(checkVersion(file, version, newest));
    if (version < oldestReadableVersion)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has version {} of the store format, older than this program's version {}; open it "
                                "for writing once (run, or resume, a campaign into it), which saves a copy first",
                                file.string(), version, newest));
    return Database(file, std::move(connection), nullptr);
}

Result<Database> Database::another() const
{
    MR_TRY(connection, isReadOnly() ? openForReading(m_file) : openForWriting(m_file));
    return Database(m_file, std::move(connection), m_lock);
}

Result<Transaction> Database::begin()
{
    if (isReadOnly())
        return fail(ErrorCode::Denied, fmt::format("{} is open for reading only", m_file.string()));
    const bool inside = sqlite3_get_autocommit(m_connection.get()) == 0;
    MR_CHECK(executeOn(m_connection.get(), inside ? "SAVEPOINT inside" : "BEGIN IMMEDIATE"));
    return Transaction(m_connection.get(), inside);
}

Result<ReadTransaction> Database::beginReading()
{
    // Outside a transaction, a savepoint begins one that takes its lock with the first statement.
    MR_CHECK(executeOn(m_connection.get(), "SAVEPOINT reading"));
    return ReadTransaction(m_connection.get());
}

Result<Statement> Database::prepare(std::string_view sql)
{
    return Statement::prepare(m_connection.get(), sql);
}
Result<void> Database::execute(const std::string& sql)
{
    return executeOn(m_connection.get(), sql);
}
std::int64_t Database::lastRowId() const noexcept
{
    return sqlite3_last_insert_rowid(m_connection.get());
}
std::int64_t Database::changes() const noexcept
{
    return sqlite3_changes64(m_connection.get());
}

} // namespace millrace::store
