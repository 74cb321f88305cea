// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"
#include "core/store/records.h"

namespace millrace::run {

/// Returns the runs of a plan as stored before they are made, in order of execution. `simulation`: the stamp of those
/// of a simulated cluster.
[[nodiscard]] std::vector<store::RunRecord> plannedRecords(const CampaignPlan& plan,
                                                           const std::string& simulation = {});

} // namespace millrace::run
