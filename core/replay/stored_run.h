// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/run_plan.h"
#include "core/store/database.h"
#include "core/store/records.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace millrace::replay {

/// A run as the store knows it, planned once more by today's code from the specification that is stored with it.
struct StoredRun
{
    store::RunRecord record;
    store::CampaignRecord campaign;
    std::optional<run::RunPlan> plan; ///< absent for imported runs, and where today's code refuses the specification …
    std::string whyNoPlan; ///< … with the reason

    [[nodiscard]] std::string label() const; ///< "strategy=RING loss=1%"
};

/// Recordings of the packets of a run.
struct StoredCaptures
{
    std::vector<std::filesystem::path> files;
    std::size_t missing = 0; ///< were not kept, or are gone
};
[[nodiscard]] Result<StoredCaptures> capturesOf(store::Database& database, store::RunId run);

[[nodiscard]] Result<StoredRun> readStoredRun(store::Database& database, store::RunId run,
                                              const launch::Frameworks& frameworks);
/// The run that a user means: its number in this campaign, as it was shown while it was made, or the beginning of its
/// uuid in the whole store. NotFound; InvalidInput when several begin so.
[[nodiscard]] Result<store::RunId> findRun(store::Database& database, store::CampaignId campaign,
                                           const std::string& text);

} // namespace millrace::replay
