// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_campaign.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/project/effective.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::studies {

struct TumExportedRun
{
    store::RunId run;
    std::string folder; ///< its name; empty: it was left out
    std::uint64_t packets = 0; ///< in its capture files
    std::size_t logRows = 0;
    std::string remark; ///< why it was left out, or what is missing
};

/// The seven tokens of a run's folder in the traffic study, as its notebook spells them (A1.4, A-06). A dash within a
/// token becomes "_"; repetitions from 1, a further one ends in ".2".
[[nodiscard]] analysis::StudyFactors studyFactors(const project::EffectiveSettings& settings);
[[nodiscard]] std::string studyFolderName(const analysis::StudyFactors& factors, int repetition);

/// Writes a campaign as the folder of the traffic study (A1.4): for each run that is done "worker-<k>-tcpdump.pcap"
/// with the packets that node k sent, "train_history.log" (A1.5) of the first worker, and "manifest.json" with its
/// factors. The study's JSON files are made by importing the folder. The folder must not exist or be empty.
/// AlreadyExists, DiskFull, Cancelled; NotFound when no run has anything to write.
[[nodiscard]] Result<std::vector<TumExportedRun>> exportTum(store::Database& database, store::CampaignId campaign,
                                                            const std::filesystem::path& folder,
                                                            const JobContext& job = {});

} // namespace millrace::studies
