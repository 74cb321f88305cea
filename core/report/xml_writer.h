// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

/// A length or coordinate in px with at most one decimal, which is sufficient for screens: 12, 12.5.
[[nodiscard]] std::string coordinate(double value);

struct Attribute
{
    Attribute(std::string_view attribute, std::string text) : name(attribute), value(std::move(text)) { }
    Attribute(std::string_view attribute, std::string_view text) : name(attribute), value(text) { }
    Attribute(std::string_view attribute, const char* text) : name(attribute), value(text) { }
    Attribute(std::string_view attribute, double number) : name(attribute), value(coordinate(number)) { }

    std::string_view name;
    std::string value;
};
using Attributes = std::initializer_list<Attribute>;

/// Writes elements; everything is escaped, and take() closes all open elements.
class XmlWriter
{
public:
    void open(std::string_view tag, Attributes attributes = {});
    void close();
    /// An element without content.
    void leaf(std::string_view tag, Attributes attributes);
    void leaf(std::string_view tag, const std::vector<Attribute>& attributes);
    /// An element with text.
    void text(std::string_view tag, Attributes attributes, std::string_view content);
    void text(std::string_view tag, const std::vector<Attribute>& attributes, std::string_view content);
    /// Trusted text from Millrace itself, unescaped.
    void raw(std::string_view content) { m_out += content; }
    /// Closes what is open.
    [[nodiscard]] std::string take();

private:
    void start(std::string_view tag, std::span<const Attribute> attributes);

    std::string m_out;
    std::vector<std::string> m_open;
};

} // namespace millrace::report
