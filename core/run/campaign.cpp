// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/campaign.h"

#include "core/base/version.h"
#include "core/emulate/ability.h"
#include "core/emulate/left_overs.h"
#include "core/run/runner.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace millrace::run {

namespace {

using store::CampaignState;
using store::RunRecord;
using store::RunState;

std::vector<store::Factor> factorsOf(const grid::GridSpec& grid, const grid::Cell& cell)
{
    static constexpr std::string_view units[] = {"", "", "", "ns", "bit/s", "B", "", ""};
    std::vector<store::Factor> factors;
    for (const auto& [name, level] : cell.levels) {
        const grid::Factor* spec = grid::findFactor(grid, name);
        store::Factor factor{name, level.text, {}, spec != nullptr ? spec->unit : std::string()};
        if (const double* number = std::get_if<double>(&level.value))
            factor.number = *number;
        if (spec != nullptr && factor.unit.empty())
            factor.unit = units[static_cast<std::size_t>(grid::quantityOf(*spec))];
        factors.push_back(std::move(factor));
    }
    return factors;
}

std::vector<RunRecord> plannedRecords(const CampaignPlan& plan)
{
    std::vector<RunRecord> records;
    for (const grid::PlannedRun& run : plan.schedule.runs) {
        const grid::Cell cell = plan.expansion.cell(run.cell);
        RunRecord record;
        record.cell = cell.key;
        record.repetition = static_cast<int>(run.repetition);
        record.block = static_cast<int>(run.block);
        record.position = static_cast<int>(run.position);
        record.warmup = run.warmup;
        record.factors = factorsOf(plan.grid, cell);
        records.push_back(std::move(record));
    }
    return records;
}

class Execution
{
public:
    Execution(const CampaignPlan& plan, store::Database& database, const CampaignOptions& options,
              RunObserver& observer, const JobContext& job)
        : m_plan(plan), m_database(database), m_options(options), m_observer(observer), m_job(job),
          m_repository(database, m_clock)
    {
        for (const grid::PlannedRun& run : plan.schedule.runs)
            m_byPosition[static_cast<int>(run.position)] = &run;
    }

    Result<CampaignOutcome> execute()
    {
        MR_CHECK(checkCells(m_plan, m_options.programs));
        MR_TRY(ready, chooseCampaign());
        if (!ready) {
            MR_CHECK(count());
            m_outcome.nothingToDo = true;
            return m_outcome;
        }
        MR_CHECK(prepareMachine());
        MR_TRY(writer, store::StoreWriter::start(m_database));
        MR_CHECK(m_repository.setCampaignState(m_outcome.campaign, CampaignState::Running));
        m_begin = monotonicNow();
        MR_CHECK(makeRuns(*writer));
        MR_CHECK(count());
        const bool complete = m_outcome.cancelled == 0;
        const CampaignState state = !complete ? CampaignState::Cancelled
            : m_outcome.failed > 0            ? CampaignState::Failed
                                              : CampaignState::Done;
        MR_CHECK(m_repository.setCampaignState(m_outcome.campaign, state));
        return m_outcome;
    }

private:
    /// False: the store has everything already.
    Result<bool> chooseCampaign()
    {
        MR_TRY(latest, latestOfGrid());
        if (m_options.choice == CampaignChoice::StartNew || (!latest && m_options.choice == CampaignChoice::Automatic))
            return createCampaign();
        if (!latest)
            return fail(ErrorCode::NotFound,
                        fmt::format("{} has no campaign of the grid \"{}\" to resume; start it without --resume",
                                    m_database.file().string(), m_plan.grid.name));
        m_outcome.campaign = latest->id;
        MR_TRY(runs, m_repository.runs(latest->id));
        const auto open = std::ranges::count_if(runs, [this](const RunRecord& run) { return isToDo(run); });
        if (latest->specJson != m_plan.specJson) {
            if (m_options.choice == CampaignChoice::Automatic)
                return createCampaign();
            return fail(ErrorCode::InvalidInput,
                        "the grid, its cluster or its workload has been changed since this campaign began; undo the "
                        "change to resume it, or start a new campaign with --new");
        }
        if (m_options.choice == CampaignChoice::Automatic && open > 0)
            return fail(
                ErrorCode::AlreadyExists,
                fmt::format("an unfinished campaign of the grid \"{}\" is in {} ({} of {} runs are missing); go on "
                            "with --resume, or start another with --new",
                            m_plan.grid.name, m_database.file().string(), open, runs.size()));
        if (open == 0)
            return false;
        MR_CHECK(reopen(runs));
        return true;
    }

