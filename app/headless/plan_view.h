// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/run/campaign.h"

#include <filesystem>

namespace millrace::headless {

struct DryRunOptions
{
    std::filesystem::path store; ///< whose runs the estimate comes from; need not be there
    bool json = false;
    bool steps = false; ///< the plan of every run, too
};

/// Prints what a campaign would run and what it leaves out, with the reasons, and what it would take; changes nothing.
/// Returns the exit code.
[[nodiscard]] Result<int> showDryRun(const run::CampaignPlan& plan, const run::CampaignOptions& options,
                                     const DryRunOptions& view, const JobContext& job);

} // namespace millrace::headless
