// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/grid/plan.h"

#include "core/base/json_fields.h"
#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace millrace::grid {

namespace {

constexpr std::uint64_t maximumRuns = 20'000'000;

/// Orders the counted runs, certain ones before conditional ones.
class Planner
{
public:
    explicit Planner(const Expansion& expansion) : m_expansion(expansion), m_grid(expansion.grid())
    {
        const auto& rule = m_grid.stopRule;
        m_certain = static_cast<std::uint32_t>(rule ? rule->atLeast : m_grid.repetitions);
        m_most = static_cast<std::uint32_t>(rule ? rule->atMost : m_grid.repetitions);
        m_cells = static_cast<std::uint32_t>(expansion.cellCount());
    }

    Result<Plan> run()
    {
        const std::uint64_t total = std::uint64_t(m_cells) * m_most + static_cast<std::uint64_t>(m_grid.warmupRuns);
        if (total > maximumRuns)
            return fail(ErrorCode::InvalidInput,
                        fmt::format("the grid has {} runs, more than {}; split it", total, maximumRuns));
        counted();
        addWarmups();
        finish();
        return Plan{std::move(m_runs), {}, {}};
    }

private:
    void counted()
    {
        switch (m_grid.order) {
        case Order::AsListed:
            for (std::uint32_t cell = 0; cell < m_cells; ++cell)
                for (std::uint32_t repetition = 1; repetition <= m_most; ++repetition)
                    add(cell, 1, repetition);
            return;
        case Order::RandomisedBlocks:
            for (std::uint32_t repetition = 1; repetition <= m_most; ++repetition) {
                for (std::uint32_t cell = 0; cell < m_cells; ++cell)
                    add(cell, repetition, repetition);
                shuffleLast(m_cells, repetition);
            }
            return;
        case Order::Shuffled:
            for (std::uint32_t repetition = 1; repetition <= m_most; ++repetition) {
                for (std::uint32_t cell = 0; cell < m_cells; ++cell)
                    add(cell, 1, repetition);
                if (repetition == m_certain)
                    shuffleLast(m_runs.size(), 0);
            }
            shuffleLast(std::size_t(m_most - m_certain) * m_cells, 1);
            return;
        }
    }

    void add(std::uint32_t cell, std::uint32_t block, std::uint32_t repetition)
    {
        m_runs.push_back({0, 0, cell, block, repetition, false, repetition > m_certain});
    }

    void shuffleLast(std::size_t count, std::uint64_t stream)
    {
        Random random(mixSeed(m_grid.seed) ^ mixSeed(stableHash("order") + stream));
        std::span<PlannedRun> last(m_runs.data() + (m_runs.size() - count), count);
        shuffle(last, random);
    }

    void addWarmups()
    {
        std::vector<PlannedRun> warmups;
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(m_grid.warmupRuns) && !m_runs.empty(); ++i)
            warmups.push_back({0, 0, m_runs[i % m_runs.size()].cell, 0, i + 1, true, false});
        m_runs.insert(m_runs.begin(), warmups.begin(), warmups.end());
    }

    void finish()
    {
        std::vector<std::uint64_t> keys;
        if (!m_grid.pairedSeeds)
            keys = m_expansion.keyNumbers();
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            PlannedRun& run = m_runs[i];
            run.position = static_cast<std::uint32_t>(i + 1);
            run.seed = seedFrom(m_grid, keys.empty() ? 0 : keys[run.cell], run.repetition, run.warmup);
        }
    }

public:
    static std::uint64_t seedFrom(const GridSpec& grid, std::uint64_t key, std::uint32_t repetition, bool warmup)
    {
        const std::uint64_t cell = grid.pairedSeeds ? 0 : key;
        return mixSeed(mixSeed(mixSeed(grid.seed) ^ cell) ^ (std::uint64_t(repetition) << 1 | (warmup ? 1 : 0)));
    }

