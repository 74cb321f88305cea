// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/grid/grid_spec.h"

#include <string>
#include <vector>

namespace millrace::grid::test {

inline Factor texts(std::string name, const std::vector<std::string>& levels, bool own = false)
{
    Factor factor{std::move(name), {}, own, {}, {}};
    for (const std::string& level : levels)
        factor.levels.push_back(textLevel(level));
    return factor;
}

inline Factor numbers(std::string name, const std::vector<double>& levels, bool own = false)
{
    const KnownFactor* known = findKnownFactor(name);
    Factor factor{std::move(name), {}, own, {}, {}};
    for (const double level : levels)
        factor.levels.push_back(numberLevel(known && !own ? known->quantity : Quantity::Number, level));
    return factor;
}

/// framework × strategy × loss, 2 · 3 · 2 = 12 combinations of which 8 are in.
inline GridSpec smallGrid()
{
    GridSpec grid;
    grid.name = "small";
    grid.factors = {texts("framework", {"builtin", "kungfu"}), texts("strategy", {"RING", "STAR", "PAIRWISE"}),
                    numbers("loss", {0, 0.01})};
    grid.conditions = {{"framework == \"kungfu\" implies strategy != \"PAIRWISE\"", "KungFu has no PAIRWISE"}};
    grid.exclusions = {
        {"", {{"strategy", {textLevel("STAR")}}, {"loss", {numberLevel(Quantity::Fraction, 0.01)}}}, ""}};
    return grid;
}

/// `factors` own factors with `levels` levels each: f0, f1, …
inline GridSpec cube(int factors, int levels)
{
    GridSpec grid;
    grid.name = "cube";
    for (int i = 0; i < factors; ++i) {
        std::vector<double> values;
        for (int level = 0; level < levels; ++level)
            values.push_back(level);
        grid.factors.push_back(numbers("f" + std::to_string(i), values, true));
    }
    return grid;
}

} // namespace millrace::grid::test
