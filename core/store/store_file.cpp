// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/store_file.h"

#include "core/base/clock.h"
#include "core/base/file_io.h"
#include "core/base/unique_fd.h"
#include "core/store/statement.h"
#include "core/store/uuid.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sqlite3.h>
#include <unistd.h>

namespace millrace::store {

namespace {

constexpr std::size_t headerSize = 100;
constexpr int pageSize = 4096;

/// Reads a big-endian number of SQLite's file header (SQLite, "Database File Format", 1.3).
std::uint32_t headerField(const std::array<char, headerSize>& header, std::size_t offset)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = (value << 8) | static_cast<unsigned char>(header[offset + i]);
    return value;
}

Result<void> run(sqlite3* connection, const std::string& sql)
{
    if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqliteError(connection, "preparing the store");
    return {};
}

Result<std::string> askText(sqlite3* connection, std::string_view sql)
{
    MR_TRY(statement, Statement::prepare(connection, sql));
    MR_TRY(row, statement.step());
    return row ? statement.text(0) : std::string();
}

Result<void> syncToDisk(const std::filesystem::path& path)
{
    const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!fd || ::fsync(fd.get()) != 0)
        return failErrno(fmt::format("{} cannot be brought to the disk", path.string()));
    return {};
}

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

Result<void> moveIntoPlace(const std::filesystem::path& from, const std::filesystem::path& to, Existing existing)
{
    MR_CHECK(syncToDisk(from));
    const unsigned flags = existing == Existing::Refuse ? RENAME_NOREPLACE : 0;
    int code = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags);
    if (code != 0 && (errno == EINVAL || errno == ENOSYS)) {
        // This file system has no RENAME_NOREPLACE.
        errno = EEXIST;
        if (::access(to.c_str(), F_OK) != 0)
            code = ::rename(from.c_str(), to.c_str());
    }
    if (code != 0 && errno == EEXIST)
        return fail(ErrorCode::AlreadyExists,
                    fmt::format("{} exists already; choose another name, or open it", to.string()));
    if (code != 0)
        return failErrno(fmt::format("{} cannot be made", to.string()));
    return syncToDisk(folderOf(to));
}

