// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/store/run_match.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace millrace::store {

namespace {

using Operator = RunCondition::Operator;

bool contains(std::string_view text, std::string_view part)
{
    return lowerCase(text).find(lowerCase(part)) != std::string::npos;
}

bool equals(std::string_view text, std::string_view other)
{
    return lowerCase(text) == lowerCase(other);
}

bool begins(std::string_view text, std::string_view part)
{
    return lowerCase(text).starts_with(lowerCase(part));
}

bool compares(double value, Operator op, double with)
{
    switch (op) {
    case Operator::Less: return value < with;
    case Operator::LessEqual: return value <= with;
    case Operator::Greater: return value > with;
    case Operator::GreaterEqual: return value >= with;
    // A typed value with few digits equals the stored one with all digits.
    default: return std::abs(value - with) <= 1e-9 * std::abs(value);
    }
}

double inBaseUnit(double value, std::string_view unit)
{
    return unit == "ns" ? value * 1e-9 : value;
}

/// Returns a numeric field of runs; nothing for other names.
std::optional<double> numberOf(const RunFacts& facts, std::string_view name)
{
    const RunRecord& run = facts.run;
    if (name == campaignField)
        return static_cast<double>(run.campaign.value);
    if (name == runField)
        return run.position;
    if (name == "repetition")
        return run.repetition;
    if (name == "attempt")
        return run.attempt;
    if (name == "block")
        return run.block;
    if (name == "duration") // not known before a run was started
        return run.started.count() == 0 ? std::nan("") : std::chrono::duration<double>(run.duration).count();
    return std::nullopt;
}

/// Compares a text field of runs; nothing for other names.
std::optional<bool> textMeets(const RunFacts& facts, const std::string& name, const std::string& text)
{
    const RunRecord& run = facts.run;
    const bool isYes = text == "yes" || text == "true" || text == "1";
    if (name == "state")
        return equals(stateName(run.state), text);
    if (name == "error")
        return run.errorCode == text || contains(run.errorText, text);
    if (name == "reason")
        return contains(run.exclusionReason, text);
    if (name == "grid")
        return equals(facts.campaign.gridName, text);
    if (name == campaignIdField)
        return begins(facts.campaign.uuid, text);
    if (name == "cell")
        return begins(run.cell, text);
    if (name == runIdField)
        return begins(run.uuid, text);
    if (name == originField)
        return equals(run.simulation.empty() ? "measured" : "simulated", text);
    if (name == "excluded")
        return run.excluded == isYes;
    if (name == "warmup")
        return run.warmup == isYes;
    return std::nullopt;
}

bool namedMeets(const RunFacts& facts, const RunCondition& condition, Operator op)
{
    for (const Factor& factor : facts.run.factors)
        if (factor.name == condition.name) {
            if (op == Operator::Equal && equals(factor.level, condition.text))
                return true;
            if (condition.number && factor.number
                && compares(inBaseUnit(*factor.number, factor.unit), op, *condition.number))
                return true;
        }
    return condition.number && std::ranges::any_of(facts.metrics, [&](const Metric& metric) {
               return metric.name == condition.name && metric.subject.empty()
                   && compares(inBaseUnit(metric.value, metric.unit), op, *condition.number);
           });
}

bool positiveMeets(const RunFacts& facts, const RunCondition& condition)
{
    if (condition.op == Operator::Contains || condition.op == Operator::Lacks)
        return contains(stateName(facts.run.state), condition.text)
            || std::ranges::any_of(facts.run.factors,
                                   [&](const Factor& factor) { return contains(factor.level, condition.text); });
    const Operator op = condition.op == Operator::NotEqual ? Operator::Equal : condition.op;
    if (const auto number = numberOf(facts, condition.name))
        return condition.number
            && (op == Operator::Equal ? *number == *condition.number : compares(*number, op, *condition.number));
    if (const auto met = textMeets(facts, condition.name, condition.text))
        return *met;
    return namedMeets(facts, condition, op);
}

} // namespace

bool matches(std::span<const RunCondition> conditions, const RunFacts& facts)
{
    return std::ranges::all_of(conditions, [&facts](const RunCondition& condition) {
        const bool met = positiveMeets(facts, condition)
            || std::ranges::any_of(condition.alternatives,
                                   [&facts](const RunCondition& other) { return positiveMeets(facts, other); });
        return met != (condition.op == Operator::Lacks || condition.op == Operator::NotEqual);
    });
}

} // namespace millrace::store
