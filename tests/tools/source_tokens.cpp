// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/tools/source_tokens.h"

#include <algorithm>
#include <cctype>

bool isWordStart(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isWordPart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

namespace {

class Lexer
{
public:
    explicit Lexer(std::string_view text) : m_text(text) { }

    Tokens tokens()
    {
        while (m_at < m_text.size())
            step();
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] bool looksAt(std::string_view what) const { return m_text.substr(m_at).starts_with(what); }

    void advance(std::size_t to)
    {
        to = std::min(to, m_text.size());
        m_line += static_cast<int>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_at),
                                              m_text.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        m_at = to;
    }

    [[nodiscard]] std::size_t endOf(std::string_view mark, std::size_t from) const
    {
        const std::size_t found = m_text.find(mark, from);
        return found == std::string_view::npos ? m_text.size() : found + mark.size();
    }

    /// The end of this line; a line that ends with a backslash goes on.
    [[nodiscard]] std::size_t lineEnd() const
    {
        std::size_t end = m_at;
        do
            end = endOf("\n", end);
        while (end >= 2 && end < m_text.size() && m_text[end - 2] == '\\');
        return end;
    }

    void add(std::string text)
    {
        if (m_dead == 0)
            m_tokens.push_back({std::move(text), m_line});
    }

    void step()
    {
        const char c = m_text[m_at];
        if (c == '\n')
            m_lineStart = true;
        if (std::isspace(static_cast<unsigned char>(c)) != 0)
            return advance(m_at + 1);
        if (looksAt("//"))
            return advance(lineEnd() - 1);
        if (looksAt("/*"))
            return advance(endOf("*/", m_at + 2));
        if (c == '#' && m_lineStart)
            return directive();
        m_lineStart = false;
        if (isWordStart(c))
            return word();
        if (c == '"' || c == '\'')
            return literal();
        if (std::isdigit(static_cast<unsigned char>(c)) != 0)
            return number();
        for (const std::string_view sign : {"::", "->", "==", "!=", "<=", ">=", "&&", "||", "[[", "]]"})
            if (looksAt(sign)) {
                add(std::string(sign));
                return advance(m_at + 2);
            }
        add(std::string(1, c));
        advance(m_at + 1);
    }

    /// Of #if … #else … #endif the first branch is read.
    void directive()
    {
        const std::size_t end = lineEnd();
        std::string_view rest = m_text.substr(m_at + 1, end - m_at - 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.starts_with("if")) {
            m_branches.push_back(m_dead > 0);
            m_dead += m_branches.back() ? 1 : 0;
        } else if (rest.starts_with("el") && !m_branches.empty() && !m_branches.back()) {
            m_branches.back() = true;
            ++m_dead;
        } else if (rest.starts_with("endif") && !m_branches.empty()) {
            m_dead -= m_branches.back() ? 1 : 0;
            m_branches.pop_back();
        }
        advance(end);
    }

    void word()
    {
        std::size_t end = m_at;
        while (end < m_text.size() && isWordPart(m_text[end]))
            ++end;
        const std::string_view text = m_text.substr(m_at, end - m_at);
        if (end < m_text.size() && m_text[end] == '"' && text.ends_with('R') && text.size() <= 3) {
            const std::size_t open = m_text.find('(', end);
            const std::string mark = ")" + std::string(m_text.substr(end + 1, open - end - 1)) + "\"";
            add("\"");
            return advance(endOf(mark, open));
        }
        add(std::string(text));
        advance(end);
    }

    void literal()
    {
        const char quote = m_text[m_at];
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote)
            end += m_text[end] == '\\' ? 2 : 1;
        add("\"");
        advance(end + 1);
    }

    void number()
    {
        std::size_t end = m_at;
        while (end < m_text.size() && (isWordPart(m_text[end]) || m_text[end] == '.' || m_text[end] == '\''))
            ++end;
        add("0");
        advance(end);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_dead = 0; ///< depth of branches that are not read
    bool m_lineStart = true;
    std::vector<bool> m_branches; ///< true: this branch is not read
    Tokens m_tokens;
};

} // namespace

Tokens tokensOf(std::string_view source)
{
    return Lexer(source).tokens();
}
