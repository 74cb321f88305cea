// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/workload_json.h"

#include "core/base/units.h"

#include <fmt/format.h>
#include <limits>

namespace millrace::launch {

namespace {

constexpr int most = std::numeric_limits<int>::max();

void readExtras(const Json& json, Workload& workload, JsonFields& fields)
{
    for (const auto& [key, value] : json.items())
        if (value.is_string())
            workload.extras[key] = value.get<std::string>();
        else if (value.is_number() || value.is_boolean())
            workload.extras[key] = value.dump();
        else
            fields.problem("extras." + key, fmt::format("{} is not a text", briefJson(value)));
}

} // namespace

Workload readWorkload(const Json& json, const std::string& path, Issues& issues)
{
    Workload workload;
    JsonFields fields(json, path, issues);
    fields.text("name", workload.name);
    fields.text("framework", workload.framework);
    fields.text("backend", workload.backend);
    fields.text("model", workload.model);
    fields.integer("batch", workload.batch, 1, 1'000'000'000);
    fields.text("strategy", workload.strategy);
    fields.text("optimizer", workload.optimizer);
    fields.integer("steps", workload.steps, 1, most);
    fields.integer("warmup_steps", workload.warmupSteps, 0, most);
    if (fields.find("compute_time")) {
        workload.computeTime.emplace();
        fields.duration("compute_time", *workload.computeTime);
    }
    fields.number("device_flops", workload.deviceFlops, 0, 1e24);
    fields.fraction("compute_jitter", workload.computeJitter);
    fields.integer("verify_every", workload.verifyEvery, 0, most);
    fields.duration("deadline", workload.deadline);
    fields.texts("command", workload.command);
    std::string folder;
    fields.text("folder", folder);
    workload.folder = folder;
    if (const Json* extras = fields.object("extras"))
        readExtras(*extras, workload, fields);
    fields.reportUnknown();
    return workload;
}

Json toJson(const Workload& workload)
{
    const Workload usual;
    Json json = {{"name", workload.name}, {"framework", workload.framework}};
    const auto add = [&](const char* key, const auto& value, const auto& usualValue) {
        if (value != usualValue)
            json[key] = value;
    };
    add("backend", workload.backend, usual.backend);
    json["model"] = workload.model;
    json["batch"] = workload.batch;
    add("strategy", workload.strategy, usual.strategy);
    add("optimizer", workload.optimizer, usual.optimizer);
    json["steps"] = workload.steps;
    add("warmup_steps", workload.warmupSteps, usual.warmupSteps);
    if (workload.computeTime)
        json["compute_time"] = durationText(*workload.computeTime);
    add("device_flops", workload.deviceFlops, usual.deviceFlops);
    if (workload.computeJitter != usual.computeJitter)
        json["compute_jitter"] = fractionText(workload.computeJitter);
    add("verify_every", workload.verifyEvery, usual.verifyEvery);
    if (workload.deadline != usual.deadline)
        json["deadline"] = durationText(workload.deadline);
    add("command", workload.command, usual.command);
    add("folder", workload.folder.generic_string(), std::string());
    add("extras", workload.extras, usual.extras);
    return json;
}

} // namespace millrace::launch
