// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_campaign.h"
#include "core/analysis/published_training.h"
#include "core/importers/published_analysis.h"
#include "core/importers/train_history.h"
#include "core/importers/tum_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace millrace::importers {

/// Where the traffic of a run comes from.
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
    PacketOptions packets;
    analysis::WallZone wallZone = analysis::WallZone::centralEurope(); ///< of the machine that made the study's files
    analysis::StudyWindow tableOne = analysis::tableOneWindow;
    analysis::StudyWindow tableTwo = analysis::tableTwoWindow;
};

/// One run of the study, read and analysed.
struct TumRun
{
    TumRunFolder folder;
    std::string key; ///< contentKey()
    TumTraffic source = TumTraffic::None;
    PublishedAnalysis packets; ///< without study B's rates
    TrainHistory log;
    analysis::AccuracyCurve accuracy;
    analysis::PublishedFigures figures; ///< of traffic and training
    std::vector<analysis::PublishedSeries>
        utilization; ///< figure 7: 250 ms from 90 s, each link; empty: it ends before
    std::vector<analysis::PublishedSeries> batchEffect; ///< figure 9: 250 ms from 94.95 s, the first link
    analysis::StudyRun summary; ///< for the figures over several runs
    Issues issues; ///< of the folder and all its files
};

/// Reads what the folder of a run holds. Files that cannot be read are counted ("bad-file"); only Cancelled is an
/// error.
[[nodiscard]] Result<TumRun> readTumRun(const TumRunFolder& folder, const TumOptions& options,
                                        const JobContext& job = {});

/// Writes the study's JSON files of these runs as its aggregate.py does: two in `folder`, six in
/// `folder`/<run>/parsed-files. Files that are there are replaced.
[[nodiscard]] Result<void> writeTumJson(std::span<const TumRun> runs, const std::filesystem::path& folder,
                                        const JobContext& job = {});
/// The six files of one run, for campaigns whose runs do not fit into memory together.
[[nodiscard]] Result<void> writeTumRunJson(const TumRun& run, const std::filesystem::path& folder);
[[nodiscard]] NamedTraffic namedTraffic(const TumRun& run);
/// bytes_sent.json and number_flows.json.
[[nodiscard]] Result<void> writeTumCampaignJson(std::span<const NamedTraffic> runs,
                                                const std::filesystem::path& folder);

} // namespace millrace::importers
