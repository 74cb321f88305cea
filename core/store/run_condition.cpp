// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_condition.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <array>
#include <fmt/format.h>

namespace millrace::store {

namespace {

using Operator = RunCondition::Operator;

struct Sign
{
    std::string_view text;
    Operator op;
};
/// Longer ones first.
constexpr std::array signs = {Sign{"!=", Operator::NotEqual},     Sign{"<=", Operator::LessEqual},
                              Sign{">=", Operator::GreaterEqual}, Sign{"=", Operator::Equal},
                              Sign{"<", Operator::Less},          Sign{">", Operator::Greater}};

struct Word
{
    std::string text; ///< without the quotes
    std::size_t unquoted = 0; ///< signs behind this place are part of a quotation
};

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    bool inside = false, open = false;
    for (const char c : text) {
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (space && !inside) {
            open = false;
            continue;
        }
        if (!open) {
            words.emplace_back();
            words.back().unquoted = std::string::npos;
            open = true;
        }
        if (c == '"') {
            inside = !inside;
            if (words.back().unquoted == std::string::npos)
                words.back().unquoted = words.back().text.size();
        } else {
            words.back().text += c;
        }
    }
    std::erase_if(words, [](const Word& word) { return word.text.empty(); });
    return words;
}

std::optional<double> numberOf(const std::string& text)
{
    if (const auto plain = parseDouble(text))
        return *plain;
    if (text.ends_with('%')) {
        const auto percent = parseDouble(trim(std::string_view(text).substr(0, text.size() - 1)));
        return percent ? std::optional(*percent / 100) : std::nullopt;
    }
    if (const auto duration = parseDuration(text))
        return std::chrono::duration<double>(*duration).count();
    if (const auto rate = parseRate(text))
        return *rate;
    if (const auto size = parseSize(text))
        return static_cast<double>(*size);
    return std::nullopt;
}

Result<RunCondition> conditionOf(const Word& word)
{
    const std::string& text = word.text;
    std::size_t at = std::string::npos;
    const Sign* sign = nullptr;
    for (std::size_t i = 0; i < std::min(text.size(), word.unquoted) && sign == nullptr; ++i)
        for (const Sign& each : signs)
            if (text.compare(i, each.text.size(), each.text) == 0) {
                at = i;
                sign = &each;
                break;
            }
    if (sign == nullptr) {
        if (text.size() > 1 && text.front() == '!' && word.unquoted > 0)
            return RunCondition{Operator::Lacks, {}, text.substr(1), {}};
        return RunCondition{Operator::Contains, {}, text, {}};
    }
    RunCondition condition{sign->op, text.substr(0, at), text.substr(at + sign->text.size()), {}};
    if (condition.name.empty() || condition.text.empty())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" is not finished: write a name, {} and a value, as in strategy=RING or "
                                "step_mean<100ms",
                                text, sign->text));
    condition.number = numberOf(condition.text);
    const bool orders = sign->op != Operator::Equal && sign->op != Operator::NotEqual;
    if (orders && !condition.number)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" in \"{}\" is no number; write one with or without a unit, as in "
                                "step_mean<100ms",
                                condition.text, text));
    return condition;
}

} // namespace

Result<std::vector<RunCondition>> parseConditions(std::string_view text)
{
    std::vector<RunCondition> conditions;
    for (const Word& word : wordsOf(text)) {
        MR_TRY(condition, conditionOf(word));
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

} // namespace millrace::store
