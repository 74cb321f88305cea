// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long it takes to expand, validate and plan a grid of a million combinations. CPU seconds, best of five.

#include "core/grid/expression.h"
#include "core/grid/plan.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <string>

using namespace millrace;
using namespace millrace::grid;

namespace {

constexpr int rounds = 5;

double cpuSeconds()
{
    struct timespec now
    {
    };
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Work>
void measure(const std::string& what, Work work)
{
    double best = 1e9;
    std::size_t result = 0;
    for (int round = 0; round < rounds; ++round) {
        const double start = cpuSeconds();
        result = work();
        best = std::min(best, cpuSeconds() - start);
    }
    fmt::print("{:<52} {:>9.3f} ms {:>10}\n", what, best * 1e3, result);
}

GridSpec cube(int factors, int levels)
{
    GridSpec grid;
    grid.name = "bench";
    for (int i = 0; i < factors; ++i) {
        Factor factor{fmt::format("f{}", i), {}, true, {}, {}};
        for (int level = 0; level < levels; ++level)
            factor.levels.push_back(numberLevel(Quantity::Number, level));
        grid.factors.push_back(std::move(factor));
    }
    return grid;
}

/// Like the conditions that people write: each names two factors.
GridSpec withPairs(GridSpec grid)
{
    for (std::size_t i = 0; i + 1 < grid.factors.size(); ++i)
        grid.conditions.push_back({fmt::format("f{} == 1 implies f{} in [0, 1, 2]", i, i + 1), ""});
    return grid;
}

/// The dearest kind: every factor in one condition.
GridSpec withAll(GridSpec grid)
{
    std::string all;
    for (const Factor& factor : grid.factors)
        all += (all.empty() ? "" : " or ") + factor.name + " > 2";
    for (int i = 0; i < 5; ++i)
        grid.conditions.push_back({all, ""});
    return grid;
}

std::size_t expandCount(const GridSpec& grid)
{
    const auto expansion = Expansion::expandChecked(grid);
    return expansion ? expansion->cellCount() : 0;
}

} // namespace

int main()
{
    fmt::print("{:<52} {:>12} {:>10}\n", "one million combinations", "CPU", "result");
    const GridSpec six = cube(6, 10);
    const GridSpec twenty = cube(20, 2); // 1 048 576
    measure("expand, 6 factors of 10, no conditions", [&] { return expandCount(six); });
    measure("expand, 6 factors of 10, 5 conditions of 2 factors", [&] { return expandCount(withPairs(six)); });
    measure("expand, 6 factors of 10, 5 conditions of 6 factors", [&] { return expandCount(withAll(six)); });
    measure("expand, 20 factors of 2, 19 conditions of 2 factors", [&] { return expandCount(withPairs(twenty)); });
    measure("validate and expand, 6 of 10, 5 conditions", [&] {
        const auto expansion = Expansion::expand(withPairs(six));
        return expansion ? expansion->cellCount() : 0;
    });
    const auto expansion = Expansion::expandChecked(six);
    measure("keys of all cells", [&] { return expansion->keyNumbers().size(); });
    measure("plan, randomised blocks, seeds by cell", [&] { return planRuns(*expansion)->runs.size(); });
    const auto plan = planRuns(*expansion);
    measure("--only f0=1 f5=2", [&] { return onlyRuns(*expansion, *plan, {"f0=1", "f5=2"})->runs.size(); });
    measure("dry run, first 100 000 lines", [&] { return dryRun(*expansion, *plan).lines.size(); });
    measure("parse a condition 1000 times", [&] {
        std::size_t good = 0;
        for (int i = 0; i < 1000; ++i)
            good +=
                Expression::parse("f0 == 1 implies f1 in [0, 1, 2] and not (f2 > 3 or f3 < f4)", six.factors) ? 1 : 0;
        return good;
    });
    return 0;
}
