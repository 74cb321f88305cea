// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/imported_runs.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/version.h"
#include "core/store/event_repository.h"
#include "core/store/series_repository.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

/// A clock that stands where the measurement stood, so that a run's start and duration are those of the study.
class MeasuredClock final : public Clock
{
public:
    explicit MeasuredClock(Nanoseconds time) : m_time(time) { }
    void set(Nanoseconds time) noexcept { m_time = time; }
    Nanoseconds monotonic() const override { return m_time; }
    Nanoseconds wall() const override { return m_time; }

private:
    Nanoseconds m_time;
};

std::string gridOf(std::string_view study)
{
    return study == "tum" ? "traffic study" : fmt::format("study {}", study); // the first one's was stored so before
}

std::string cellOf(std::string_view study, const ImportedRun& run)
{
    std::string text;
    for (const store::Factor& factor : run.factors)
        if (factor.name != "run_name")
            text += fmt::format("{}={};", factor.name, factor.level);
    // A run without known factors is a cell of its own; the traffic study's cells were named so before.
    return fmt::format("{}-{}", study == "tum" ? "traffic-study" : study,
                       sha256(text.empty() ? "name=" + run.name : text).substr(0, 16));
}

} // namespace

Result<ImportedRuns> ImportedRuns::open(store::Database& database, std::string study,
                                        const std::filesystem::path& folder)
{
    ImportedRuns runs(database, std::move(study));
    const SystemClock clock;
    store::RunRepository repository(database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns)
        if (campaign.gridName == gridOf(runs.m_study) && campaign.projectPath == folder.string())
            runs.m_campaign = campaign;
    if (!runs.m_campaign.id) {
        runs.m_campaign.projectName = folder.filename().string();
        runs.m_campaign.projectPath = folder.string();
        runs.m_campaign.gridName = gridOf(runs.m_study);
        runs.m_campaign.toolVersion = programVersion;
        runs.m_campaign.specJson = Json{{"imported", {{"study", runs.m_study}, {"folder", folder.string()}}}}.dump(
            -1, ' ', false, Json::error_handler_t::replace);
        MR_TRY(id, repository.createCampaign(runs.m_campaign, {}));
        MR_TRY(made, repository.campaign(id));
        runs.m_campaign = made;
    }
    MR_CHECK(runs.readRuns());
    return runs;
}

Result<void> ImportedRuns::readRuns()
{
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns) {
        if (campaign.gridName != gridOf(m_study))
            continue;
        MR_TRY(runs, repository.runs(campaign.id));
        for (store::RunRecord& run : runs) {
            if (campaign.id == m_campaign.id) {
                m_position = std::max(m_position, run.position + 1);
                int& repetitions = m_repetitions[run.cell];
                repetitions = std::max(repetitions, run.repetition + 1);
            }
            m_runs.insert_or_assign(run.uuid, std::move(run));
        }
    }
    return {};
}

std::optional<store::RunId> ImportedRuns::find(std::string_view key) const
{
    const auto found = m_runs.find(uuidOf(key));
    if (key.empty() || found == m_runs.end() || found->second.state != store::RunState::Done)
        return std::nullopt;
    return found->second.id;
}

Result<store::RunRecord> ImportedRuns::planned(const ImportedRun& run)
{
    const std::string uuid = run.key.empty() ? std::string() : uuidOf(run.key);
    if (const auto found = m_runs.find(uuid); found != m_runs.end())
        return found->second;
    store::RunRecord record;
    record.uuid = uuid;
    record.factors = run.factors;
    if (!run.name.empty())
        record.factors.push_back({"run_name", run.name, {}, {}});
    record.cell = cellOf(m_study, run);
    record.repetition = m_repetitions[record.cell]++;
    record.block = record.repetition;
    record.position = m_position++;
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_CHECK(repository.addRuns(m_campaign.id, std::span(&record, 1)));
    MR_TRY(made, repository.findRun(m_campaign.id, record.cell, record.repetition));
    if (!made)
        return fail(ErrorCode::Internal, "a run that was stored is not in the store");
    return *made;
}

Result<store::RunId> ImportedRuns::save(const ImportedRun& run)
{
    using store::RunState;
    MR_TRY(transaction, m_database.begin());
    MeasuredClock clock(run.begin);
    store::RunRepository repository(m_database, clock);
    MR_TRY(record, planned(run));
    if (record.state == RunState::Planned) {
        MR_TRY(claimed, repository.claim(record.id));
        record = claimed;
    }
    MR_CHECK(repository.saveMetrics(record.id, run.metrics));
    const store::Snapshot snapshot{"", provenanceOf(run, m_study, m_campaign.projectPath)};
    MR_CHECK(repository.saveSnapshots(record.id, std::span(&snapshot, 1)));
    MR_CHECK(store::EventRepository(m_database).save(record.id, run.events));
    MR_CHECK(store::SeriesRepository(m_database).saveNew(record.id, run.series));
    clock.set(std::max(run.begin, run.end));
    for (const RunState state : {RunState::Running, RunState::Collecting, RunState::Analysing, RunState::Done})
        if (record.state < state && store::isAllowed(record.state, state)) {
            MR_CHECK(repository.transition(record.id, state, "imported"));
            record.state = state;
        }
    MR_CHECK(transaction.commit());
    const store::RunId id = record.id;
    m_runs.insert_or_assign(record.uuid, std::move(record));
    return id;
}

Result<void> ImportedRuns::finish()
{
    if (m_campaign.state == store::CampaignState::Done)
        return {};
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    return repository.setCampaignState(m_campaign.id, store::CampaignState::Done, "imported");
}

} // namespace millrace::studies
