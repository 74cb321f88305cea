// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/project/check_cells.h"

#include "core/grid/level_cover.h"
#include "core/launch/frameworks.h"
#include "core/launch/launch_plan.h"
#include "core/project/effective.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::project {

namespace {

constexpr std::size_t mostIssues = 100;
constexpr int mostChecks = 100'000;
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> relatedFactors = {{{"backend", "strategy"},
                                                                                          {"delay", "jitter"},
                                                                                          {"queue", "mtu"},
                                                                                          {"bottleneck_queue", "mtu"},
                                                                                          {"workers", "jitter"}}};

std::vector<launch::PlacedNode> placedNodes(const cluster::Cluster& cluster)
{
    std::vector<launch::PlacedNode> nodes;
    for (const cluster::Node& node : cluster.nodes)
        if (node.slots > 0)
            nodes.push_back({node.name, node.nics.empty() ? std::string() : node.nics.front().address, node.slots});
    return nodes;
}

class CellChecker
{
public:
    CellChecker(const Project& project, const grid::GridSpec& grid, const grid::Expansion& expansion)
        : m_project(project), m_grid(grid), m_expansion(expansion), m_framework(positionOf("framework")),
          m_cover(expansion, groups())
    {
    }

    Issues run()
    {
        int checks = 0;
        for (const std::uint32_t combination : m_expansion.included())
            if (m_cover.isNew(combination) && ++checks <= mostChecks && m_issues.size() < mostIssues)
                check(m_expansion.combination(combination));
        for (std::size_t i = 0; i < m_grid.factors.size(); ++i)
            checkEffect(i);
        checkEffectOnBackends();
        return std::move(m_issues);
    }

private:
    [[nodiscard]] std::size_t positionOf(std::string_view factor) const
    {
        return static_cast<std::size_t>(std::ranges::find(m_grid.factors, factor, &grid::Factor::name)
                                        - m_grid.factors.begin());
    }

    [[nodiscard]] bool exists(std::size_t factor) const { return factor < m_grid.factors.size(); }

    /// Returns first one group for each factor, with the framework if that is varied; then the related pairs.
    [[nodiscard]] std::vector<std::vector<std::size_t>> groups() const
    {
        std::vector<std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < m_grid.factors.size(); ++i)
            if (m_grid.factors[i].own)
                groups.emplace_back();
            else if (exists(m_framework) && i != m_framework)
                groups.push_back({m_framework, i});
            else
                groups.push_back({i});
        for (const auto& [a, b] : relatedFactors)
            if (exists(positionOf(a)) && exists(positionOf(b)))
                groups.push_back({positionOf(a), positionOf(b)});
        return groups;
    }

    void check(const grid::Cell& cell)
    {
        const auto settings = effectiveSettings(m_project, m_grid, cell);
        if (!settings) {
            const Error& error = settings.error();
            add(cell, error.context.empty() ? "" : error.context.front(), error.what);
            return;
        }
        for (const Issue& issue : validate(settings->cluster))
            add(cell, clusterFactor(issue), issue.example);
        for (const Issue& issue : validate(settings->workload, settings->frameworks))
            add(cell, issue.where, issue.example + withFramework(cell, issue.where), issue.kind);
        for (const Issue& issue : settings->frameworks.check(settings->workload, placedNodes(settings->cluster)))
            if (issue.severity == Severity::Error)
                add(cell, issue.where, issue.example + withFramework(cell, issue.where));
    }

    /// Returns the factor that sets a field: loss for "links[0].loss", bottleneck_rate for "bottleneck.rate".
    static std::string clusterFactor(const Issue& issue)
    {
        if (issue.where.starts_with("bottleneck."))
            return "bottleneck_" + issue.where.substr(11);
        const std::size_t dot = issue.where.rfind('.');
        if (issue.where == "links")
            return issue.kind;
        return dot == std::string::npos ? issue.where : issue.where.substr(dot + 1);
    }

    [[nodiscard]] std::string withFramework(const grid::Cell& cell, const std::string& factor) const
    {
        const grid::Level* framework = cell.find("framework");
        return framework && factor != "framework" ? fmt::format(", in cells with framework={}", framework->text) : "";
    }

    /// Merges a level unknown to several frameworks into one problem, with the list of the first one's levels.
    bool addToUnknown(const grid::Cell& cell, const std::string& factor, const std::string& where)
    {
        const auto said = std::ranges::find_if(m_issues, [&](const Issue& issue) {
            return issue.kind == "unknown-value" && issue.where == where && !where.empty();
        });
        if (said == m_issues.end())
            return false;
        const grid::Level* framework = factor == "framework" ? nullptr : cell.find("framework");
        if (framework && said->example.find("framework=" + framework->text) == std::string::npos)
            said->example += fmt::format(" and framework={}", framework->text);
        return true;
    }

