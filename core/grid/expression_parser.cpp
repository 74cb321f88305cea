// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/grid/expression.h"
#include "core/grid/expression_lexer.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace millrace::grid {

namespace {

constexpr int deepestNesting = 100;

/// One side of a comparison: a factor, or a literal whose type follows from the factor on the other side.
struct Operand
{
    std::optional<std::uint32_t> factor;
    Token token;
};

bool compare(const Level& left, std::string_view sign, const Level& right)
{
    if (sign == "==" || sign == "!=")
        return (left.value == right.value) == (sign == "==");
    const double a = left.number();
    const double b = right.number();
    return sign == "<" ? a < b : sign == "<=" ? a <= b : sign == ">" ? a > b : a >= b;
}

bool isOrdered(Quantity quantity)
{
    return quantity != Quantity::Text && quantity != Quantity::Boolean;
}

std::string_view mirrored(std::string_view sign)
{
    return sign == "<" ? ">" : sign == "<=" ? ">=" : sign == ">" ? "<" : sign == ">=" ? "<=" : sign;
}

} // namespace

/// Recursive descent over the tokens; emits the postfix program.
class ExpressionParser
{
public:
    ExpressionParser(std::vector<Token> tokens, const std::vector<Factor>& factors, Issues* warnings)
        : m_tokens(std::move(tokens)), m_factors(factors), m_warnings(warnings)
    {
    }

    Result<Expression> run()
    {
        if (current().kind == TokenKind::End)
            return failAt(1, "the expression is empty");
        MR_CHECK(implies(0));
        if (isSymbol(")") || isSymbol("]"))
            return failAt(current().column, fmt::format("\"{}\" closes nothing", current().text));
        if (current().kind != TokenKind::End)
            return failAt(current().column,
                          fmt::format("{} was not expected; write and, or, implies before it", shown(current())));
        return std::move(m_expression);
    }

private:
    using Operation = Expression::Operation;

    [[nodiscard]] const Token& current() const noexcept { return m_tokens[m_position]; }
    Token take() { return m_tokens[m_position++]; }
    [[nodiscard]] bool isWord(std::string_view word) const noexcept
    {
        return current().kind == TokenKind::Name && current().text == word;
    }
    [[nodiscard]] bool isSymbol(std::string_view symbol) const noexcept
    {
        return current().kind == TokenKind::Symbol && current().text == symbol;
    }
    static std::string shown(const Token& token)
    {
        return token.kind == TokenKind::End ? "the end" : briefJson(Json(token.text));
    }
    void emit(Operation operation) { m_expression.m_program.push_back({operation, 0}); }
    void emit(Expression::Atom atom)
    {
        m_expression.m_program.push_back({Operation::Atom, static_cast<std::uint32_t>(m_expression.m_atoms.size())});
        m_expression.m_atoms.push_back(std::move(atom));
    }

    Result<void> implies(int depth)
    {
        if (depth > deepestNesting)
            return failAt(current().column, fmt::format("nested deeper than {} levels", deepestNesting));
        MR_CHECK(either(depth));
        if (!isWord("implies"))
            return {};
        take();
        MR_CHECK(implies(depth + 1));
        emit(Operation::Implies);
        return {};
    }

    Result<void> either(int depth)
    {
        MR_CHECK(both(depth));
        while (isWord("or")) {
            take();
            MR_CHECK(both(depth));
            emit(Operation::Or);
        }
        return {};
    }

    Result<void> both(int depth)
    {
        MR_CHECK(negation(depth));
        while (isWord("and")) {
            take();
            MR_CHECK(negation(depth));
            emit(Operation::And);
        }
        return {};
    }

    Result<void> negation(int depth)
    {
        bool negated = false;
        for (; isWord("not"); negated = !negated)
            take();
        if (isSymbol("(")) {
            const std::size_t opened = take().column;
            MR_CHECK(implies(depth + 1));
            if (!isSymbol(")"))
                return failAt(current().column,
                              fmt::format("expected \")\" for column {1}, found {0}", shown(current()), opened));
            take();
        } else {
            MR_CHECK(comparison());
        }
        if (negated)
            emit(Operation::Not);
        return {};
    }

