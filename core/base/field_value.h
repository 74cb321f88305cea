// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field.h"

#include <cmath>

namespace millrace {

namespace field_detail {

template <typename Member>
inline constexpr bool isPlain = std::is_member_object_pointer_v<Member>;

template <typename Value>
inline constexpr bool isOptional = false;
template <typename Value>
inline constexpr bool isOptional<std::optional<Value>> = true;

template <typename Value>
inline constexpr bool isNumber =
    std::is_same_v<Value, std::chrono::nanoseconds> || (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>);
template <typename Value>
inline constexpr bool isNumber<std::optional<Value>> = isNumber<Value>;

template <typename Value>
[[nodiscard]] std::optional<double> toNumber(const Value& value)
{
    if constexpr (isOptional<Value>)
        return value ? toNumber(*value) : std::nullopt;
    else if constexpr (std::is_same_v<Value, std::chrono::nanoseconds>)
        return static_cast<double>(value.count());
    else
        return static_cast<double>(value);
}

template <typename Value>
[[nodiscard]] bool fromNumber(Value& value, double number)
{
    if constexpr (isOptional<Value>) {
        return fromNumber(value.emplace(), number);
    } else if constexpr (std::is_same_v<Value, std::chrono::nanoseconds>) {
        value = Value(std::llround(number));
    } else if constexpr (std::is_integral_v<Value>) {
        if (!(number >= 0 && number < static_cast<double>(std::numeric_limits<Value>::max()) + 1))
            return false;
        value = static_cast<Value>(std::round(number));
    } else {
        value = number;
    }
    return true;
}

} // namespace field_detail

/// Whether the field's value has a quantity in a base unit: counts, shares, durations, …
template <typename Struct>
[[nodiscard]] bool isNumber(const Field<Struct>& field) noexcept
{
    return field.quantity != Quantity::Text && field.quantity != Quantity::Boolean;
}

/// In the base unit; nothing where an optional value is absent, or the field is no number.
template <typename Struct>
[[nodiscard]] std::optional<double> numberOf(const Field<Struct>& field, const Struct& object)
{
    return std::visit(
        [&object](auto member) -> std::optional<double> {
            if constexpr (field_detail::isPlain<decltype(member)>)
                if constexpr (field_detail::isNumber<std::remove_cvref_t<decltype(object.*member)>>)
                    return field_detail::toNumber(object.*member);
            return std::nullopt;
        },
        field.member);
}

/// The number as a form shows it: nothing where an optional value is absent, or 0 means the field's `unset`.
template <typename Struct>
[[nodiscard]] std::optional<double> shownNumber(const Field<Struct>& field, const Struct& object)
{
    const auto number = numberOf(field, object);
    const bool optional = std::visit(
        [](auto member) {
            if constexpr (field_detail::isPlain<decltype(member)>)
                return field_detail::isOptional<std::remove_cvref_t<decltype(std::declval<Struct>().*member)>>;
            else
                return false;
        },
        field.member);
    return number == 0.0 && !optional && !field.options.unset.empty() ? std::nullopt : number;
}

/// The text of a text, a path or a choice; else empty.
template <typename Struct>
[[nodiscard]] std::string textOf(const Field<Struct>& field, const Struct& object)
{
    return std::visit(
        [&object](const auto& member) -> std::string {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (std::is_same_v<Member, std::string Struct::*>)
                return object.*member;
            else if constexpr (std::is_same_v<Member, std::filesystem::path Struct::*>)
                return (object.*member).generic_string();
            else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>)
                return std::string(member.names[member.get(object)]);
            else
                return {};
        },
        field.member);
}

/// Whether two objects have the same value in this field; a part is never the same.
template <typename Struct>
[[nodiscard]] bool isSame(const Field<Struct>& field, const Struct& a, const Struct& b)
{
    return std::visit(
        [&](const auto& member) {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (field_detail::isPlain<Member>)
                return a.*member == b.*member;
            else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>)
                return member.get(a) == member.get(b);
            else
                return false;
        },
        field.member);
}

template <typename Struct>
[[nodiscard]] bool isDefault(const Field<Struct>& field, const Struct& object)
{
    return isSame(field, object, Struct{});
}

template <typename Struct>
void reset(const Field<Struct>& field, Struct& object)
{
    const Struct usual{};
    std::visit(
        [&](const auto& member) {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (field_detail::isPlain<Member>)
                object.*member = usual.*member;
            else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>)
                member.set(object, member.get(usual));
        },
        field.member);
}

/// Sets a number in the base unit, and resets the field that it replaces; nothing: 0, or absent. False, and
/// unchanged, where the field cannot hold it.
template <typename Struct>
bool setNumber(FieldList<Struct> fields, const Field<Struct>& field, Struct& object, std::optional<double> value)
{
    const bool held = std::visit(
        [&](auto member) {
            if constexpr (field_detail::isPlain<decltype(member)>) {
                using Value = std::remove_cvref_t<decltype(object.*member)>;
                if constexpr (field_detail::isOptional<Value>)
                    if (!value) {
                        (object.*member).reset();
                        return true;
                    }
                if constexpr (field_detail::isNumber<Value>)
                    return field_detail::fromNumber(object.*member, value.value_or(0));
            }
            return false;
        },
        field.member);
    const Field<Struct>* other = findField(fields, field.options.replaces);
    if (held && other != nullptr && !isDefault(field, object))
        reset(*other, object);
    return held;
}

/// Sets a text, a path or a choice by its name. False where the choice has no such name, or the field is no text.
template <typename Struct>
bool setText(const Field<Struct>& field, Struct& object, std::string_view text)
{
    return std::visit(
        [&](const auto& member) {
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (std::is_same_v<
                              Member,
                              std::string Struct::*> || std::is_same_v<Member, std::filesystem::path Struct::*>) {
                object.*member = std::string(text);
                return true;
            } else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>) {
                const auto found = std::ranges::find(member.names, text);
                if (found != member.names.end())
                    member.set(object, static_cast<std::size_t>(found - member.names.begin()));
                return found != member.names.end();
            } else {
                return false;
            }
        },
        field.member);
}

/// The numbers that are outside of their range, and fields that replace each other and are both set; `where` is the
/// key. Texts are checked by their struct's own validation.
template <typename Struct>
[[nodiscard]] Issues checkFields(FieldList<Struct> fields, const Struct& object, const std::string& kind)
{
    Issues issues;
    const auto error = [&](const Field<Struct>& field, std::string sentence) {
        issues.push_back({kind, Severity::Error, 1, std::move(sentence), std::string(field.key)});
    };
    for (const Field<Struct>& field : fields) {
        if (field.options.applies != nullptr && !field.options.applies(object))
            continue;
        const bool zero = !field.options.unset.empty();
        const auto number = numberOf(field, object);
        if (number && !(zero && *number == 0) && !field.range.contains(*number))
            error(field, rangeText(field.quantity, field.range, zero && !field.range.contains(0)));
        const Field<Struct>* other = findField(fields, field.options.replaces);
        if (other != nullptr && other < &field && !isDefault(field, object) && !isDefault(*other, object))
            error(field, std::string(other->key) + " is given already; remove one of the two");
    }
    return issues;
}

} // namespace millrace
