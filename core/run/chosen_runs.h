// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"
#include "core/store/result_query.h"

#include <string_view>

namespace millrace::run {

/// Returns the positions of the runs of a plan that match a typed filter, in the language of store::parseConditions.
/// `stored` are the runs among them that a store has: their metrics are looked up there. InvalidInput names the
/// unreadable text or the unknown name, or says that no run matches.
[[nodiscard]] Result<std::vector<int>> matchingRuns(const CampaignPlan& plan, std::string_view filter,
                                                    const std::vector<store::ResultRow>& stored = {});

} // namespace millrace::run
