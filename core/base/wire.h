// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/json_fields.h"
#include "core/base/result.h"
#include "core/base/strong_id.h"

#include <concepts>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace millrace {

/// How a value is written as JSON between programs. A specialisation has either
///   static constexpr const char* what = "the agent's samples"; // in errors
///   static constexpr std::tuple fields{wire("key", &T::member), …};
///   static constexpr const char* event = "sample"; // only of events: the value of the key "event"
///   static void settle(T& value); // after reading, where values need bounds; may be left out
/// or, where the JSON is no object of its members, `what` and
///   static Json write(const T& value);
///   static T read(const Json& json); // may throw what Json throws
/// Durations are written in nanoseconds, ids as numbers, an optional member without a value as null.
template <typename T>
struct WireForm;

/// Names of an enumeration with the values 0 … count - 1: `static std::string_view name(T)` and `count`. A name that
/// is not known is read as the first value.
template <typename T>
struct WireNames;

template <typename Struct, typename Value>
struct WireField
{
    const char* key; ///< null: the members of the value are written into the enclosing object
    Value Struct::*member;
    bool isRequired;
};

template <typename Struct, typename Value>
[[nodiscard]] constexpr WireField<Struct, Value> wire(const char* key, Value Struct::*member)
{
    return {key, member, true};
}
/// Keeps the default of the struct where the key is missing or null.
template <typename Struct, typename Value>
[[nodiscard]] constexpr WireField<Struct, Value> wireOptional(const char* key, Value Struct::*member)
{
    return {key, member, false};
}
template <typename Struct, typename Value>
[[nodiscard]] constexpr WireField<Struct, Value> wireInside(Value Struct::*member)
{
    return {nullptr, member, true};
}

template <typename T>
concept DescribedForWire = requires
{
    WireForm<T>::fields;
};
template <typename T>
concept WrittenForWire = requires(const T& value)
{
    WireForm<T>::write(value);
};

template <typename T>
requires DescribedForWire<T> || WrittenForWire<T>
[[nodiscard]] Json toJson(const T& value);

/// Throws Json::type_error where there is none: nlohmann's get() converts any number, and one beyond the type is
/// undefined.
template <std::integral T>
[[nodiscard]] T wholeNumber(const Json& json)
{
    if (json.is_number_float())
        static_cast<void>(json.at(0)); // throws
    return json.get<T>();
}

namespace wire_detail {

/// "the agent's samples cannot be read: WHY", as Protocol.
[[nodiscard]] Error unreadable(std::string_view what, std::string_view why);

template <typename T>
inline constexpr bool isVector = false;
template <typename T>
inline constexpr bool isVector<std::vector<T>> = true;
template <typename T>
inline constexpr bool isMap = false;
template <typename T>
inline constexpr bool isMap<std::map<std::string, T>> = true;
template <typename T>
inline constexpr bool isOptional = false;
template <typename T>
inline constexpr bool isOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool isId = false;
template <typename Tag>
inline constexpr bool isId<StrongId<Tag>> = true;

template <typename T>
[[nodiscard]] Json write(const T& value)
{
    if constexpr (DescribedForWire<T> || WrittenForWire<T>) {
        return toJson(value);
    } else if constexpr (requires { WireNames<T>::count; }) {
        return WireNames<T>::name(value);
    } else if constexpr (std::same_as<T, Nanoseconds>) {
        return value.count();
    } else if constexpr (isId<T>) {
        return value.value;
    } else if constexpr (std::same_as<T, std::filesystem::path>) {
        return value.string();
    } else if constexpr (isOptional<T>) {
        return value ? write(*value) : Json();
    } else if constexpr (isVector<T>) {
        Json list = Json::array();
        for (const auto& each : value)
            list.push_back(write(each));
        return list;
    } else if constexpr (isMap<T>) {
        Json object = Json::object();
        for (const auto& [key, each] : value)
            object[key] = write(each);
        return object;
    } else {
        return value;
    }
}

template <typename T>
void read(const Json& json, T& value);

template <typename T>
void readMembers(const Json& json, T& value)
{
    const auto readOne = [&](const auto& field) {
        if (field.key == nullptr)
            read(json, value.*field.member);
        else if (field.isRequired || (json.contains(field.key) && !json.at(field.key).is_null()))
            read(json.at(field.key), value.*field.member);
    };
    std::apply([&](const auto&... field) { (readOne(field), ...); }, WireForm<T>::fields);
    if constexpr (requires { WireForm<T>::settle(value); })
        WireForm<T>::settle(value);
}

template <typename T>
void read(const Json& json, T& value)
{
    if constexpr (DescribedForWire<T>) {
        readMembers(json, value);
    } else if constexpr (WrittenForWire<T>) {
        value = WireForm<T>::read(json);
    } else if constexpr (requires { WireNames<T>::count; }) {
        const auto name = json.get<std::string>();
        value = T{};
        for (int i = 0; i < WireNames<T>::count; ++i)
            if (WireNames<T>::name(static_cast<T>(i)) == name)
                value = static_cast<T>(i);
    } else if constexpr (std::same_as<T, Nanoseconds>) {
        value = Nanoseconds(wholeNumber<std::int64_t>(json));
    } else if constexpr (isId<T>) {
        value.value = wholeNumber<std::int64_t>(json);
    } else if constexpr (std::same_as<T, std::filesystem::path>) {
        value = json.get<std::string>();
    } else if constexpr (isOptional<T>) {
        value.reset();
        if (!json.is_null())
            read(json, value.emplace());
    } else if constexpr (isVector<T>) {
        value.clear();
        if (!json.is_array())
            static_cast<void>(json.at(0)); // throws: this is no list
        for (const Json& each : json)
            read(each, value.emplace_back());
    } else if constexpr (isMap<T>) {
        value.clear();
        for (const auto& [key, each] : json.items())
            read(each, value[key]);
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
        value = wholeNumber<T>(json);
    } else {
        value = json.get<T>();
    }
}

} // namespace wire_detail

template <typename T>
requires DescribedForWire<T> || WrittenForWire<T> Json toJson(const T& value)
{
    if constexpr (WrittenForWire<T>) {
        return WireForm<T>::write(value);
    } else {
        Json json = Json::object();
        if constexpr (requires { WireForm<T>::event; })
            json["event"] = WireForm<T>::event;
        const auto writeOne = [&](const auto& field) {
            Json member = wire_detail::write(value.*field.member);
            if (field.key != nullptr)
                json[field.key] = std::move(member);
            else
                json.update(member);
        };
        std::apply([&](const auto&... field) { (writeOne(field), ...); }, WireForm<T>::fields);
        return json;
    }
}

/// Protocol where something is missing or of another kind.
template <typename T>
requires DescribedForWire<T> || WrittenForWire<T>
[[nodiscard]] Result<T> fromJson(const Json& json)
{
    const auto failed = [](const char* why) { return wire_detail::unreadable(WireForm<T>::what, why); };
    if (!json.is_object())
        return failed("it is not an object");
    try {
        T value{};
        wire_detail::read(json, value);
        return value;
    } catch (const Json::exception& exception) {
        return failed(exception.what());
    }
}

} // namespace millrace
