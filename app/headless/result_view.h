// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/headless/command.h"
#include "core/run/campaign.h"
#include "core/store/database.h"

namespace millrace::headless {

/// Prints the table of a campaign's cells and writes the report page (unless the path is empty), naming it.
[[nodiscard]] Result<void> showResults(store::Database& database, const run::CampaignOutcome& outcome,
                                       const std::filesystem::path& report, const Environment& environment);

} // namespace millrace::headless
