// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/sqlite_handle.h"

#include <cerrno>
#include <fmt/format.h>
#include <sqlite3.h>
#include <string>

namespace millrace::store {

namespace {

constexpr int busyTimeoutMilliseconds = 10'000;

/// Returns a path as an SQLite URI, so that options can follow.
std::string uriOf(const std::filesystem::path& file)
{
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
            || c == '/' || c == '.' || c == '-' || c == '_';
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return uri;
}

struct Explanation
{
    ErrorCode code;
    std::string sentence; ///< empty: SQLite's message
};

bool noSpace(sqlite3* connection) noexcept
{
    const int code = sqlite3_system_errno(connection);
    return code == ENOSPC || code == EDQUOT;
}

Explanation explain(sqlite3* connection, const std::string& file)
{
    const int code = sqlite3_errcode(connection) & 0xff; // the lowest byte of an extended code is the primary one
    if (code == SQLITE_FULL || ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && noSpace(connection)))
        return {ErrorCode::DiskFull, fmt::format("the disk of {} is full; free some space and try again", file)};
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::Locked,
                fmt::format("another program has locked {}; wait until it is done and try again", file)};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {ErrorCode::Corrupt,
                fmt::format("{} is damaged ({}); restore it from a copy", file, sqlite3_errmsg(connection))};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return {ErrorCode::Denied, fmt::format("{} may not be written; check the rights of file and folder", file)};
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: return {ErrorCode::Io, {}};
    default: return {ErrorCode::Internal, {}};
    }
}

} // namespace

void SqliteDeleter::operator()(sqlite3* connection) const noexcept
{
    sqlite3_close_v2(connection);
}
void SqliteDeleter::operator()(sqlite3_stmt* statement) const noexcept
{
    sqlite3_finalize(statement);
}

Result<SqliteHandle> openSqlite(const std::filesystem::path& file, SqliteMode mode)
{
    std::string uri = uriOf(file);
    int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (mode) {
    case SqliteMode::ReadOnlyImmutable: uri += "?immutable=1"; [[fallthrough]];
    case SqliteMode::ReadOnly: flags |= SQLITE_OPEN_READONLY; break;
    case SqliteMode::ReadWrite: flags |= SQLITE_OPEN_READWRITE; break;
    case SqliteMode::Create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE; break;
    }
    sqlite3* raw = nullptr;
    const int code = sqlite3_open_v2(uri.c_str(), &raw, flags, nullptr);
    SqliteHandle connection(raw);
    if (!connection)
        return fail(ErrorCode::Internal, "SQLite could not be started: not enough memory");
    if (code != SQLITE_OK) {
        Error error = sqliteError(connection.get(), "opening the store");
        if (error.what.find(file.filename().string()) == std::string::npos)
            error.what = fmt::format("{}: {}", file.string(), error.what);
        return error;
    }
    sqlite3_busy_timeout(connection.get(), busyTimeoutMilliseconds);
    return connection;
}

Error sqliteError(sqlite3* connection, std::string_view doing)
{
    const char* name = sqlite3_db_filename(connection, "main");
    const std::string file = name != nullptr && *name != '\0' ? name : "the store";
    Explanation explanation = explain(connection, file);
    if (explanation.sentence.empty()) {
        const int code = sqlite3_system_errno(connection);
        explanation.sentence = fmt::format("{}: {}", file, sqlite3_errmsg(connection));
        if (explanation.code == ErrorCode::Io && code != 0)
            explanation.sentence += ": " + failErrno({}, code).what;
    }
    return within(std::string(doing), fail(explanation.code, std::move(explanation.sentence)));
}

} // namespace millrace::store
