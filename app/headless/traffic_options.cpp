// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/traffic_options.h"

#include "app/headless/common.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/crosstraffic/traffic_profile_json.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace millrace::headless {

namespace {

using crosstraffic::TrafficProfile;

Result<TrafficProfile> startingProfile(const TrafficOptions& options)
{
    TrafficProfile profile;
    profile.name = "options";
    profile.sources = {"source"};
    profile.destinations = {"destination"};
    profile.bitsPerSecond = 100e6;
    if (options.project.empty()) {
        if (!options.profile.empty())
            return fail(ErrorCode::InvalidInput, "--profile needs --project, which contains the profile");
        return profile;
    }
    MR_TRY(file, openProject(options.project, {}));
    const auto& all = file.project.traffic;
    std::vector<std::string> names;
    for (const TrafficProfile& each : all)
        names.push_back(each.name);
    if (all.empty())
        return fail(ErrorCode::NotFound, fmt::format("{} has no cross traffic", options.project));
    if (options.profile.empty() && all.size() == 1)
        return all.front();
    const auto found = std::ranges::find(all, options.profile, &TrafficProfile::name);
    if (found != all.end())
        return *found;
    if (options.profile.empty())
        return fail(
            ErrorCode::InvalidInput,
            fmt::format("{} has several profiles; name one with --profile: {}", options.project, join(names, ", ")));
    return fail(ErrorCode::NotFound,
                fmt::format("{} has no cross traffic \"{}\"; there is {}", options.project, options.profile,
                            join(names, ", ")));
}

/// Converts the options to fields of a profile, so that they are parsed like a project's.
Json fieldsOf(const TrafficOptions& options)
{
    Json fields = Json::object();
    for (const auto& [key, text] : {std::pair("pattern", &options.pattern), std::pair("rate", &options.rate),
                                    std::pair("on_time", &options.onTime), std::pair("off_time", &options.offTime),
                                    std::pair("burst_period", &options.period),
                                    std::pair("burst_width", &options.width), std::pair("burst_share", &options.share),
                                    std::pair("file", &options.trace), std::pair("matrix", &options.matrix)})
        if (!text->empty())
            fields[key] = *text;
    if (options.streams != 0)
        fields["streams"] = options.streams;
    if (options.variation != 0)
        fields["gap_variation"] = options.variation;
    if (options.chance)
        fields["exact_volume"] = false;
    if (!options.sources.empty())
        fields["sources"] = options.sources;
    if (!options.destinations.empty())
        fields["destinations"] = options.destinations;
    return fields;
}

void putSizes(const TrafficOptions& options, TrafficProfile& profile)
{
    if (!options.sizes.empty())
        profile.sizes = sizesFrom(options.sizes);
    if (!options.convention.empty())
        profile.sizes.convention =
            options.convention == "step" ? crosstraffic::Convention::Step : crosstraffic::Convention::Interpolated;
    if (options.unitBytes != 0)
        profile.sizes.unitBytes = options.unitBytes;
    if (options.scale != 0)
        profile.sizes.scale = options.scale;
}

} // namespace

crosstraffic::SizeSpec sizesFrom(const std::string& text)
{
    crosstraffic::SizeSpec sizes;
    if (const auto bytes = parseSize(text)) {
        sizes.name = "fixed";
        sizes.fixedBytes = *bytes;
        return sizes;
    }
    sizes.name = text;
    std::error_code ignored;
    const auto names = crosstraffic::SizeDistribution::names();
    if (std::ranges::find(names, text) == names.end() && std::filesystem::exists(text, ignored)) {
        sizes.name = "file";
        sizes.file = text;
    }
    sizes.convention = crosstraffic::usualConvention(sizes.name);
    return sizes;
}

void addTrafficOptions(CLI::App& command, TrafficOptions& options)
{
    std::vector<std::string> patterns;
    for (const auto pattern : crosstraffic::allPatterns())
        patterns.emplace_back(crosstraffic::patternName(pattern));
    command.add_option("--project", options.project, "Take a profile of this project; other options change it");
    command.add_option("--profile", options.profile, "Its name; default: the only one");
    command.add_option("--pattern", options.pattern, join(patterns, ", "))->check(CLI::IsMember(patterns));
    command.add_option("--rate", options.rate, "What each source sends; without a project 100Mbit");
    command.add_option("--duration", options.duration, "How long; default: the loaded phase, 20s");
    command.add_option("--sizes", options.sizes, "A name, a file with a distribution, or one size like 10MB");
    command.add_option("--convention", options.convention, "How sizes are drawn: step or interpolated")
        ->check(CLI::IsMember({"step", "interpolated"}));
    command.add_option("--unit", options.unitBytes, "Bytes of a unit of a file of sizes; default: 1460")
        ->check(CLI::PositiveNumber);
    command.add_option("--scale", options.scale, "All sizes times this")->check(CLI::PositiveNumber);
    command.add_flag("--chance", options.chance, "Leave the volume to chance instead of rate × time to the byte");
    command.add_option("--variation", options.variation, "log-normal: deviation of the gaps over their mean")
        ->check(CLI::PositiveNumber);
    command.add_option("--on", options.onTime, "on-off: mean time with traffic");
    command.add_option("--off", options.offTime, "on-off: mean time without");
    command.add_option("--period", options.period, "burst: time from burst to burst");
    command.add_option("--width", options.width, "burst: how long one takes");
    command.add_option("--share", options.share, "burst: its share of the bytes");
    command.add_option("--trace", options.trace, "trace: a load file, or a CSV of on and off stretches");
    command.add_option("--streams", options.streams, "stream: connections of each pair")->check(CLI::PositiveNumber);
    command.add_option("--matrix", options.matrix, "one, many, incast or all-to-all");
    command.add_option("--source", options.sources, "A node that sends; may be given several times");
    command.add_option("--destination", options.destinations, "A node that receives; may be given several times");
    command.add_option("--seed", options.seed, "Of all that is left to chance")->capture_default_str();
}

Result<TrafficProfile> profileOf(const TrafficOptions& options)
{
    MR_TRY(starting, startingProfile(options));
    Json json = crosstraffic::toJson(starting);
    json.update(fieldsOf(options));
    Issues issues;
    TrafficProfile profile = crosstraffic::readProfile(json, "", issues);
    putSizes(options, profile);
    const bool relative = profile.file.is_relative() && options.trace.empty() && !options.project.empty();
    if (relative && !profile.file.empty())
        profile.file = std::filesystem::path(options.project).parent_path() / profile.file;
    if (!options.duration.empty()) {
        MR_TRY(duration, parseDuration(options.duration));
        profile.phases.loaded = duration;
    }
    if (issues.empty())
        issues = crosstraffic::validate(profile);
    for (const Issue& issue : issues) {
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::InvalidInput, fmt::format("{}: {}", issue.where, issue.example));
        fmt::print(stderr, "millrace-cli: {}\n", issueText(issue));
    }
    return profile;
}

} // namespace millrace::headless