private:
    const Expansion& m_expansion;
    const GridSpec& m_grid;
    std::uint32_t m_certain = 0;
    std::uint32_t m_most = 0;
    std::uint32_t m_cells = 0;
    std::vector<PlannedRun> m_runs;
};

/// Levels of one factor that pass a filter.
struct Filter
{
    std::size_t factor = 0;
    std::vector<bool> passes;
};

Result<Filter> parseFilter(const GridSpec& grid, const std::string& text)
{
    const std::size_t sign = text.find('=');
    const std::string name(trim(std::string_view(text).substr(0, sign)));
    if (sign == std::string::npos || name.empty())
        return fail(ErrorCode::InvalidInput, fmt::format("{} is not of the form factor=level", briefJson(Json(text))));
    std::vector<std::string> names;
    for (const Factor& factor : grid.factors)
        names.push_back(factor.name);
    const Factor* factor = findFactor(grid, name);
    if (!factor) {
        const std::string near = nearest(std::string_view(name).substr(0, 60), names);
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("the grid \"{}\" has no factor {}; {}", grid.name, briefJson(Json(name)),
                        near.empty() ? "its factors are " + join(names, ", ") : "did you mean \"" + near + "\"?"));
    }
    MR_TRY(level, parseLevel(quantityOf(*factor), trim(std::string_view(text).substr(sign + 1)), name));
    Filter filter{static_cast<std::size_t>(factor - grid.factors.data()), {}};
    std::vector<std::string> levels;
    for (const Level& candidate : factor->levels) {
        filter.passes.push_back(candidate == level);
        levels.push_back(candidate.text);
    }
    if (std::ranges::find(filter.passes, true) == filter.passes.end())
        return fail(ErrorCode::InvalidInput,
                    fmt::format("the factor \"{}\" has no level {}; its levels are {}", name,
                                briefJson(Json(level.text)), join(levels, ", ")));
    return filter;
}

} // namespace

Result<Plan> planRuns(const Expansion& expansion)
{
    return Planner(expansion).run();
}

Result<Plan> onlyRuns(const Expansion& expansion, Plan plan, const std::vector<std::string>& only)
{
    std::vector<Filter> filters;
    for (const std::string& text : only) {
        MR_TRY(filter, parseFilter(expansion.grid(), text));
        const auto same = std::ranges::find(filters, filter.factor, &Filter::factor);
        if (same == filters.end())
            filters.push_back(std::move(filter));
        else
            for (std::size_t i = 0; i < filter.passes.size(); ++i)
                same->passes[i] = same->passes[i] || filter.passes[i];
    }
    const auto isOut = [&](const PlannedRun& run) {
        const std::uint32_t combination = expansion.included()[run.cell];
        return std::ranges::any_of(filters, [&](const Filter& filter) {
            return !filter.passes[expansion.levelOf(combination, filter.factor)];
        });
    };
    const auto rest = std::ranges::stable_partition(plan.runs, std::not_fn(isOut));
    plan.filtered.insert(plan.filtered.end(), rest.begin(), rest.end());
    plan.runs.erase(rest.begin(), rest.end());
    if (!only.empty())
        plan.filter += (plan.filter.empty() ? "" : " ") + join(only, " ");
    return plan;
}

bool wantsMore(const GridSpec& grid, const std::vector<double>& results)
{
    const auto made = static_cast<std::int64_t>(results.size());
    if (!grid.stopRule)
        return made < grid.repetitions;
    const StopRule& rule = *grid.stopRule;
    if (made < rule.atLeast || made >= rule.atMost)
        return made < rule.atLeast;
    std::vector<double> measured;
    std::ranges::copy_if(results, std::back_inserter(measured), [](double value) { return std::isfinite(value); });
    if (measured.size() < 2)
        return true;
    const Interval interval = meanInterval(measured);
    return (interval.high - interval.low) / 2 > rule.halfWidth * std::abs(mean(measured));
}

} // namespace millrace::grid
