// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_condition.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/store/run_state.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

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
    std::size_t unquoted = 0; ///< operators before this position are part of a quotation
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

constexpr std::size_t mostListed = 12; ///< names in a message

constexpr std::array<std::string_view, 6> numberFields = {campaignField, runField,   "attempt",
                                                          "block",       "duration", "repetition"};
constexpr std::array<std::string_view, 10> textFields = {campaignIdField, runIdField,  "cell",   "error", "excluded",
                                                         "grid",          originField, "reason", "state", "warmup"};

constexpr std::array allStates = {RunState::Planned,    RunState::Preparing, RunState::Running,
                                  RunState::Collecting, RunState::Analysing, RunState::Done,
                                  RunState::Failed,     RunState::Cancelled, RunState::Invalid};

Result<void> checkState(const std::string& text)
{
    std::vector<std::string_view> names;
    for (const RunState state : allStates) {
        names.push_back(stateName(state));
        if (names.back() == lowerCase(text))
            return {};
    }
    return fail(ErrorCode::InvalidInput, fmt::format("no state \"{}\"; states are {}", text, fmt::join(names, ", ")));
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
    if (condition.name == "state")
        MR_CHECK(checkState(condition.text));
    const bool isText = std::ranges::find(textFields, condition.name) != textFields.end();
    const bool isNumber = std::ranges::find(numberFields, condition.name) != numberFields.end();
    condition.number = numberOf(condition.text);
    const bool orders = sign->op != Operator::Equal && sign->op != Operator::NotEqual;
    if (orders && isText)
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("\"{}\" is not a number; write {}=… or {}!=…", condition.name, condition.name, condition.name));
    if ((orders || isNumber) && !condition.number)
        return fail(ErrorCode::InvalidInput,
                    fmt::format("\"{}\" in \"{}\" is not a number; write one, as in {}", condition.text, text,
                                isNumber ? "run=9" : "step_mean<100ms"));
    return condition;
}

} // namespace

Result<std::vector<RunCondition>> parseConditions(std::string_view text)
{
    std::vector<RunCondition> conditions;
    for (const Word& word : wordsOf(text)) {
        MR_TRY(condition, conditionOf(word));
        const auto same = std::ranges::find_if(conditions, [&added = condition](const RunCondition& each) {
            return added.op == Operator::Equal && each.op == Operator::Equal && each.name == added.name;
        });
        (same == conditions.end() ? conditions : same->alternatives).push_back(std::move(condition));
    }
    return conditions;
}

RunCondition onlyMeasured()
{
    return {RunCondition::Operator::Equal, std::string(originField), "measured", {}};
}

const std::vector<std::string>& conditionFields()
{
    static const std::vector<std::string> fields = [] {
        std::vector<std::string> all(numberFields.begin(), numberFields.end());
        all.insert(all.end(), textFields.begin(), textFields.end());
        return all;
    }();
    return fields;
}

Result<void> checkNames(const std::vector<RunCondition>& conditions, const std::vector<std::string>& names)
{
    const auto& fields = conditionFields();
    for (const RunCondition& condition : conditions) {
        const std::string& name = condition.name;
        if (name.empty() || std::ranges::find(fields, name) != fields.end()
            || std::ranges::find(names, name) != names.end())
            continue;
        std::vector<std::string> known = names;
        known.insert(known.end(), fields.begin(), fields.end());
        const std::string near = nearest(std::string_view(name).substr(0, 60), known);
        const std::span<const std::string> listed = std::span(names).first(std::min(names.size(), mostListed));
        return fail(ErrorCode::InvalidInput,
                    fmt::format("no factor or metric \"{}\"; {}", name,
                                near.empty() ? fmt::format("available: {}{}", fmt::join(listed, ", "),
                                                           listed.size() < names.size() ? ", …" : "")
                                             : fmt::format("did you mean \"{}\"?", near)));
    }
    return {};
}

} // namespace millrace::store
