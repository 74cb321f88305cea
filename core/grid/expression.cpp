// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/expression.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::grid {

bool Expression::evaluate(std::span<const std::uint32_t> levels) const
{
    // Most expressions are short; longer ones allocate.
    std::array<bool, 64> few{};
    std::unique_ptr<bool[]> many;
    bool* stack = few.data();
    if (m_program.size() > few.size()) {
        many = std::make_unique<bool[]>(m_program.size());
        stack = many.get();
    }
    std::size_t size = 0;
    for (const Instruction& instruction : m_program) {
        if (instruction.operation == Operation::Atom) {
            const Atom& atom = m_atoms[instruction.atom];
            stack[size++] = atom.truth[levels[atom.first] + std::size_t(levels[atom.second]) * atom.stride];
            continue;
        }
        if (instruction.operation == Operation::Not) {
            stack[size - 1] = !stack[size - 1];
            continue;
        }
        const bool right = stack[--size];
        bool& left = stack[size - 1];
        if (instruction.operation == Operation::And)
            left = left && right;
        else if (instruction.operation == Operation::Or)
            left = left || right;
        else
            left = !left || right;
    }
    return stack[0];
}

std::vector<std::uint32_t> Expression::factors() const
{
    std::vector<std::uint32_t> positions;
    for (const Atom& atom : m_atoms) {
        positions.push_back(atom.first);
        if (atom.stride != 0)
            positions.push_back(atom.second);
    }
    std::ranges::sort(positions);
    const auto rest = std::ranges::unique(positions);
    positions.erase(rest.begin(), rest.end());
    return positions;
}

Result<Expression> Expression::fromAssignment(const std::vector<std::pair<std::string, std::vector<Level>>>& assignment,
                                              const std::vector<Factor>& factors)
{
    Expression expression;
    for (const auto& [name, levels] : assignment) {
        const auto factor = std::ranges::find(factors, name, &Factor::name);
        if (factor == factors.end())
            return fail(ErrorCode::InvalidInput, fmt::format("this grid has no factor \"{}\"", name));
        Atom atom;
        atom.first = atom.second = static_cast<std::uint32_t>(factor - factors.begin());
        for (const Level& level : factor->levels)
            atom.truth.push_back(std::ranges::find(levels, level) != levels.end());
        expression.m_program.push_back({Operation::Atom, static_cast<std::uint32_t>(expression.m_atoms.size())});
        if (!expression.m_atoms.empty())
            expression.m_program.push_back({Operation::And, 0});
        expression.m_atoms.push_back(std::move(atom));
    }
    if (expression.m_atoms.empty())
        return fail(ErrorCode::InvalidInput, "names no factor");
    return expression;
}

bool isReservedWord(std::string_view word) noexcept
{
    constexpr std::array<std::string_view, 7> words = {"and", "or", "not", "in", "implies", "true", "false"};
    return std::ranges::find(words, word) != words.end();
}

bool isFactorName(std::string_view name) noexcept
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && name.size() <= 60 && isLetter(name.front()) && !isReservedWord(name)
        && std::ranges::all_of(name, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

} // namespace millrace::grid
