// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/statement.h"

#include "core/base/unknown.h"

#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <sqlite3.h>

namespace millrace::store {

Result<Statement> Statement::prepare(sqlite3* connection, std::string_view sql)
{
    sqlite3_stmt* raw = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()), 0, &raw, &rest);
    StatementHandle handle(raw);
    if (code != SQLITE_OK)
        return sqliteError(connection, fmt::format("preparing \"{}\"", sql));
    assert(handle && rest == sql.data() + sql.size());
    return Statement(std::move(handle));
}

void Statement::noteBind(int code) noexcept
{
    if (code != SQLITE_OK && m_bindError == SQLITE_OK)
        m_bindError = code;
}

void Statement::bind(int parameter, std::nullptr_t)
{
    noteBind(sqlite3_bind_null(m_handle.get(), parameter));
}
void Statement::bind(int parameter, bool value)
{
    bind(parameter, value ? 1 : 0);
}
void Statement::bind(int parameter, int value)
{
    noteBind(sqlite3_bind_int(m_handle.get(), parameter, value));
}
void Statement::bind(int parameter, std::int64_t value)
{
    noteBind(sqlite3_bind_int64(m_handle.get(), parameter, value));
}
void Statement::bind(int parameter, double value)
{
    noteBind(sqlite3_bind_double(m_handle.get(), parameter, value));
}
void Statement::bind(int parameter, std::string_view text)
{
    // A null pointer would be stored as NULL.
    noteBind(sqlite3_bind_text64(m_handle.get(), parameter, text.empty() ? "" : text.data(), text.size(), SQLITE_STATIC,
                                 SQLITE_UTF8));
}
void Statement::bind(int parameter, std::span<const std::byte> blob)
{
    noteBind(blob.empty() ? sqlite3_bind_zeroblob(m_handle.get(), parameter, 0)
                          : sqlite3_bind_blob64(m_handle.get(), parameter, blob.data(), blob.size(), SQLITE_STATIC));
}

Result<bool> Statement::step()
{
    sqlite3* connection = sqlite3_db_handle(m_handle.get());
    if (m_bindError != SQLITE_OK) {
        Error error = fail(ErrorCode::InvalidInput,
                           fmt::format("a value does not fit into the store: {}", sqlite3_errstr(m_bindError)));
        reset();
        return error;
    }
    const int code = sqlite3_step(m_handle.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE) {
        sqlite3_reset(m_handle.get());
        return false;
    }
    const char* sql = sqlite3_sql(m_handle.get());
    Error error = sqliteError(connection, fmt::format("running \"{}\"", sql != nullptr ? sql : ""));
    reset();
    return error;
}

Result<void> Statement::run()
{
    MR_TRY(row, step());
    assert(!row);
    (void)row;
    return {};
}

void Statement::reset() noexcept
{
    sqlite3_reset(m_handle.get());
    m_bindError = SQLITE_OK;
}

bool Statement::isNull(int column) const noexcept
{
    return sqlite3_column_type(m_handle.get(), column) == SQLITE_NULL;
}
std::int64_t Statement::integer(int column) const noexcept
{
    return sqlite3_column_int64(m_handle.get(), column);
}
double Statement::real(int column) const noexcept
{
    return isNull(column) ? unknown : sqlite3_column_double(m_handle.get(), column);
}
std::string Statement::text(int column) const
{
    const auto* text = sqlite3_column_text(m_handle.get(), column);
    if (text == nullptr)
        return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(m_handle.get(), column))};
}
std::span<const std::byte> Statement::blob(int column) const noexcept
{
    const void* bytes = sqlite3_column_blob(m_handle.get(), column);
    return {static_cast<const std::byte*>(bytes),
            static_cast<std::size_t>(sqlite3_column_bytes(m_handle.get(), column))};
}

} // namespace millrace::store
