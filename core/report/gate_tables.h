// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/table.h"

#include <functional>

namespace millrace::report {

using GateVisitor = std::function<Result<void>(const store::RunRecord& run, const store::GateResult& gate)>;

/// Requested and achieved value of a condition for display: a loss as a share, a plain setting ("cubic") by its names.
struct GateCells
{
    Cell requested;
    Cell achieved;
    Cell low;
    Cell high;
};
[[nodiscard]] GateCells gateCells(const store::GateResult& gate);

/// Passes on the conditions of all started runs, in order of position; memory does not grow with them.
[[nodiscard]] Result<void> eachGate(store::Database& database, const CampaignData& data, bool superseded,
                                    const JobContext& job, const GateVisitor& visit);

} // namespace millrace::report
