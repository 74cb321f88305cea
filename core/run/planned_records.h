// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"
#include "core/store/records.h"

namespace millrace::run {

/// The runs of a plan as a store keeps them before they are made, in order of execution.
[[nodiscard]] std::vector<store::RunRecord> plannedRecords(const CampaignPlan& plan);

} // namespace millrace::run
