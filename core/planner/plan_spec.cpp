// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/planner/plan_spec.h"

#include "core/base/field_json.h"
#include "core/base/field_value.h"
#include "core/cost/price_history.h"

#include <fmt/format.h>

namespace millrace::planner {

void PlanParts::readRates(JsonFields& fields, std::string_view key, PlanSpec& plan)
{
    readObjects(fields, key, machineRateFields, plan.rates);
}

void PlanParts::writeRates(const PlanSpec& plan, std::string_view key, Json& json)
{
    writeObjects(json, key, machineRateFields, plan.rates);
}

void PlanParts::readAveraging(JsonFields& fields, std::string_view key, PlanSpec& plan)
{
    readObject(fields, key, averagingFields, plan.averaging);
}

void PlanParts::writeAveraging(const PlanSpec& plan, std::string_view key, Json& json)
{
    writeObject(json, key, averagingFields, plan.averaging);
}

PlanSpec readPlan(const Json& json, const std::string& path, Issues& issues)
{
    PlanSpec plan;
    JsonFields fields(json, path, issues);
    readFields(fields, planFields, plan);
    fields.reportUnknown();
    return plan;
}

Json toJson(const PlanSpec& plan)
{
    Json json = Json::object();
    writeFields(json, planFields, plan);
    return json;
}

Issues validate(const PlanSpec& plan)
{
    Issues issues = checkFields(planFields, plan, "plan");
    for (std::size_t i = 0; i < plan.rates.size(); ++i)
        for (Issue& issue : checkFields(machineRateFields, plan.rates[i], "plan")) {
            issue.where = fmt::format("rates[{}].{}", i, issue.where);
            issues.push_back(std::move(issue));
        }
    if (plan.name.empty())
        issues.push_back({"plan", Severity::Error, 1, "a plan needs a name", "name"});
    if (!plan.priceDate.empty() && !cost::beginOf(plan.priceDate))
        issues.push_back({"plan", Severity::Error, 1, cost::notADate(plan.priceDate), "price_date"});
    if (plan.bytesPerSample > 0 && plan.dataStore.empty())
        issues.push_back({"plan", Severity::Error, 1,
                          "samples are read from somewhere: name the store, a provider in the prices", "data_store"});
    return issues;
}

} // namespace millrace::planner
