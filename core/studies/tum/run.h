// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/studies/tum/folder.h"
#include "core/studies/tum/published_campaign.h"
#include "core/studies/tum/published_estimators.h"
#include "core/studies/tum/published_training.h"
#include "core/studies/tum/train_history.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::studies::tum {

/// Source of a run's traffic.
enum class TumTraffic
{
    None,
    Captures,
    Tables, ///< tshark's field lists
    Both, ///< captures of some workers, field lists of others
    PublishedJson ///< the study's own JSON files
};
[[nodiscard]] std::string_view trafficName(TumTraffic traffic) noexcept;

struct TumOptions
{
    importers::PacketOptions packets;
    PublishedTrafficOptions published; ///< its time zone: that of the machine that created the study's files
};

/// One run of the study, read and analysed.
struct TumRun
{
    TumRunFolder folder;
    std::string key; ///< contentKey()
    TumTraffic source = TumTraffic::None;
    std::vector<PublishedFile> files; ///< of packets
    PublishedTraffic traffic;
    std::vector<FlowTimes> publishedTimes; ///< of the flows that the study counts
    TrainHistory log;
    AccuracyCurve accuracy;
    report::PublishedFigures figures; ///< of traffic and training
    std::vector<PublishedSeries> utilization; ///< figure 7: 250 ms from 90 s, each link; empty: the run ends earlier
    std::vector<PublishedSeries> batchEffect; ///< figure 9: 250 ms from 94.95 s, the first link
    StudyRun summary; ///< for the figures over several runs
    Issues issues; ///< of the folder and all its files
};

/// Reads the folder of a run. Unreadable files are counted ("bad-file"); the only error is Cancelled.
[[nodiscard]] Result<TumRun> readTumRun(const TumRunFolder& folder, const TumOptions& options,
                                        const JobContext& job = {});

/// Writes the study's six JSON files of one run as its aggregate.py does, in `folder`/<run>/parsed-files. Files that
/// are there are replaced.
[[nodiscard]] Result<void> writeTumRunJson(const TumRun& run, const std::filesystem::path& folder);
[[nodiscard]] NamedTraffic namedTraffic(const TumRun& run);
/// The study's two files of a whole campaign, bytes_sent.json and number_flows.json.
[[nodiscard]] Result<void> writeTumCampaignJson(std::span<const NamedTraffic> runs,
                                                const std::filesystem::path& folder);

} // namespace millrace::studies::tum
