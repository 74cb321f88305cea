// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/strong_id.h"
#include "core/store/sqlite_handle.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace millrace::store {

/// Prepared statement. Parameters are numbered from 1, columns from 0. Bound texts and blobs must live until the next
/// step or reset. Must not outlive its connection.
class Statement
{
public:
    /// `sql` must be exactly one statement.
    [[nodiscard]] static Result<Statement> prepare(sqlite3* connection, std::string_view sql);

    void bind(int parameter, std::nullptr_t);
    void bind(int parameter, bool value);
    void bind(int parameter, int value);
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, double value); ///< NaN is stored as NULL
    void bind(int parameter, std::string_view text);
    void bind(int parameter, const std::string& text) { bind(parameter, std::string_view(text)); }
    void bind(int parameter, const char* text) { bind(parameter, std::string_view(text)); }
    void bind(int parameter, std::span<const std::byte> blob);
    void bind(int parameter, Nanoseconds time) { bind(parameter, static_cast<std::int64_t>(time.count())); }
    template <typename T>
    void bind(int parameter, const std::optional<T>& value)
    {
        value ? bind(parameter, *value) : bind(parameter, nullptr);
    }
    template <typename Tag>
    void bind(int parameter, StrongId<Tag> id)
    {
        id ? bind(parameter, id.value) : bind(parameter, nullptr);
    }
    template <typename... Values>
    void bindAll(const Values&... values)
    {
        int parameter = 0;
        (bind(++parameter, values), ...);
    }

    /// Returns true for a row, false at the end; the statement is then reset.
    [[nodiscard]] Result<bool> step();
    /// Steps and resets, for statements without result rows.
    [[nodiscard]] Result<void> run();
    /// Binds all values in order, then run().
    template <typename... Values>
    [[nodiscard]] Result<void> run(const Values&... values)
    {
        bindAll(values...);
        return run();
    }
    void reset() noexcept;

    [[nodiscard]] bool isNull(int column) const noexcept;
    [[nodiscard]] std::int64_t integer(int column) const noexcept;
    [[nodiscard]] double real(int column) const noexcept; ///< NULL reads as NaN
    [[nodiscard]] std::string text(int column) const;
    /// Valid until the next step, reset or bind.
    [[nodiscard]] std::span<const std::byte> blob(int column) const noexcept;
    [[nodiscard]] Nanoseconds time(int column) const noexcept { return Nanoseconds(integer(column)); }
    template <typename Id>
    [[nodiscard]] Id id(int column) const noexcept
    {
        return Id{integer(column)};
    }

private:
    explicit Statement(StatementHandle handle) : m_handle(std::move(handle)) { }
    void noteBind(int code) noexcept;

    StatementHandle m_handle;
    int m_bindError = 0;
};

} // namespace millrace::store
