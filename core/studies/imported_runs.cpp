// SPDX-FileCopyrightText: 2026 Millrace contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/studies/imported_runs.h"

#include "core/base/file_io.h"
#include "core/base/json_fields.h"
#include "core/base/version.h"
#include "core/store/event_repository.h"
#include "core/store/result_query.h"
#include "core/store/series_repository.h"
#include "core/studies/study.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace millrace::studies {

namespace {

/// A clock set to the time of the measurement, so that a run's start and duration are those of the study.
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

constexpr std::size_t mostUnused = 10'000;

/// Stores name the runs of the first supported study as their first version did.
std::string formerNameOf(std::string_view study)
{
    const Study* known = findStudy(study);
    return known == nullptr ? std::string() : std::string(known->formerName);
}

std::string gridOf(std::string_view study)
{
    const std::string former = formerNameOf(study);
    return former.empty() ? fmt::format("study {}", study) : former + " study";
}

std::string cellOf(std::string_view study, const ImportedRun& run)
{
    std::string text;
    for (const store::Factor& factor : run.factors)
        if (factor.name != "run_name")
            text += fmt::format("{}={};", factor.name, factor.level);
    // A run without known factors is a cell of its own.
    const std::string former = formerNameOf(study);
    return fmt::format("{}-{}", former.empty() ? std::string(study) : former + "-study",
                       sha256(text.empty() ? "name=" + run.name : text).substr(0, 16));
}

std::string textIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The "imported" member of a campaign's specification or a run's snapshot; null: none.
Json importedIn(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    const bool has = json.is_object() && json.contains("imported") && json["imported"].is_object();
    return has ? json["imported"] : Json();
}

std::string fileNameOf(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

} // namespace

Result<ImportedRuns> ImportedRuns::open(store::Database& database, std::string study,
                                        const std::filesystem::path& folder, bool isOneSet)
{
    ImportedRuns runs(database, std::move(study), isOneSet);
    runs.m_folder = folder.string();
    MR_CHECK(runs.findCampaign(folder));
    MR_CHECK(runs.readRuns());
    return runs;
}

Result<void> ImportedRuns::findCampaign(const std::filesystem::path& folder)
{
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_TRY(campaigns, repository.campaigns());
    for (const store::CampaignRecord& campaign : campaigns) { // newest first
        if (campaign.gridName != gridOf(m_study))
            continue;
        const Json imported = importedIn(campaign.specJson);
        if (m_mapping.empty() && imported.is_object())
            m_mapping = textIn(imported, "mapping");
        if (m_isOneSet && imported.is_object() && imported.contains("unused") && imported["unused"].is_array())
            for (const Json& file : imported["unused"])
                if (file.is_string())
                    m_unused.insert(file.get<std::string>());
        if (!m_campaign.id && (m_isOneSet || campaign.projectPath == folder.string()))
            m_campaign = campaign;
    }
    if (m_campaign.id)
        return {};
    m_campaign.projectName = folder.filename().string();
    m_campaign.projectPath = folder.string();
    m_campaign.gridName = gridOf(m_study);
    m_campaign.toolVersion = programVersion;
    return {};
}

std::string ImportedRuns::specJson() const
{
    Json imported{{"study", m_study}, {"folder", m_campaign.projectPath}};
    if (!m_mapping.empty())
        imported["mapping"] = m_mapping;
    if (!m_unused.empty())
        imported["unused"] = m_unused;
    return Json{{"imported", std::move(imported)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<void> ImportedRuns::makeCampaign()
{
    if (m_campaign.id)
        return {};
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    m_campaign.specJson = specJson();
    MR_TRY(id, repository.createCampaign(m_campaign, {}));
    MR_TRY(made, repository.campaign(id));
    m_campaign = made;
    return {};
}

Result<void> ImportedRuns::setMapping(std::string mapping)
{
    if (mapping == m_mapping)
        return {};
    m_mapping = std::move(mapping);
    if (!m_campaign.id)
        return {};
    const SystemClock clock;
    return store::RunRepository(m_database, clock).setCampaignSpec(m_campaign.id, specJson());
}

Result<ImportedRuns::StoredRun> ImportedRuns::readRun(store::RunRepository& repository, store::RunRecord record) const
{
    StoredRun run;
    MR_TRY(snapshots, repository.snapshots(record.id));
    run.record = std::move(record);
    for (const store::Snapshot& snapshot : snapshots) {
        const Json imported = importedIn(snapshot.json);
        if (!imported.is_object())
            continue;
        run.identity = textIn(imported, "identity");
        if (run.identity.empty() && m_isOneSet) // of earlier versions
            run.identity = textIn(imported, "name");
        const std::filesystem::path folder = textIn(imported, "folder");
        if (!imported.contains("files") || !imported["files"].is_array())
            continue;
        for (const Json& file : imported["files"]) {
            const std::string path = file.is_object() ? textIn(file, "file") : std::string();
            if (path.empty())
                continue;
            const std::string location = textIn(file, "at");
            run.files[fileNameOf(path)] = textIn(file, "sha256");
            run.locations.push_back(location.empty() ? folder / path : std::filesystem::path(location));
        }
    }
    return run;
}

Result<void> ImportedRuns::readRuns()
{
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_TRY(campaigns, repository.campaigns());
    store::ResultFilter filter;
    filter.withSuperseded = true;
    for (const store::CampaignRecord& campaign : campaigns)
        if (campaign.gridName == gridOf(m_study))
            filter.campaigns.push_back(campaign.id);
    if (filter.campaigns.empty())
        return {};
    MR_TRY(rows, store::ResultQuery(m_database).all(filter));
    for (store::ResultRow& row : rows) {
        if (row.run.campaign == m_campaign.id) {
            m_position = std::max(m_position, row.run.position + 1);
            int& repetitions = m_repetitions[row.run.cell];
            repetitions = std::max(repetitions, row.run.repetition + 1);
        }
        MR_TRY(run, readRun(repository, std::move(row.run)));
        std::string uuid = run.record.uuid;
        m_runs.insert_or_assign(std::move(uuid), std::move(run));
    }
    return {};
}

std::optional<store::RunId> ImportedRuns::find(std::string_view key) const
{
    const auto found = m_runs.find(uuidOf(key));
    if (key.empty() || found == m_runs.end() || found->second.record.state != store::RunState::Done)
        return std::nullopt;
    return found->second.record.id;
}

void ImportedRuns::noteUnused(const ImportedRun& run)
{
    for (const SourceFile& file : run.files)
        if (m_isOneSet && !file.location.empty() && m_unused.size() < mostUnused)
            m_hasNewSpec = m_unused.insert(file.location).second || m_hasNewSpec;
}

std::vector<std::filesystem::path> ImportedRuns::earlierFiles() const
{
    std::set<std::filesystem::path> files(m_unused.begin(), m_unused.end());
    for (const auto& [uuid, run] : m_runs)
        if (!run.record.superseded)
            files.insert(run.locations.begin(), run.locations.end());
    return {files.begin(), files.end()};
}

std::vector<std::string> ImportedRuns::lostFiles(const ImportedRun& run) const
{
    std::set<std::string> names;
    for (const SourceFile& file : run.files)
        names.insert(fileNameOf(file.path));
    std::set<std::string> lost;
    for (const auto& [uuid, stored] : m_runs) {
        if (stored.record.superseded || stored.identity.empty() || stored.identity != run.identity)
            continue;
        for (const auto& [name, sum] : stored.files)
            if (!names.contains(name))
                lost.insert(name);
    }
    return {lost.begin(), lost.end()};
}

Result<void> ImportedRuns::setSuperseded(StoredRun& run, bool superseded, std::string_view reason)
{
    if (run.record.superseded == superseded || run.record.state != store::RunState::Done)
        return {};
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    MR_CHECK(repository.setSuperseded(run.record.id, superseded, reason));
    run.record.superseded = superseded;
    if (superseded)
        m_superseded.insert(run.record.id);
    else
        m_superseded.erase(run.record.id);
    return {};
}

Result<void> ImportedRuns::supersedeOthers(const StoredRun& newest)
{
    if (newest.identity.empty())
        return {};
    for (auto& [uuid, run] : m_runs)
        if (uuid != newest.record.uuid && run.identity == newest.identity && !m_current.contains(uuid))
            MR_CHECK(setSuperseded(run, true, "a newer import has the same run"));
    return {};
}

Result<void> ImportedRuns::keep(store::RunId id)
{
    const auto found = std::ranges::find_if(m_runs, [id](const auto& entry) { return entry.second.record.id == id; });
    if (found == m_runs.end())
        return {};
    MR_TRY(transaction, m_database.begin());
    m_current.insert(found->first);
    MR_CHECK(supersedeOthers(found->second));
    MR_CHECK(setSuperseded(found->second, false, "imported again"));
    return transaction.commit();
}

Result<store::RunRecord> ImportedRuns::planned(const ImportedRun& run)
{
    const std::string uuid = run.key.empty() ? std::string() : uuidOf(run.key);
    if (const auto found = m_runs.find(uuid); found != m_runs.end())
        return found->second.record;
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
    MR_CHECK(makeCampaign());
    MR_TRY(transaction, m_database.begin());
    MeasuredClock clock(run.begin);
    store::RunRepository repository(m_database, clock);
    MR_TRY(record, planned(run));
    if (record.state == RunState::Planned) {
        MR_TRY(claimed, repository.claim(record.id));
        record = claimed;
    }
    MR_CHECK(repository.saveMetrics(record.id, run.metrics));
    const store::Snapshot snapshot{"", provenanceOf(run, m_study, m_folder)};
    MR_CHECK(repository.saveSnapshots(record.id, std::span(&snapshot, 1)));
    MR_CHECK(store::EventRepository(m_database).save(record.id, run.events));
    MR_CHECK(store::SeriesRepository(m_database).saveNew(record.id, run.series));
    clock.set(std::max(run.begin, run.end));
    for (const RunState state : {RunState::Running, RunState::Collecting, RunState::Analysing, RunState::Done})
        if (record.state < state && store::isAllowed(record.state, state)) {
            MR_CHECK(repository.transition(record.id, state, "imported"));
            record.state = state;
        }
    const store::RunId id = record.id;
    StoredRun stored;
    stored.identity = run.identity;
    for (const SourceFile& file : run.files)
        stored.files[fileNameOf(file.path)] = file.sha256;
    stored.record = std::move(record);
    m_current.insert(stored.record.uuid);
    MR_CHECK(supersedeOthers(stored));
    MR_CHECK(transaction.commit());
    std::string uuid = stored.record.uuid;
    m_runs.insert_or_assign(std::move(uuid), std::move(stored));
    return id;
}

Result<void> ImportedRuns::finish()
{
    std::set<std::pair<std::string, std::string>> had;
    for (const std::string& uuid : m_current)
        for (const auto& [name, sum] : m_runs.find(uuid)->second.files)
            had.emplace(name, sum);
    for (auto& [uuid, run] : m_runs) {
        const auto isHad = [&had](const auto& file) {
            return !file.second.empty() && had.contains({file.first, file.second});
        };
        if (m_isOneSet && !m_current.contains(uuid) && !run.files.empty() && std::ranges::all_of(run.files, isHad))
            MR_CHECK(setSuperseded(run, true, "a newer import has its files in other runs"));
    }
    const SystemClock clock;
    store::RunRepository repository(m_database, clock);
    if (m_campaign.id && m_hasNewSpec)
        MR_CHECK(repository.setCampaignSpec(m_campaign.id, specJson()));
    m_hasNewSpec = false;
    if (!m_campaign.id || m_campaign.state == store::CampaignState::Done)
        return {};
    return repository.setCampaignState(m_campaign.id, store::CampaignState::Done, "imported");
}

} // namespace millrace::studies