    void add(const grid::Cell& cell, const std::string& factor, const std::string& sentence,
             const std::string& kind = "cell")
    {
        std::string where;
        if (const std::size_t position = positionOf(factor); exists(position)) {
            const auto& levels = m_grid.factors[position].levels;
            const auto level = std::ranges::find(levels, cell.levels[position].second) - levels.begin();
            where = fmt::format("factors[{}].levels[{}]", position, level);
        }
        if (kind == "unknown-value" && addToUnknown(cell, factor, where))
            return;
        Issue issue{kind, Severity::Error, 1, sentence, where};
        if (std::ranges::find(m_issues, issue) == m_issues.end())
            m_issues.push_back(std::move(issue));
    }

    /// Counts the levels of a factor that occur together with a level of the framework (or at all, if that is not a
    /// factor).
    [[nodiscard]] std::size_t levelsWith(std::size_t factor, std::size_t frameworkLevel) const
    {
        if (m_grid.factors[factor].own)
            return 0;
        const bool alone = !exists(m_framework) || factor == m_framework;
        std::size_t count = 0;
        for (std::size_t level = 0; level < m_grid.factors[factor].levels.size(); ++level) {
            const auto levels =
                alone ? std::vector<std::size_t>{level} : std::vector<std::size_t>{frameworkLevel, level};
            count += m_cover.hasSeen(factor, levels) ? 1 : 0;
        }
        return count;
    }

    void checkEffect(std::size_t factor)
    {
        std::vector<std::string> names = {findWorkload(m_project, m_grid.workload)->framework};
        if (exists(m_framework)) {
            names.clear();
            for (const grid::Level& level : m_grid.factors[m_framework].levels)
                names.push_back(level.text);
        }
        const std::string& name = m_grid.factors[factor].name;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const launch::FrameworkTraits* traits = m_project.frameworks.find(names[i]);
            if (traits && !hasEffect(name, *traits) && levelsWith(factor, i) >= 2)
                addNoEffect(factor, names[i], exists(m_framework));
        }
    }

    /// With a varied backend, the effect of strategies depends on it.
    [[nodiscard]] bool hasEffect(const std::string& name, const launch::FrameworkTraits& traits) const
    {
        if (name == "strategy" && !traits.strategyBackend.empty() && !exists(positionOf("backend"))) {
            const launch::Workload& workload = *findWorkload(m_project, m_grid.workload);
            const bool own = workload.framework == traits.name && !workload.backend.empty();
            return traits.hasStrategyWith(own ? workload.backend : traits.backends.front());
        }
        return std::ranges::find(traits.ignoredFactors, name) == traits.ignoredFactors.end();
    }

    void checkEffectOnBackends()
    {
        const std::size_t backend = positionOf("backend");
        const std::size_t strategy = positionOf("strategy");
        const launch::FrameworkTraits* traits =
            m_project.frameworks.find(findWorkload(m_project, m_grid.workload)->framework);
        if (!exists(backend) || !exists(strategy) || exists(m_framework) || !traits || traits->strategyBackend.empty())
            return;
        const std::size_t group = m_grid.factors.size(); // the first of relatedFactors
        for (std::size_t level = 0; level < m_grid.factors[backend].levels.size(); ++level) {
            const std::string& name = m_grid.factors[backend].levels[level].text;
            std::size_t count = 0;
            for (std::size_t other = 0; other < m_grid.factors[strategy].levels.size(); ++other)
                count += m_cover.hasSeen(group, {level, other}) ? 1 : 0;
            if (count >= 2 && !traits->hasStrategyWith(name))
                addNoEffect(strategy, "the backend " + name, true);
        }
    }

    void addNoEffect(std::size_t factor, const std::string& on, bool sometimes)
    {
        m_issues.push_back(
            {"no-effect", Severity::Error, 1,
             fmt::format("{0} has no effect on {1}, so that runs which differ in it alone would be the "
                         "same; {2}",
                         m_grid.factors[factor].name, on,
                         sometimes ? fmt::format("add a condition that leaves one level of it for {}", on)
                                   : "remove it or leave one level"),
             fmt::format("factors[{}]", factor)});
    }

    const Project& m_project;
    const grid::GridSpec& m_grid;
    const grid::Expansion& m_expansion;
    std::size_t m_framework;
    grid::LevelCover m_cover;
    Issues m_issues;
};

} // namespace

Issues checkCells(const Project& project, const grid::GridSpec& grid)
{
    const auto expansion = grid::Expansion::expandChecked(grid);
    if (!expansion)
        return {{"cell", Severity::Error, 1, expansion.error().what, ""}};
    return CellChecker(project, grid, *expansion).run();
}

} // namespace millrace::project
