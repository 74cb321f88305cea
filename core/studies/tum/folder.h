// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/studies/tum/published_campaign.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::studies::tum {

/// Naming scheme of a folder.
enum class TumNaming
{
    Runner, ///< "horovod-resnet50-adam-64-mpi-0-ring"
    Notebook, ///< "kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE"
    Manifest, ///< the factors come from manifest.json in the folder
    Unknown
};
[[nodiscard]] std::string_view namingName(TumNaming naming) noexcept;

/// Content of the folder of one run; nothing is assumed.
struct TumRunFolder
{
    std::filesystem::path path;
    std::string name;
    TumNaming naming = TumNaming::Unknown;
    StudyFactors factors; ///< in the notebook's spelling, whatever the folder name uses; empty: unknown
    std::vector<std::filesystem::path> captures; ///< pcap and pcapng, also compressed, ascending by name
    std::vector<std::filesystem::path> tables; ///< tshark's field lists of missing captures
    std::optional<std::filesystem::path> log; ///< train_history.log
    std::optional<std::filesystem::path> parsed; ///< "parsed-files" with JSON files of the study
    std::vector<std::filesystem::path> others; ///< files of no known kind
    std::uint64_t bytes = 0; ///< of captures, tables and log
    Issues issues; ///< "bad-name", "bad-manifest", "no-traffic", "no-log"
};

/// The factors of a folder name with seven tokens. A token with a dash in it is joined again where the frameworks,
/// models, optimizers and topologies of the study leave only one way; otherwise none.
[[nodiscard]] std::optional<std::pair<TumNaming, StudyFactors>> factorsOfName(std::string_view name);
/// "tensorflow" → "tf_sync", "kungfu" → "kungfu_ssgd", "0" → "normal", "0.1" → "loss_0.1".
[[nodiscard]] StudyFactors inNotebookWords(StudyFactors factors);

struct TumCampaign
{
    std::filesystem::path path;
    std::vector<TumRunFolder> runs; ///< ascending by name
    std::optional<std::filesystem::path> bytesSent; ///< bytes_sent.json
    std::optional<std::filesystem::path> numberFlows;
    std::vector<std::string> skipped; ///< folders that are no runs
    Issues issues;
};

/// Scans a campaign folder, or the folder of a single run. NotFound, Denied; InvalidInput when it contains nothing of
/// the study. At most 10 000 folders are scanned.
[[nodiscard]] Result<TumCampaign> findTumRuns(const std::filesystem::path& folder);

/// A key of the content of a run's folder: names, sizes and both ends of its files. The same files give the same key,
/// wherever they are.
[[nodiscard]] Result<std::string> contentKey(const TumRunFolder& run);

} // namespace millrace::studies::tum
