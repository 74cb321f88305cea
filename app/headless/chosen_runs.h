// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/campaign_data.h"

#include <string>

namespace CLI {
class App;
}

namespace millrace::headless {

/// Which runs of a store a command is about: of one campaign, by itself the latest, or of all.
struct RunChoice
{
    std::string campaign; ///< beginning of its id
    std::string grid; ///< the latest campaign of this one
    bool allCampaigns = false;
};
/// --campaign, --grid and --all-campaigns, which exclude each other. `choice` must live as long as the command.
void addRunChoice(CLI::App& command, RunChoice& choice);
[[nodiscard]] Result<report::CampaignData> loadChosen(store::Database& database, const RunChoice& choice,
                                                      const JobContext& job);

/// Columns of standard output; 0: it is no terminal.
[[nodiscard]] std::size_t terminalWidth();

} // namespace millrace::headless
