// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/usage_sources.h"

#include "core/base/field_json.h"
#include "core/launch/model_size.h"
#include "core/launch/workload.h"
#include "core/plan/model_facts.h"
#include "core/predict/model_graph.h"
#include "core/store/store_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace millrace::run {

namespace {

void addSamples(std::vector<predict::Sample>& samples, std::vector<predict::Sample> more)
{
    samples.insert(samples.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// The first error of a setting, or nothing.
Result<void> firstUsageProblem(const Issues& issues)
{
    for (const Issue& issue : issues)
        if (issue.severity != Severity::Note)
            return fail(ErrorCode::InvalidInput, issueText(issue));
    return {};
}

/// Facts of the model that are not given: from samples of it, or those of the built-in worker or of the scripts.
void addModelFacts(const std::vector<predict::Sample>& samples, Json& given)
{
    const std::string model = given.value("model", std::string());
    const auto measured = std::ranges::find(samples, model, [](const auto& each) { return each.setting.model; });
    const auto set = [&given](const char* key, double value) {
        if (!given.contains(key) && value > 0)
            given[key] = value;
    };
    launch::TrainedModel facts;
    if (measured != samples.end()) {
        const predict::Setting& setting = measured->setting;
        facts = {setting.parameters, setting.tensors, setting.forwardFlops};
        if (!given.contains("graph") && !setting.graph.empty())
            given["graph"] = setting.graph;
    } else if (const auto builtin = plan::modelFacts(model)) {
        facts = {static_cast<double>(builtin->parameters), static_cast<double>(builtin->tensors),
                 builtin->forwardFlops};
    } else {
        launch::Workload workload;
        workload.model = model;
        facts = launch::scriptModel(workload, launch::ModelFamily::Torchvision).value_or(facts);
    }
    set("parameters", facts.parameters);
    set("forward_flops", facts.forwardFlops);
    set("tensors", facts.tensors);
}

/// Facts in which all samples agree need not be given. Returns their keys.
std::vector<std::string> addCommonFacts(const std::vector<predict::Sample>& samples, Json& given)
{
    std::vector<std::string> added;
    if (samples.empty())
        return added;
    const Json first = predict::toJson(samples.front().setting);
    for (const auto& [key, value] : first.items()) {
        const bool isCommon = std::ranges::all_of(samples, [&](const predict::Sample& sample) {
            const Json json = predict::toJson(sample.setting);
            return json.contains(key) && json.at(key) == value;
        });
        if (isCommon && !given.contains(key)) {
            given[key] = value;
            added.push_back(key);
        }
    }
    return added;
}

} // namespace

std::string countsText(const UsageSamples& found)
{
    std::string text = fmt::format("{} samples of {} measured runs", found.samples.size(), found.runs);
    std::vector<std::string> parts;
    const auto add = [&parts](std::size_t count, const char* what) {
        if (count > 0)
            parts.push_back(fmt::format("{} {}", count, what));
    };
    add(found.fromCaptures, "with labels from captures");
    add(found.withoutSeries, "have no series of sent or received bytes");
    add(found.withoutBursts, "no whole burst");
    add(found.withCrossTraffic, "cross traffic");
    add(found.unreadable, "settings that cannot be read");
    add(found.contradicting, "values that their settings do not allow");
    return parts.empty() ? text : fmt::format("{}; {}", text, fmt::join(parts, ", "));
}

Result<SourcedSamples> readSampleSources(const std::vector<std::filesystem::path>& files,
                                         const launch::Frameworks& frameworks, const JobContext& job)
{
    SourcedSamples all;
    for (const std::filesystem::path& file : files) {
        if (store::isSqliteFile(file)) {
            MR_TRY(database, store::Database::openReadOnly(file));
            MR_TRY(found, readUsageSamples(database, frameworks, job));
            all.remarks.push_back(fmt::format("{}: {}", file.string(), countsText(found)));
            addSamples(all.samples, std::move(found.samples));
            continue;
        }
        MR_TRY(read, predict::readSamples(file));
        for (const Issue& issue : read.issues)
            all.remarks.push_back(fmt::format("{}: {}", file.string(), issueText(issue)));
        addSamples(all.samples, std::move(read.samples));
    }
    return all;
}

Result<void> addGraphFacts(const std::filesystem::path& file, Json& given)
{
    MR_TRY(graph, predict::readModelGraph(file));
    predict::Setting setting;
    setting.model = graph.name;
    predict::addGraph(graph, setting);
    const Json facts = predict::toJson(setting);
    for (const std::string_view key : factsOfGraph)
        if (!given.contains(key) && facts.contains(key))
            given[std::string(key)] = facts[std::string(key)];
    return {};
}

Result<CompletedSetting> completeSetting(Json given, const std::vector<predict::Sample>& samples)
{
    CompletedSetting completed;
    Issues issues;
    static_cast<void>(predict::readSetting(given, "setting", issues));
    MR_CHECK(firstUsageProblem(issues));
    addModelFacts(samples, given);
    completed.common = addCommonFacts(samples, given);
    completed.setting = predict::readSetting(given, "setting", issues);
    MR_CHECK(firstUsageProblem(issues));
    MR_CHECK(firstUsageProblem(checkFields(predict::settingFields, completed.setting, "setting")));
    return completed;
}

std::vector<ProjectSetting> projectSettings(const project::Project& project, std::size_t most)
{
    std::vector<ProjectSetting> settings;
    for (const grid::GridSpec& grid : project.grids) {
        const auto expansion = grid::Expansion::expand(grid);
        if (!expansion)
            continue;
        const std::size_t first = settings.size();
        for (std::size_t i = 0; i < expansion->cellCount() && settings.size() - first < most; ++i) {
            const grid::Cell cell = expansion->cell(i);
            const auto effective = project::effectiveSettings(project, grid, cell);
            if (!effective)
                continue;
            predict::Setting setting = usageSetting(*effective);
            const auto begin = settings.begin() + static_cast<std::ptrdiff_t>(first);
            if (std::ranges::find(begin, settings.end(), setting, &ProjectSetting::setting) != settings.end())
                continue;
            const std::string levels = cell.text();
            settings.push_back({levels.empty() ? grid.name : grid.name + ": " + levels, std::move(setting)});
        }
    }
    return settings;
}

} // namespace millrace::run
