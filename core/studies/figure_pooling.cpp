// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/figure_pooling.h"

#include "core/base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

constexpr std::size_t comparedLevels = 4;

std::string levelNamed(const FigureRun& run, std::string_view factor)
{
    const auto found = std::ranges::find(run.factors, factor, &store::Factor::name);
    return found == run.factors.end() ? std::string() : found->level;
}

} // namespace

PoolingRule::PoolingRule(std::set<std::string> factors, const std::vector<std::string>& allowed)
    : m_factors(std::move(factors))
{
    for (const std::string& factor : runIdentity())
        m_factors.erase(factor);
    for (const std::string& factor : allowed)
        m_factors.erase(factor);
}

std::string PoolingRule::difference(const std::vector<const FigureRun*>& runs) const
{
    if (runs.size() < 2)
        return {};
    for (const std::string& factor : m_factors) {
        std::vector<std::string> levels;
        for (const FigureRun* run : runs) {
            std::string level = levelNamed(*run, factor);
            if (level.empty())
                level = "none";
            if (std::ranges::find(levels, level) == levels.end())
                levels.push_back(std::move(level));
        }
        if (levels.size() < 2)
            continue;
        const bool more = levels.size() > comparedLevels;
        levels.resize(std::min(levels.size(), comparedLevels));
        return fmt::format("{} ({}{})", factor, join(levels, ", "), more ? ", …" : "");
    }
    return {};
}

bool isPublishedRun(const FigureRun& run) noexcept
{
    const auto found = std::ranges::find(run.factors, "published", &store::Factor::name);
    return found == run.factors.end() || found->level != "no";
}

std::string runNameOf(const FigureRun& run)
{
    return levelNamed(run, "run_name");
}

const std::set<std::string>& runIdentity()
{
    static const std::set<std::string> names = {"run_name", "published"};
    return names;
}

} // namespace millrace::studies
