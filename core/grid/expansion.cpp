// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/expansion.h"

#include "core/grid/expression.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <openssl/sha.h>

namespace millrace::grid {

namespace {

/// A condition, or a negated exclusion: combinations for which it does not hold are excluded.
struct Rule
{
    Expression expression;
    bool keepWhen = true;
    std::string reason;
};

/// Increments a mixed-radix number, the last digit fastest.
bool advance(std::vector<std::uint32_t>& digits, const std::vector<std::uint32_t>& positions,
             const std::vector<std::uint32_t>& radixes)
{
    for (auto position = positions.rbegin(); position != positions.rend(); ++position) {
        if (++digits[*position] < radixes[*position])
            return true;
        digits[*position] = 0;
    }
    return false;
}

std::string reasonOf(std::string_view kind, std::size_t index, const std::string& expression, const std::string& reason)
{
    return fmt::format("{} {}: {}", kind, index + 1, reason.empty() ? expression : reason);
}

std::string assignmentText(const Exclusion& exclusion)
{
    std::string text;
    for (const auto& [name, levels] : exclusion.assignment)
        for (std::size_t i = 0; i < levels.size(); ++i)
            text +=
                i == 0 ? fmt::format("{}{}={}", text.empty() ? "" : " ", name, levels[i].text) : "," + levels[i].text;
    return text;
}

std::string keyLine(const std::string& name, const Level& level)
{
    return name + "=" + level.text + "\n";
}

std::uint64_t keyOf(const std::string& lines)
{
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(lines.data()), lines.size(), digest.data());
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < 8; ++i)
        key = key << 8 | digest[i];
    return key;
}

Result<std::vector<Rule>> rulesOf(const GridSpec& grid)
{
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < grid.conditions.size(); ++i) {
        const Condition& condition = grid.conditions[i];
        MR_TRY(expression, Expression::parse(condition.expression, grid.factors));
        rules.push_back(
            {std::move(expression), true, reasonOf("condition", i, condition.expression, condition.reason)});
    }
    for (std::size_t i = 0; i < grid.exclusions.size(); ++i) {
        const Exclusion& exclusion = grid.exclusions[i];
        const bool assigned = exclusion.expression.empty();
        MR_TRY(expression,
               assigned ? Expression::fromAssignment(exclusion.assignment, grid.factors)
                        : Expression::parse(exclusion.expression, grid.factors));
        rules.push_back(
            {std::move(expression), false,
             reasonOf("exclusion", i, assigned ? assignmentText(exclusion) : exclusion.expression, exclusion.reason)});
    }
    return rules;
}

} // namespace

struct Expansion::State
{
    GridSpec grid;
    std::vector<std::uint32_t> radixes;
    std::vector<std::uint32_t> strides;
    std::vector<Rule> rules;
    std::uint32_t combinations = 1;
    std::vector<std::uint32_t> included;

    [[nodiscard]] std::vector<std::uint32_t> digits(std::uint32_t combination) const
    {
        std::vector<std::uint32_t> digits(radixes.size());
        for (std::size_t i = 0; i < digits.size(); ++i)
            digits[i] = combination / strides[i] % radixes[i];
        return digits;
    }

    /// Clears the combinations that the rule excludes. All combinations after the last factor of the rule form one
    /// block with the same result.
    void apply(const Rule& rule, std::vector<char>& in) const
    {
        const auto named = rule.expression.factors();
        std::vector<std::uint32_t> digits(radixes.size());
        std::vector<std::uint32_t> steps(radixes.size());
        std::size_t size = 1;
        for (auto factor = named.rbegin(); factor != named.rend(); ++factor) {
            steps[*factor] = static_cast<std::uint32_t>(size);
            size *= radixes[*factor];
        }
        std::vector<char> out;
        out.reserve(size);
        do
            out.push_back(rule.expression.evaluate(digits) != rule.keepWhen);
        while (advance(digits, named, radixes));

        const std::uint32_t last = named.back();
        const std::size_t block = strides[last];
        std::ranges::fill(digits, 0);
        std::size_t entry = 0;
        for (std::size_t begin = 0; begin < in.size(); begin += block) {
            if (out[entry])
                std::fill_n(in.begin() + static_cast<std::ptrdiff_t>(begin), block, char(0));
            for (std::uint32_t i = last;; --i) {
                entry += steps[i];
                if (++digits[i] < radixes[i] || i == 0)
                    break;
                entry -= std::size_t(steps[i]) * radixes[i];
                digits[i] = 0;
            }
        }
    }
};

