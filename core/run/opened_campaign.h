// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"

#include <vector>

namespace millrace::run {

/// A campaign of the store that is about to be executed.
struct OpenedCampaign
{
    store::CampaignId id;
    std::vector<store::RunRecord> runs; ///< current attempts, by position
    std::vector<int> toDo; ///< positions of those that shall be made, all of them planned; empty: the store has it all
};

/// Makes a campaign or finds the one to go on with, as the options say; what was interrupted or shall be repeated gets
/// a new attempt.
[[nodiscard]] Result<OpenedCampaign> openCampaign(const CampaignPlan& plan, store::Database& database,
                                                  store::RunRepository& repository, const CampaignOptions& options);

} // namespace millrace::run
