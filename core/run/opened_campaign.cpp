// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/opened_campaign.h"

#include "core/base/version.h"
#include "core/run/planned_records.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace millrace::run {

namespace {

using store::RunRecord;
using store::RunState;

class Opening
{
public:
    Opening(const CampaignPlan& plan, store::Database& database, store::RunRepository& repository,
            const CampaignOptions& options, const std::string& simulation)
        : m_plan(plan), m_database(database), m_repository(repository), m_options(options), m_simulation(simulation),
          m_wanted(options.positions.begin(), options.positions.end()),
          m_retried(options.retry.begin(), options.retry.end())
    {
        for (const grid::PlannedRun& run : plan.schedule.runs)
            m_planned.insert(static_cast<int>(run.position));
    }

    Result<OpenedCampaign> open()
    {
        for (const auto* positions : {&m_options.positions, &m_options.retry})
            MR_CHECK(checkPositions(*positions));
        MR_CHECK(m_repository.settleInterrupted()); // of all campaigns: this program is the only writer
        MR_TRY(isNew, choose());
        MR_TRY(runs, m_repository.runs(m_opened.id));
        m_opened.runs = std::move(runs);
        for (RunRecord& run : m_opened.runs) {
            if (!isToDo(run))
                continue;
            if (!isNew && run.state != RunState::Planned)
                MR_CHECK(reopen(run));
            m_opened.toDo.push_back(run.position);
        }
        return std::move(m_opened);
    }

private:
    [[nodiscard]] Result<void> checkPositions(const std::vector<int>& positions) const
    {
        const auto stray =
            std::ranges::find_if(positions, [this](int position) { return !m_planned.contains(position); });
        if (stray == positions.end())
            return {};
        return fail(ErrorCode::NotFound,
                    fmt::format("the grid \"{}\" has no run {} here; its {} runs are listed by a dry run",
                                m_plan.grid.name, *stray, m_planned.size()));
    }

    /// Chooses the campaign; true: a new one.
    Result<bool> choose()
    {
        MR_TRY(latest, latestOfGrid());
        if (m_options.choice == CampaignChoice::StartNew || (!latest && m_options.choice == CampaignChoice::Automatic))
            return create();
        if (!latest)
            return fail(ErrorCode::NotFound,
                        fmt::format("{} has no campaign of the grid \"{}\" to resume; start it without --resume",
                                    m_database.file().string(), m_plan.grid.name));
        m_opened.id = latest->id;
        if (latest->specJson != m_plan.specJson) {
            if (m_options.choice == CampaignChoice::Automatic)
                return create();
            return fail(ErrorCode::InvalidInput,
                        "the grid, its cluster or its workload has been changed since this campaign began; undo the "
                        "change to resume it, or start a new campaign with --new");
        }
        if (m_options.choice == CampaignChoice::Automatic)
            MR_CHECK(checkFinished(latest->id));
        return false;
    }

    [[nodiscard]] Result<void> checkFinished(store::CampaignId campaign)
    {
        MR_TRY(runs, m_repository.runs(campaign));
        const auto open = std::ranges::count_if(runs, [this](const RunRecord& run) { return isToDo(run); });
        if (open == 0)
            return {};
        return fail(ErrorCode::AlreadyExists,
                    fmt::format("an unfinished campaign of the grid \"{}\" is in {} ({} of {} runs are missing); "
                                "continue with --resume, or start another with --new",
                                m_plan.grid.name, m_database.file().string(), open, runs.size()));
    }

    Result<std::optional<store::CampaignRecord>> latestOfGrid()
    {
        MR_TRY(campaigns, m_repository.campaigns());
        for (const store::CampaignRecord& campaign : campaigns)
            if (campaign.gridName == m_plan.grid.name && campaign.projectName == m_plan.project.name)
                return std::optional(campaign);
        return std::optional<store::CampaignRecord>();
    }

    Result<bool> create()
    {
        store::CampaignRecord campaign;
        campaign.projectName = m_plan.project.name;
        campaign.projectPath = m_plan.projectFile.string();
        campaign.gridName = m_plan.grid.name;
        campaign.specJson = m_plan.specJson;
        campaign.seed = m_plan.grid.seed;
        campaign.toolVersion = programVersion;
        MR_TRY(id, m_repository.createCampaign(campaign, plannedRecords(m_plan, m_simulation)));
        m_opened.id = id;
        return true;
    }

    /// Whether the run is not in a final state, interrupted, or cancelled by the user; with retryFailed also failed or
    /// invalid.
    [[nodiscard]] bool isToDo(const RunRecord& run) const
    {
        if (!m_planned.contains(run.position))
            return false;
        if (m_retried.contains(run.position))
            return true;
        if (run.excluded || (!m_wanted.empty() && !m_wanted.contains(run.position)))
            return false;
        if (m_options.retryFailed && (run.state == RunState::Failed || run.state == RunState::Invalid))
            return true;
        return !store::isFinal(run.state) || run.state == RunState::Cancelled || store::isInterrupted(run);
    }

    Result<void> reopen(RunRecord& run)
    {
        const bool interrupted = store::isInterrupted(run);
        const bool keep = m_retried.contains(run.position) && !interrupted;
        MR_TRY(again,
               m_repository.repeat(run.id, interrupted ? "interrupted: the controller ended" : "repeated",
                                   keep ? store::PartialData::Keep : store::PartialData::Drop));
        if (again.excluded)
            MR_CHECK(m_repository.setExcluded(again.id, false, {}));
        run = std::move(again);
        run.excluded = false;
        return {};
    }

    const CampaignPlan& m_plan;
    store::Database& m_database;
    store::RunRepository& m_repository;
    const CampaignOptions& m_options;
    const std::string& m_simulation;
    std::set<int> m_planned;
    std::set<int> m_wanted;
    std::set<int> m_retried;
    OpenedCampaign m_opened;
};

} // namespace

Result<OpenedCampaign> openCampaign(const CampaignPlan& plan, store::Database& database,
                                    store::RunRepository& repository, const CampaignOptions& options,
                                    const std::string& simulation)
{
    return Opening(plan, database, repository, options, simulation).open();
}

} // namespace millrace::run
