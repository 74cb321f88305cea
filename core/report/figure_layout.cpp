// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/figure_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace millrace::report {

namespace {

constexpr std::size_t mostGroups = 8; ///< more are hard to distinguish
constexpr double wideRange = 50;

std::size_t levelCount(const CampaignData& data, std::size_t factor)
{
    return data.factors[factor].levels.size();
}

bool isNumeric(const store::FactorSummary& factor)
{
    return std::ranges::all_of(factor.levels, [](const auto& level) { return level.number.has_value(); });
}

/// For these, "0" means "not limited" or "by rule", which has no position on a numeric axis.
bool zeroIsSpecial(std::string_view name)
{
    return name == "rate" || name == "nic_rate" || name == "queue" || name == "bottleneck_rate"
        || name == "bottleneck_queue";
}

/// Whether the levels fit on a numeric axis without crowding at one end of it.
bool suitsNumbers(const store::FactorSummary& factor)
{
    if (factor.levels.size() < 3 || !isNumeric(factor))
        return false;
    Extent extent;
    for (const auto& level : factor.levels)
        extent.include(*level.number);
    if (extent.low > 0)
        return true;
    return extent.low == 0 && !zeroIsSpecial(factor.name) && extent.high / extent.smallestPositive < wideRange;
}

/// Axes use seconds and shares; the store has nanoseconds and fractions.
std::pair<double, std::string> axisUnit(const store::FactorSummary& factor)
{
    const std::string& unit = factor.levels.front().unit;
    if (unit == "ns")
        return {1e-9, "s"};
    const bool percent =
        std::ranges::any_of(factor.levels, [](const auto& level) { return level.level.ends_with('%'); });
    return {1, percent ? "share" : unit};
}

} // namespace

FigureLayout figureLayout(const CampaignData& data)
{
    FigureLayout layout;
    const auto choose = [&data](const std::vector<std::size_t>& from, auto accept) {
        int best = -1;
        for (const std::size_t factor : from)
            if (accept(factor)
                && (best < 0 || levelCount(data, factor) > levelCount(data, static_cast<std::size_t>(best))))
                best = static_cast<int>(factor);
        return best;
    };
    layout.panels = data.differing;
    layout.x = choose(layout.panels, [&](std::size_t factor) { return suitsNumbers(data.factors[factor]); });
    if (layout.x < 0)
        layout.x = choose(layout.panels, [](std::size_t) { return true; });
    std::erase(layout.panels, static_cast<std::size_t>(layout.x));
    layout.group = choose(layout.panels, [&](std::size_t factor) { return levelCount(data, factor) <= mostGroups; });
    std::erase(layout.panels, static_cast<std::size_t>(layout.group));
    return layout;
}

std::vector<FigurePanel> figurePanels(const CampaignData& data, const FigureLayout& layout)
{
    std::vector<FigurePanel> panels;
    for (std::size_t i = 0; i < data.cells.size(); ++i) {
        std::string label;
        for (const std::size_t factor : layout.panels)
            label += fmt::format("{}{}={}", label.empty() ? "" : " ", data.factors[factor].name,
                                 levelOf(data.rows[data.cells[i].example].run, data.factors[factor].name));
        const auto known = std::ranges::find(panels, label, &FigurePanel::label);
        (known == panels.end() ? panels.emplace_back(FigurePanel{label, {}}) : *known).cells.push_back(i);
    }
    return panels;
}

FigureAxis categoryAxis(const CampaignData& data, int factor)
{
    FigureAxis axis;
    if (factor < 0) {
        axis.categories = {"all runs"};
        return axis;
    }
    const store::FactorSummary& summary = data.factors[static_cast<std::size_t>(factor)];
    axis.label = summary.name;
    for (const auto& level : summary.levels)
        axis.categories.push_back(level.level);
    return axis;
}

FigureAxis factorAxis(const CampaignData& data, int factor)
{
    if (factor < 0 || !suitsNumbers(data.factors[static_cast<std::size_t>(factor)]))
        return categoryAxis(data, factor);
    const store::FactorSummary& summary = data.factors[static_cast<std::size_t>(factor)];
    FigureAxis axis;
    axis.label = summary.name;
    axis.unit = axisUnit(summary).second;
    Extent extent;
    for (const auto& level : summary.levels)
        extent.include(*level.number);
    if (extent.low > 0 && extent.high / extent.low >= wideRange)
        axis.scale = Scale::Logarithmic;
    return axis;
}

double axisPosition(const CampaignData& data, int factor, const FigureAxis& axis, const store::RunRecord& run)
{
    if (factor < 0)
        return 0;
    const store::FactorSummary& summary = data.factors[static_cast<std::size_t>(factor)];
    const auto level = std::ranges::find(run.factors, summary.name, &store::Factor::name);
    if (level == run.factors.end())
        return unknown;
    if (axis.categories.empty())
        return level->number ? *level->number * axisUnit(summary).first : unknown;
    const auto category = std::ranges::find(axis.categories, level->level);
    return category == axis.categories.end() ? unknown : static_cast<double>(category - axis.categories.begin());
}

std::string groupOf(const CampaignData& data, const FigureLayout& layout, const store::RunRecord& run)
{
    if (layout.group < 0)
        return {};
    return std::string(levelOf(run, data.factors[static_cast<std::size_t>(layout.group)].name));
}

std::vector<FigureSeries> emptySeries(const CampaignData& data, const FigureLayout& layout)
{
    std::vector<FigureSeries> series;
    if (layout.group < 0)
        return {FigureSeries{}};
    for (const auto& level : data.factors[static_cast<std::size_t>(layout.group)].levels)
        series.push_back({level.level, {}, {}});
    return series;
}

} // namespace millrace::report
