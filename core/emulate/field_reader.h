// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace millrace::emulate {

/// Reads the fields of one JSON object into variables. Keeps the first problem and skips everything after it, so that a
/// reader is a plain list of fields. `where` names the object in messages: "spec.nodes[2]".
class FieldReader
{
public:
    FieldReader(const nlohmann::ordered_json& object, std::string where);

    template <typename T>
    void required(const char* key, T& into)
    {
        if (const nlohmann::ordered_json* field = find(key, true))
            assign(*field, key, into);
    }
    template <typename T>
    void optional(const char* key, T& into)
    {
        if (const nlohmann::ordered_json* field = find(key, false))
            assign(*field, key, into);
    }
    /// Calls `read(element, where)`, which returns Result<void>, for each element of an array.
    template <typename Read>
    void each(const char* key, Read read)
    {
        const nlohmann::ordered_json* field = find(key, true);
        if (!field || !expect(field->is_array(), key, "an array"))
            return;
        for (std::size_t i = 0; i < field->size() && m_result; ++i)
            m_result = read((*field)[i], place(key) + "[" + std::to_string(i) + "]");
    }
    void refuse(const char* key, const std::string& what);
    [[nodiscard]] Result<void> result() const { return m_result; }

private:
    [[nodiscard]] const nlohmann::ordered_json* find(const char* key, bool must);
    [[nodiscard]] std::string place(const char* key) const;
    bool expect(bool condition, const char* key, const char* kind);
    void assign(const nlohmann::ordered_json& field, const char* key, std::string& into);
    void assign(const nlohmann::ordered_json& field, const char* key, bool& into);
    void assign(const nlohmann::ordered_json& field, const char* key, int& into);
    void assign(const nlohmann::ordered_json& field, const char* key, std::uint64_t& into);
    void assign(const nlohmann::ordered_json& field, const char* key, double& into);
    void assign(const nlohmann::ordered_json& field, const char* key, Nanoseconds& into);
    void assign(const nlohmann::ordered_json& field, const char* key, std::vector<std::string>& into);

    const nlohmann::ordered_json& m_object;
    std::string m_where;
    Result<void> m_result;
};

} // namespace millrace::emulate
