// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace millrace {

class JsonFields;
using Json = nlohmann::ordered_json;

/// Bounds of a number in the base unit of its quantity.
struct FieldRange
{
    double least = 0;
    double most = std::numeric_limits<double>::infinity(); ///< infinity: no upper bound
    bool aboveLeast = false; ///< `least` itself is outside
    bool belowMost = false; ///< `most` itself is outside

    [[nodiscard]] constexpr bool contains(double value) const noexcept
    {
        return (aboveLeast ? value > least : value >= least) && (belowMost ? value < most : value <= most)
            && value < std::numeric_limits<double>::infinity();
    }
};

/// "must be from 1ms to 10s, or 0"; `zero`: 0 is allowed although it is outside.
[[nodiscard]] std::string rangeText(Quantity quantity, const FieldRange& range, bool zero);

/// A member that is an enumeration, by the names of its values. Made by fieldChoice().
template <typename Struct>
struct FieldChoice
{
    std::size_t (*get)(const Struct&) = nullptr;
    void (*set)(Struct&, std::size_t) = nullptr;
    std::span<const std::string_view> names = {};
};

/// A member that is an object or a map, with a reader and a writer of its own; nothing is written for an empty one.
template <typename Struct>
struct FieldPart
{
    void (*read)(JsonFields& fields, std::string_view key, Struct& object) = nullptr;
    void (*write)(const Struct& object, std::string_view key, Json& json) = nullptr;
};

template <typename Struct>
using FieldMember = std::variant<bool Struct::*, int Struct::*, double Struct::*, std::uint64_t Struct::*,
                                 std::string Struct::*, std::chrono::nanoseconds Struct::*,
                                 std::optional<double> Struct::*, std::optional<std::uint64_t> Struct::*,
                                 std::optional<std::chrono::nanoseconds> Struct::*, std::vector<std::string> Struct::*,
                                 std::filesystem::path Struct::*, FieldChoice<Struct>, FieldPart<Struct>>;

/// What only some fields have.
template <typename Struct>
struct FieldOptions
{
    std::string_view manual = {}; ///< how its row in the manual begins
    std::string_view help = {}; ///< tool tip in forms, marked by MR_TEXT
    /// What an absent, empty or 0 value means, as forms show it. With a text, 0 is allowed outside of the range, and a
    /// form may be left empty.
    std::string_view unset = {};
    std::string_view replaces = {}; ///< key of the field that a value here resets to its default
    std::string_view example = {}; ///< levels as they are written; empty: not a factor
    std::string_view factor = {}; ///< the factor's name, where it is not the key
    std::string_view setup = {}; ///< how set-up tables show the value, at {}; empty: no row
    bool (*applies)(const Struct&) = nullptr; ///< whether it has an effect; null: always. Not validated without
    bool always = false; ///< written even where it holds the default
};

/// One member of a struct of the project file: the line that JSON reading and writing, validation, factors, forms,
/// set-up tables and the test of the manual work from. The default is the member's initialiser.
template <typename Struct>
struct Field
{
    std::string_view key; ///< in JSON
    FieldMember<Struct> member;
    Quantity quantity = Quantity::Text; ///< Text also of lists, paths, choices and parts
    FieldRange range = {}; ///< of numbers
    std::string_view label = {}; ///< in forms, marked by MR_TEXT; & before the letter of the shortcut
    FieldOptions<Struct> options = {};
};

/// A field that is a number.
template <typename Struct, typename Value>
[[nodiscard]] constexpr Field<Struct> field(std::string_view key, Value Struct::*member, Quantity quantity,
                                            FieldRange range, std::string_view label = {},
                                            FieldOptions<Struct> options = {})
{
    return {key, member, quantity, range, label, options};
}

/// A field that is a text, a path, a list of texts, or true or false.
template <typename Struct, typename Value>
[[nodiscard]] constexpr Field<Struct> field(std::string_view key, Value Struct::*member, std::string_view label = {},
                                            FieldOptions<Struct> options = {})
{
    return {key, member, std::is_same_v<Value, bool> ? Quantity::Boolean : Quantity::Text, {}, label, options};
}

template <typename Struct>
[[nodiscard]] constexpr Field<Struct> field(std::string_view key, FieldChoice<Struct> choice,
                                            std::string_view label = {}, FieldOptions<Struct> options = {})
{
    return {key, choice, Quantity::Text, {}, label, options};
}

template <typename Struct>
[[nodiscard]] constexpr Field<Struct> field(std::string_view key, FieldPart<Struct> part, std::string_view label = {},
                                            FieldOptions<Struct> options = {})
{
    return {key, part, Quantity::Text, {}, label, options};
}

template <typename Struct>
[[nodiscard]] constexpr std::string_view factorName(const Field<Struct>& field) noexcept
{
    return field.options.factor.empty() ? field.key : field.options.factor;
}

/// The fields of a struct in the order in which they are written. A function argument of this type does not take part
/// in the deduction of Struct, so that arrays can be given.
template <typename Struct>
using FieldList = std::type_identity_t<std::span<const Field<Struct>>>;

template <typename Member>
struct FieldMemberOf;
template <typename Struct, typename Value>
struct FieldMemberOf<Value Struct::*>
{
    using StructType = Struct;
    using ValueType = Value;
};

/// An enumeration whose values 0, 1, … have these names, which must last as long as the program.
template <auto member>
[[nodiscard]] constexpr auto fieldChoice(std::span<const std::string_view> names)
{
    using Struct = typename FieldMemberOf<decltype(member)>::StructType;
    using Value = typename FieldMemberOf<decltype(member)>::ValueType;
    return FieldChoice<Struct>{
        [](const Struct& object) { return static_cast<std::size_t>(object.*member); },
        [](Struct& object, std::size_t position) { object.*member = static_cast<Value>(position); }, names};
}

/// Null where no field has this key.
template <typename Fields>
[[nodiscard]] constexpr auto findField(const Fields& fields, std::string_view key) noexcept
{
    const auto found = std::ranges::find_if(fields, [key](const auto& field) { return field.key == key; });
    return found == std::ranges::end(fields) ? nullptr : &*found;
}

} // namespace millrace
