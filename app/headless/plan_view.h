// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/run/campaign.h"

#include <filesystem>

namespace millrace::headless {

struct DryRunOptions
{
    std::filesystem::path store; ///< source of the estimate; need not exist
    bool json = false;
    bool steps = false; ///< include the plan of every run
};

/// Prints the runs and exclusions of a campaign with the reasons, and the estimate; changes nothing. Returns the exit
/// code.
[[nodiscard]] Result<int> showDryRun(const run::CampaignPlan& plan, const run::CampaignOptions& options,
                                     const DryRunOptions& view, const JobContext& job);

} // namespace millrace::headless
