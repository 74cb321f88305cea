// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/grid/grid_spec.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace::grid {

/// One combination of levels, one level for each factor of the grid, in the grid's order.
struct Cell
{
    /// 16 hexadecimal digits, the same whatever the order of factors and the spelling of levels; see cellKey().
    std::string key;
    std::vector<std::pair<std::string, Level>> levels;

    /// The level of a factor, or nullptr.
    [[nodiscard]] const Level* find(std::string_view factor) const noexcept;
    /// "framework=kungfu loss=1%".
    [[nodiscard]] std::string text() const;
    bool operator==(const Cell&) const = default;
};

/// First 16 digits of the SHA-256 of the lines "name=canonical level\n", sorted. A factor at its formerLevel
/// contributes no line.
[[nodiscard]] std::string cellKey(const GridSpec& grid, const std::vector<std::pair<std::string, Level>>& levels);

/// All combinations of a grid's levels, numbered in mixed radix (the last factor varies fastest), and which of them the
/// conditions and exclusions leave in. Each rule is turned once into a truth table over the factors that it names, so
/// that a combination costs one look-up per rule and no text is made.
class Expansion
{
public:
    /// More combinations than this are refused.
    static constexpr std::uint64_t maximumCombinations = 20'000'000;

    /// Fails on a grid with errors (the first of them) or with too many combinations. Keeps a copy of the grid.
    [[nodiscard]] static Result<Expansion> expand(const GridSpec& grid);
    /// The same for a grid that validate() found without errors.
    [[nodiscard]] static Result<Expansion> expandChecked(const GridSpec& grid);

    Expansion(Expansion&&) noexcept;
    Expansion& operator=(Expansion&&) noexcept;
    ~Expansion();

    [[nodiscard]] const GridSpec& grid() const noexcept;
    [[nodiscard]] std::uint64_t combinationCount() const noexcept;
    /// The combinations that are in, ascending. A "cell" elsewhere is a position in this list.
    [[nodiscard]] const std::vector<std::uint32_t>& included() const noexcept;
    [[nodiscard]] std::size_t cellCount() const noexcept { return included().size(); }
    /// The position of a factor's level in a combination.
    [[nodiscard]] std::size_t levelOf(std::uint32_t combination, std::size_t factor) const noexcept;
    [[nodiscard]] Cell combination(std::uint32_t combination) const;
    [[nodiscard]] Cell cell(std::size_t position) const { return combination(included()[position]); }
    /// The keys of all cells as numbers, which are their 16 digits.
    [[nodiscard]] std::vector<std::uint64_t> keyNumbers() const;
    /// Why a combination is out, naming the condition or exclusion; empty when it is in.
    [[nodiscard]] std::string reason(std::uint32_t combination) const;

private:
    struct State;
    explicit Expansion(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::grid
