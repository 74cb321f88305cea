// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"
#include "core/store/result_query.h"

#include <string_view>

namespace millrace::run {

/// Positions of the runs of a plan that a typed filter lets through, in the language of store::parseConditions.
/// `stored` are those of them that a store has: what is known of a run only when it was made, as its metrics, is looked
/// up there. InvalidInput says what cannot be read, which name does not exist, or that no run matches.
[[nodiscard]] Result<std::vector<int>> matchingRuns(const CampaignPlan& plan, std::string_view filter,
                                                    const std::vector<store::ResultRow>& stored = {});

} // namespace millrace::run