const Level* Cell::find(std::string_view factor) const noexcept
{
    const auto found = std::ranges::find(levels, factor, &std::pair<std::string, Level>::first);
    return found == levels.end() ? nullptr : &found->second;
}

std::string Cell::text() const
{
    std::string text;
    for (const auto& [name, level] : levels)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, level.text);
    return text;
}

std::string cellKey(const GridSpec& grid, const std::vector<std::pair<std::string, Level>>& levels)
{
    std::vector<std::string> lines;
    for (const auto& [name, level] : levels) {
        const Factor* factor = findFactor(grid, name);
        if (!factor || factor->formerLevel != level)
            lines.push_back(keyLine(name, level));
    }
    std::ranges::sort(lines);
    return fmt::format("{:016x}", keyOf(fmt::format("{}", fmt::join(lines, ""))));
}

Result<Expansion> Expansion::expand(const GridSpec& grid)
{
    for (const Issue& issue : validate(grid))
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    return expandChecked(grid);
}

Result<Expansion> Expansion::expandChecked(const GridSpec& grid)
{
    auto state = std::make_unique<State>();
    state->grid = grid;
    std::uint64_t combinations = 1;
    for (const Factor& factor : grid.factors) {
        combinations *= factor.levels.size();
        if (combinations > maximumCombinations)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the factors have more than {} combinations; split the grid", maximumCombinations));
        state->radixes.push_back(static_cast<std::uint32_t>(factor.levels.size()));
    }
    state->combinations = static_cast<std::uint32_t>(combinations);
    state->strides.resize(state->radixes.size());
    std::uint32_t stride = 1;
    for (std::size_t i = state->radixes.size(); i-- > 0; stride *= state->radixes[i])
        state->strides[i] = stride;
    MR_TRY(rules, rulesOf(grid));
    state->rules = std::move(rules);

    std::vector<char> in(combinations, 1);
    for (const Rule& rule : state->rules)
        state->apply(rule, in);
    state->included.reserve(static_cast<std::size_t>(std::ranges::count(in, char(1))));
    for (std::uint32_t i = 0; i < state->combinations; ++i)
        if (in[i])
            state->included.push_back(i);
    return Expansion(std::move(state));
}

Expansion::Expansion(std::unique_ptr<State> state) : m_state(std::move(state)) { }
Expansion::Expansion(Expansion&&) noexcept = default;
Expansion& Expansion::operator=(Expansion&&) noexcept = default;
Expansion::~Expansion() = default;

const GridSpec& Expansion::grid() const noexcept
{
    return m_state->grid;
}

std::uint64_t Expansion::combinationCount() const noexcept
{
    return m_state->combinations;
}

const std::vector<std::uint32_t>& Expansion::included() const noexcept
{
    return m_state->included;
}

std::size_t Expansion::levelOf(std::uint32_t combination, std::size_t factor) const noexcept
{
    return combination / m_state->strides[factor] % m_state->radixes[factor];
}

Cell Expansion::combination(std::uint32_t combination) const
{
    Cell cell;
    cell.levels.reserve(m_state->radixes.size());
    for (std::size_t i = 0; i < m_state->radixes.size(); ++i) {
        const Factor& factor = m_state->grid.factors[i];
        cell.levels.emplace_back(factor.name, factor.levels[levelOf(combination, i)]);
    }
    cell.key = cellKey(m_state->grid, cell.levels);
    return cell;
}

std::vector<std::uint64_t> Expansion::keyNumbers() const
{
    const auto& factors = m_state->grid.factors;
    std::vector<std::size_t> order(factors.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return factors[i].name + "="; });
    std::vector<std::vector<std::string>> lines(factors.size());
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (const Level& level : factors[i].levels)
            lines[i].push_back(factors[i].formerLevel == level ? "" : keyLine(factors[i].name, level));
    std::vector<std::uint64_t> keys;
    keys.reserve(cellCount());
    std::string text;
    for (const std::uint32_t combination : included()) {
        text.clear();
        for (const std::size_t i : order)
            text += lines[i][levelOf(combination, i)];
        keys.push_back(keyOf(text));
    }
    return keys;
}

std::string Expansion::reason(std::uint32_t combination) const
{
    const auto digits = m_state->digits(combination);
    for (const Rule& rule : m_state->rules)
        if (rule.expression.evaluate(digits) != rule.keepWhen)
            return rule.reason;
    return {};
}

} // namespace millrace::grid