    Result<void> comparison()
    {
        MR_TRY(left, operand());
        const Token sign = current();
        if (isWord("in") || isWord("not"))
            return membership(left);
        if (sign.kind != TokenKind::Symbol || std::string_view("=!<>").find(sign.text[0]) == std::string_view::npos)
            return truth(left);
        take();
        MR_TRY(right, operand());
        if (current().kind == TokenKind::Symbol
            && std::string_view("=!<>").find(current().text[0]) != std::string_view::npos)
            return failAt(current().column, "comparisons cannot be chained; join two with and");
        if (left.factor && right.factor)
            return compareFactors(left, sign, right);
        if (!left.factor && !right.factor)
            return failAt(left.token.column, "neither side of this comparison is a factor");
        return left.factor ? compareLiteral(left, sign.text, sign.column, right.token)
                           : compareLiteral(right, mirrored(sign.text), sign.column, left.token);
    }

    Result<Operand> operand()
    {
        if (current().kind == TokenKind::End || current().kind == TokenKind::Symbol)
            return failAt(current().column, fmt::format("expected a factor or a value, found {}", shown(current())));
        Operand operand{{}, take()};
        const Token& token = operand.token;
        if (token.kind != TokenKind::Name || token.text == "true" || token.text == "false")
            return operand;
        if (isReservedWord(token.text))
            return failAt(token.column, fmt::format("expected a factor or a value, found \"{}\"", token.text));
        const auto found = std::ranges::find(m_factors, token.text, &Factor::name);
        if (found == m_factors.end())
            return unknownName(token);
        operand.factor = static_cast<std::uint32_t>(found - m_factors.begin());
        return operand;
    }

    Error unknownName(const Token& token) const
    {
        std::vector<std::string> names;
        for (const Factor& factor : m_factors) {
            if (isFactorName(factor.name))
                names.push_back(factor.name);
            for (const Level& level : factor.levels)
                if (std::holds_alternative<std::string>(level.value) && level.text == token.text)
                    return failAt(token.column, fmt::format("the text {0} needs quotes: \"{0}\"", token.text));
        }
        const std::string near = nearest(std::string_view(token.text).substr(0, 60), names);
        return failAt(token.column,
                      fmt::format("this grid has no factor {}{}", shown(token),
                                  near.empty() ? "; its factors are " + join(names, ", ")
                                               : fmt::format("; did you mean \"{}\"?", near)));
    }

    Result<void> truth(const Operand& left)
    {
        if (!left.factor)
            return failAt(current().column, fmt::format("a comparison was expected after {}", shown(left.token)));
        const Factor& factor = m_factors[*left.factor];
        if (quantityOf(factor) != Quantity::Boolean)
            return failAt(current().column,
                          fmt::format("expected ==, !=, <, <=, >, >= or in after \"{1}\", found {0}", shown(current()),
                                      factor.name));
        return compareLiteral(left, "==", left.token.column, {TokenKind::Name, "true", left.token.column});
    }

    Result<Level> literal(const Factor& factor, const Token& token)
    {
        const Quantity quantity = quantityOf(factor);
        const bool boolean = token.kind == TokenKind::Name;
        if (boolean && token.text != "true" && token.text != "false")
            return failAt(token.column,
                          fmt::format("a value was expected; if {0} is a text, write \"{0}\"", token.text));
        if (token.kind == TokenKind::Number && quantity == Quantity::Text)
            return failAt(token.column, fmt::format("{0} is a text; write \"{1}\" in quotes", factor.name, token.text));
        auto level = parseLevel(quantity, token.text, factor.name);
        if (!level || boolean != (quantity == Quantity::Boolean))
            return failAt(token.column,
                          level ? fmt::format("{} cannot be compared with {}, which is {}", shown(token), factor.name,
                                              quantityWord(quantity))
                                : level.error().what);
        if (quantity == Quantity::Text && std::ranges::find(factor.levels, *level) == factor.levels.end())
            warnUnknownLevel(factor, token);
        return level;
    }

