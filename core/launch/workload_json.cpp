// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/launch/workload_json.h"

#include "core/base/field_json.h"

#include <fmt/format.h>

namespace millrace::launch {

void readExtras(JsonFields& fields, std::string_view key, Workload& workload)
{
    const Json* extras = fields.object(key);
    if (extras == nullptr)
        return;
    for (const auto& [name, value] : extras->items())
        if (value.is_string())
            workload.extras[name] = value.get<std::string>();
        else if (value.is_number() || value.is_boolean())
            workload.extras[name] = value.dump();
        else
            fields.problem(fmt::format("{}.{}", key, name), fmt::format("{} is not a text", briefJson(value)));
}

void writeExtras(const Workload& workload, std::string_view key, Json& json)
{
    if (!workload.extras.empty())
        json[std::string(key)] = workload.extras;
}

Workload readWorkload(const Json& json, const std::string& path, Issues& issues)
{
    Workload workload;
    JsonFields fields(json, path, issues);
    readFields(fields, workloadFields, workload);
    fields.reportUnknown();
    return workload;
}

Json toJson(const Workload& workload)
{
    Json json = Json::object();
    writeFields(json, workloadFields, workload);
    return json;
}

} // namespace millrace::launch
