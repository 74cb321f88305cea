// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"

#include <vector>

namespace millrace::run {

/// Campaign of the store, ready to be executed.
struct OpenedCampaign
{
    store::CampaignId id;
    std::vector<store::RunRecord> runs; ///< current attempts, by position
    std::vector<int> toDo; ///< positions of the runs to make, all of them planned; empty: the store has all
};

/// Creates a campaign or finds the one to continue, by the options; interrupted runs and those to repeat get a new
/// attempt. `simulation`: see plannedRecords().
[[nodiscard]] Result<OpenedCampaign> openCampaign(const CampaignPlan& plan, store::Database& database,
                                                  store::RunRepository& repository, const CampaignOptions& options,
                                                  const std::string& simulation);

} // namespace millrace::run
