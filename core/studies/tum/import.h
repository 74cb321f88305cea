// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/report/published_figure.h"
#include "core/store/database.h"
#include "core/store/records.h"
#include "core/studies/study_import.h"
#include "core/studies/tum/published_campaign.h"
#include "core/studies/tum/run.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace millrace::studies::tum {

/// Options for importing a campaign folder of the traffic study.
struct TumImportRequest
{
    std::filesystem::path folder; ///< a campaign, or a single run
    TumOptions options;
    std::filesystem::path publishedJson; ///< write the study's JSON files into this folder; empty: do not
};

/// The result for one run; without its packets.
struct TumImportedRun
{
    TumRunFolder folder;
    std::string key; ///< of its content; its run in a store has the uuid that uuidOf() makes of it
    RunFate fate = RunFate::Read;
    store::RunId run; ///< in the store
    TumTraffic source = TumTraffic::None;
    std::vector<PublishedFile> files;
    std::size_t logRows = 0;
    report::PublishedFigures figures;
    AccuracyCurve accuracy;
    std::vector<PublishedSeries> utilization; ///< figure 7
    std::vector<PublishedSeries> batchEffect; ///< figure 9
    Issues issues;
};

struct TumImportOutcome
{
    std::string campaign; ///< uuid in the store; empty: without a store
    std::vector<TumImportedRun> runs;
    std::vector<std::string> skippedFolders;
    /// Over the runs that were read: figures 3, 5 and 10.
    report::PublishedFigures figures;
    std::vector<PatternMap> patterns; ///< figure 4
    std::optional<StudyRegression> regression; ///< section VI
    std::string regressionRemark; ///< why there is none
};

/// Reads and analyses the runs one after the other; with a database each is stored as a run of one campaign as soon as
/// it was read, so that a cancelled import continues where it stopped. A run whose content is stored, whatever its
/// source, is left out. Runs are identified by the content of their files, campaigns by the path of their folder.
/// `onRun` is called after each run; may be empty. Cancelled; errors of the folder, the store or the JSON folder.
[[nodiscard]] Result<TumImportOutcome> importTum(const TumImportRequest& request, store::Database* database,
                                                 const std::function<void(const TumImportedRun&)>& onRun,
                                                 const JobContext& job = {});

} // namespace millrace::studies::tum
