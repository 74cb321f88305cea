// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/json_fields.h"
#include "core/run/usage_samples.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace millrace::run {

/// Samples of result stores and of files of samples.
struct SourcedSamples
{
    std::vector<predict::Sample> samples;
    std::vector<std::string> remarks; ///< what was left out of which file, one sentence each
};
[[nodiscard]] Result<SourcedSamples> readSampleSources(const std::vector<std::filesystem::path>& files,
                                                       const launch::Frameworks& frameworks,
                                                       const JobContext& job = {});

/// "14 samples of 20 measured runs; 6 have no whole burst": counts that are not 0.
[[nodiscard]] std::string countsText(const UsageSamples& found);

/// Keys of a setting that the graph of a model gives.
inline constexpr std::array<std::string_view, 5> factsOfGraph = {"model", "parameters", "tensors", "forward_flops",
                                                                 "graph"};
/// Adds those of them that are not given, from a file, see predict::readModelGraph.
[[nodiscard]] Result<void> addGraphFacts(const std::filesystem::path& file, Json& given);

/// A setting with what need not be given.
struct CompletedSetting
{
    predict::Setting setting;
    std::vector<std::string> common; ///< facts that were taken from the samples because all of them agree
};
/// Reads the facts of a setting and adds those of the model, from samples of it, of the built-in worker or of the
/// scripts, and those in which all samples agree. InvalidInput names the first fact that cannot be.
[[nodiscard]] Result<CompletedSetting> completeSetting(Json given, const std::vector<predict::Sample>& samples);

/// A setting of a project, for people to choose from.
struct ProjectSetting
{
    std::string name; ///< of the grid, and the levels of the cell
    predict::Setting setting;
};
/// Settings of the cells of each grid, at most `most` of a grid, equal ones once. A grid that cannot be expanded has
/// none.
[[nodiscard]] std::vector<ProjectSetting> projectSettings(const project::Project& project, std::size_t most);

} // namespace millrace::run