    Result<std::optional<store::CampaignRecord>> latestOfGrid()
    {
        MR_TRY(campaigns, m_repository.campaigns());
        for (const store::CampaignRecord& campaign : campaigns)
            if (campaign.gridName == m_plan.grid.name && campaign.projectName == m_plan.project.name)
                return std::optional(campaign);
        return std::optional<store::CampaignRecord>();
    }

    Result<bool> createCampaign()
    {
        store::CampaignRecord campaign;
        campaign.projectName = m_plan.project.name;
        campaign.projectPath = m_plan.projectFile.string();
        campaign.gridName = m_plan.grid.name;
        campaign.specJson = m_plan.specJson;
        campaign.seed = m_plan.grid.seed;
        campaign.toolVersion = programVersion;
        MR_TRY(id, m_repository.createCampaign(campaign, plannedRecords(m_plan)));
        m_outcome.campaign = id;
        return true;
    }

    /// Not in a final state, or cancelled by the user; with retryFailed also failed and invalid ones.
    [[nodiscard]] bool isToDo(const RunRecord& run) const
    {
        if (!m_byPosition.contains(run.position) || run.excluded)
            return false;
        if (m_options.retryFailed && (run.state == RunState::Failed || run.state == RunState::Invalid))
            return true;
        return !store::isFinal(run.state) || run.state == RunState::Cancelled;
    }

    Result<void> reopen(const std::vector<RunRecord>& runs)
    {
        for (const RunRecord& run : runs)
            if (isToDo(run) && run.state != RunState::Planned) {
                const char* reason = store::isActive(run.state) ? "interrupted: the controller ended" : "repeated";
                MR_CHECK(m_repository.repeat(run.id, reason, store::PartialData::Drop));
            }
        return {};
    }

    Result<void> prepareMachine()
    {
        for (const std::string& sentence : emulate::removeLeftOvers(emulate::defaultRegistryFolder()))
            m_observer.notice(sentence);
        MR_TRY(userNamespace, checkMachine());
        m_userNamespace = userNamespace;
        return {};
    }

    Result<void> makeRuns(store::StoreWriter& writer)
    {
        MR_TRY(runs, m_repository.runs(m_outcome.campaign));
        m_total = static_cast<int>(runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const RunRecord& run = runs[i];
            if (m_job.cancelled() || m_options.finish.stop_requested())
                return {};
            MR_CHECK(report());
            if (run.state != RunState::Planned || !m_byPosition.contains(run.position))
                continue;
            MR_TRY(wanted, isWanted(run));
            if (!wanted) {
                MR_CHECK(m_repository.end(run.id, RunState::Cancelled,
                                          fail(ErrorCode::Cancelled, "not needed: the stop rule is met")));
                MR_CHECK(m_repository.setExcluded(run.id, true, "the stop rule is met"));
                continue;
            }
            MR_TRY(state, makeRun(writer, run, static_cast<int>(i) + 1));
            const bool bad = state == RunState::Failed || state == RunState::Invalid;
            if (bad && m_options.failures.stop)
                return {};
        }
        return report();
    }

    Result<bool> isWanted(const RunRecord& run)
    {
        if (!m_byPosition.at(run.position)->conditional)
            return true;
        MR_TRY(runs, m_repository.runs(m_outcome.campaign));
        std::vector<double> results;
        for (const RunRecord& other : runs)
            if (other.cell == run.cell && !other.warmup && other.state == RunState::Done) {
                MR_TRY(metrics, m_repository.metrics(other.id));
                const auto metric = std::ranges::find_if(metrics, [this](const store::Metric& each) {
                    return each.name == m_plan.grid.stopRule->metric && each.subject.empty();
                });
                results.push_back(metric == metrics.end() ? std::numeric_limits<double>::quiet_NaN() : metric->value);
            }
        return grid::wantsMore(m_plan.grid, results);
    }

