// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/study_files.h"

#include <string>
#include <utility>
#include <vector>

namespace millrace::studies::multi_cloud {

enum class MultiCloudKind
{
    Training,
    Network,
    Prices
};

/// The files of one run.
struct MultiCloudGroup
{
    MultiCloudKind kind = MultiCloudKind::Training;
    std::string name; ///< "hivemind-77", "experiment-set-1/1-5", "gc-spot-pricing-25-april"
    std::vector<StudyFile> files; ///< by their study names; each name once
};

/// Groups the files of the multi-cloud study by their first lines; by their names where the content is damaged, so that
/// the run reports it. Copies are read once. Of files with one name and different contents, the folder's takes
/// precedence over one of an earlier import, and the larger over the smaller ("other-version"). Skipped files are
/// counted in `issues`.
[[nodiscard]] std::vector<MultiCloudGroup> groupMultiCloudFiles(const std::vector<StudyFile>& files, Issues& issues);

/// The file's name; for a network profile with its two parent folders, which identify its set.
[[nodiscard]] std::string multiCloudName(const std::filesystem::path& file, MultiCloudKind kind);
/// "hivemind-77-gc-t4-1" is run "hivemind-77" on "gc-t4-1"; "baseline-75-<model>-gc-t4-1" likewise. Any other name is a
/// run of one file.
[[nodiscard]] std::pair<std::string, std::string> runAndHost(const std::string& stem);

} // namespace millrace::studies::multi_cloud
