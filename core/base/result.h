// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"

#include <cassert>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace millrace {

/// A value, or the Error that prevented it; the interface follows std::expected. Must not be discarded.
template <typename T>
class [[nodiscard]] Result
{
public:
    using value_type = T;

    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }
    template <typename U>
    requires(
        std::is_convertible_v<
            U,
            T> && !std::is_same_v<std::remove_cvref_t<U>, T> && !std::is_same_v<std::remove_cvref_t<U>, Error> && !std::is_same_v<std::remove_cvref_t<U>, Result>)
        Result(U&& value)
        : m_state(std::in_place_index<0>, std::forward<U>(value))
    {
    }

    [[nodiscard]] bool has_value() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& value()
    {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    const T& value() const
    {
        assert(has_value());
        return *std::get_if<0>(&m_state);
    }
    [[nodiscard]] T value_or(T other) const& { return has_value() ? value() : std::move(other); }

    [[nodiscard]] const Error& error() const&
    {
        assert(!has_value());
        return *std::get_if<1>(&m_state);
    }
    [[nodiscard]] Error&& error() &&
    {
        assert(!has_value());
        return std::move(*std::get_if<1>(&m_state));
    }

private:
    std::variant<T, Error> m_state;
};

/// Success, or the Error that prevented it.
template <>
class [[nodiscard]] Result<void>
{
public:
    using value_type = void;

    Result() = default;
    Result(Error error) : m_error(std::move(error)) { }
    [[nodiscard]] bool has_value() const noexcept { return !m_error.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }
    [[nodiscard]] const Error& error() const&
    {
        assert(!has_value());
        return *m_error;
    }
    [[nodiscard]] Error&& error() &&
    {
        assert(!has_value());
        return std::move(*m_error);
    }

private:
    std::optional<Error> m_error;
};

} // namespace millrace

#define MR_CONCAT_INNER(a, b) a##b
#define MR_CONCAT(a, b) MR_CONCAT_INNER(a, b)

/// MR_CHECK(expression): returns the Error of a Result<void> (or of any Result) from the current function.
#define MR_CHECK(...)                                                                                                  \
    do {                                                                                                               \
        if (auto mrResult = (__VA_ARGS__); !mrResult)                                                                  \
            return std::move(mrResult).error();                                                                        \
    } while (false)

/// MR_TRY(variable, expression): declares `variable` with the value, or returns the Error from the current function.
#define MR_TRY(variable, ...) MR_TRY_INNER(MR_CONCAT(mrResult, __LINE__), variable, __VA_ARGS__)
#define MR_TRY_INNER(holder, variable, ...)                                                                            \
    auto holder = (__VA_ARGS__);                                                                                       \
    if (!holder)                                                                                                       \
        return std::move(holder).error();                                                                              \
    auto variable = *std::move(holder)
