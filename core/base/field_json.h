// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/field_value.h"
#include "core/base/json_fields.h"
#include "core/base/units.h"

namespace millrace {

namespace field_detail {

/// Reads a quantity as JsonFields does; its range is left to checkFields(), so that a form shows what the file says.
/// Plain numbers outside of their range are refused.
template <typename Struct, typename Value>
void readValue(JsonFields& fields, const Field<Struct>& field, Value& value)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const FieldRange& range = field.range;
    const bool lax = field.options.applies != nullptr;
    if constexpr (isOptional<Value>) {
        if (fields.find(field.key))
            readValue(fields, field, value.emplace());
    } else if constexpr (std::is_same_v<Value, bool>) {
        fields.boolean(field.key, value);
    } else if constexpr (std::is_same_v<Value, int>) {
        constexpr int largest = std::numeric_limits<int>::max();
        const double least = field.options.unset.empty() ? range.least : std::min(range.least, 0.0);
        fields.integer(field.key, value, lax ? 0 : static_cast<int>(least),
                       lax || range.most > largest ? largest : static_cast<int>(range.most));
    } else if constexpr (std::is_same_v<Value, double>) {
        if (field.quantity == Quantity::Rate)
            fields.rate(field.key, value);
        else if (field.quantity == Quantity::Fraction)
            fields.fraction(field.key, value);
        else
            fields.number(field.key, value, lax ? -infinity : range.least, lax ? infinity : range.most);
    } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
        if (field.quantity == Quantity::Size)
            fields.size(field.key, value);
        else
            fields.unsigned64(field.key, value);
    } else if constexpr (std::is_same_v<Value, std::chrono::nanoseconds>) {
        fields.duration(field.key, value);
    } else if constexpr (std::is_same_v<Value, std::filesystem::path>) {
        std::string text = value.string();
        fields.text(field.key, text);
        value = text;
    } else if constexpr (std::is_same_v<Value, std::string>) {
        fields.text(field.key, value);
    } else {
        fields.texts(field.key, value);
    }
}

template <typename Struct, typename Value>
[[nodiscard]] Json valueJson(const Field<Struct>& field, const Value& value)
{
    if constexpr (isOptional<Value>)
        return value ? valueJson(field, *value) : Json();
    else if constexpr (std::is_same_v<Value, std::chrono::nanoseconds>)
        return durationText(value);
    else if constexpr (std::is_same_v<Value, std::filesystem::path>)
        return value.generic_string();
    else if constexpr (std::is_same_v<Value, std::uint64_t>)
        return field.quantity == Quantity::Size ? Json(sizeText(value)) : Json(value);
    else if constexpr (std::is_same_v<Value, double>)
        return field.quantity == Quantity::Number ? Json(value) : Json(quantityText(field.quantity, value));
    else
        return value;
}

} // namespace field_detail

/// Reads the fields of a list out of an object, whose problems it collects. Absent ones keep their value.
template <typename Struct>
void readFields(JsonFields& fields, FieldList<Struct> list, Struct& object)
{
    for (const Field<Struct>& field : list)
        std::visit(
            [&](const auto& member) {
                using Member = std::remove_cvref_t<decltype(member)>;
                if constexpr (field_detail::isPlain<Member>) {
                    field_detail::readValue(fields, field, object.*member);
                } else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>) {
                    std::size_t position = member.get(object);
                    fields.choice(field.key, position, {member.names.begin(), member.names.end()});
                    member.set(object, position);
                } else {
                    member.read(fields, field.key, object);
                }
            },
            field.member);
}

/// Adds the fields that differ from the default, and those that are always written, with their units.
template <typename Struct>
void writeFields(Json& json, FieldList<Struct> list, const Struct& object)
{
    const Struct usual;
    for (const Field<Struct>& field : list)
        if (field.options.always || !isSame(field, object, usual))
            std::visit(
                [&](const auto& member) {
                    using Member = std::remove_cvref_t<decltype(member)>;
                    if constexpr (field_detail::isPlain<Member>)
                        json[std::string(field.key)] = field_detail::valueJson(field, object.*member);
                    else if constexpr (std::is_same_v<Member, FieldChoice<Struct>>)
                        json[std::string(field.key)] = member.names[member.get(object)];
                    else
                        member.write(object, field.key, json);
                },
                field.member);
}

/// Reads the object at a key by the list of its own fields, where it is there; unknown ones are reported.
template <typename Struct>
void readObject(JsonFields& fields, std::string_view key, FieldList<Struct> list, Struct& object)
{
    const Json* json = fields.object(key);
    if (json == nullptr)
        return;
    JsonFields inside(*json, fields.pathOf(key), fields.issues());
    readFields(inside, list, object);
    inside.reportUnknown();
}

/// Writes an object by the list of its own fields, unless that leaves it empty.
template <typename Struct>
void writeObject(Json& json, std::string_view key, FieldList<Struct> list, const Struct& object)
{
    Json inside = Json::object();
    writeFields(inside, list, object);
    if (!inside.empty())
        json[std::string(key)] = std::move(inside);
}

/// Reads a list of objects by the list of their fields, where it is there.
template <typename Struct>
void readObjects(JsonFields& fields, std::string_view key, FieldList<Struct> list, std::vector<Struct>& objects)
{
    const Json* items = fields.array(key);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
        JsonFields inside((*items)[i], fields.pathOf(key) + '[' + std::to_string(i) + ']', fields.issues());
        readFields(inside, list, objects.emplace_back());
        inside.reportUnknown();
    }
}

/// Writes the objects of a list by the list of their fields; nothing for an empty one.
template <typename Struct>
void writeObjects(Json& json, std::string_view key, FieldList<Struct> list, const std::vector<Struct>& objects)
{
    for (const Struct& object : objects) {
        Json item = Json::object();
        writeFields(item, list, object);
        json[std::string(key)].push_back(std::move(item));
    }
}

} // namespace millrace