    /// The state in which the run ended, after all its attempts.
    Result<RunState> makeRun(store::StoreWriter& writer, RunRecord run, int number)
    {
        const grid::PlannedRun& planned = *m_byPosition.at(run.position);
        for (int attempt = 0;; ++attempt) {
            MR_TRY(claimed, m_repository.claim(run.id));
            const RunHeading heading{claimed.id,
                                     m_plan.expansion.cell(planned.cell).text(),
                                     number,
                                     m_total,
                                     claimed.repetition,
                                     claimed.attempt,
                                     claimed.warmup};
            m_observer.runMoved(heading, RunState::Preparing);
            MR_TRY(plan, planRun(m_plan, planned, m_options.programs));
            MR_TRY(outcome, executeRun(plan, heading, {m_repository, writer, m_observer}, m_userNamespace, m_job));
            const bool bad = outcome.state == RunState::Failed || outcome.state == RunState::Invalid;
            if (outcome.error.code == ErrorCode::DiskFull && outcome.state == RunState::Failed)
                return outcome.error;
            if (!bad || attempt >= m_options.failures.retries)
                return outcome.state;
            MR_TRY(again,
                   m_repository.repeat(claimed.id, "retried after: " + outcome.error.text(), store::PartialData::Keep));
            run = again;
        }
    }

    Result<void> count()
    {
        MR_TRY(runs, m_repository.runs(m_outcome.campaign));
        CampaignOutcome counted;
        counted.campaign = m_outcome.campaign;
        for (const RunRecord& run : runs) {
            if (!m_byPosition.contains(run.position))
                continue;
            counted.done += run.state == RunState::Done;
            counted.failed += run.state == RunState::Failed;
            counted.invalid += run.state == RunState::Invalid;
            counted.notNeeded += run.state == RunState::Cancelled && run.excluded;
            counted.cancelled += !store::isFinal(run.state) || (run.state == RunState::Cancelled && !run.excluded);
        }
        m_outcome = counted;
        return {};
    }

    Result<void> report()
    {
        MR_CHECK(count());
        CampaignProgress progress{m_plan.project.name, m_plan.grid.name,         m_total, 0, m_outcome.failed,
                                  m_outcome.invalid,   monotonicNow() - m_begin, {}};
        progress.finished = m_outcome.done + m_outcome.failed + m_outcome.invalid + m_outcome.notNeeded;
        m_madeBefore = m_madeBefore < 0 ? progress.finished : m_madeBefore;
        const int made = progress.finished - m_madeBefore;
        if (made > 0)
            progress.left = progress.elapsed / made * m_outcome.cancelled;
        m_observer.campaignMoved(progress);
        return {};
    }

    const CampaignPlan& m_plan;
    store::Database& m_database;
    const CampaignOptions& m_options;
    RunObserver& m_observer;
    const JobContext& m_job;
    SystemClock m_clock;
    store::RunRepository m_repository;
    std::map<int, const grid::PlannedRun*> m_byPosition;
    CampaignOutcome m_outcome;
    Nanoseconds m_begin{0};
    int m_total = 0;
    int m_madeBefore = -1; ///< runs that were finished when this execution began
    bool m_userNamespace = false;
};

} // namespace

Result<bool> checkMachine()
{
    const emulate::EmulationAbility ability = emulate::emulationAbility();
    if (ability.kind == emulate::AbilityKind::None)
        return fail(ErrorCode::Denied, ability.reason);
    return ability.kind == emulate::AbilityKind::UserNamespace;
}

Result<CampaignOutcome> executeCampaign(const CampaignPlan& plan, store::Database& database,
                                        const CampaignOptions& options, RunObserver& observer, const JobContext& job)
{
    return Execution(plan, database, options, observer, job).execute();
}

} // namespace millrace::run
