// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/table.h"

#include <nlohmann/json_fwd.hpp>

namespace millrace::report {

/// Identity of the run in a row, under the names that a typed filter uses: "campaign", "run", "campaign_id", "run_id".
/// Every table and every export of runs begins with these columns.

[[nodiscard]] Column campaignColumn();
[[nodiscard]] Column runColumn();
[[nodiscard]] Column campaignIdColumn();
[[nodiscard]] Column runIdColumn();

/// The four columns; for display only the run's number, and the campaign's if there are several.
[[nodiscard]] std::vector<Column> identityColumns(const CampaignData& data);
[[nodiscard]] std::vector<Cell> identityCells(const CampaignData& data, const store::RunRecord& run);
/// The same for exports written line by line.
[[nodiscard]] std::string identityCsvHead();
[[nodiscard]] std::string identityCsv(const CampaignData& data, const store::RunRecord& run);
[[nodiscard]] nlohmann::ordered_json identityJson(const CampaignData& data, const store::RunRecord& run);

/// "run 9"; among runs of several campaigns "campaign 2 · run 9".
[[nodiscard]] std::string runName(const CampaignData& data, const store::RunRecord& run);

} // namespace millrace::report
