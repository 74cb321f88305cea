// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"

#include <functional>

namespace millrace::report {

using GateVisitor = std::function<Result<void>(const store::RunRecord& run, const store::GateResult& gate)>;

/// Hands over the conditions of all runs that were started, in order of position; memory does not grow with them.
[[nodiscard]] Result<void> eachGate(store::Database& database, const CampaignData& data, bool superseded,
                                    const JobContext& job, const GateVisitor& visit);

} // namespace millrace::report
