// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QtTest>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::report {

/// Strict markup reader for the tests: every tag is closed in order (except HTML's void elements), attributes are
/// quoted and unique, < and & are always escaped, ids are unique, and nothing is fetched from elsewhere.
class MarkupChecker
{
public:
    explicit MarkupChecker(std::string_view text) : m_text(text) { }

    /// The first problem; empty when there is none.
    std::string run()
    {
        while (m_at < m_text.size() && m_problem.empty()) {
            if (m_text[m_at] == '<')
                markup();
            else
                character();
        }
        if (m_problem.empty() && !m_open.empty())
            fail("<" + m_open.back() + "> is never closed");
        return m_problem;
    }

private:
    void fail(const std::string& what)
    {
        if (m_problem.empty())
            m_problem = what + " near \"" + std::string(m_text.substr(m_at > 60 ? m_at - 60 : 0, 160)) + "\"";
    }
    [[nodiscard]] bool starts(std::string_view with) const { return m_text.substr(m_at).starts_with(with); }
    void skipPast(std::string_view end)
    {
        const std::size_t found = m_text.find(end, m_at);
        if (found == std::string_view::npos)
            return fail("no " + std::string(end));
        m_at = found + end.size();
    }

    void markup()
    {
        if (starts("<!DOCTYPE html>") || starts("<?xml "))
            return skipPast(">");
        if (starts("</"))
            return closing();
        ++m_at;
        const std::string name = word();
        if (name.empty())
            return fail("a bare <");
        std::set<std::string> attributes;
        for (;;) {
            while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])))
                ++m_at;
            if (starts("/>")) {
                m_at += 2;
                return;
            }
            if (starts(">"))
                break;
            if (!attribute(attributes))
                return;
        }
        ++m_at;
        static const std::set<std::string> voids = {"meta", "br", "hr", "img", "link", "input", "col"};
        if (voids.contains(name))
            return;
        m_open.push_back(name);
        if (name == "style") // raw text in HTML
            skipTo("</style>");
        if (name == "script" || name == "link" || name == "img" || name == "iframe")
            fail("<" + name + "> is not allowed");
    }

    void skipTo(std::string_view end)
    {
        const std::size_t found = m_text.find(end, m_at);
        if (found == std::string_view::npos)
            return fail("no " + std::string(end));
        const std::string_view style = m_text.substr(m_at, found - m_at);
        if (style.find("url(") != std::string_view::npos || style.find("@import") != std::string_view::npos)
            fail("a style that fetches something");
        m_at = found;
    }

    bool attribute(std::set<std::string>& known)
    {
        const std::string name = word();
        if (name.empty() || !starts("=\"")) {
            fail("an attribute without name or quotes");
            return false;
        }
        m_at += 2;
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"' && m_problem.empty()) {
            if (m_text[m_at] == '<')
                fail("a bare < in an attribute");
            character();
        }
        const std::string value(m_text.substr(begin, m_at - begin));
        ++m_at;
        if (!known.insert(name).second)
            fail("the attribute " + name + " twice");
        if (name == "id" && !m_ids.insert(value).second)
            fail("the id " + value + " twice");
        if (name == "src" || name.starts_with("on") || (name == "href" && !value.starts_with("#")))
            fail("the attribute " + name + "=" + value);
        return m_problem.empty();
    }

    void closing()
    {
        m_at += 2;
        const std::string name = word();
        if (m_open.empty() || m_open.back() != name)
            return fail("</" + name + "> closes nothing; open is " + (m_open.empty() ? "" : m_open.back()));
        m_open.pop_back();
        if (!starts(">"))
            return fail("no > after </" + name);
        ++m_at;
    }

    void character()
    {
        if (m_text[m_at] == '&') {
            static constexpr std::array entities = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
            for (const std::string_view entity : entities)
                if (starts(entity)) {
                    m_at += entity.size();
                    return;
                }
            return fail("a bare &");
        }
        const auto c = static_cast<unsigned char>(m_text[m_at]);
        if (c < 0x20 && c != '\n' && c != '\t' && c != '\r')
            return fail("a control character");
        ++m_at;
    }

    std::string word()
    {
        const std::size_t begin = m_at;
        while (
            m_at < m_text.size()
            && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '-' || m_text[m_at] == ':'))
            ++m_at;
        return std::string(m_text.substr(begin, m_at - begin));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<std::string> m_open;
    std::set<std::string> m_ids;
    std::string m_problem;
};

/// Empty if the text is well-formed, self-contained UTF-8 markup.
inline std::string markupProblem(const std::string& text)
{
    if (QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUtf8().toStdString() != text)
        return "it is not UTF-8";
    return MarkupChecker(text).run();
}

} // namespace millrace::report
