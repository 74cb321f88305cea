// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

/// A length or coordinate in px with at most one decimal, which is finer than screens and eyes: 12, 12.5.
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

/// Writes elements; everything is escaped, nothing can be left open by mistake once take() was called.
class XmlWriter
{
public:
    void open(std::string_view tag, Attributes attributes = {});
    void close();
    /// An element without content.
    void leaf(std::string_view tag, Attributes attributes);
    /// An element that holds text.
    void text(std::string_view tag, Attributes attributes, std::string_view content);
    /// Trusted text of our own, as it is.
    void raw(std::string_view content) { m_out += content; }
    /// Closes what is open.
    [[nodiscard]] std::string take();

private:
    void start(std::string_view tag, Attributes attributes);

    std::string m_out;
    std::vector<std::string> m_open;
};

} // namespace millrace::report
