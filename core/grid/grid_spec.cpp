// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/grid_spec.h"

#include "core/base/field_value.h"
#include "core/base/json_fields.h"
#include "core/base/text.h"
#include "core/grid/expansion.h"
#include "core/grid/expression.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace millrace::grid {

namespace {

class Checker
{
public:
    explicit Checker(const GridSpec& grid) : m_grid(grid) { }

    Issues run()
    {
        if (m_grid.name.empty())
            error("name", "a grid needs a name");
        factors();
        rules();
        numbers();
        if (!hasErrors(m_issues))
            combinations();
        return std::move(m_issues);
    }

private:
    void error(std::string where, std::string sentence)
    {
        m_issues.push_back({"grid", Severity::Error, 1, std::move(sentence), std::move(where)});
    }

    void factors()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < m_grid.factors.size(); ++i) {
            const Factor& factor = m_grid.factors[i];
            const std::string where = fmt::format("factors[{}]", i);
            if (!names.insert(factor.name).second)
                error(where + ".name", fmt::format("duplicate factor {}; merge the two", quoted(factor.name)));
            factorName(factor, where + ".name");
            levels(factor, where);
        }
    }

    void factorName(const Factor& factor, const std::string& where)
    {
        if (!isFactorName(factor.name)) {
            error(where,
                  fmt::format("{} cannot be a factor's name; write letters, digits and _, at most 60, and none of the "
                              "words of conditions",
                              quoted(factor.name)));
            return;
        }
        const bool known = findKnownFactor(factor.name) != nullptr;
        if (known && factor.own)
            error(where, fmt::format("\"{}\" is a known factor; remove \"own\" or choose another name", factor.name));
        if (known || factor.own)
            return;
        std::vector<std::string> names;
        for (const KnownFactor& candidate : knownFactors())
            names.emplace_back(candidate.name);
        const std::string near = nearest(factor.name, names);
        error(where,
              fmt::format("unknown factor \"{}\"; {}for a factor of your own add \"own\": true", factor.name,
                          near.empty() ? "" : fmt::format("did you mean \"{}\"? ", near)));
    }

    void levels(const Factor& factor, const std::string& where)
    {
        if (factor.levels.empty())
            error(where + ".levels", fmt::format("the factor {} has no levels", quoted(factor.name)));
        std::set<std::string> texts;
        for (std::size_t i = 0; i < factor.levels.size(); ++i) {
            const Level& level = factor.levels[i];
            const std::string place = fmt::format("{}.levels[{}]", where, i);
            if (level.value.index() != factor.levels[0].value.index())
                error(place, "all levels of a factor must be of one kind: numbers, texts, or true and false");
            else if (!texts.insert(level.text).second)
                error(place, fmt::format("duplicate level {}", quoted(level.text)));
            levelValue(factor, level, place);
        }
        if (factor.formerLevel && !factor.levels.empty()
            && factor.formerLevel->value.index() != factor.levels[0].value.index())
            error(where + ".former_level", "must be of the same kind as the levels");
    }

    void levelValue(const Factor& factor, const Level& level, const std::string& place)
    {
        if (const double* number = std::get_if<double>(&level.value); number && !std::isfinite(*number))
            error(place, "is not a finite number");
        if (std::ranges::any_of(level.text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
            error(place, fmt::format("{} contains a control character", quoted(level.text)));
        if (const KnownFactor* known = findKnownFactor(factor.name)) {
            if (const auto again = parseLevel(known->quantity, level.text, factor.name); !again)
                error(place, again.error().what);
            else if (again->value.index() != level.value.index())
                error(place, fmt::format("{} is not {}", quoted(level.text), quantityWord(known->quantity)));
        }
    }

    void rules()
    {
        for (std::size_t i = 0; i < m_grid.conditions.size(); ++i)
            expression(m_grid.conditions[i].expression, fmt::format("conditions[{}]", i));
        for (std::size_t i = 0; i < m_grid.exclusions.size(); ++i) {
            const Exclusion& exclusion = m_grid.exclusions[i];
            const std::string where = fmt::format("exclusions[{}]", i);
            if (!exclusion.expression.empty() && !exclusion.assignment.empty())
                error(where, "has both an expression and levels; write two exclusions");
            else if (!exclusion.expression.empty())
                expression(exclusion.expression, where);
            else
                assignment(exclusion, where);
        }
    }

    void expression(const std::string& text, const std::string& where)
    {
        Issues warnings;
        if (const auto parsed = Expression::parse(text, m_grid.factors, &warnings); !parsed)
            error(where, parsed.error().what);
        for (Issue& warning : warnings) {
            warning.where = where;
            m_issues.push_back(std::move(warning));
        }
    }

    void assignment(const Exclusion& exclusion, const std::string& where)
    {
        if (exclusion.assignment.empty())
            error(where, "has no expression and no levels");
        for (const auto& [name, levels] : exclusion.assignment) {
            const Factor* factor = findFactor(m_grid, name);
            if (!factor) {
                error(where, fmt::format("this grid has no factor {}", quoted(name)));
                continue;
            }
            for (const Level& level : levels)
                if (std::ranges::find(factor->levels, level) == factor->levels.end())
                    error(where, fmt::format("the factor \"{}\" has no level {}", name, quoted(level.text)));
        }
    }

    /// Problems of a part of the grid, whose `where` is relative to it.
    void add(Issues issues, const std::string& prefix)
    {
        for (Issue& issue : issues) {
            issue.where.insert(0, prefix);
            m_issues.push_back(std::move(issue));
        }
    }

    void numbers()
    {
        add(checkFields(gridFields, m_grid, "grid"), "");
        if (const auto& rule = m_grid.stopRule) {
            if (rule->metric.empty())
                error("stop_rule.metric", "names no metric");
            add(checkFields(stopRuleFields, *rule, "grid"), "stop_rule.");
            if (rule->atMost < rule->atLeast)
                error("stop_rule.at_most", "must not be less than at_least");
        }
        add(checkFields(gateFields, m_grid.gate, "grid"), "gate.");
        add(validate(m_grid.capture), "capture.");
    }

    void combinations()
    {
        const auto expansion = Expansion::expandChecked(m_grid);
        if (!expansion)
            error("factors", expansion.error().what);
        else if (expansion->cellCount() == 0)
            error("conditions", "the conditions and exclusions leave no combination in");
    }

    static std::string quoted(const std::string& text) { return briefJson(Json(text)); }

    const GridSpec& m_grid;
    Issues m_issues;
};

} // namespace

const Factor* findFactor(const GridSpec& grid, std::string_view name) noexcept
{
    const auto found = std::ranges::find(grid.factors, name, &Factor::name);
    return found == grid.factors.end() ? nullptr : &*found;
}

Quantity quantityOf(const Factor& factor) noexcept
{
    if (const KnownFactor* known = findKnownFactor(factor.name); known && !factor.own)
        return known->quantity;
    if (factor.levels.empty() || std::holds_alternative<std::string>(factor.levels[0].value))
        return Quantity::Text;
    return std::holds_alternative<bool>(factor.levels[0].value) ? Quantity::Boolean : Quantity::Number;
}

Issues validate(const GridSpec& grid)
{
    return Checker(grid).run();
}

} // namespace millrace::grid
