// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/emulate/field_reader.h"

#include <limits>

namespace millrace::emulate {

FieldReader::FieldReader(const nlohmann::ordered_json& object, std::string where)
    : m_object(object), m_where(std::move(where))
{
    if (!object.is_object())
        m_result = fail(ErrorCode::InvalidInput, (m_where.empty() ? "the value" : m_where) + " must be an object");
}

std::string FieldReader::place(const char* key) const
{
    return m_where.empty() ? key : m_where + "." + key;
}

const nlohmann::ordered_json* FieldReader::find(const char* key, bool must)
{
    if (!m_result)
        return nullptr;
    const auto it = m_object.find(key);
    if (it != m_object.end())
        return &*it;
    if (must)
        refuse(key, "is missing");
    return nullptr;
}

void FieldReader::refuse(const char* key, const std::string& what)
{
    if (m_result)
        m_result = fail(ErrorCode::InvalidInput, place(key) + " " + what);
}

bool FieldReader::expect(bool condition, const char* key, const char* kind)
{
    if (!condition)
        refuse(key, std::string("must be ") + kind);
    return condition;
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, std::string& into)
{
    if (expect(field.is_string(), key, "a text"))
        into = field.get<std::string>();
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, bool& into)
{
    if (expect(field.is_boolean(), key, "true or false"))
        into = field.get<bool>();
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, int& into)
{
    constexpr std::int64_t limit = std::numeric_limits<int>::max();
    if (!expect(field.is_number_integer(), key, "a whole number"))
        return;
    const auto value = field.get<std::int64_t>();
    if (expect(value >= -limit && value <= limit, key, "a smaller number"))
        into = static_cast<int>(value);
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, std::uint64_t& into)
{
    const bool good = field.is_number_unsigned() || (field.is_number_integer() && field.get<std::int64_t>() >= 0);
    if (expect(good, key, "a whole number of at least 0"))
        into = field.get<std::uint64_t>();
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, double& into)
{
    if (expect(field.is_number(), key, "a number"))
        into = field.get<double>();
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, Nanoseconds& into)
{
    if (expect(field.is_number_integer(), key, "a whole number of nanoseconds"))
        into = Nanoseconds(field.get<std::int64_t>());
}

void FieldReader::assign(const nlohmann::ordered_json& field, const char* key, std::vector<std::string>& into)
{
    if (!expect(field.is_array(), key, "an array of texts"))
        return;
    into.clear();
    for (const auto& element : field) {
        if (!expect(element.is_string(), key, "an array of texts"))
            return;
        into.push_back(element.get<std::string>());
    }
}

} // namespace millrace::emulate
