// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/job.h"
#include "core/launch/frameworks.h"
#include "core/policy/policy.h"
#include "core/report/campaign_data.h"
#include "core/report/table.h"

#include <string>
#include <vector>

namespace millrace::replay {

struct PolicyQuestion
{
    std::vector<policy::PolicySpec> policies; ///< empty: those that each run was made with
    launch::Frameworks frameworks = {}; ///< that the runs may have been made with
};

/// What policies decide over the stored steps of runs, next to what was decided in them.
struct PolicyReport
{
    report::Table
        runs; ///< for each run: policies, steps, decisions of the replay, those of the run, and whether they agree
    report::Table decisions; ///< each with its reason
    std::vector<std::string> notes; ///< runs without steps, and why
    int compared = 0; ///< runs whose own policies were replayed …
    int same = 0; ///< … and decided the same in every step
};

/// Of all runs that count. InvalidInput if none of them has steps, or none has policies where none are given.
[[nodiscard]] Result<PolicyReport> policyReport(store::Database& database, const report::CampaignData& data,
                                                const PolicyQuestion& question, const JobContext& job);

} // namespace millrace::replay
