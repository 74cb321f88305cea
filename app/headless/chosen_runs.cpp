// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headless/chosen_runs.h"

#include "app/headless/common.h"

#include <CLI/CLI.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace millrace::headless {

void addRunChoice(CLI::App& command, RunChoice& choice)
{
    auto* campaign =
        command.add_option("--campaign", choice.campaign,
                           "Number of the campaign in the store, or a prefix of its id; default: the latest");
    auto* grid = command.add_option("--grid", choice.grid, "The latest campaign of this grid")->excludes(campaign);
    command.add_flag("--all-campaigns", choice.allCampaigns, "Runs of all campaigns of the store")
        ->excludes(campaign)
        ->excludes(grid);
}

Result<report::CampaignData> loadChosen(store::Database& database, const RunChoice& choice, const JobContext& job)
{
    if (choice.allCampaigns)
        return report::loadRuns(database, {}, job);
    if (!choice.campaign.empty()) {
        MR_TRY(campaign, chooseStoredCampaign(database, choice.campaign));
        return report::loadCampaign(database, campaign.id, job);
    }
    MR_TRY(campaign, report::findCampaign(database, choice.grid));
    return report::loadCampaign(database, campaign, job);
}

std::size_t terminalWidth()
{
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

} // namespace millrace::headless
