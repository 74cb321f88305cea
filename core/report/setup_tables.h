// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"
#include "core/report/table.h"

namespace millrace::report {

/// What was run and where, as tables. Parts of a stored specification that are missing, or that this version does not
/// understand, are left out and noted.

/// The nodes of the campaign's cluster.
[[nodiscard]] Table nodeTable(const CampaignData& data);
/// Rate, delay, jitter, loss and queue between nodes, pairs with equal settings merged, and the bottleneck.
[[nodiscard]] Table linkTable(const CampaignData& data);
/// Framework, model, batch, steps and the rest of the workload.
[[nodiscard]] Table workloadTable(const CampaignData& data);
/// Factors with their levels, conditions, exclusions, repetitions, order.
[[nodiscard]] Table gridTable(const CampaignData& data);

/// The machine and the emulation of one run: the first one with a snapshot.
struct Environment
{
    Table brief;
    Table full; ///< every value of the snapshots, equal ones of several nodes together
};
[[nodiscard]] Result<Environment> environmentTables(store::Database& database, const CampaignData& data);
/// Quality of the switch emulation: median and worst of its metrics over all runs.
[[nodiscard]] Table switchTable(const CampaignData& data);

} // namespace millrace::report
