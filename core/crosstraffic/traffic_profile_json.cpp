// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/crosstraffic/traffic_profile_json.h"

#include "core/base/field_json.h"

namespace millrace::crosstraffic {

void readConvention(JsonFields& fields, std::string_view key, SizeSpec& sizes)
{
    auto position = static_cast<std::size_t>(usualConvention(sizes.name));
    fields.choice(key, position, {conventionNames.begin(), conventionNames.end()});
    sizes.convention = static_cast<Convention>(position);
}

void writeConvention(const SizeSpec& sizes, std::string_view key, Json& json)
{
    if (sizes.convention != usualConvention(sizes.name))
        json[std::string(key)] = conventionNames[static_cast<std::size_t>(sizes.convention)];
}

void TrafficParts::readSizes(JsonFields& fields, std::string_view key, TrafficProfile& profile)
{
    const Json* json = fields.find(key);
    if (json != nullptr && json->is_string()) {
        profile.sizes.name = json->get<std::string>();
        profile.sizes.convention = usualConvention(profile.sizes.name);
    } else {
        readObject(fields, key, sizeFields, profile.sizes);
    }
}

void TrafficParts::writeSizes(const TrafficProfile& profile, std::string_view key, Json& json)
{
    writeObject(json, key, sizeFields, profile.sizes);
}

void TrafficParts::readPhases(JsonFields& fields, std::string_view key, TrafficProfile& profile)
{
    readObject(fields, key, phaseFields, profile.phases);
}

void TrafficParts::writePhases(const TrafficProfile& profile, std::string_view key, Json& json)
{
    writeObject(json, key, phaseFields, profile.phases);
}

Json toJson(const TrafficProfile& profile)
{
    Json json = Json::object();
    writeFields(json, trafficFields, profile);
    return json;
}

TrafficProfile readProfile(const Json& json, const std::string& path, Issues& issues)
{
    TrafficProfile profile;
    JsonFields fields(json, path, issues);
    readFields(fields, trafficFields, profile);
    fields.reportUnknown();
    return profile;
}

} // namespace millrace::crosstraffic
