// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/chosen_runs.h"

#include "core/run/planned_records.h"
#include "core/store/run_match.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace millrace::run {

namespace {

using Condition = store::RunCondition;

std::vector<std::string> knownNames(const CampaignPlan& plan, const std::vector<store::ResultRow>& stored)
{
    std::set<std::string> metrics;
    for (const store::ResultRow& row : stored)
        for (const store::Metric& metric : row.metrics)
            metrics.insert(metric.name);
    std::vector<std::string> names;
    for (const grid::Factor& factor : plan.grid.factors)
        names.push_back(factor.name);
    names.insert(names.end(), metrics.begin(), metrics.end());
    return names;
}

/// An unknown level is most likely a typing error.
std::string missingLevel(const CampaignPlan& plan, const std::vector<Condition>& conditions)
{
    for (const Condition& condition : conditions) {
        const grid::Factor* factor = grid::findFactor(plan.grid, condition.name);
        if (condition.op != Condition::Operator::Equal || factor == nullptr)
            continue;
        std::string levels;
        for (const grid::Level& level : factor->levels)
            levels += (levels.empty() ? "" : ", ") + level.text;
        return fmt::format("; the levels of \"{}\" are {}", condition.name, levels);
    }
    return {};
}

} // namespace

Result<std::vector<int>> matchingRuns(const CampaignPlan& plan, std::string_view filter,
                                      const std::vector<store::ResultRow>& stored)
{
    MR_TRY(conditions, store::parseConditions(filter));
    MR_CHECK(store::checkNames(conditions, knownNames(plan, stored)));
    std::map<int, const store::ResultRow*> made;
    for (const store::ResultRow& row : stored)
        made[row.run.position] = &row;
    store::CampaignRecord campaign;
    campaign.gridName = plan.grid.name;
    std::vector<int> positions;
    for (const store::RunRecord& planned : plannedRecords(plan)) {
        const auto found = made.find(planned.position);
        const bool isMade = found != made.end();
        const store::RunFacts facts{isMade ? found->second->run : planned, campaign,
                                    isMade ? std::span(found->second->metrics) : std::span<const store::Metric>()};
        if (store::matches(conditions, facts))
            positions.push_back(planned.position);
    }
    if (positions.empty())
        return fail(ErrorCode::InvalidInput, "no run of this grid matches" + missingLevel(plan, conditions));
    return positions;
}

} // namespace millrace::run
