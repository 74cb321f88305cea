// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"

#include <string>

namespace CLI {
class App;
}

namespace millrace::headless {

/// Runs of a store that a command applies to: of one campaign, by default the latest, or of all.
struct RunChoice
{
    std::string campaign; ///< prefix of its id
    std::string grid; ///< the latest campaign of this one
    bool allCampaigns = false;
};
/// Adds --campaign, --grid and --all-campaigns, which exclude each other. `choice` must live as long as the command.
void addRunChoice(CLI::App& command, RunChoice& choice);
[[nodiscard]] Result<report::CampaignData> loadChosen(store::Database& database, const RunChoice& choice,
                                                      const JobContext& job);

/// Returns the columns of stdout; 0: not a terminal.
[[nodiscard]] std::size_t terminalWidth();

} // namespace millrace::headless
