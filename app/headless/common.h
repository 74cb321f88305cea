// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project_file.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace millrace::headless {

/// Opens a project file. The name of a template ("quickstart") stands for ./quickstart.millrace, which is made from the
/// template when it is not there.
[[nodiscard]] Result<project::ProjectFile> openProject(const std::string& name);

/// The cluster of this name, or the first one; InvalidInput with the names that there are.
[[nodiscard]] Result<const cluster::Cluster*> chooseCluster(const project::Project& project, const std::string& name);

/// The campaign that a command is about: by the beginning of its uuid, or the latest one.
[[nodiscard]] Result<store::CampaignRecord> chooseStoredCampaign(store::Database& database, const std::string& uuid);

/// The job with a report that prints every new step as a line to standard error: what a queue or a connection waits
/// for.
[[nodiscard]] JobContext announcing(JobContext job);

/// One line of JSON to standard output, at once; what is not UTF-8 is replaced.
void printLine(const nlohmann::ordered_json& object);

/// InvalidInput for the name of a picture that is no SVG (x.png, x.pdf): the drawing would be in a file of another
/// format.
[[nodiscard]] Result<void> checkDrawingName(const std::filesystem::path& file);
/// Writes a piece of a longer text to standard output.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view text);
/// Writes to a file, or to standard output for "-".
[[nodiscard]] Result<void> writeOutput(const std::filesystem::path& file, const std::string& text);

} // namespace millrace::headless