/// A temporary file name next to `file`, removed on failure.
class Draft
{
public:
    explicit Draft(std::filesystem::path file) : m_file(std::move(file))
    {
        m_file += fmt::format(".new-{}", ::getpid());
        ::unlink(m_file.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;
    ~Draft()
    {
        ::unlink(m_file.c_str());
        ::unlink((m_file.string() + "-journal").c_str());
    }
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

private:
    std::filesystem::path m_file;
};

Result<void> fillNewStore(const std::filesystem::path& file, std::span<const Migration> migrations)
{
    MR_TRY(connection, openSqlite(file, SqliteMode::Create));
    MR_CHECK(run(connection.get(), fmt::format("PRAGMA page_size = {}; PRAGMA foreign_keys = ON", pageSize)));
    MR_CHECK(migrate(connection.get(), migrations));
    MR_TRY(insert, Statement::prepare(connection.get(), "INSERT INTO store_info (key, value) VALUES (?, ?)"));
    const std::string created = toRfc3339(wallNow());
    MR_CHECK(insert.run("uuid", makeUuid()));
    return insert.run("created", created);
}

} // namespace

Result<void> checkVersion(const std::filesystem::path& file, int version, int newest)
{
    if (version > newest)
        return fail(
            ErrorCode::NewerVersion,
            fmt::format("{} was written by a newer Millrace: its store format has version {}, this program reads "
                        "up to version {}; use a newer program",
                        file.string(), version, newest));
    return {};
}

bool isSqlite(std::string_view begin) noexcept
{
    return begin.starts_with("SQLite format 3");
}

bool isSqliteFile(const std::filesystem::path& file)
{
    std::array<char, 15> begin{};
    std::ifstream stream(file, std::ios::binary);
    return stream.read(begin.data(), begin.size()) && isSqlite({begin.data(), begin.size()});
}

Result<void> checkStoreFile(const std::filesystem::path& file, int newest)
{
    std::error_code code;
    if (!std::filesystem::exists(file, code))
        return fail(ErrorCode::NotFound, fmt::format("there is no store {}", file.string()));
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return failErrno(fmt::format("{} cannot be read", file.string()));
    std::array<char, headerSize> header{};
    stream.read(header.data(), header.size());
    if (!stream || !isSqlite({header.data(), header.size()}) || header[15] != '\0')
        return fail(ErrorCode::Corrupt,
                    fmt::format("{} is not a result store of Millrace (*.mrdb); check the name", file.string()));
    if (headerField(header, 68) != static_cast<std::uint32_t>(storeApplicationId))
        return fail(
            ErrorCode::Corrupt,
            fmt::format("{} is an SQLite database of another program, not a result store of Millrace; check the "
                        "name",
                        file.string()));
    return checkVersion(file, static_cast<int>(headerField(header, 60)), newest);
}

Result<void> createStoreFile(const std::filesystem::path& file, std::span<const Migration> migrations)
{
    const Draft draft(file);
    MR_CHECK(fillNewStore(draft.file(), migrations));
    return moveIntoPlace(draft.file(), file, Existing::Refuse);
}

namespace {

/// Tables of this connection alone, in memory, hide those of a store of an older version and have what was added since:
/// an old store is read as it is, also where it cannot be changed.
Result<void> showAsNewest(sqlite3* connection)
{
    constexpr int withSimulation = 3; // resources/sql/0003_simulation.sql
    constexpr int withPredictors = 4; // resources/sql/0004_predictors.sql
    MR_TRY(version, schemaVersion(connection));
    if (version <= 0 || version >= withPredictors)
        return {};
    MR_CHECK(run(connection,
                 "PRAGMA temp_store = MEMORY; "
                 "CREATE TEMP TABLE predictors (id INTEGER PRIMARY KEY, made_ns INTEGER, parent_id INTEGER, "
                 "samples INTEGER, data_sha256 TEXT, origin TEXT, content BLOB); "
                 "CREATE TEMP TABLE predictor_uses (id INTEGER PRIMARY KEY, at_ns INTEGER, predictor_id INTEGER)"));
    if (version >= withSimulation)
        return {};
    return run(connection,
               "CREATE TEMP VIEW runs AS SELECT *, '' AS simulation FROM main.runs; "
               "CREATE TEMP TABLE calibrations (id INTEGER PRIMARY KEY, made TEXT, json TEXT)");
}

} // namespace

Result<SqliteHandle> openForReading(const std::filesystem::path& file)
{
    MR_TRY(connection, openSqlite(file, SqliteMode::ReadOnly));
    auto version = schemaVersion(connection.get());
    if (!version) {
        // The write-ahead log needs side files; without a log they are empty.
        std::error_code code;
        const auto logSize = std::filesystem::file_size(file.string() + "-wal", code);
        if (!code && logSize > 0)
            return std::move(version).error();
        MR_TRY(immutable, openSqlite(file, SqliteMode::ReadOnlyImmutable));
        MR_CHECK(schemaVersion(immutable.get()));
        connection = std::move(immutable);
    }
    MR_CHECK(run(connection.get(), "PRAGMA cache_size = -16384"));
    MR_CHECK(showAsNewest(connection.get()));
    return connection;
}

Result<void> useSuitableJournal(sqlite3* connection, const std::filesystem::path& file)
{
    const std::string_view wanted = isNetworkFileSystem(file) ? "delete" : "wal";
    MR_TRY(mode, askText(connection, "PRAGMA journal_mode"));
    if (mode == wanted)
        return {};
    MR_TRY(now, askText(connection, fmt::format("PRAGMA journal_mode = {}", wanted)));
    if (now != wanted && wanted == "delete")
        return fail(ErrorCode::Locked,
                    fmt::format("{} is on a network file system and is open in another program; close it there",
                                file.string()));
    return {};
}

Result<void> copyStore(sqlite3* connection, const std::filesystem::path& copy, Existing existing)
{
    std::error_code code;
    if (existing == Existing::Refuse && std::filesystem::exists(copy, code))
        return fail(ErrorCode::AlreadyExists, fmt::format("{} exists already; choose another name", copy.string()));
    const Draft draft(copy);
    MR_TRY(statement, Statement::prepare(connection, "VACUUM INTO ?"));
    const std::string name = draft.file().string();
    if (auto done = statement.run(name); !done)
        return within(fmt::format("copying the store to {}", copy.string()), std::move(done).error());
    return moveIntoPlace(draft.file(), copy, existing);
}

} // namespace millrace::store
