// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace {

using Json = nlohmann::ordered_json;

/// Reads the members of one JSON object into values. An absent member leaves the value unchanged; a wrong one is an
/// Issue with the field's path ("clusters[0].mtu") and leaves it unchanged too, so that all problems of a file are
/// found in one pass. Quantities are numbers in the base unit (bit/s, bytes, 0 to 1) or texts with a unit; durations
/// need the unit.
class JsonFields
{
public:
    JsonFields(const Json& object, std::string path, Issues& issues);

    [[nodiscard]] bool isObject() const noexcept { return m_object.is_object(); }
    [[nodiscard]] std::string pathOf(std::string_view key) const;
    /// Where problems are collected, for readers of the objects inside.
    [[nodiscard]] Issues& issues() noexcept { return m_issues; }
    /// The member, or nullptr; marks the key as known.
    [[nodiscard]] const Json* find(std::string_view key);
    /// Returns the member if it is an array or object; anything else is an Issue and gives nullptr.
    [[nodiscard]] const Json* array(std::string_view key);
    [[nodiscard]] const Json* object(std::string_view key);

    void text(std::string_view key, std::string& value);
    void texts(std::string_view key, std::vector<std::string>& values);
    void boolean(std::string_view key, bool& value);
    void integer(std::string_view key, int& value, int minimum, int maximum);
    void unsigned64(std::string_view key, std::uint64_t& value);
    void number(std::string_view key, double& value, double minimum, double maximum);
    void duration(std::string_view key, std::chrono::nanoseconds& value);
    void rate(std::string_view key, double& bitsPerSecond);
    void size(std::string_view key, std::uint64_t& bytes);
    void fraction(std::string_view key, double& value);
    /// Reads an enumeration as the index of its name.
    void choice(std::string_view key, std::size_t& position, const std::vector<std::string>& names);
    /// Adds an Issue of Severity::Error at the key.
    void problem(std::string_view key, std::string sentence);
    /// Call last: unread members become notes, or warnings where the name looks like a typing error.
    void reportUnknown();

private:
    template <typename T, typename Parse>
    void quantity(std::string_view key, T& value, std::string_view what, std::string_view example, Parse parse);

    const Json& m_object;
    std::string m_path;
    Issues& m_issues;
    std::vector<std::string> m_known;
};

/// Returns a JSON value in few characters, for messages: "1x", 12, an object.
[[nodiscard]] std::string briefJson(const Json& value);

} // namespace millrace
