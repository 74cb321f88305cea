// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_campaign.h"
#include "core/analysis/published_figure.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/importers/tum_run.h"
#include "core/store/database.h"
#include "core/store/records.h"
#include "core/studies/study_import.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace millrace::studies {

/// What is to be done with a campaign folder of the traffic study.
struct TumImportRequest
{
    std::filesystem::path folder; ///< a campaign, or a single run
    importers::TumOptions options;
    std::filesystem::path publishedJson; ///< write the study's JSON files into this folder; empty: do not
};

/// What became of one run; without its packets.
struct TumImportedRun
{
    importers::TumRunFolder folder;
    std::string key; ///< of its content; its run in a store has the uuid that uuidOf() makes of it
    RunFate fate = RunFate::Read;
    store::RunId run; ///< in the store
    importers::TumTraffic source = importers::TumTraffic::None;
    std::vector<importers::PublishedFile> files;
    std::size_t logRows = 0;
    analysis::PublishedFigures figures;
    analysis::AccuracyCurve accuracy;
    std::vector<analysis::PublishedSeries> utilization; ///< figure 7
    std::vector<analysis::PublishedSeries> batchEffect; ///< figure 9
    Issues issues;
};

struct TumImportOutcome
{
    std::string campaign; ///< uuid in the store; empty: there was none
    std::vector<TumImportedRun> runs;
    std::vector<std::string> skippedFolders;
    /// Over the runs that were read: figures 3, 5 and 10.
    analysis::PublishedFigures figures;
    std::vector<analysis::PatternMap> patterns; ///< figure 4
    std::optional<analysis::StudyRegression> regression; ///< section VI
    std::string regressionRemark; ///< why there is none
};

/// Reads and analyses the runs one after the other; with a database each is stored as a run of one campaign as soon as
/// it was read, so that a cancelled import goes on where it stopped. A run whose content the store has, wherever it
/// came from, is left out. Runs are found by the content of their files, campaigns by the path of their folder. `onRun`
/// is called after each run; may be empty. Cancelled; errors of the folder, the store or the JSON folder.
[[nodiscard]] Result<TumImportOutcome> importTum(const TumImportRequest& request, store::Database* database,
                                                 const std::function<void(const TumImportedRun&)>& onRun,
                                                 const JobContext& job = {});

} // namespace millrace::studies
