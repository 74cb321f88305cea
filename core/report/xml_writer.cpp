// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/xml_writer.h"

#include "core/report/safe_text.h"

#include <fmt/format.h>

namespace millrace::report {

std::string coordinate(double value)
{
    std::string text = fmt::format("{:.1f}", value);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

void XmlWriter::start(std::string_view tag, std::span<const Attribute> attributes)
{
    m_out.append("<").append(tag);
    for (const Attribute& attribute : attributes)
        m_out.append(" ").append(attribute.name).append("=\"").append(escapeXml(attribute.value)).append("\"");
}

void XmlWriter::open(std::string_view tag, Attributes attributes)
{
    start(tag, std::span(attributes.begin(), attributes.size()));
    m_out += ">\n";
    m_open.emplace_back(tag);
}

void XmlWriter::close()
{
    m_out.append("</").append(m_open.back()).append(">\n");
    m_open.pop_back();
}

void XmlWriter::leaf(std::string_view tag, Attributes attributes)
{
    leaf(tag, std::vector(attributes));
}

void XmlWriter::leaf(std::string_view tag, const std::vector<Attribute>& attributes)
{
    start(tag, attributes);
    m_out += "/>\n";
}

void XmlWriter::text(std::string_view tag, Attributes attributes, std::string_view content)
{
    text(tag, std::vector(attributes), content);
}

void XmlWriter::text(std::string_view tag, const std::vector<Attribute>& attributes, std::string_view content)
{
    start(tag, attributes);
    m_out.append(">").append(escapeXml(content)).append("</").append(tag).append(">\n");
}

std::string XmlWriter::take()
{
    while (!m_open.empty())
        close();
    return std::move(m_out);
}

} // namespace millrace::report
