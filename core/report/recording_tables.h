// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/table.h"
#include "core/store/artefact_repository.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace millrace::report {

using RecordingVisitor = std::function<Result<void>(const store::RunRecord& run, const store::Artefact& recording)>;

/// Passes on the packet recordings of all runs, in order of position, without their analyses; memory does not grow with
/// them.
[[nodiscard]] Result<void> eachRecording(store::Database& database, const CampaignData& data, bool superseded,
                                         const JobContext& job, const RecordingVisitor& visit);
/// One row for each of the first `limit` recordings: content, drops, location of its file.
[[nodiscard]] Result<Table> recordingTable(store::Database& database, const CampaignData& data, std::size_t limit,
                                           const JobContext& job);
/// Remarks on a recording; the reason for an early end comes first.
[[nodiscard]] std::string remarkOf(const store::Artefact& recording);
/// The recordings of one run.
[[nodiscard]] Result<nlohmann::ordered_json> recordingsJson(store::Database& database, store::RunId run);

} // namespace millrace::report
