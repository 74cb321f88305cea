// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::monitor {

/// One JSON object of simple fields, as the worker prints it, parsed in one pass without building a document: a log has
/// up to a hundred thousand of them a second. Views into the text, which must outlive it. Objects and arrays as values
/// are skipped. Checks the form of what it uses, not the whole grammar.
class FlatJson
{
public:
    /// False: no object, damaged, or more than 48 fields.
    [[nodiscard]] bool read(std::string_view text) noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return m_count; }
    /// Returns nothing if the field is absent or of another kind.
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view name) const noexcept;
    [[nodiscard]] std::optional<double> number(std::string_view name) const noexcept;
    [[nodiscard]] std::optional<bool> boolean(std::string_view name) const noexcept;
    [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
    [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name) const;
    /// Returns all simple fields as text, in their order, without those named.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>>
    rest(const std::vector<std::string_view>& without) const;

private:
    struct Field
    {
        std::string_view name;
        std::string_view value; ///< strings with their quotes
    };
    [[nodiscard]] const Field* find(std::string_view name) const noexcept;

    std::array<Field, 48> m_fields;
    std::size_t m_count = 0;
};

} // namespace millrace::monitor
