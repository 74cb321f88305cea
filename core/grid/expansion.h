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

/// Combination of levels, one for each factor of the grid, in the grid's order.
struct Cell
{
    /// 16 hexadecimal digits, independent of the order of factors and the spelling of levels; see cellKey().
    std::string key;
    std::vector<std::pair<std::string, Level>> levels;

    /// Returns the level of a factor, or nullptr.
    [[nodiscard]] const Level* find(std::string_view factor) const noexcept;
    /// Returns "framework=kungfu loss=1%".
    [[nodiscard]] std::string text() const;
    bool operator==(const Cell&) const = default;
};

/// Returns the first 16 digits of the SHA-256 of the lines "name=canonical level\n", sorted. A factor at its
/// formerLevel contributes no line.
[[nodiscard]] std::string cellKey(const GridSpec& grid, const std::vector<std::pair<std::string, Level>>& levels);

/// All combinations of a grid's levels, numbered in mixed radix (the last factor varies fastest), and which of them the
/// conditions and exclusions include. Each rule is compiled once to a truth table over its factors, so that a
/// combination costs one look-up per rule and no text is made.
class Expansion
{
public:
    /// Limit of combinations.
    static constexpr std::uint64_t maximumCombinations = 20'000'000;

    /// Fails on a grid with errors (the first of them) or with too many combinations. Copies the grid.
    [[nodiscard]] static Result<Expansion> expand(const GridSpec& grid);
    /// Expands a grid that validate() found without errors.
    [[nodiscard]] static Result<Expansion> expandChecked(const GridSpec& grid);

    Expansion(Expansion&&) noexcept;
    Expansion& operator=(Expansion&&) noexcept;
    ~Expansion();

    [[nodiscard]] const GridSpec& grid() const noexcept;
    [[nodiscard]] std::uint64_t combinationCount() const noexcept;
    /// Included combinations, ascending. A "cell" elsewhere is an index into this list.
    [[nodiscard]] const std::vector<std::uint32_t>& included() const noexcept;
    [[nodiscard]] std::size_t cellCount() const noexcept { return included().size(); }
    /// Returns the index of a factor's level in a combination.
    [[nodiscard]] std::size_t levelOf(std::uint32_t combination, std::size_t factor) const noexcept;
    [[nodiscard]] Cell combination(std::uint32_t combination) const;
    [[nodiscard]] Cell cell(std::size_t position) const { return combination(included()[position]); }
    /// Returns the keys of all cells as numbers (their 16 digits).
    [[nodiscard]] std::vector<std::uint64_t> keyNumbers() const;
    /// Returns why a combination is excluded, naming the condition or exclusion; empty if it is included.
    [[nodiscard]] std::string reason(std::uint32_t combination) const;

private:
    struct State;
    explicit Expansion(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace millrace::grid
