// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/campaign.h"

namespace millrace::headless {

/// Prints what a campaign would run and what it leaves out, with the reasons, and changes nothing. `steps`: the plan of
/// every run, too. Returns the exit code.
[[nodiscard]] Result<int> showDryRun(const run::CampaignPlan& plan, const run::CampaignOptions& options, bool json,
                                     bool steps);

} // namespace millrace::headless
