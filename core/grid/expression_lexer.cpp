// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/expression_lexer.h"

#include "core/base/json_fields.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace millrace::grid {

namespace {

constexpr std::size_t longestExpression = 10'000;

bool isLetter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isContinuation(char c) noexcept
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

class Lexer
{
public:
    explicit Lexer(std::string_view text) : m_text(text) { }

    Result<std::vector<Token>> run()
    {
        if (m_text.size() > longestExpression)
            return failAt(1, fmt::format("the expression is longer than {} characters", longestExpression));
        for (;;) {
            while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
                take();
            MR_TRY(token, next());
            m_tokens.push_back(std::move(token));
            if (m_tokens.back().kind == TokenKind::End)
                return std::move(m_tokens);
        }
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept
    {
        return m_position + ahead < m_text.size() ? m_text[m_position + ahead] : '\0';
    }

    void take() noexcept
    {
        if (!isContinuation(m_text[m_position]))
            ++m_column;
        ++m_position;
    }

    Result<Token> next()
    {
        Token token{TokenKind::End, {}, m_column};
        if (m_position >= m_text.size())
            return token;
        if (isLetter(peek()))
            return word(std::move(token));
        if (isDigit(peek()) || ((peek() == '.' || peek() == '-') && isDigit(peek(1))))
            return number(std::move(token));
        if (peek() == '"' || peek() == '\'')
            return quoted(std::move(token));
        return symbol(std::move(token));
    }

    Token word(Token token)
    {
        token.kind = TokenKind::Name;
        for (; isLetter(peek()) || isDigit(peek()); take())
            token.text += peek();
        return token;
    }

    /// Reads digits, then a unit: 1%, 1.5e-3, 100Mbit/s, 10µs.
    Token number(Token token)
    {
        token.kind = TokenKind::Number;
        const auto append = [&] {
            token.text += peek();
            take();
        };
        append();
        for (;;) {
            const bool exponent = (peek() == 'e' || peek() == 'E')
                && (isDigit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && isDigit(peek(2))));
            if (exponent)
                append();
            else if (!isDigit(peek()) && peek() != '.')
                break;
            append();
        }
        while (isLetter(peek()) || peek() == '%' || static_cast<unsigned char>(peek()) >= 0x80
               || (peek() == '/' && peek(1) == 's'))
            append();
        return token;
    }

    Result<Token> quoted(Token token)
    {
        token.kind = TokenKind::Text;
        const char quote = peek();
        for (take(); m_position < m_text.size() && peek() != quote; take()) {
            if (peek() == '\\' && (peek(1) == quote || peek(1) == '\\'))
                take();
            token.text += peek();
        }
        if (m_position >= m_text.size())
            return failAt(token.column, "the text that starts here has no closing quote");
        take();
        return token;
    }

    Result<Token> symbol(Token token)
    {
        token.kind = TokenKind::Symbol;
        for (const std::string_view candidate : {"==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ","})
            if (m_text.substr(m_position).starts_with(candidate)) {
                token.text = candidate;
                m_position += candidate.size();
                m_column += candidate.size();
                return token;
            }
        if (peek() == '=')
            return failAt(m_column, "expected \"==\", found \"=\"");
        if (peek() == '&' || peek() == '|' || peek() == '!')
            return failAt(m_column, fmt::format("\"{}\" is unknown here; write and, or, not", peek()));
        std::size_t length = 1;
        while (isContinuation(peek(length)))
            ++length;
        return failAt(m_column, fmt::format("{} is unknown here", briefJson(Json(m_text.substr(m_position, length)))));
    }

    std::string_view m_text;
    std::size_t m_position = 0;
    std::size_t m_column = 1;
    std::vector<Token> m_tokens;
};

} // namespace

Error failAt(std::size_t column, std::string_view sentence)
{
    return fail(ErrorCode::InvalidInput, fmt::format("column {}: {}", column, sentence));
}

Result<std::vector<Token>> tokenise(std::string_view text)
{
    return Lexer(text).run();
}

} // namespace millrace::grid
