// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/project/effective.h"
#include "core/store/database.h"
#include "core/store/records.h"
#include "core/studies/tum/published_campaign.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::studies::tum {

struct TumExportedRun
{
    store::RunId run;
    std::string folder; ///< its name; empty: skipped
    std::uint64_t packets = 0; ///< in its capture files
    std::size_t logRows = 0;
    std::string remark; ///< why it was skipped, or what is missing
};

/// The seven tokens of a run's folder in the traffic study, as its notebook spells them. A dash within a token becomes
/// "_"; repetitions from 1, a further one ends in ".2".
[[nodiscard]] StudyFactors studyFactors(const project::EffectiveSettings& settings);
[[nodiscard]] std::string studyFolderName(const StudyFactors& factors, int repetition);

/// Writes a campaign as a folder of the traffic study: for each completed run "worker-<k>-tcpdump.pcap" with the
/// packets that node k sent, "train_history.log" of the first worker, and "manifest.json" with its factors. Importing
/// the folder creates the study's JSON files. The folder must not exist or be empty. AlreadyExists, DiskFull,
/// Cancelled; NotFound when no run has anything to write.
[[nodiscard]] Result<std::vector<TumExportedRun>> exportTum(store::Database& database, store::CampaignId campaign,
                                                            const std::filesystem::path& folder,
                                                            const launch::Frameworks& frameworks,
                                                            const JobContext& job = {});

} // namespace millrace::studies::tum
