// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/analysis/published_campaign.h"
#include "core/base/issue.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace::importers {

/// Who wrote a folder's name.
enum class TumNaming
{
    Runner, ///< "horovod-resnet50-adam-64-mpi-0-ring"
    Notebook, ///< "kungfu_ssgd-resnet50-adam-64-kungfu-normal-TREE"
    Manifest, ///< the factors come from manifest.json in the folder
    Unknown
};
[[nodiscard]] std::string_view namingName(TumNaming naming) noexcept;

/// What is in the folder of one run; nothing is taken for granted.
struct TumRunFolder
{
    std::filesystem::path path;
    std::string name;
    TumNaming naming = TumNaming::Unknown;
    analysis::StudyFactors factors; ///< in the notebook's words, whatever the name has (A-06); empty: not known
    std::vector<std::filesystem::path> captures; ///< pcap and pcapng, also compressed, ascending by name
    std::vector<std::filesystem::path> tables; ///< tshark's field lists of the captures that are not there
    std::optional<std::filesystem::path> log; ///< train_history.log
    std::optional<std::filesystem::path> parsed; ///< "parsed-files" with JSON files of the study
    std::vector<std::filesystem::path> others; ///< files that nobody asked for
    std::uint64_t bytes = 0; ///< of captures, tables and log
    Issues issues; ///< "bad-name", "bad-manifest", "no-traffic", "no-log"
};

/// The factors of a folder's name of seven tokens (A1.4, A-06). A token with a dash in it is put together again where
/// the frameworks, models, optimizers and topologies of the study leave only one way; nothing otherwise.
[[nodiscard]] std::optional<std::pair<TumNaming, analysis::StudyFactors>> factorsOfName(std::string_view name);
/// "tensorflow" → "tf_sync", "kungfu" → "kungfu_ssgd", "0" → "normal", "0.1" → "loss_0.1".
[[nodiscard]] analysis::StudyFactors inNotebookWords(analysis::StudyFactors factors);

struct TumCampaign
{
    std::filesystem::path path;
    std::vector<TumRunFolder> runs; ///< ascending by name
    std::optional<std::filesystem::path> bytesSent; ///< bytes_sent.json
    std::optional<std::filesystem::path> numberFlows;
    std::vector<std::string> skipped; ///< folders that are no runs
    Issues issues;
};

/// Looks at a campaign folder, or at the folder of a single run. NotFound, Denied; InvalidInput when there is nothing
/// of the study in it. At most 10 000 folders are looked at.
[[nodiscard]] Result<TumCampaign> findTumRuns(const std::filesystem::path& folder);

/// A key of what is in a run's folder: names, sizes and both ends of its files. The same files give the same key,
/// wherever they lie.
[[nodiscard]] Result<std::string> contentKey(const TumRunFolder& run);

} // namespace millrace::importers
