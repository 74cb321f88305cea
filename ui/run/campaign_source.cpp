// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/campaign_source.h"

#include "core/run/campaign.h"
#include "core/run/campaign_estimate.h"
#include "core/run/chosen_runs.h"
#include "core/store/metric_kinds.h"
#include "core/store/result_query.h"
#include "core/store/run_repository.h"
#include "ui/base/format.h"

namespace millrace::ui {
namespace {

double metricOf(const store::ResultRow& row, std::string_view name)
{
    const auto found = std::find_if(row.metrics.begin(), row.metrics.end(),
                                    [name](const store::Metric& metric) { return metric.name == name; });
    return found == row.metrics.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

class SnapshotReader
{
public:
    SnapshotReader(const SnapshotRequest& request, const JobContext& job) : m_request(request), m_job(job) { }

    Result<CampaignSnapshot> read()
    {
        run::CampaignOptions options;
        options.grid = m_request.grid;
        MR_TRY(plan, run::planCampaign(*m_request.project, {}, options));
        for (const grid::Factor& factor : plan.grid.factors)
            m_snapshot.factors.append(toQString(factor.name));
        MR_CHECK(readStore(plan));
        if (m_snapshot.standing == CampaignSnapshot::Standing::NotBegun
            || m_snapshot.standing == CampaignSnapshot::Standing::Changed)
            takePlan(plan);
        applyFilter(plan);
        if (auto checked = run::checkCells(plan, {}, m_job); !checked)
            m_snapshot.problem = checked.error().text();
        else if (m_request.withEstimate)
            estimate(plan);
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled while the campaign was read");
        return std::move(m_snapshot);
    }

private:
    Result<void> readStore(const run::CampaignPlan& plan)
    {
        std::error_code ignored;
        if (m_request.store.empty() || !std::filesystem::exists(m_request.store, ignored))
            return {};
        MR_CHECK(store::settleInterruptedRuns(m_request.store));
        MR_TRY(database, store::Database::openReadOnly(m_request.store));
        const SystemClock clock;
        MR_TRY(campaigns, store::RunRepository(database, clock).campaigns());
        const auto latest =
            std::find_if(campaigns.begin(), campaigns.end(), [&plan](const store::CampaignRecord& campaign) {
                return campaign.gridName == plan.grid.name && campaign.projectName == plan.project.name;
            });
        if (latest == campaigns.end())
            return {};
        m_snapshot.campaign = *latest;
        if (latest->specJson != plan.specJson) {
            m_snapshot.standing = CampaignSnapshot::Standing::Changed;
            return {};
        }
        store::ResultFilter filter;
        filter.campaigns = {latest->id};
        MR_TRY(rows, store::ResultQuery(database).all(filter));
        takeStored(rows);
        m_stored = std::move(rows);
        return {};
    }

    void takeStored(const std::vector<store::ResultRow>& rows)
    {
        bool open = false;
        for (const store::ResultRow& stored : rows) {
            const store::RunRecord& record = stored.run;
            open = open || !store::isFinal(record.state) || store::isInterrupted(record)
                || (record.state == store::RunState::Cancelled && !record.excluded);
            if (m_snapshot.rows.size() >= mostQueueRows)
                continue;
            QueueRow row = queueRow(record, m_snapshot.factors);
            row.setStep(report::shownStep(stored.metrics));
            row.samplesPerSecond = metricOf(stored, store::metrics::samplesPerSecond.name);
            m_snapshot.rows.push_back(std::move(row));
        }
        m_snapshot.runsInAll = rows.size();
        m_snapshot.standing = open ? CampaignSnapshot::Standing::Unfinished : CampaignSnapshot::Standing::Finished;
    }

    void takePlan(const run::CampaignPlan& plan)
    {
        std::map<std::string, QString> texts; // shared: the same few levels repeat
        const auto textOf = [&texts](const std::string& level) -> QString {
            auto [found, isNew] = texts.try_emplace(level);
            if (isNew)
                found->second = toQString(level);
            return found->second;
        };
        m_snapshot.runsInAll = plan.schedule.runs.size();
        for (const grid::PlannedRun& planned : plan.schedule.runs) {
            if (m_snapshot.rows.size() >= mostQueueRows || m_job.cancelled())
                break;
            QueueRow row;
            row.position = static_cast<int>(planned.position);
            row.repetition = static_cast<int>(planned.repetition);
            row.warmup = planned.warmup;
            row.conditional = planned.conditional;
            for (const auto& [name, level] : plan.expansion.cell(planned.cell).levels)
                row.levels.append(textOf(level.text));
            m_snapshot.rows.push_back(std::move(row));
        }
    }

    void applyFilter(const run::CampaignPlan& plan)
    {
        const auto chosen = run::matchingRuns(plan, m_request.only.toStdString(), m_stored);
        if (!chosen)
            m_snapshot.onlyProblem = toQString(chosen.error().what);
        else if (!m_request.only.trimmed().isEmpty())
            m_snapshot.only.insert(chosen->begin(), chosen->end());
    }

    void estimate(const run::CampaignPlan& plan)
    {
        run::RunHistory history;
        if (!m_request.store.empty())
            if (auto read = run::readHistory(m_request.store, m_request.project->frameworks, m_job))
                history = *std::move(read);
        auto estimate = run::estimateCampaign(*m_request.project, plan.expansion, plan.schedule, history, m_job, 500);
        if (!estimate || plan.schedule.runs.empty())
            return;
        const auto toDo = std::count_if(m_snapshot.rows.begin(), m_snapshot.rows.end(), [this](const QueueRow& row) {
            const bool open = !store::isFinal(row.state) || row.errorCode == store::interruptedCode
                || (row.state == store::RunState::Cancelled && !row.notNeeded);
            return open && !row.conditional && (m_snapshot.only.empty() || m_snapshot.only.contains(row.position));
        });
        if (estimate->total.runs > 0)
            m_snapshot.estimatedSeconds = estimate->total.seconds / estimate->total.runs * static_cast<double>(toDo);
    }

    const SnapshotRequest& m_request;
    const JobContext& m_job;
    CampaignSnapshot m_snapshot;
    std::vector<store::ResultRow> m_stored;
};

} // namespace

QueueRow queueRow(const store::RunRecord& run, const QStringList& factors)
{
    QueueRow row;
    row.position = run.position;
    row.run = run.id;
    row.state = run.state;
    row.repetition = run.repetition;
    row.attempt = run.attempt;
    row.warmup = run.warmup;
    row.notNeeded = run.state == store::RunState::Cancelled && run.excluded;
    row.started = run.started;
    row.duration = run.duration;
    row.errorCode = run.errorCode;
    row.errorText = run.errorText;
    for (const QString& name : factors) {
        const auto found = std::find_if(run.factors.begin(), run.factors.end(), [&name](const store::Factor& factor) {
            return toQString(factor.name) == name;
        });
        row.levels.append(found == run.factors.end() ? QString() : toQString(found->level));
    }
    return row;
}

Result<CampaignSnapshot> readCampaignSnapshot(const SnapshotRequest& request, const JobContext& job)
{
    return SnapshotReader(request, job).read();
}

} // namespace millrace::ui
