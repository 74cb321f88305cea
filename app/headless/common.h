// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/project/project_file.h"
#include "core/report/figure_spec.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace millrace::headless {

/// Opens a project file. The name of a template ("quickstart") means ./quickstart.millrace, which is created from the
/// template if it does not exist.
[[nodiscard]] Result<project::ProjectFile> readProject(const std::string& name, const launch::Frameworks& frameworks);
/// Prints its warnings, too, unless it has errors, which come first: a misspelt field has its default.
[[nodiscard]] Result<project::ProjectFile> openProject(const std::string& name, const launch::Frameworks& frameworks);
/// InvalidInput if it has errors.
[[nodiscard]] Result<project::ProjectFile> openSoundProject(const std::string& name,
                                                            const launch::Frameworks& frameworks);

/// Returns the campaign of a command: by a prefix of its uuid, or the latest one.
[[nodiscard]] Result<store::CampaignRecord> chooseStoredCampaign(store::Database& database, const std::string& uuid);

/// Returns the job with a report that prints every new step as a line to stderr: why a queue or a connection waits.
[[nodiscard]] JobContext announcing(JobContext job);

/// "12.3 ms" for 0.0123.
[[nodiscard]] std::string secondsText(double seconds);

/// Prints one line of JSON to stdout, unbuffered; bytes that are not UTF-8 are replaced.
void printLine(const nlohmann::ordered_json& object);

/// Fails with InvalidInput for a picture that is not SVG (x.png, x.pdf): the content would be of another format.
[[nodiscard]] Result<void> checkDrawingName(const std::filesystem::path& file);
/// Writes a part of a longer text to stdout.
[[nodiscard]] Result<void> writeStandardOutput(std::string_view text);
/// Writes to a file, or to stdout for "-".
[[nodiscard]] Result<void> writeOutput(const std::filesystem::path& file, const std::string& text);
/// Writes each figure as NAME.svg into a folder, which is made if it does not exist; nothing without a folder.
[[nodiscard]] Result<void> writeFigures(const std::filesystem::path& folder,
                                        const std::vector<report::FigureSpec>& figures);

} // namespace millrace::headless