    void warnUnknownLevel(const Factor& factor, const Token& token)
    {
        std::vector<std::string> names;
        for (const Level& level : factor.levels)
            names.push_back(level.text);
        const std::string near = nearest(std::string_view(token.text).substr(0, 60), names);
        if (m_warnings && !near.empty())
            m_warnings->push_back({"unknown-level",
                                   Severity::Warning,
                                   1,
                                   fmt::format("column {}: {} has no level {}; did you mean \"{}\"?", token.column,
                                               factor.name, shown(token), near),
                                   {}});
    }

    Result<void> compareLiteral(const Operand& left, std::string_view sign, std::size_t signColumn, const Token& token)
    {
        const Factor& factor = m_factors[*left.factor];
        MR_TRY(value, literal(factor, token));
        if (sign != "==" && sign != "!=" && !isOrdered(quantityOf(factor)))
            return failAt(signColumn, fmt::format("{} has no order; write ==, != or in", factor.name));
        Expression::Atom atom{*left.factor, *left.factor, 0, {}};
        for (const Level& level : factor.levels)
            atom.truth.push_back(compare(level, sign, value));
        emit(std::move(atom));
        return {};
    }

    Result<void> compareFactors(const Operand& left, const Token& sign, const Operand& right)
    {
        const Factor& a = m_factors[*left.factor];
        const Factor& b = m_factors[*right.factor];
        const auto kind = [](const Factor& factor) {
            return quantityOf(factor) == Quantity::Count ? Quantity::Number : quantityOf(factor);
        };
        if (kind(a) != kind(b))
            return failAt(right.token.column,
                          fmt::format("{} is {} and {} is {}: they cannot be compared", a.name,
                                      quantityWord(quantityOf(a)), b.name, quantityWord(quantityOf(b))));
        if (sign.text != "==" && sign.text != "!=" && !isOrdered(quantityOf(a)))
            return failAt(sign.column, fmt::format("{} has no order; write ==, != or in", a.name));
        if (a.levels.size() * b.levels.size() > 1'000'000)
            return failAt(left.token.column, "the two factors have more than a million pairs of levels");
        Expression::Atom atom{*left.factor, *right.factor, static_cast<std::uint32_t>(a.levels.size()), {}};
        for (const Level& second : b.levels)
            for (const Level& first : a.levels)
                atom.truth.push_back(compare(first, sign.text, second));
        emit(std::move(atom));
        return {};
    }

    Result<void> membership(const Operand& left)
    {
        bool wanted = true;
        if (isWord("not")) {
            take();
            wanted = false;
        }
        if (!isWord("in"))
            return failAt(current().column, fmt::format("expected \"in\", found {}", shown(current())));
        const std::size_t column = take().column;
        if (!left.factor)
            return failAt(left.token.column, "a factor was expected before \"in\"");
        if (!isSymbol("["))
            return failAt(current().column, "a list in [ ] was expected after \"in\"");
        take();
        std::vector<Level> values;
        while (!isSymbol("]")) {
            if (current().kind == TokenKind::End || current().kind == TokenKind::Symbol)
                return failAt(current().column, fmt::format("expected a value, found {}", shown(current())));
            MR_TRY(value, literal(m_factors[*left.factor], take()));
            values.push_back(std::move(value));
            if (isSymbol(","))
                take();
            else if (!isSymbol("]"))
                return failAt(current().column, fmt::format("expected \",\" or \"]\", found {}", shown(current())));
        }
        take();
        if (values.empty())
            return failAt(column, "the list after \"in\" is empty");
        Expression::Atom atom{*left.factor, *left.factor, 0, {}};
        for (const Level& level : m_factors[*left.factor].levels)
            atom.truth.push_back((std::ranges::find(values, level) != values.end()) == wanted);
        emit(std::move(atom));
        return {};
    }

    std::vector<Token> m_tokens;
    std::size_t m_position = 0;
    const std::vector<Factor>& m_factors;
    Issues* m_warnings;
    Expression m_expression;
};

Result<Expression> Expression::parse(std::string_view text, const std::vector<Factor>& factors, Issues* warnings)
{
    MR_TRY(tokens, tokenise(text));
    return ExpressionParser(std::move(tokens), factors, warnings).run();
}

} // namespace millrace::grid
