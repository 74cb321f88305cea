// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/formula.h"

#include "core/base/unknown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <muParser.h>

namespace millrace::studies {

namespace {

constexpr const char* nameCharacters = "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr int deepest = 200; ///< nested brackets

/// The library's own min and max ignore NaN.
template <typename Choose>
double chosen(const double* values, int count, Choose choose)
{
    double result = values[0];
    for (int i = 0; i < count; ++i) {
        if (std::isnan(values[i]))
            return unknown;
        result = choose(result, values[i]);
    }
    return result;
}
double smallest(const double* values, int count)
{
    return chosen(values, count, [](double a, double b) { return std::min(a, b); });
}
double largest(const double* values, int count)
{
    return chosen(values, count, [](double a, double b) { return std::max(a, b); });
}
double either(double condition, double then, double otherwise)
{
    if (std::isnan(condition))
        return unknown;
    return condition != 0 ? then : otherwise;
}
double rounded(double value, double decimals)
{
    if (!(decimals >= 0 && decimals <= 12))
        return unknown;
    const double scale = std::pow(10.0, std::floor(decimals));
    return std::round(value * scale) / scale;
}
double absolute(double value)
{
    return std::fabs(value);
}
double root(double value)
{
    return std::sqrt(value);
}
double logarithm(double value)
{
    return value > 0 ? std::log(value) : unknown;
}
double exponential(double value)
{
    return std::exp(value);
}

Error wrong(const std::string& text, std::size_t position, const std::string& what)
{
    return fail(ErrorCode::InvalidInput,
                fmt::format("the formula \"{}\" is wrong at character {}: {}", text.substr(0, 80), position + 1, what));
}

/// Rejects what the library accepts but recipes do not need: strings, assignments and lists of results.
Result<void> checkText(const std::string& text)
{
    if (text.size() > Formula::longest)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("the formula has {} characters; the longest may have {}", text.size(), Formula::longest));
    if (std::ranges::all_of(text, [](char c) { return c == ' '; }))
        return fail(ErrorCode::InvalidInput, "the formula is empty");
    int depth = 0;
    const auto at = [&text](std::size_t i) { return i < text.size() ? text[i] : ' '; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '(' && ++depth > deepest)
            return wrong(text, i, fmt::format("more than {} brackets are inside each other", deepest));
        if (c == ')')
            --depth;
        if (c == ',' && depth == 0)
            return wrong(text, i, "a comma is only allowed between the arguments of a function");
        const bool compares =
            at(i + 1) == '=' || (i > 0 && std::string_view("=<>!").find(text[i - 1]) != std::string_view::npos);
        if (c == '=' && !compares)
            return wrong(text, i, "\"=\" is not a comparison; write ==");
        if (std::string_view("+-*/^()<>=!&|?:,. _").find(c) == std::string_view::npos
            && !std::isalnum(static_cast<unsigned char>(c)))
            return wrong(text, i, "unexpected character; rename such a column in \"names\"");
        if (static_cast<unsigned char>(c) >= 0x80)
            return wrong(text, i, "only letters from a to z are part of names");
    }
    return {};
}

std::string sentenceOf(const mu::Parser::exception_type& error)
{
    using namespace mu;
    const std::string token = error.GetToken();
    switch (error.GetCode()) {
    case ecUNEXPECTED_EOF: return "it ends too early";
    case ecMISSING_PARENS: return "a closing bracket is missing";
    case ecUNEXPECTED_PARENS: return fmt::format("unmatched bracket \"{}\"", token);
    case ecTOO_MANY_PARAMS: return fmt::format("the function \"{}\" has too many values", token);
    case ecTOO_FEW_PARAMS: return fmt::format("the function \"{}\" has too few values", token);
    case ecUNASSIGNABLE_TOKEN: return fmt::format("\"{}\" is neither a function nor a name", token);
    case ecUNEXPECTED_OPERATOR: return fmt::format("expected a value, found the operator \"{}\"", token);
    default:
        return token.empty() ? "this is not a formula"
                             : fmt::format("\"{}\" does not belong here", token.substr(0, 40));
    }
}

void addFunctions(mu::Parser& parser)
{
    parser.ClearFun();
    parser.ClearConst();
    parser.DefineNameChars(nameCharacters);
    parser.DefineFun("min", smallest);
    parser.DefineFun("max", largest);
    parser.DefineFun("if", either);
    parser.DefineFun("round", rounded);
    parser.DefineFun("abs", absolute);
    parser.DefineFun("sqrt", root);
    parser.DefineFun("log", logarithm);
    parser.DefineFun("exp", exponential);
}

} // namespace

struct Formula::Parts
{
    std::string text;
    std::vector<std::string> names;
    std::vector<double> values; ///< the library reads them from here, so it never grows
    mu::Parser parser;
};

Formula::Formula(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;
Formula::~Formula() = default;

Result<Formula> Formula::parse(const std::string& text)
{
    MR_CHECK(checkText(text));
    auto parts = std::make_unique<Parts>();
    parts->text = text;
    try {
        addFunctions(parts->parser);
        parts->parser.SetExpr(text);
        for (const auto& [name, value] : parts->parser.GetUsedVar())
            parts->names.push_back(name);
        std::ranges::sort(parts->names);
        parts->values.assign(parts->names.size(), 1.0);
        for (std::size_t i = 0; i < parts->names.size(); ++i)
            parts->parser.DefineVar(parts->names[i], &parts->values[i]);
        int results = 0;
        parts->parser.Eval(results);
        if (results != 1)
            return fail(ErrorCode::InvalidInput, fmt::format("the formula \"{}\" has several results", text));
    } catch (const mu::Parser::exception_type& error) {
        const int position = std::max(error.GetPos(), 0);
        return wrong(text, std::min(static_cast<std::size_t>(position), text.size()), sentenceOf(error));
    } catch (const std::exception& error) {
        return fail(ErrorCode::InvalidInput, fmt::format("the formula \"{}\" cannot be read: {}", text, error.what()));
    }
    return Formula(std::move(parts));
}

const std::string& Formula::text() const noexcept
{
    return m_parts->text;
}

const std::vector<std::string>& Formula::names() const noexcept
{
    return m_parts->names;
}

std::size_t Formula::indexOf(std::string_view name) const noexcept
{
    return static_cast<std::size_t>(std::ranges::find(m_parts->names, name) - m_parts->names.begin());
}

double Formula::evaluate(std::span<const double> values)
{
    for (std::size_t i = 0; i < m_parts->values.size(); ++i)
        m_parts->values[i] = i < values.size() ? values[i] : unknown;
    try {
        const double result = m_parts->parser.Eval();
        return std::isfinite(result) ? result : unknown;
    } catch (const mu::Parser::exception_type&) {
        return unknown;
    }
}

} // namespace millrace::studies
