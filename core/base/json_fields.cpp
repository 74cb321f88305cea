// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace {

namespace {

constexpr std::size_t briefLength = 60;

/// Returns a member as text for the unit parsers. A bare number other than 0 is ambiguous for a duration.
Result<std::string> quantityText(const Json& value, bool needsUnit)
{
    if (value.is_number() && (!needsUnit || value == 0))
        return value.dump();
    if (!value.is_string())
        return fail(ErrorCode::InvalidInput, "");
    const auto& text = value.get_ref<const std::string&>();
    if (const auto bare = parseDouble(trim(text)); needsUnit && bare && *bare != 0)
        return fail(ErrorCode::InvalidInput, "");
    return text;
}

} // namespace

std::string briefJson(const Json& value)
{
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return "a list";
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > briefLength) {
        std::size_t end = briefLength;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            --end;
        text.resize(end);
        text += "…";
    }
    return text;
}

JsonFields::JsonFields(const Json& object, std::string path, Issues& issues)
    : m_object(object), m_path(std::move(path)), m_issues(issues)
{
    if (!isObject())
        m_issues.push_back(
            {"field", Severity::Error, 1, fmt::format("expected an object, found {}", briefJson(object)), m_path});
}

std::string JsonFields::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

const Json* JsonFields::find(std::string_view key)
{
    m_known.emplace_back(key);
    if (!isObject())
        return nullptr;
    const auto found = m_object.find(std::string(key));
    return found == m_object.end() ? nullptr : &*found;
}

const Json* JsonFields::array(std::string_view key)
{
    const Json* value = find(key);
    if (value && !value->is_array()) {
        problem(key, fmt::format("{} is not a list; write [ … ]", briefJson(*value)));
        return nullptr;
    }
    return value;
}

const Json* JsonFields::object(std::string_view key)
{
    const Json* value = find(key);
    if (value && !value->is_object()) {
        problem(key, fmt::format("{} is not an object; write {{ … }}", briefJson(*value)));
        return nullptr;
    }
    return value;
}

void JsonFields::text(std::string_view key, std::string& value)
{
    const Json* member = find(key);
    if (member && member->is_string())
        value = member->get<std::string>();
    else if (member)
        problem(key, fmt::format("{} is not a text; write it in quotes", briefJson(*member)));
}

void JsonFields::texts(std::string_view key, std::vector<std::string>& values)
{
    const Json* member = array(key);
    if (!member)
        return;
    values.clear();
    for (std::size_t i = 0; i < member->size(); ++i)
        if ((*member)[i].is_string())
            values.push_back((*member)[i].get<std::string>());
        else
            problem(fmt::format("{}[{}]", key, i),
                    fmt::format("{} is not a text; write it in quotes", briefJson((*member)[i])));
}

void JsonFields::boolean(std::string_view key, bool& value)
{
    const Json* member = find(key);
    if (member && member->is_boolean())
        value = member->get<bool>();
    else if (member)
        problem(key, fmt::format("expected true or false, found {}", briefJson(*member)));
}

void JsonFields::integer(std::string_view key, int& value, int minimum, int maximum)
{
    const Json* member = find(key);
    if (!member)
        return;
    const double number = member->is_number() ? member->get<double>() : NAN;
    if (number == std::floor(number) && number >= minimum && number <= maximum)
        value = static_cast<int>(number);
    else
        problem(key, fmt::format("{} is not a whole number from {} to {}", briefJson(*member), minimum, maximum));
}

void JsonFields::unsigned64(std::string_view key, std::uint64_t& value)
{
    const Json* member = find(key);
    if (member && member->is_number_unsigned())
        value = member->get<std::uint64_t>();
    else if (member)
        problem(key, fmt::format("{} is not a whole number from 0 to 18446744073709551615", briefJson(*member)));
}

void JsonFields::number(std::string_view key, double& value, double minimum, double maximum)
{
    const Json* member = find(key);
    if (!member)
        return;
    const double read = member->is_number() ? member->get<double>() : NAN;
    if (read >= minimum && read <= maximum)
        value = read;
    else
        problem(key, fmt::format("{} is not a number from {} to {}", briefJson(*member), minimum, maximum));
}

template <typename T, typename Parse>
void JsonFields::quantity(std::string_view key, T& value, std::string_view what, std::string_view example, Parse parse)
{
    const Json* member = find(key);
    if (!member)
        return;
    if (const auto text = quantityText(*member, what == "duration"))
        if (const auto parsed = parse(*text)) {
            value = static_cast<T>(*parsed);
            return;
        }
    problem(key, fmt::format("{} is not a {}; write {}", briefJson(*member), what, example));
}

void JsonFields::duration(std::string_view key, std::chrono::nanoseconds& value)
{
    quantity(key, value, "duration", "10ms, 250us or 1.5s", parseDuration);
}

void JsonFields::rate(std::string_view key, double& bitsPerSecond)
{
    quantity(key, bitsPerSecond, "rate", "100Mbit, 1Gbit or 0 for no limit", parseRate);
}

void JsonFields::size(std::string_view key, std::uint64_t& bytes)
{
    quantity(key, bytes, "size", "1500, 64KiB or 2.5MB", parseSize);
}

void JsonFields::fraction(std::string_view key, double& value)
{
    quantity(key, value, "share", "1% or 0.01", parseFraction);
}

void JsonFields::choice(std::string_view key, std::size_t& position, const std::vector<std::string>& names)
{
    const Json* member = find(key);
    if (!member)
        return;
    const auto found = std::ranges::find_if(names, [&](const std::string& name) { return *member == name; });
    if (found != names.end())
        position = static_cast<std::size_t>(found - names.begin());
    else
        problem(key, fmt::format("{} is not one of {}", briefJson(*member), join(names, ", ")));
}

void JsonFields::problem(std::string_view key, std::string sentence)
{
    m_issues.push_back({"field", Severity::Error, 1, std::move(sentence), pathOf(key)});
}

void JsonFields::reportUnknown()
{
    if (!isObject())
        return;
    for (const auto& [key, value] : m_object.items()) {
        if (std::ranges::find(m_known, key) != m_known.end())
            continue;
        const std::string brief = briefJson(Json(key));
        const std::string near = nearest(std::string_view(key).substr(0, briefLength), m_known);
        if (near.empty())
            m_issues.push_back({"unknown-field", Severity::Note, 1,
                                fmt::format("this version does not know the field {} and keeps it as it is", brief),
                                m_path});
        else
            m_issues.push_back({"unknown-field", Severity::Warning, 1,
                                fmt::format("the field {} is unknown; did you mean \"{}\"?", brief, near), m_path});
    }
}

} // namespace millrace
